// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { coming, filled, shown, targetOf, toggled, whole } from "../../../../static/games/puss-in-the-corner/order.js";

const IDS = ["0w1", "0w2", "0w3", "0w4"];
/** @type {import("../../../../static/wire.js").Piles} */
const PILES = { "0w1": [0, "0:2S", "0:KH"], "0w2": [0], "0w3": [0, "0:9C"], "0w4": [0, "0:3D", "0:4D", "0:5D"] };

test("corners come as they are named; one that is named again is taken back, and those behind it move up", () => {
  let named = /** @type {number[]} */ ([]);
  for (const corner of [4, 1, 3]) named = toggled(named, corner);
  assert.deepEqual(named, [4, 1, 3]);
  assert.deepEqual(toggled(named, 4), [1, 3]);
});

test("the last corner follows by itself, an only one without being named", () => {
  assert.deepEqual(filled(PILES, IDS), [1, 3, 4]);
  assert.equal(whole([], [1, 3, 4]), null);
  assert.equal(whole([4], [1, 3, 4]), null);
  assert.deepEqual(whole([4, 1], [1, 3, 4]), [4, 1, 3]);
  assert.deepEqual(whole([4, 1, 3], [1, 3, 4]), [4, 1, 3]);
  assert.deepEqual(whole([], [2]), [2]);
});

test("the move names all four corners, the empty ones at the end", () => {
  assert.equal(targetOf([4, 1, 3]), "4132");
  assert.equal(targetOf([2]), "2134");
  assert.equal(targetOf([3, 1, 2, 4]), "3124");
});

test("of each corner the oldest card comes first", () => {
  assert.deepEqual(coming(PILES, IDS, [4, 1]), ["0:3D", "0:4D", "0:5D", "0:2S", "0:KH"]);
});

test("a preview shows all cards, or so many that there is room for the number of the others", () => {
  const card = { w: 24, h: 38, step: 17, more: 34 };
  assert.equal(shown(10, 340, 38, card), 10);
  assert.equal(shown(48, 340, 38, card), 17);
  assert.equal(shown(48, 211, 38 * 4, card), 48);
  assert.equal(shown(0, 340, 38, card), 0);
  assert.equal(shown(9, 10, 5, card), 1, "one at least");
});
