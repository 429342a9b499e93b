// @ts-check
// Snapshot and frames, as a socket was really told them, add up to the table that a fresh page would be shown.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { createStore } from "../../../static/core/store.js";

test("a welcome and all frames after it are a fresh snapshot", () => {
  const lines = readFileSync(new URL("../../vectors/frames.jsonl", import.meta.url), "utf-8").trim().split("\n");
  const { fresh, n } = JSON.parse(/** @type {string} */ (lines.pop()));
  const store = createStore({ now: () => 0 });
  for (const line of lines) assert.notEqual(store.receive(JSON.parse(line)), false, line.slice(0, 200));
  const { table, n: seen } = store.state;
  assert.equal(seen, n);
  assert.ok(n > 300);
  assert.deepEqual({ ...table, due: {} }, { ...fresh, due: {} });
});
