// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { heard, keys, pileKeys, pileName, sentences } from "../../../../static/games/thumb-and-pouch/says.js";
import { position, specs, upTo } from "../../fixtures/thumb.js";

/** @param {any} piles @param {any} now @param {any} [facts] @param {any} [then] @returns {import("../../../../static/table/game.js").Change} */
function change(piles, now, facts = {}, then = {}) {
  const [before, after] = [position(piles, facts), position(now, { ...facts, ...then })];
  return { specs: before.specs, before, after, me: 0, by: 0 };
}
const said = (/** @type {import("../../../../static/table/game.js").Change} */ what) => sentences(what).map(({ key, card, n, suit }) => [key, card ?? suit ?? n]);

test("what is turned, uncovered and completed is said; what is taken back is not", () => {
  const turned = change({ "0s": [2], "0w": [0, "0:2C"] }, { "0s": [1], "0w": [0, "0:2C", "0:9D"] });
  assert.deepEqual(said(turned), [["thumb.said.turned", "0:9D"]]);
  assert.deepEqual(said({ ...turned, before: turned.after, after: turned.before }), []);
  assert.deepEqual(said(change({ "0t2": [1, "0:7S"] }, { "0t2": [0, "0:4D"], "0t1": [0, "0:7S"] })), [["thumb.said.uncovered", "0:4D"]]);
  assert.deepEqual(said(change({ "0f1": upTo("H", 12), "0w": [0, "0:KH"] }, { "0f1": upTo("H", 13) })), [["thumb.said.completed", "H"]]);
});

test("when the waste is turned over, it is said how often that can be done again", () => {
  const [full, over] = [{ "0w": [0, "0:2C"] }, { "0s": [1] }];
  assert.deepEqual(said(change(full, over, { redeals: 2 }, { redeals: 1 })), [["thumb.said.again.more", 1]]);
  assert.deepEqual(said(change(full, over, { redeals: 1 }, { redeals: 0 })), [["thumb.said.again.last", 0]]);
});

test("the end has its sound, and so has a whole suit", () => {
  assert.deepEqual(heard(change({}, {}, {}, { phase: "over", ended: "won" })), ["pounce"]);
  assert.deepEqual(heard(change({}, {}, {}, { phase: "over", ended: "stuck" })), ["stuck"]);
  assert.deepEqual(heard(change({ "0f1": upTo("H", 12) }, { "0f1": upTo("H", 13) })), ["finished"]);
  assert.deepEqual(heard(change({}, { "0w": [0, "0:2C"] })), []);
});

test("piles have names, and keys that no command of the table has", () => {
  assert.equal(pileName(specs(), "0t3"), "column 3");
  assert.equal(pileName(specs(), "0f4"), "foundation 4");
  const own = pileKeys(specs(), 0);
  assert.deepEqual([own["1"], own["7"], own.w, own.a, own.h], ["0t1", "0t7", "0w", "0f1", "0f4"]);
  assert.deepEqual(Object.keys(own).filter((key) => [..."urtsnmd"].includes(key)), []);
  assert.ok(keys.length > 0);
});
