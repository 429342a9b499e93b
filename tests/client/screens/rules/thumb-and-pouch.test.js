// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { sentences } from "../../../../static/screens/rules/thumb-and-pouch.js";

for (const [redeals, words] of /** @type {[number | string, RegExp][]} */ ([
  [0, /once\.$/],
  [1, /, once\.$/],
  [2, /2 times/],
  ["unlimited", /as often as you like/],
])) {
  test(`with ${redeals} redeals they say how often the waste is turned over`, () => assert.match(sentences({ redeals }).stock[1], words));
}
