// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { columns, ending, title } from "../../../../static/screens/scores/spite-and-malice.js";
import { played, row } from "../../fixtures/sheets.js";

/** @param {any} [given] */
const at = ({ rows = [row(0, 13, 13), row(2, 0, 4)], ended_by = null, facts = null, piles = {}, options = {} } = {}) =>
  played({ game: "spite-and-malice", options, sheet: { round: 2, rows, ended_by }, table: facts && { facts, piles } });
const nothing = [row(0, 0, 0), row(2, 0, 4)];

test("the hand and what it goes to are in the bar", () => {
  assert.equal(title(at({ options: { target: 50 } })), "Hand 2 · to 50");
  assert.equal(title(at({ options: { target: 0 } })), "One hand");
});

for (const [words, seats, given] of /** @type {[string, number[], any][]} */ ([
  ["Cy emptied the pay-off pile", [2], { ended_by: 2, facts: { ended: "out" } }],
  ["You emptied the pay-off pile", [0], { ended_by: 0, facts: { ended: "out" } }],
  ["You emptied the pay-off pile", [0], { ended_by: 0 }],
  ["A draw: the stock ran out", [], { rows: nothing, facts: { ended: "exhausted" } }],
  ["The hand was called off", [], { rows: nothing, facts: { ended: "called_off" } }],
  ["Nobody could play: you have the fewest pay-off cards", [0], { facts: { ended: "blocked" } }],
  ["A draw: nobody could play", [], { rows: nothing, facts: { ended: "blocked" } }],
  ["Nobody won this hand", [], { rows: nothing }],
])) {
  test(`${words}${given.facts ? "" : ", as far as the sheet knows"}`, () => assert.deepEqual(ending(at(given)), { seats, words }));
}

test("what each has left is counted on the table; without a table there is no such column", () => {
  const { parts } = columns(at({ facts: {}, piles: { "0p": [0], "1p": [12, "0:4H"] } }));
  assert.deepEqual(parts.map(({ head }) => head), ["Pay-off left", "Points"]);
  assert.deepEqual([row(0, 13, 13), row(2, 0, 4)].map((line) => parts.map(({ cell }) => cell(line))), [["0", "+13"], ["13", "0"]]);
  assert.deepEqual(columns(at()).parts.map(({ head }) => head), ["Points"]);
});

test("the bars go to the target, or to the most points in a single hand", () => {
  assert.equal(columns(at({ options: { target: 100 } })).total.most, 100);
  assert.equal(columns(at({ options: { target: 0 } })).total.most, 13);
});
