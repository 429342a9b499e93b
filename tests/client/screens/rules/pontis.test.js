// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { whole } from "../../../../static/screens/options.js";
import { sentences } from "../../../../static/screens/rules/pontis.js";
import { pontis } from "../../fixtures/games.js";

/** @param {import("../../../../static/core/wishes.js").Options} [options] */
const told = (options = {}) => Object.fromEntries(Object.entries(sentences(whole(pontis, options))).map(([part, words]) => [part, words.join(" ")]));

test("away from a table the rules are the game's own", () => {
  const { bank, jokers, miss, end } = told();
  assert.doesNotMatch(bank, /one suit/);
  assert.match(jokers, /^2 jokers/);
  assert.match(miss, /you must/);
  assert.match(end, /ace 14.*most points win\.$/);
});

test("at a table they are those of the table", () => {
  const { bank, jokers, miss, end } = told({ bases: "suit", jokers: 4, must_lay: false, block_points: "cards", series: "dealer_round", turn_seconds: 30 });
  assert.match(bank, /one suit/);
  assert.match(jokers, /^4 jokers/);
  assert.match(miss, /may always pass.*take 30 s; then the table makes the first lay/);
  assert.match(end, /a point for each.*Every seat deals once/);
  assert.match(told({ series: 5 }).end, /Most wins of 5 games/);
});
