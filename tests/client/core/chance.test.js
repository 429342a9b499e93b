// @ts-check
// Seeds, draws and shuffles are those of the server (tests/support/browser_vectors.py prints them).
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { chanceOf, matchSeed } from "../../../static/core/chance.js";
import { fromHex, toHex } from "../../../static/core/sha256.js";

const lines = readFileSync(new URL("../../vectors/pounce.chance.jsonl", import.meta.url), "utf-8").trim().split("\n");

for (const line of lines) {
  const { server, adds, seed, round, drawn, decks } = JSON.parse(line);

  test(`the seed of a match with ${adds.length} additions`, () => assert.equal(toHex(matchSeed(server, adds)), seed));

  test(`draws and shuffles of round ${round}`, () => {
    const chance = chanceOf(fromHex(seed), round);
    for (const [bound, value] of drawn) assert.equal(chance.below(bound), value);
    const again = chanceOf(fromHex(seed), round);
    for (const deck of decks) {
      const sorted = [..."SHDC"].flatMap((suit) => [..."A23456789TJQK"].map((rank) => `${deck[0][0]}:${rank}${suit}`));
      assert.deepEqual(again.shuffled(sorted), deck);
    }
  });
}

test("the shuffle that never changes", () => {
  const deck = [..."SHDC"].flatMap((suit) => [..."A23456789TJQK"].map((rank) => rank + suit));
  const seed = Uint8Array.from({ length: 32 }, (_, index) => index);
  assert.equal(chanceOf(seed, 1).shuffled(deck).slice(0, 8).join(" "), "9C 9D 2H 7S 6S 4D 2D QH");
});
