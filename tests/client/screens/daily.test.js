// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { resultWords, stateWords } from "../../../static/screens/daily.js";

test("a result is said in words", () => {
  assert.equal(resultWords({ won: true, up: 52 }), "Won");
  assert.equal(resultWords({ won: false, up: 41 }), "41 of 52");
});

// how far -> words
for (const [state, won, up, words] of /** @type {["new" | "open" | "over", boolean, number, string][]} */ ([
  ["new", false, 0, "Not played yet"],
  ["open", false, 7, "Not finished yet"],
  ["over", false, 41, "41 of 52"],
  ["over", true, 52, "Won"],
])) {
  test(`${state} with ${up} cards up: ${words}`, () => assert.equal(stateWords({ state, up, won }), words));
}
