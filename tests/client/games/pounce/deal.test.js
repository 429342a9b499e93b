// @ts-check
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { chanceOf } from "../../../../static/core/chance.js";
import { fromHex } from "../../../../static/core/sha256.js";
import { decks } from "../../../../static/games/pounce/deal.js";

for (const line of readFileSync(new URL("../../../vectors/pounce.chance.jsonl", import.meta.url), "utf-8").trim().split("\n")) {
  const { seed, round, options, decks: shuffled, piles } = JSON.parse(line);
  test(`the deal of round ${round} for ${shuffled.length}, pounce pile ${options.pounce_pile}, is the server's`, () => {
    const dealt = [...decks(options, shuffled.length, chanceOf(fromHex(seed), round))];
    assert.deepEqual(dealt.map(({ cards }) => cards), shuffled);
    const open = Object.fromEntries(Object.entries(piles).filter(([, pile]) => pile.length > 1 || pile[0] > 0));
    assert.deepEqual(Object.assign({}, ...dealt.map((seat) => seat.piles)), open);
  });
}
