// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { inGame } from "../../../static/core/i18n.js";
import { whole } from "../../../static/screens/options.js";
import { games } from "../fixtures/games.js";

for (const game of games) {
  test(`${game.key} tells its rules: every part has a title, a sentence and a picture`, async () => {
    const { sentences, pictures } = await import(`../../../static/screens/rules/${game.key}.js`);
    const told = Object.entries(sentences(whole(game, {})));
    assert.match(inGame(game.key, "rules.title"), new RegExp(game.name));
    for (const [part, said] of told) {
      assert.notEqual(inGame(game.key, `rules.${part}.title`), `rules.${part}.title`);
      assert.ok(said.length > 0 && said.every((/** @type {string} */ words) => !words.startsWith("rules.")), part);
      assert.match(pictures.toString(), new RegExp(`\\b${part}: \\{`));
    }
  });
}
