// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { final, runsOut, safe } from "../../../../static/games/puss-in-the-corner/moves.js";
import { position, specs } from "../../fixtures/puss.js";

/** @param {import("../../fixtures/puss.js").Wanted} wanted */
const placed = (wanted) => ({ ...position({ corners: [0, 0, 0, 0], stock: 5, ...wanted }).table, seat: 0 });

test("nobody buries a card by accident", () => {
  assert.ok(final(specs(), ["play", "0r", ["0:TS"], "0w3"]));
  assert.ok(!final(specs(), ["play", "0r", ["0:TS"], "0f1"]));
  assert.ok(!final(specs(), /** @type {any} */ (["redeal", "", [], "1234"])));
});

test("a card goes up safely where it takes no place from the other of its rank and colour", () => {
  assert.deepEqual(safe(placed({ heights: [9, 6, 5, 9], open: "0:TS" })), ["play", "0r", ["0:TS"], "0f1"], "both black foundations wait for a ten");
  assert.deepEqual(safe(placed({ heights: [9, 6, 5, 10], open: "0:TS" })), ["play", "0r", ["0:TS"], "0f1"], "the other ten is up");
  assert.equal(safe(placed({ heights: [9, 6, 5, 8], open: "0:TS" })), null, "only one of two black tens can go up, and it is a choice which");
});

test("tops of corners go up safely as well, and nothing does where nothing fits", () => {
  assert.deepEqual(safe(placed({ heights: [9, 6, 5, 9], open: "0:KH", given: { "0w2": [0, "0:2D", "0:TC"] } })), ["play", "0w2", ["0:TC"], "0f1"]);
  assert.equal(safe(placed({ heights: [9, 6, 5, 9], open: "0:KH" })), null);
});

/** The last cards lie like this in two corners, and nothing waits. @param {string[]} one @param {string[]} other @param {number[]} heights */
const end = (one, other, heights) => placed({ heights, open: null, stock: 0, given: { "0w1": [0, ...one], "0w2": [0, ...other] } });

test("a game runs out when all cards are seen and go up one after the other", () => {
  const easy = end(["0:KS", "0:QS"], ["0:KC"], [11, 13, 13, 12]);
  assert.ok(runsOut(easy));
  assert.deepEqual(safe(easy), ["play", "0w1", ["0:QS"], "0f1"]);
  assert.ok(!runsOut(end(["0:QS", "0:KS"], ["0:QC", "0:KC"], [11, 13, 13, 11])), "both queens lie below a king");
  assert.ok(!runsOut({ ...easy, piles: { ...easy.piles, "0s": [1] } }), "nobody knows the stock");
  assert.ok(!runsOut({ ...easy, piles: { ...easy.piles, "0r": [0, "0:2D"] } }));
});
