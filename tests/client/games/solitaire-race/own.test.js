// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { factsOf, mine, specsOf, told } from "../../../../static/games/solitaire-race/own.js";
import { facts, position, specs } from "../../fixtures/race.js";

test("of the piles the solitaire sees those of its seat, and the same list for the same table", () => {
  const all = specs(3);
  assert.deepEqual(new Set(specsOf(all, 2).map(({ owner }) => owner)), new Set([2]));
  assert.equal(specsOf(all, 2).length * 3, all.length);
  assert.equal(specsOf(all, 2), specsOf(all, 2));
});

test("of the facts it sees those of its seat, in the words of a game for one", () => {
  const given = facts(3, { up: [4, 9, 52], ended: [null, "stuck", "won"], redeals: [2, 0, null] });
  assert.deepEqual(factsOf(given, 0), { phase: "play", ended: null, redeals: 2, up: 4 });
  assert.deepEqual(factsOf(given, 1), { phase: "over", ended: "stuck", redeals: 0, up: 9 });
  assert.equal(factsOf(given, 2).redeals, null);
  assert.equal(factsOf({ ...given, phase: "over" }, 0).phase, "over");
  assert.equal(factsOf({ ...given, phase: "countdown" }, 0).phase, "play");
});

test("before there is a table nothing is known, and that is no error", () => {
  assert.deepEqual(told({}).up, []);
  assert.deepEqual(factsOf({}, 3), { phase: "play", ended: null, redeals: undefined, up: 0 });
});

test("all else of a position stays", () => {
  const given = position({ seat: 1 });
  const own = mine(given);
  assert.deepEqual([own.piles, own.seat, own.players], [given.piles, 1, given.players]);
});
