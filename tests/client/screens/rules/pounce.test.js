// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { whole } from "../../../../static/screens/options.js";
import { sentences } from "../../../../static/screens/rules/pounce.js";
import { pounce } from "../../fixtures/games.js";

/** @param {import("../../../../static/core/wishes.js").Options} [options] */
const told = (options = {}) => Object.fromEntries(Object.entries(sentences(whole(pounce, options))).map(([part, words]) => [part, words.join(" ")]));

test("away from a table the rules are the classic ones", () => {
  const { own, pile, stock, stop, end } = told();
  assert.match(own, /five piles.*king or the top/);
  assert.match(pile, /^9 cards/);
  assert.match(stock, /the first of them/);
  assert.match(stop, /everybody stops/);
  assert.match(end, /costs 2\. Who first has 100/);
});

test("at a table they are those of the table", () => {
  const { own, pile, stock, stop, end } = told({ ...pounce.presets.nerts, penalty: 0, bonus: 10, target: 0 });
  assert.match(own, /four piles.*any card/);
  assert.match(pile, /^13 cards.*to your piles/);
  assert.match(stock, /the third of them/);
  assert.doesNotMatch(stop, /everybody stops/);
  assert.doesNotMatch(end, /costs/);
  assert.match(end, /10 more points.*most points win/);
});
