// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { GAMES } from "../../../static/core/games.js";
import { holds } from "../../../static/screens/menu.js";

test("only a game in turns with a move that nobody takes back lets one choose whether that waits", async () => {
  const holding = [];
  for (const key of Object.keys(GAMES)) if (holds((await import(`../../../static/games/${key}.js`)).default)) holding.push(key);
  assert.deepEqual(holding, ["spite-and-malice"]);
});
