// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { hearPressesOnce } from "../../../static/screens/presses.js";

/** @param {string} [key] @param {boolean} [once] @returns {any} */
const button = (key, once = false) => {
  const at = { dataset: { key }, matches: () => once, closest: () => at };
  return at;
};
const elsewhere = { closest: () => null };

/** Clicks on these, each with its count as a browser tells it; which of them were heard. @param {[any, number][]} clicks */
function heard(clicks) {
  /** @type {(event: any) => void} */
  let hear = () => {};
  hearPressesOnce(/** @type {any} */ ({ addEventListener: (/** @type {string} */ _, /** @type {any} */ listener) => (hear = listener) }));
  return clicks.map(([target, detail]) => {
    let passed = true;
    hear({ target, detail, preventDefault: () => {}, stopImmediatePropagation: () => (passed = false) });
    return passed;
  });
}

test("what is switched on by the first click is not switched off by the second", () => {
  const ready = button("ready", true);
  assert.deepEqual(heard([[ready, 1], [ready, 2], [ready, 3], [ready, 1]]), [true, false, false, true]);
});

test("a question that the first click brings up is not answered by the second", () => {
  assert.deepEqual(heard([[button("leave"), 1], [button("yes"), 2], [button("yes"), 1]]), [true, false, true]);
  assert.deepEqual(heard([[elsewhere, 1], [button(), 2]]), [true, false]);
});

test("a button that does more at every press is pressed as often, drawn anew or not", () => {
  assert.deepEqual(heard([[button("plus"), 1], [button("plus"), 2], [button("plus"), 3]]), [true, true, true]);
});

test("keys press as often as they are pressed, and cards are none of this", () => {
  const ready = button("ready", true);
  assert.deepEqual(heard([[ready, 0], [ready, 0], [elsewhere, 1], [elsewhere, 2]]), [true, true, true, true]);
});
