// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { whole } from "../../../../static/screens/options.js";
import { sentences } from "../../../../static/screens/rules/spite-and-malice.js";
import { spite } from "../../fixtures/games.js";

/** @param {import("../../../../static/core/wishes.js").Options} [options] */
const told = (options = {}) => Object.fromEntries(Object.entries(sentences(whole(spite, options))).map(([part, words]) => [part, words.join(" ")]));

test("away from a table the rules are the game's own", () => {
  const { goal, centre, kings, turn, stock, end } = told();
  assert.match(goal, /^20 cards/);
  assert.match(centre, /^Three stacks/);
  assert.match(kings, /may be the ace/);
  assert.match(turn, /With an empty hand go on/);
  assert.doesNotMatch(turn, /may take/);
  assert.match(stock, /last card is drawn/);
  assert.match(end, /first has 50.*A lot/);
});

test("at a table they are those of the table", () => {
  const { goal, centre, kings, turn, stock, end } = told({ pay_off: 5, centre_stacks: 4, king_as_ace: false, refill: true, exhausted: "play_on", first: "higher", target: 0, turn_seconds: 60 });
  assert.match(goal, /^5 cards/);
  assert.match(centre, /^Four stacks/);
  assert.match(kings, /Only an ace/);
  assert.match(turn, /five new ones.*take 60 s; then the table discards/);
  assert.match(stock, /goes on without it/);
  assert.match(end, /One hand is the match.*higher pay-off card/);
});
