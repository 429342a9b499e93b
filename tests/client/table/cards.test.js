// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { back, deckOf, face, isRed, lodFor, ownerMark, RANKS, rankOf, shape, sprite, SUITS, suitOf, suitSign } from "../../../static/table/cards.js";

const art = sprite();
/** @param {string} id */
const drawn = (id) => art.includes(`<symbol id="${id}"`);

test("every card is drawn in every level of detail", () => {
  for (const lod of /** @type {const} */ (["f", "s", "v", "m", "t"])) {
    for (const suit of SUITS) for (const rank of RANKS) assert.ok(drawn(face(`0:${rank}${suit}`, lod)), face(`0:${rank}${suit}`, lod));
  }
});

test("every owner has a back, a sign and two marks, every suit its sign", () => {
  for (let owner = 1; owner <= 8; owner++) for (const id of [back(owner), shape(owner), ownerMark(owner), ownerMark(owner, true)]) assert.ok(drawn(id), id);
  for (const suit of SUITS) assert.ok(drawn(suitSign(suit)));
});

test("no two symbols share an id", () => {
  const ids = [...art.matchAll(/<symbol id="([^"]+)"/g)].map((found) => found[1]);
  assert.equal(new Set(ids).size, ids.length);
});

test("the level of detail follows the width on screen", () => {
  assert.deepEqual([20, 33, 34, 61, 62, 128].map(lodFor), ["m", "m", "s", "s", "f", "f"]);
});

test("a card's name tells its deck, rank and suit", () => {
  assert.equal(deckOf("3:TH"), 3);
  assert.deepEqual([rankOf("3:TH"), suitOf("3:TH"), isRed("3:TH")], [9, "H", true]);
  assert.deepEqual([rankOf("0:AS"), suitOf("0:AS"), isRed("0:AS")], [0, "S", false]);
  assert.equal(face("3:TH"), "f-TH");
});
