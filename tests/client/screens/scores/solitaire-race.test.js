// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { below, columns, ending, looksBack, title } from "../../../../static/screens/scores/solitaire-race.js";
import { facts } from "../../fixtures/race.js";
import { played, row } from "../../fixtures/sheets.js";

const rows = [row(0, 30, 30), row(2, 52, 60), row(3, 30, 30)];
/** @param {any} [sheet] @param {any} [told] */
function at(sheet = {}, told = null) {
  const given = played({ game: "thumb-and-pouch-race", options: { redeals: 2 }, sheet: { round: 1, rows, winners: [2], ended_by: 2, ...sheet }, table: told && { facts: facts(3, told) } });
  given.room.players = [0, 2, 3];
  return given;
}

test("who was first is named, else who has most cards up", () => {
  assert.deepEqual(ending(at()), { seats: [2], words: "Cy brought all 52 cards up" });
  assert.deepEqual(ending(at({ ended_by: 0, winners: [0] })), { seats: [0], words: "You brought all 52 cards up" });
  assert.deepEqual(ending(at({ ended_by: null })), { seats: [2], words: "Cy has most cards up" });
  assert.deepEqual(ending(at({ ended_by: null, winners: [0] })).words, "You have most cards up");
  assert.deepEqual(ending(at({ ended_by: null, winners: [0, 3] })), { seats: [0, 3], words: "Ann and Dee have equally many cards up" });
});

test("everybody has a place, which equal counts share, and an end", () => {
  const { parts, total } = columns(at({}, { phase: "over", by: 1, ended: ["stuck", "won", null] }));
  assert.deepEqual(rows.map((one) => parts.map(({ cell }) => cell(one))), [["2", "stuck"], ["1", "all up"], ["2", "still playing"]]);
  assert.deepEqual([total.most, total.value(rows[0])], [52, 30]);
});

test("how it ended for each is left out where the table is gone, and so are the tables", () => {
  assert.equal(columns(at()).parts.length, 1);
  assert.equal(below(at()), null);
});

test("the bar has room for it, and there is no look back", () => {
  assert.ok(title().length < 12);
  assert.equal(looksBack, false);
});
