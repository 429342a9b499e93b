// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { runsOut, safe } from "../../../../static/games/thumb-and-pouch/ups.js";
import { DEALT, position, upTo } from "../../fixtures/thumb.js";

test("an ace goes up, and a two on its ace: nothing needs them below", () => {
  assert.deepEqual(safe(position(DEALT)), ["play", "0t4", ["0:AH"], "0f1"]);
  assert.deepEqual(safe(position({ "0s": [20], "0f1": upTo("H", 1), "0w": [0, "0:2H"] })), ["play", "0w", ["0:2H"], "0f1"]);
});

test("a card goes up when the lower cards of all other suits are up, and waits for them till then", () => {
  const three = (/** @type {number} */ clubs) => position({ "0s": [20], "0f1": upTo("H", 2), "0f2": upTo("S", 2), "0f3": upTo("D", 2), "0f4": upTo("C", clubs), "0t1": [0, "0:3H"] });
  assert.deepEqual(safe(three(2)), ["play", "0t1", ["0:3H"], "0f1"]);
  assert.equal(safe(three(1)), null, "the two of clubs may still want to lie on it");
});

test("only the last card of a column goes, and none that is not known yet", () => {
  assert.equal(safe(position({ "0s": [20], "0t1": [0, "0:AH", "0:KD"] })), null);
  assert.equal(safe(position({ "0s": [20], "0t1": [2, "?"] })), null);
});

test("when all cards lie open in the columns there is nothing left to think about, and any card goes up", () => {
  const last = position({ "0f1": upTo("H", 11), "0f2": upTo("S", 13), "0f3": upTo("D", 13), "0f4": upTo("C", 9), "0t1": [0, "0:KH", "0:QC", "0:JC"], "0t2": [0, "0:QH", "0:TC"], "0t3": [0, "0:KC"] });
  assert.equal(runsOut(last), true);
  assert.deepEqual(safe(last), ["play", "0t2", ["0:TC"], "0f4"]);
  assert.equal(runsOut({ ...last, piles: { ...last.piles, "0w": [0, "0:KC"] } }), false);
  assert.equal(runsOut({ ...last, piles: { ...last.piles, "0t3": [1, "0:KC"] } }), false);
  assert.equal(runsOut({ ...last, facts: { phase: "over" } }), false);
});
