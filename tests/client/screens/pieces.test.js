// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { change, clock, duration, number } from "../../../static/screens/pieces.js";

test("durations are said as people say them", () => {
  assert.equal(duration(41_400), "41\u00a0s");
  assert.equal(duration(221_000), "3\u00a0min 41\u00a0s");
  assert.equal(duration(59_700), "59\u00a0s");
  assert.equal(duration(3_780_000), "1\u00a0h 3\u00a0min");
});

test("time is written as on a clock", () => {
  assert.equal(clock(0), "0:00");
  assert.equal(clock(-5), "0:00");
  assert.equal(clock(192_400), "3:12");
  assert.equal(clock(3_792_000), "1:03:12");
});

test("a minus is a minus, and a change has its sign", () => {
  assert.equal(number(-4), "−4");
  assert.equal(number(0), "0");
  assert.equal(change(24), "+24");
  assert.equal(change(-6), "−6");
  assert.equal(change(0), "0");
});
