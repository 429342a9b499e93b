// @ts-check
// The browser's reading of the pile rules, held against the referee's verdicts.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

import { fits } from "../../../static/table/fits.js";

const VECTORS = new URL("../../vectors/", import.meta.url);

for (const name of readdirSync(VECTORS).filter((file) => file.endsWith(".fits.jsonl"))) {
  test(`${name}: what the referee lets through fits, and nothing else`, () => {
    const lines = readFileSync(new URL(name, VECTORS), "utf-8").trim().split("\n");
    let fitting = 0;
    for (const line of lines) {
      const { specs, piles, me, fits: legal, not } = JSON.parse(line);
      for (const [source, cards, target] of legal) assert.ok(fits(specs, piles, me, source, cards, target), `${source} ${cards} ${target} fits`);
      for (const [source, cards, target] of not) assert.ok(!fits(specs, piles, me, source, cards, target), `${source} ${cards} ${target} does not fit`);
      fitting += legal.length;
    }
    assert.ok(fitting > lines.length, "positions in which nothing fits test nothing");
  });
}
