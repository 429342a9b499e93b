// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { describe } from "../../../static/screens/anybody.js";

/** @param {object} more @returns {any} */
const table = (more) => ({ code: "KQ7M4X", game: "pounce", phase: "lobby", since: 1, names: ["Ann"], bots: 0, free: 3, seats: 4, own_rules: false, ...more });

// table -> who, how
for (const [more, who, how] of /** @type {[object, string, string][]} */ ([
  [{}, "Ann", "3 of 4 seats free · waiting"],
  [{ names: ["Ann", "Bo"], bots: 1, free: 1 }, "Ann, Bo and 1 bot", "1 of 4 seats free · waiting"],
  [{ names: ["Ann", "Bo", "Cy"], bots: 2, free: 0 }, "Ann, Bo, Cy and 2 bots", "no free seat · waiting"],
  [{ phase: "play", own_rules: true }, "Ann", "3 of 4 seats free · in play · own rules"],
  [{ phase: "between" }, "Ann", "3 of 4 seats free · between rounds"],
  [{ phase: "over" }, "Ann", "3 of 4 seats free · between rounds"],
])) {
  test(`${who}: ${how}`, () => assert.deepEqual(describe(table(more)), { who, how }));
}
