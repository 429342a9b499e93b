// @ts-check
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { chanceOf } from "../../../../static/core/chance.js";
import { fromHex } from "../../../../static/core/sha256.js";
import { decks } from "../../../../static/games/pontis/deal.js";

for (const line of readFileSync(new URL("../../../vectors/pontis.chance.jsonl", import.meta.url), "utf-8").trim().split("\n")) {
  const { seed, round, options, seats, first, lot, decks: shuffled, piles } = JSON.parse(line);
  test(`the deal of round ${round} for ${seats}, ${lot ? "after a lot" : "in turn"}, is the server's`, () => {
    const [dealt] = [...decks(options, seats, chanceOf(fromHex(seed), round), lot ? null : first)];
    assert.equal(dealt.first, first);
    const whole = Object.fromEntries(Object.entries(piles).filter(([, pile]) => pile.length > 1));
    assert.deepEqual(Object.fromEntries(Object.entries(dealt.piles).filter(([, pile]) => pile.length > 1)), whole);
    assert.deepEqual([...dealt.cards].sort(), Object.values(whole).flatMap((pile) => pile.slice(1)).sort());
    assert.deepEqual(dealt.cards.slice(-shuffled.at(-1).length), shuffled.at(-1));
  });
}
