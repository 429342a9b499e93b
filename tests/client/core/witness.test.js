// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { shared, witnessed } from "../../../static/core/witness.js";
import { room, table } from "./fakes.js";

const dealt = table({ facts: { phase: "countdown" }, piles: { "0p": [8, "0:4D"], "0s": [28], "0w": [0], b0: [0] } });

test("a deal is what lies before the first move, without the places that are still empty", () => {
  assert.deepEqual(witnessed([], room({ match: 2, options: { flip: 1 }, commitment: "c0" }), dealt, 2), [
    { match: 2, round: 1, seal: "c0", own: 2, players: [0, 2], first: null, options: { flip: 1 }, piles: { "0p": [8, "0:4D"], "0s": [28] } },
  ]);
});

test("a table that is raced on shows no deal any more", () => {
  assert.deepEqual(witnessed([], room(), { ...dealt, facts: { phase: "race" } }, 2), []);
});

test("where nothing shows that nobody has moved, the deal is what came with the beginning of its round", () => {
  const turns = table({ facts: { phase: "play", turn: 1 }, piles: { "0h": [5], "1h": [0, "0:4D"], c0: [0] } });
  assert.deepEqual(witnessed([], room(), turns, 2), []);
  assert.deepEqual(witnessed([], room(), turns, 2, true).map(({ first, piles }) => [first, piles]), [[1, { "0h": [5], "1h": [0, "0:4D"] }]]);
});

test("before the first card of a bank is turned up nobody has moved", () => {
  const open = table({ facts: { phase: "open", turn: 0, dealer: 0 } });
  assert.deepEqual(witnessed([], room(), open, 2).map(({ first }) => first), [0]);
});

test("the same deal, seen again after a reload, is kept once; a new match lets the old one go", () => {
  const once = witnessed([], room(), dealt, 2);
  assert.equal(witnessed(once, room(), dealt, 2), once);
  const both = witnessed(once, room({ round: 2 }), { ...dealt, round: 2 }, 2);
  assert.deepEqual(both.map((deal) => deal.round), [1, 2]);
  assert.deepEqual(witnessed(both, room({ match: 2 }), dealt, null).map((deal) => [deal.match, deal.round]), [[2, 1]]);
});

test("a share belongs to the match that comes", () => {
  assert.deepEqual(shared([], room({ phase: "lobby", match: 0, commitment: "c0" }), "ab"), [{ match: 1, add: "ab", seal: "c0" }]);
  assert.deepEqual(shared([], room({ phase: "over", match: 3, commitment: "c1" }), "ab"), [{ match: 4, add: "ab", seal: "c1" }]);
  assert.deepEqual(shared([], room({ phase: "between" }), "ab"), []);
  assert.deepEqual(shared([], null, "ab"), []);
});

test("of many shares the newest are kept", () => {
  let shares = /** @type {ReturnType<typeof shared>} */ ([]);
  for (let count = 0; count < 20; count++) shares = shared(shares, room({ phase: "lobby" }), String(count));
  assert.deepEqual([shares.length, shares[0].add], [16, "4"]);
});
