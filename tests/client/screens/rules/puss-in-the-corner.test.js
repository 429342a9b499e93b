// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { sentences } from "../../../../static/screens/rules/puss-in-the-corner.js";

/** @param {import("../../../../static/core/wishes.js").Options} options */
const told = (options) => Object.fromEntries(Object.entries(sentences(options)).map(([part, words]) => [part, words.join(" ")]));

test("a card goes up in colour, and nothing is forced", () => {
  const { square, open } = told({ redeals: 1 });
  assert.match(square, /on a black 9 either black 10/);
  assert.match(open, /may go to a corner too/);
});

test("how often the corners are dealt again is said as it is at the table", () => {
  assert.match(told({ redeals: 1 }).again, /again, once\. Tap the corners in the order/);
  assert.match(told({ redeals: 2 }).again, /again, 2 times/);
  const none = told({ redeals: 0 }).again;
  assert.match(none, /only the tops/);
  assert.doesNotMatch(none, /Tap the corners/);
});
