// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { clock, drawn, stepsAfter } from "../../../static/screens/solo.js";

/** @param {...string} names */
const moves = (...names) => names.map((name, k) => ({ k, m: [name] }));

test("what waits counts: who presses undo three times quickly goes back three steps, and no further than there are", () => {
  assert.deepEqual(stepsAfter([2, 0], moves("undo")), [1, 1]);
  assert.deepEqual(stepsAfter([2, 0], moves("undo", "undo", "undo")), [0, 2]);
  assert.deepEqual(stepsAfter([0, 2], moves("redo", "redo", "redo")), [2, 0]);
  assert.deepEqual(stepsAfter([1, 3], moves("flip")), [2, 0]);
  assert.deepEqual(stepsAfter([4, 0], moves("undo", "restart")), [4, 0]);
  assert.deepEqual(stepsAfter([4, 1], []), [4, 1]);
});

test("moves are drawn before they are answered, but not beyond a step back", () => {
  assert.deepEqual(drawn(moves("flip", "play")), moves("flip", "play"));
  assert.deepEqual(drawn(moves("flip", "undo", "flip")), moves("flip"));
  assert.deepEqual(drawn(moves("restart")), []);
});

test("time is written as on a clock", () => {
  assert.equal(clock(0), "0:00");
  assert.equal(clock(-5), "0:00");
  assert.equal(clock(192_400), "3:12");
  assert.equal(clock(3_792_000), "1:03:12");
});
