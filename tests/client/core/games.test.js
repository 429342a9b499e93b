// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { FIRST_GAME, GAMES } from "../../../static/core/games.js";
import { LEVELS } from "../../../static/core/wishes.js";
import { games } from "../fixtures/games.js";

test("the first page offers what the server can play", () => {
  assert.deepEqual(Object.keys(GAMES).sort(), games.map(({ key }) => key).sort());
  assert.equal(Object.keys(GAMES)[0], FIRST_GAME);
});

for (const { key, pace } of games) test(`${key}: the page knows whether one plays alone`, () => assert.equal(GAMES[key].solo ?? false, pace === "solo"));

for (const { key, seats, levels, options } of games.filter(({ pace }) => pace !== "solo")) {
  test(`${key}: as many bots as there are seats beside one's own, of levels that the page knows`, () => {
    const { bots, most } = GAMES[key];
    assert.equal(most, seats[1] - 1);
    assert.ok(bots + 1 <= Number(options.find((option) => option.key === "players")?.default));
    assert.deepEqual(levels, LEVELS);
  });
}
