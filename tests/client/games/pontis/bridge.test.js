// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { wordsOf } from "../../../../static/games/pontis/bridge.js";
import { NAMES, position } from "../../fixtures/pontis.js";

/** @param {Partial<import("../../fixtures/pontis.js").Wanted>} given @param {number | null} [me] */
const words = (given, me = 0) => wordsOf({ position: position({ seats: 2, ...given }), me, nameOf: (seat) => (seat === me ? "You" : NAMES[seat]) });

test("both tops, the number wanted, and how it comes about", () => {
  const said = words({ banks: [["0:2H", "0:KD"], ["0:9S"]] });
  assert.equal(said.number, "4");
  assert.equal(said.sum, "13 − 9");
  assert.deepEqual(said.captions, [{ name: "Ann", sum: 9 }, { name: "You", sum: 15 }]);
  assert.equal(said.whole, "Ann: nine of spades. You: king of diamonds. Wanted: 4.");
  assert.equal(said.misses, "");
});

test("while another seat's turn runs, its tops and its number", () => {
  const said = words({ banks: [["0:KD"], ["0:9S"], ["0:2C"]], seats: 3, facts: { turn: 2 } });
  assert.deepEqual([said.number, said.captions.map(({ name }) => name)], ["7", ["Ann", "Bo"]]);
});

test("with an ace both numbers, a pair in a bridge of equals, thirteen between aces", () => {
  const ace = words({ banks: [["0:AD"], ["0:KS"]] });
  assert.deepEqual([ace.number, ace.sum], ["1 or 12", "14 − 13, or 13 − 1"]);
  const equal = words({ banks: [["0:TD"], ["0:TS"]] });
  assert.deepEqual([equal.number, equal.sum], ["a pair", "both are 10"]);
  const aces = words({ banks: [["0:AD"], ["0:AS"]] });
  assert.deepEqual([aces.number, aces.sum], ["13", "14 − 1"]);
});

test("before there is a number: who opens, who names a joker", () => {
  const open = { laid: 0, facts: { phase: /** @type {const} */ ("open") } };
  assert.deepEqual([words(open).number, words(open).sum, words(open, 1).sum], ["?", "open your base", "Dora opens the base"]);
  const name = { banks: [["0:X1"], ["0:2C"]], facts: { phase: /** @type {const} */ ("name") } };
  assert.deepEqual([words(name).sum, words(name, 1).sum], ["name your joker", "Dora names the joker"]);
});

test("misses are counted against the block", () => {
  assert.equal(words({ seats: 4, facts: { misses: 2 } }).misses, "2 of 4 missed: 4 in a row are a block");
  assert.equal(words({ facts: { phase: "over", misses: 2 } }).misses, "");
});
