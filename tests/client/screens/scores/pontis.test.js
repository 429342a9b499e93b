// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { columns, counted, ending, numbers, title } from "../../../../static/screens/scores/pontis.js";
import { played, row } from "../../fixtures/sheets.js";

const won = [row(0, 0, 0, { bank: 41, left: 3 }), row(2, 1, 1, { bank: 30, left: 0 })];
const block = [row(0, 1, 2, { bank: 41, left: 3 }), row(2, 0, 1, { bank: 30, left: 1 })];
const shared = [row(0, 1, 2, { bank: 41, left: 3 }), row(2, 1, 1, { bank: 41, left: 1 })];
const nobody = [row(0, 0, 1, { bank: 9, left: 9 }), row(2, 0, 0, { bank: 5, left: 9 })];
/** @param {any} given */
const at = ({ rows = won, ended_by = null, facts = null, piles = {}, options = {} }) =>
  played({ game: "pontis", options, sheet: { round: 3, rows, ended_by }, table: facts && { facts, piles } });

test("the game of so many is in the bar; one that was called off is not counted", () => {
  assert.equal(title(at({ options: { series: 1 } })), "One game");
  assert.equal(title(at({ options: { series: 5 }, facts: { game: 2 } })), "Game 2 of 5");
  assert.equal(title(at({ options: { series: "dealer_round" }, facts: { game: 2 } })), "Game 2 of 2");
  assert.deepEqual(numbers(at({ facts: { game: 2 } })), { now: 2, next: 3 });
  assert.deepEqual(numbers(at({ facts: { game: 2 }, rows: nobody })), { now: 2, next: 2 });
});

for (const [words, seats, given] of /** @type {[string, number[], any][]} */ ([
  ["Cy laid the last card", [2], { ended_by: 2 }],
  ["You laid the last card", [0], { ended_by: 0 }],
  ["Blocked: you have the most points", [0], { rows: block }],
  ["Blocked: Ann and Cy have the most points", [0, 2], { rows: shared }],
  ["The game was called off", [], { rows: nobody, facts: { ending: "stopped" } }],
  ["Nobody won this game", [], { rows: nobody }],
])) {
  test(words, () => assert.deepEqual(ending(at(given)), { seats, words }));
}

test("in a single game what decided it is the bold figure and makes the order", () => {
  const bold = (/** @type {any} */ given) => {
    const { parts, total, rank } = columns(at({ options: { series: 1 }, ...given }));
    return [parts.map(({ head }) => head), total.head, [...given.rows].sort((one, other) => rank(other) - rank(one)).map(total.value)];
  };
  assert.deepEqual(bold({ rows: won, ended_by: 2 }), [["Bank"], "In hand", [0, 3]]);
  assert.deepEqual(bold({ rows: block }), [["In hand"], "Bank", [41, 30]]);
});

test("in a match of several it is the wins", () => {
  const { parts, total } = columns(at({ rows: block, options: { series: 3 } }));
  assert.deepEqual([...parts.map(({ head }) => head), total.head], ["In hand", "Bank", "Game", "Wins"]);
  assert.deepEqual(parts.map(({ cell }) => cell(block[0])), ["3", "41", "+1"]);
  assert.equal(total.most, 3);
});

test("a counted bank: an ace is 14, a joker what it was named", () => {
  const facts = { counts: [[14, 9], [13, 4]], jokers: { "0:X2": "9" } };
  const banks = counted(at({ rows: block, facts, piles: { "0b": [0, "0:AS", "0:X2"], "1b": [0, "0:KD", "0:4C"] } }));
  assert.deepEqual(banks, [
    { seat: 0, sum: 23, cards: [{ card: "0:AS", rank: "A", points: 14, joker: false }, { card: "0:X2", rank: "9", points: 9, joker: true }] },
    { seat: 2, sum: 17, cards: [{ card: "0:KD", rank: "K", points: 13, joker: false }, { card: "0:4C", rank: "4", points: 4, joker: false }] },
  ]);
  assert.equal(counted(at({ facts: { counts: null } })), null);
  assert.equal(counted(at({})), null);
});
