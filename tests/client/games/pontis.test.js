// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import en from "../../../static/i18n/en.js";
import game from "../../../static/games/pontis.js";

test("Pontis is played in turns, with a panel and a style sheet of its own", () => {
  assert.equal(game.key, "pontis");
  assert.equal(game.pace, "turns");
  assert.equal(game.style, "static/style/pontis.css");
  assert.equal(typeof game.createPanel, "function");
  assert.deepEqual(game.pileKeys([], 0), {}, "the panel has the keys");
});

test("a card of the hand says that it lies there", () => assert.ok("pile.hand" in en));

test("every key in its list has its sentence", () => {
  const catalogue = /** @type {Record<string, unknown>} */ (en);
  for (const [title, lines] of game.keys) {
    assert.ok(title in catalogue, title);
    for (const [, what] of lines) assert.ok(what in catalogue, what);
  }
  for (const [, what] of game.plateKeys.flat()) assert.ok(!what || what in catalogue, what);
});
