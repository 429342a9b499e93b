// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { COMMON, groups } from "../../../static/screens/keys.js";

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
