// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { rankOfKey, stepped } from "../../../../static/games/pontis/panel.js";

/** Five and three in two rows, the lower one in the middle. */
const SPOTS = [...[0, 50, 100, 150, 200].map((x) => ({ x, y: 0 })), ...[50, 100, 150].map((x) => ({ x, y: 70 }))];

test("arrows walk along the hand and to the nearest card of the next row", () => {
  assert.equal(stepped(SPOTS, 2, "ArrowRight"), 3);
  assert.equal(stepped(SPOTS, 4, "ArrowRight"), 5, "on to the next row");
  assert.equal(stepped(SPOTS, 0, "ArrowLeft"), 0);
  assert.equal(stepped(SPOTS, 7, "ArrowRight"), 7);
  assert.equal(stepped(SPOTS, 2, "ArrowDown"), 6);
  assert.equal(stepped(SPOTS, 0, "ArrowDown"), 5);
  assert.equal(stepped(SPOTS, 7, "ArrowUp"), 3);
  assert.equal(stepped(SPOTS, 7, "ArrowDown"), 7);
});

test("a joker is named by the key of its rank; ten is 0, since T is for talking", () => {
  assert.deepEqual(["a", "2", "9", "0", "j", "q", "k"].map(rankOfKey), ["A", "2", "9", "T", "J", "Q", "K"]);
  assert.deepEqual(["t", "x", "1", "Enter", " "].map(rankOfKey), ["", "", "", "", ""]);
});
