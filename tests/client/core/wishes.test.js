// @ts-check
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { keepBots, keepQuick, keepRules, keepWinnable, known, lastBots, lastQuick, lastRules, ownRules, wantsWinnable } from "../../../static/core/wishes.js";
import { pounce } from "../fixtures/games.js";

/** @type {Map<string, string>} */
const shelf = new Map();
beforeEach(() => {
  shelf.clear();
  globalThis.localStorage = /** @type {any} */ ({ getItem: (/** @type {string} */ key) => shelf.get(key) ?? null, setItem: (/** @type {string} */ key, /** @type {string} */ value) => shelf.set(key, value) });
});

test("at first three steady bots, then those of last time", () => {
  assert.deepEqual(lastBots("pounce"), { count: 3, level: "steady" });
  keepBots("pounce", { level: "sharp" });
  keepBots("pounce", { count: 5 });
  assert.deepEqual(lastBots("pounce"), { count: 5, level: "sharp" });
});

test("every game has its own bots: a game for two is begun against one", () => {
  assert.deepEqual(lastBots("spite-and-malice"), { count: 1, level: "steady" });
  keepBots("pontis", { count: 7 });
  keepBots("spite-and-malice", { level: "easy" });
  assert.deepEqual(lastBots("pontis"), { count: 7, level: "steady" });
  assert.deepEqual(lastBots("spite-and-malice"), { count: 1, level: "easy" });
  assert.deepEqual(lastBots("pounce"), { count: 3, level: "steady" });
});

test("what a page kept that knew one game is of that game, and stays so when another is kept", () => {
  shelf.set("pounce.bots", '{"count": 2, "level": "easy"}');
  assert.deepEqual(lastBots("pounce"), { count: 2, level: "easy" });
  assert.deepEqual(lastBots("pontis"), { count: 3, level: "steady" });
  keepBots("pontis", { count: 4 });
  assert.deepEqual(lastBots("pounce"), { count: 2, level: "easy" });
});

test("quick game is of the game of last time", () => {
  assert.equal(lastQuick(), "pounce");
  keepQuick("thumb-and-pouch");
  assert.equal(lastQuick(), "pounce", "nobody else plays there");
  keepQuick("pontis");
  assert.equal(lastQuick(), "pontis");
  shelf.set("pounce.quick", '"toString"');
  assert.equal(lastQuick(), "pounce");
});

test("what is written in the storage by others is not believed", () => {
  shelf.set("pounce.bots", '{"count": 70, "level": "godlike"}');
  assert.deepEqual(lastBots("pounce"), { count: 3, level: "steady" });
  shelf.set("pounce.bots", '{"spite-and-malice": {"count": 6}, "pontis": 3}');
  assert.deepEqual(lastBots("spite-and-malice"), { count: 1, level: "steady" });
  assert.deepEqual(lastBots("pontis"), { count: 3, level: "steady" });
  shelf.set("pounce.bots", "[broken");
  assert.deepEqual(lastBots("pounce"), { count: 3, level: "steady" });
  shelf.set("pounce.rules", '{"pounce": {"last": "much"}}');
  assert.deepEqual(lastRules(pounce), {});
});

test("without storage nothing is remembered and nothing breaks", () => {
  globalThis.localStorage = /** @type {any} */ ({ getItem: () => { throw new Error("forbidden"); }, setItem: () => { throw new Error("forbidden"); } });
  keepBots("pounce", { count: 2 });
  assert.deepEqual(lastBots("pounce"), { count: 3, level: "steady" });
  keepRules(pounce, { target: 50 }, true);
  assert.equal(lastRules(pounce), null);
});

test("the own rules come back after a preset was tried", () => {
  assert.equal(ownRules(pounce), null);
  keepRules(pounce, { target: 50 }, true);
  keepRules(pounce, { tableau: 4 }, false);
  assert.deepEqual(lastRules(pounce), { tableau: 4 });
  assert.deepEqual(ownRules(pounce), { target: 50 });
});

test("an option that the game no longer has, or a value that it no longer knows, is forgotten", () => {
  assert.deepEqual(known(pounce, { target: 50, pounce_pile: 40, speed: 3, silence: 1 }), { target: 50 });
  assert.deepEqual(known(pounce, null), {});
});

test("only what can be won is wished for where there are few redeals, until somebody says otherwise", () => {
  const wishes = () => [0, 1, 2, "unlimited"].map((redeals) => wantsWinnable("thumb-and-pouch", { redeals }));
  assert.deepEqual(wishes(), [true, true, false, false]);
  keepWinnable("thumb-and-pouch", true);
  assert.deepEqual(wishes(), [true, true, true, true]);
  keepWinnable("thumb-and-pouch", false);
  assert.deepEqual(wishes(), [false, false, false, false]);
  assert.equal(wantsWinnable("puss-in-the-corner", { redeals: 1 }), true);
});
