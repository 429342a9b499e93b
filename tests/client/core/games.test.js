// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { FIRST_GAME, GAMES, hasBots } from "../../../static/core/games.js";
import { LEVELS } from "../../../static/core/wishes.js";
import { games } from "../fixtures/games.js";

test("the first page offers what the server can play", () => {
  assert.deepEqual(Object.keys(GAMES).sort(), games.map(({ key }) => key).sort());
  assert.equal(Object.keys(GAMES)[0], FIRST_GAME);
});

for (const { key, pace } of games) test(`${key}: the page knows whether one plays alone`, () => assert.equal(GAMES[key].solo ?? false, pace === "solo"));

for (const { key, levels } of games) test(`${key}: the page knows whether bots play it`, () => assert.equal(hasBots(key), levels.length > 0));

test("of a game that came later the page supposes that bots play it", () => assert.ok(hasBots("bridge")));

for (const [key, { race }] of Object.entries(GAMES)) if (race) test(`${key} is a race of a game for one`, () => assert.ok(GAMES[race].solo));

for (const { key, seats, levels, options } of games.filter(({ levels }) => levels.length)) {
  test(`${key}: as many bots as there are seats beside one's own, of levels that the page knows`, () => {
    const { bots, most } = GAMES[key];
    assert.equal(most, seats[1] - 1);
    assert.ok(bots + 1 <= Number(options.find((option) => option.key === "players")?.default));
    assert.deepEqual(levels, LEVELS);
  });
}
