// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import game from "../../../static/games/thumb-and-pouch.js";
import { games } from "../fixtures/games.js";

test("it is the game that the server declares, and is played alone", () => {
  const declared = games.find(({ key }) => key === game.key);
  assert.equal(declared?.pace, game.pace);
  assert.equal(game.flips, 1);
});
