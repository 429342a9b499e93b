// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { slotsOf } from "../../../../static/games/pounce/middle.js";
import { position, specsOf } from "../../fixtures/positions.js";

test("a pile keeps the slot that its ace took: the k-th of its suit", () => {
  const specs = specsOf(2);
  const piles = { ...position({ seats: 2, kind: "deal" }).table.piles, b0: [4, "0:5H"], b1: [0, "1:AS"], b2: [0, "1:AH"], b3: [12, "0:KS"] };
  assert.deepEqual(
    [...slotsOf(specs, /** @type {any} */ (piles))],
    [
      ["b0", { suit: 1, slot: 0, done: false }],
      ["b1", { suit: 0, slot: 0, done: false }],
      ["b2", { suit: 1, slot: 1, done: false }],
      ["b3", { suit: 0, slot: 1, done: true }],
    ],
  );
});
