// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { columns, ending, title } from "../../../../static/screens/scores/pounce.js";
import { played, row } from "../../fixtures/sheets.js";

const rows = [row(0, 12, 60, { cards: 14, penalty: -2 }), row(2, 20, 71, { cards: 20, penalty: 0, bonus: 5 })];
/** @param {any} options @param {any} [sheet] */
const at = (options, sheet = {}) => played({ game: "pounce", options, sheet: { round: 3, rows, ...sheet } });

test("the round and what it goes to are in the bar", () => {
  assert.equal(title(at({ target: 100 })), "Round 3 · to 100");
  assert.equal(title(at({ target: 0 })), "One round");
});

test("who went out is named, and nobody where nobody did", () => {
  assert.deepEqual(ending(at({}, { ended_by: 2 })), { seats: [2], words: "Cy pounced" });
  assert.deepEqual(ending(at({}, { ended_by: 0 })), { seats: [0], words: "You pounced" });
  assert.deepEqual(ending(at({}, { ended_by: null })), { seats: [], words: "Nobody could go on" });
});

test("a penalty and a bonus have their column where there are any", () => {
  const heads = (/** @type {any} */ options) => columns(at(options)).parts.map(({ head }) => head);
  assert.deepEqual(heads({ penalty: 2, bonus: 5 }), ["Built", "Left × −2", "Bonus", "Round"]);
  assert.deepEqual(heads({ penalty: 0, bonus: 0 }), ["Built", "Round"]);
  assert.deepEqual(columns(at({ penalty: 2, bonus: 5 })).parts.map(({ cell }) => cell(rows[0])), ["14", "−2", "0", "+12"]);
});

test("the bars go to the target, or to the most points in a single round", () => {
  assert.equal(columns(at({ target: 100 })).total.most, 100);
  assert.equal(columns(at({ target: 0 })).total.most, 71);
});
