// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { answer, gaps, made, makes, points, rankIn, sumText, values, wantOf, wantText, written } from "../../../../static/games/pontis/numbers.js";

/** @param {number[]} numbers */
const want = (...numbers) => ({ numbers, pair: false });
const PAIR = { numbers: [], pair: true };

test("an ace is one or fourteen, and fourteen on a bank", () => {
  assert.deepEqual(values("A"), [1, 14]);
  assert.deepEqual(["2", "T", "J", "Q", "K"].flatMap(values), [2, 10, 11, 12, 13]);
  assert.deepEqual(["A", "9", "K"].map(points), [14, 9, 13]);
  assert.deepEqual(["T", "A", "7"].map(written), ["10", "A", "7"]);
});

test("a joker has the rank that it was named, or none", () => {
  assert.equal(rankIn("0:TH"), "T");
  assert.equal(rankIn("0:X1"), "");
  assert.equal(rankIn("0:X1", { "0:X1": "9" }), "9");
});

test("what is wanted: a number, one of two, a pair, nothing", () => {
  assert.deepEqual([[4], [1, 12]].map((wanted) => wantText(/** @type {any} */ (wantOf({ wanted })))), ["4", "1 or 12"]);
  assert.equal(wantText(/** @type {any} */ (wantOf({ wanted: "pair" }))), "a pair");
  assert.equal(wantOf({ wanted: null }), null);
});

test("how the tops come to the number: a difference for each", () => {
  const of = (/** @type {string[]} */ tops, /** @type {number[]} */ ...numbers) => gaps(tops, want(...numbers)).map(sumText);
  assert.deepEqual(of(["9", "K"], 4), ["13 − 9"]);
  assert.deepEqual(of(["A", "K"], 1, 12), ["14 − 13", "13 − 1"]);
  assert.deepEqual(of(["A", "A"], 13), ["14 − 1"]);
});

test("two cards answer by sum or difference, aces as either, and a pair only where one is wanted", () => {
  assert.equal(answer(want(4), ["7", "3"]), "7 − 3");
  assert.equal(answer(want(4), ["3", "7"]), "7 − 3");
  assert.equal(answer(want(4), ["A", "3"]), "1 + 3");
  assert.equal(answer(want(4), ["A", "T"]), "14 − 10");
  assert.equal(answer(want(13), ["A", "A"]), "14 − 1");
  assert.equal(answer(want(4), ["7", "7"]), "");
  assert.equal(answer(PAIR, ["7", "7"]), "a pair");
  assert.equal(answer(PAIR, ["7", "6"]), "");
  assert.equal(answer(want(4), ["4"]), "4");
  assert.equal(answer(want(1, 12), ["A"]), "1");
  assert.equal(answer(PAIR, ["4"]), "");
  assert.equal(answer(want(4), ["", "3"]), "");
});

test("what two cards make, whether or not it is wanted", () => {
  assert.deepEqual(made("3", "7").map(({ n }) => n), [10, 4]);
  assert.equal(makes(["3", "6"]), "3 or 9");
  assert.equal(makes(["8", "8"]), "16");
  assert.equal(makes(["A", "5"]), "4, 6, 9 or 19");
});
