// @ts-check
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { chanceOf } from "../../../../static/core/chance.js";
import { fromHex } from "../../../../static/core/sha256.js";
import { decks } from "../../../../static/games/thumb-and-pouch-race/deal.js";

/** @param {(number | string)[]} pile */
const size = (pile) => Number(pile[0]) + pile.length - 1;

for (const line of readFileSync(new URL("../../../vectors/thumb-and-pouch-race.chance.jsonl", import.meta.url), "utf-8").trim().split("\n")) {
  const { seed, round, options, decks: shuffled, piles } = JSON.parse(line);
  const seats = new Set(Object.keys(piles).map(([seat]) => seat)).size;
  const [deal, ...more] = decks(options, seats, chanceOf(fromHex(seed), round));

  test(`round ${round}: one deck for ${seats}, and it is the server's`, () => {
    assert.deepEqual([deal.cards, ...more], shuffled);
    const lying = Object.fromEntries(Object.entries(deal.piles).map(([id, pile]) => [id, size(pile)]));
    assert.deepEqual(lying, Object.fromEntries(Object.entries(piles).map(([id, pile]) => [id, size(pile)]).filter(([, count]) => count)));
  });

  test(`round ${round}: before every seat lie the same cards, of its own deck`, () => {
    assert.ok(deal.open.length > 0 && deal.open.every((card) => card[0] === "0"));
    for (const [id, [hidden, ...cards]] of Object.entries(deal.piles)) {
      assert.deepEqual([hidden, ...cards.map((card) => `0${String(card).slice(1)}`)], deal.piles[`0${id.slice(1)}`]);
      assert.ok(cards.every((card) => String(card)[0] === id[0]));
    }
  });
}
