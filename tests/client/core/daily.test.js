// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { dailyPath, dayOf, dayWords, later, leftOf, readDaily, untilWords } from "../../../static/core/daily.js";

test("a day is one of UTC, wherever the browser is", () => {
  assert.equal(dayOf(Date.parse("2026-11-30T23:59:59Z")), "2026-11-30");
  assert.equal(dayOf(Date.parse("2026-12-01T00:00:00Z")), "2026-12-01");
  assert.equal(leftOf(Date.parse("2026-11-30T23:59:00Z")), 60_000);
  assert.equal(later("2026-12-01", -1), "2026-11-30");
  assert.equal(later("2028-02-28", 1), "2028-02-29");
  assert.equal(dayWords("2026-11-30"), "30 November");
  assert.equal(dayWords("2026-11-30", "short"), "30 Nov");
  assert.equal(dayWords("2026-11-30", "full"), "Monday 30 November 2026");
});

test("the address of a day's results is read as it is written", () => {
  const daily = { game: "thumb-and-pouch", day: "2026-11-30" };
  assert.deepEqual(readDaily(dailyPath(daily)), daily);
  for (const wrong of ["", "#daily=", "#daily=pounce:2026-11-30", "#daily=thumb-and-pouch:2026-11-31", "#daily=thumb-and-pouch:30.11.2026", "#deal=thumb-and-pouch:5", "#daily=toString:2026-11-30"]) {
    assert.equal(readDaily(wrong), null, wrong);
  }
});

// ms left -> words
for (const [ms, words] of /** @type {[number, string][]} */ ([
  [5 * 3_600_000 + 12 * 60_000, "5 h 12 min"],
  [3_600_000, "1 h"],
  [59 * 60_000 + 1, "1 h"],
  [12 * 60_000, "12 min"],
  [1, "1 min"],
  [-5, "1 min"],
])) {
  test(`${ms} ms are ${words}`, () => assert.equal(untilWords(ms), words));
}
