// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { again, isGone, isShut, MOST_AGAIN } from "../../../static/core/quick.js";

test("a seat that is gone is looked for elsewhere, at no table twice, and not for ever", () => {
  /** @type {import("../../../static/core/quick.js").Quick | null} */
  let quick = { game: "pontis", tried: [] };
  const asked = [];
  for (let at = 0; quick !== null && at < 10; at += 1) {
    quick = again(quick, `TABLE${at}`);
    if (quick) asked.push(quick.tried);
  }
  assert.equal(quick, null);
  assert.deepEqual(asked, [["TABLE0"], ["TABLE0", "TABLE1"], ["TABLE0", "TABLE1", "TABLE2"]]);
  assert.equal(asked.length, MOST_AGAIN);
});

test("what says that no seat is left here", () => {
  assert.deepEqual(["full", "locked", "removed", "bad_name", "too_fast", "try_again"].map(isGone), [true, true, true, false, false, false]);
  assert.deepEqual([4503, 4504, 4501, 4530, null].map(isShut), [true, true, false, false, false]);
});
