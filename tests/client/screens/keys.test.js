// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { ALONE, APART, COMMON, groups } from "../../../static/screens/keys.js";

test("the keys of the table come last, after those of the game", () => {
  assert.deepEqual(groups([["keys.table", [[["S"], "keys.stuck"]]], ["keys.cards", [[["P"], "keys.reserve"]]]]), [
    ["keys.cards", [[["P"], "keys.reserve"]]],
    ["keys.table", [[["S"], "keys.stuck"], ...COMMON]],
  ]);
});

test("keys for which a game has words of its own are told once", () => {
  const walk = COMMON.find(([, what]) => what === "keys.walk")?.[0] ?? [];
  const [, [, table]] = groups([["keys.cards", [[walk, "pontis.keys.walk"]]]]);
  assert.deepEqual(table, COMMON.filter(([, what]) => what !== "keys.walk"));
});

test("alone there are keys for steps back, and none for a pause or a word", () => {
  const [, [, table]] = groups([["keys.cards", []]], ALONE);
  assert.deepEqual(table, ALONE);
  const all = table.map(([, what]) => what);
  assert.ok(all.includes("solo.keys.undo") && all.includes("keys.menu"));
  assert.ok(!all.includes("keys.pause") && !all.includes("keys.talk"));
});

test("in a race at tables of their own T sends cards up; the rest is as at every table", () => {
  assert.equal(APART.filter(([[key]]) => key === "T").length, 1);
  assert.deepEqual(APART.slice(1), COMMON.filter(([[key]]) => key !== "T"));
});
