// @ts-check
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { GAMES } from "../../../static/core/games.js";
import { inGame } from "../../../static/core/i18n.js";
import { whole } from "../../../static/screens/options.js";
import { games } from "../fixtures/games.js";

/** What draws the pictures of a game, which needs a page to run. A race has those of its solitaire, too. @param {string} key @returns {string} */
function drawing(key) {
  const { race } = GAMES[key];
  const names = race ? ["solitaire-race", race] : [key];
  return names.map((name) => readFileSync(new URL(`../../../static/screens/rules/${name}.js`, import.meta.url), "utf8")).join("");
}

for (const game of games) {
  test(`${game.key} tells its rules: every part has a title, a sentence and a picture`, async () => {
    const source = drawing(game.key);
    const { sentences } = await import(`../../../static/screens/rules/${game.key}.js`);
    const told = Object.entries(sentences(whole(game, {})));
    assert.match(inGame(game.key, "rules.title"), new RegExp(game.name));
    for (const [part, said] of told) {
      assert.notEqual(inGame(game.key, `rules.${part}.title`), `rules.${part}.title`);
      assert.ok(said.length > 0 && said.every((/** @type {string} */ words) => !words.startsWith("rules.")), part);
      assert.match(source, new RegExp(`\\b${part}: \\{`));
    }
  });
}
