// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { hearPressesOnce } from "../../../static/screens/presses.js";

/** @param {boolean} [again] @returns {any} */
const button = (again = false) => {
  const at = { matches: () => again, closest: () => at };
  return at;
};

/** One thing clicked, with the counts that a browser tells; which of the clicks were heard. @param {any} target @param {number[]} counts */
function heard(target, counts) {
  /** @type {(event: any) => void} */
  let hear = () => {};
  hearPressesOnce(/** @type {any} */ ({ addEventListener: (/** @type {string} */ _, /** @type {any} */ listener) => (hear = listener) }));
  return counts.map((detail) => {
    let passed = true;
    hear({ target, detail, preventDefault: () => {}, stopImmediatePropagation: () => (passed = false) });
    return passed;
  });
}

test("of the clicks of a double click the first is heard, and the next press again", () => {
  assert.deepEqual(heard(button(), [1, 2, 3, 1]), [true, false, false, true]);
});

test("a button that does more at every press is pressed as often", () => {
  assert.deepEqual(heard(button(true), [1, 2, 3]), [true, true, true]);
});

test("keys press as often as they are pressed", () => assert.deepEqual(heard(button(), [0, 0]), [true, true]));

test("what is no button is none of this", () => assert.deepEqual(heard({ closest: () => null }, [1, 2]), [true, true]));
