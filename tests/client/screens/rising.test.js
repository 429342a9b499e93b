// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { createRising, RISE_MS } from "../../../static/screens/rising.js";

/** Cards that may go up, and what was sent. @param {import("node:test").TestContext} context @param {string[]} cards */
function raised(context, cards) {
  let now = 1000;
  context.mock.method(performance, "now", () => now);
  /** @type {(() => void) | null} */
  let later = null;
  context.mock.method(globalThis, "setTimeout", (/** @type {() => void} */ run) => (later = run));
  context.mock.method(globalThis, "clearTimeout", () => (later = null));
  /** @type {any[]} */
  const sent = [];
  /** @type {any} */
  const state = { pending: [] };
  const rising = createRising({
    state,
    next: () => (cards.length ? ["play", "0w", [cards[0]], "0f1"] : null),
    send(move) {
      sent.push(move[2][0]);
      state.pending = [{ k: sent.length, m: move }];
    },
    draw() {},
  });
  return {
    rising,
    state,
    sent,
    /** The last one was answered: it lies above. */
    answered() {
      cards.shift();
      state.pending = [];
      rising.rise();
    },
    /** @param {number} ms */
    wait(ms) {
      now += ms;
      const run = later;
      later = null;
      run?.();
    },
  };
}

test("one card goes up after the other, each when the one before is answered and was seen to go", (context) => {
  const { rising, sent, answered, wait } = raised(context, ["0:AS", "0:2S"]);
  assert.equal(rising.start(), true);
  assert.deepEqual(sent, ["0:AS"]);
  answered();
  assert.deepEqual(sent, ["0:AS"]);
  wait(RISE_MS + 1);
  assert.deepEqual(sent, ["0:AS", "0:2S"]);
  answered();
  wait(RISE_MS + 1);
  assert.equal(rising.on, false);
});

test("where nothing goes up it says so, and nothing is sent", (context) => {
  const { rising, sent } = raised(context, []);
  assert.equal(rising.start(), false);
  assert.deepEqual([sent, rising.on], [[], false]);
});

test("it ends when somebody moves by hand, also while it waits", (context) => {
  const { rising, sent, answered, wait } = raised(context, ["0:AS", "0:2S"]);
  rising.start();
  answered();
  rising.end();
  wait(2 * RISE_MS);
  assert.deepEqual(sent, ["0:AS"]);
});

test("a pause holds it up, and afterwards it goes on", (context) => {
  const { rising, state, sent, answered, wait } = raised(context, ["0:AS", "0:2S"]);
  rising.start();
  state.room = { paused: true };
  answered();
  wait(2 * RISE_MS);
  assert.deepEqual([sent, rising.on], [["0:AS"], true]);
  state.room = { paused: false };
  rising.rise();
  assert.deepEqual(sent, ["0:AS", "0:2S"]);
});
