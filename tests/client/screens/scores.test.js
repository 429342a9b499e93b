// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { games } from "../fixtures/games.js";
import { played, row } from "../fixtures/sheets.js";

for (const { key, options } of games.filter(({ pace }) => pace !== "solo")) { // alone the table tells its end itself
  test(`${key} tells its sheets: a title, how it ended, and a figure for everybody`, async () => {
    const telling = await import(`../../../static/screens/scores/${key}.js`);
    const given = played({
      game: key,
      options: Object.fromEntries(options.map((option) => [option.key, option.default])),
      sheet: { round: 2, rows: [row(0, 3, 30), row(2, 0, 12)] },
    });
    const { parts, total, rank } = telling.columns(given);
    for (const words of [telling.title(given), telling.ending(given).words, total.head, ...parts.map((/** @type {any} */ { head }) => head)]) assert.doesNotMatch(words, /^scores\.|\{/);
    for (const line of given.sheet.rows) assert.ok([total.value(line), rank(line)].every(Number.isFinite));
    assert.equal(telling.looksBack, key === "pounce");
  });
}
