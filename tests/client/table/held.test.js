// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { createHeld, HELD_MS, MARGIN_MS } from "../../../static/table/held.js";

/** @typedef {import("../../../static/core/store.js").Move} Move */
/** @type {Move} */
const DISCARD = ["play", "0h", ["0:7D"], "0s1"];
/** @type {Move} */
const OTHER = ["play", "0h", ["0:2C"], "0s2"];

/** A hand whose clock the test moves. */
function hanging() {
  /** @type {Move[]} */
  const sent = [];
  /** @type {{run: () => void, ms: number} | null} */
  let timer = null;
  const held = createHeld({
    send: (move) => void sent.push(move),
    later: (run, ms) => (timer = { run, ms }),
    cancel: (id) => void (timer === id && (timer = null)),
  });
  return { held, sent, timer: () => timer };
}

test("a move hangs for two seconds, then it is sent, once", () => {
  const { held, sent, timer } = hanging();
  let told = 0;
  held.hold(DISCARD, undefined, () => (told += 1));
  assert.deepEqual([held.card, held.ms, sent], ["0:7D", HELD_MS, []]);
  timer()?.run();
  assert.deepEqual([sent, held.move, told, timer()], [[DISCARD], null, 1, null]);
  held.release();
  assert.equal(sent.length, 1);
});

test("it is taken back without a trace", () => {
  const { held, sent, timer } = hanging();
  held.hold(DISCARD);
  assert.deepEqual(held.drop(), DISCARD);
  assert.deepEqual([held.move, sent, timer()], [null, [], null]);
  assert.equal(held.drop(), null);
});

test("it is sent at once when somebody wants that", () => {
  const { held, sent, timer } = hanging();
  held.hold(DISCARD);
  held.release();
  assert.deepEqual([sent, timer()], [[DISCARD], null]);
});

test("the turn's clock does not run out over it", () => {
  const { held, sent } = hanging();
  held.hold(DISCARD, 1500);
  assert.equal(held.ms, 1500 - MARGIN_MS);
  held.drop();
  held.hold(DISCARD, MARGIN_MS);
  assert.deepEqual([sent, held.move], [[DISCARD], null]);
});

test("a second one sends the first", () => {
  const { held, sent } = hanging();
  held.hold(DISCARD);
  held.hold(OTHER);
  assert.deepEqual([sent, held.move], [[DISCARD], OTHER]);
});
