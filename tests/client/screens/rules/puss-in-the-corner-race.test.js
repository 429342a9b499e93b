// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { sentences as alone } from "../../../../static/screens/rules/puss-in-the-corner.js";
import { sentences } from "../../../../static/screens/rules/puss-in-the-corner-race.js";

test("first comes the race, then the solitaire as it is alone, but for its end", () => {
  const [told, inner] = [sentences({ redeals: 1 }), alone({ redeals: 1 })];
  assert.equal(Object.keys(told)[0], "race");
  for (const part of Object.keys(inner)) if (part !== "end") assert.deepEqual(told[part], inner[/** @type {keyof typeof inner} */ (part)]);
  assert.match(told.end.join(" "), /first wins.*I’m done/);
});

test("nobody is told that a move can be taken back", () => {
  const words = Object.values(sentences({ redeals: 1 })).flat().join(" ");
  assert.match(words, /no undo in a race/);
  assert.doesNotMatch(words, /taken back/);
});
