// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { barWords } from "../../../static/screens/stats.js";

test("a bar of the chart has words: how many cards were up, whether that was all, and whether there was help", () => {
  const game = { id: "A:1", game: "thumb-and-pouch", options: {}, ms: 1000, moves: 9 };
  assert.equal(barWords({ ...game, won: false, helped: false, up: 17 }), "17");
  assert.equal(barWords({ ...game, won: false, helped: true, up: 17 }), "17 with help");
  assert.equal(barWords({ ...game, won: true, helped: false, up: 52 }), "won");
  assert.equal(barWords({ ...game, won: true, helped: true, up: 52 }), "won with help");
});
