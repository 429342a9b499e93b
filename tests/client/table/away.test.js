// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { AWAY_IN_TURNS_MS, AWAY_MS, createAway } from "../../../static/table/away.js";

test("who has been away long enough, the longest first", () => {
  const away = createAway();
  away.see([3], 0);
  away.see([3, 1], 1000);
  assert.equal(away.longest(AWAY_MS - 1), null);
  assert.equal(away.longest(AWAY_MS), 3);
  assert.equal(away.longest(AWAY_MS + 5000), 3);
  away.pass(3);
  assert.equal(away.longest(AWAY_MS + 999), null);
  assert.equal(away.longest(AWAY_MS + 1000), 1);
});

test("who was here meanwhile begins anew, and the host is asked again", () => {
  const away = createAway();
  away.see([3], 0);
  away.pass(3);
  away.see([], AWAY_MS);
  away.see([3], AWAY_MS + 100);
  assert.equal(away.longest(AWAY_MS + 200), null);
  assert.equal(away.longest(2 * AWAY_MS + 100), 3);
});

test("in turns the others are more patient", () => {
  const away = createAway(AWAY_IN_TURNS_MS);
  away.see([2], 0);
  assert.equal(away.longest(AWAY_IN_TURNS_MS - 1), null);
  assert.equal(away.longest(AWAY_IN_TURNS_MS), 2);
});
