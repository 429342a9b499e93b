// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { changesIn, GO_MS, sheetOf } from "../../../static/table/sheet.js";

/** @typedef {import("../../../static/table/sheet.js").Situation} Situation */

/** @param {Partial<Situation>} rest @returns {Situation} */
const now = (rest) => ({ now: 10_000, facts: { phase: "race" }, due: {}, piles: { b3: [12, "2:KS"] }, me: 0, votes: true, ready: false, pause: null, wentAt: null, ending: null, ...rest });

test("nothing covers the middle in a race", () => assert.equal(sheetOf(now({})), null));

/** ms before Go, digit */
for (const [left, digit] of [[4000, null], [3001, null], [3000, 3], [2001, 3], [2000, 2], [1, 1], [0, null]]) {
  test(`${left} ms before Go: ${digit ?? "Ready"}`, () => {
    assert.deepEqual(sheetOf(now({ facts: { phase: "countdown" }, due: { go: 10_000 + Number(left) } })), { kind: "countdown", digit });
  });
}

test("Go! is seen for a moment after the countdown, not after a reload", () => {
  assert.deepEqual(sheetOf(now({ wentAt: 9_900 })), { kind: "go" });
  assert.equal(sheetOf(now({ wentAt: 10_000 - GO_MS })), null);
});

test("Stop says who, which suit, who is ready and for how long", () => {
  const facts = { phase: "stopped", by: 2, pile: "b3", ready: [2] };
  assert.deepEqual(sheetOf(now({ facts, due: { resume: 12_500 } })), { kind: "stop", by: 2, suit: "S", ready: [2], seconds: 3, share: 0.5, ask: true });
});

test("Ready counts at once, and an onlooker is not asked", () => {
  const facts = { phase: "stopped", by: 2, pile: "b3", ready: [2] };
  const given = now({ facts, due: { resume: 12_500 }, ready: true });
  assert.deepEqual(sheetOf(given), { kind: "stop", by: 2, suit: "S", ready: [0, 2], seconds: 3, share: 0.5, ask: false });
  const watching = sheetOf({ ...given, me: null });
  assert.ok(watching?.kind === "stop" && !watching.ask && watching.ready.length === 1);
});

test("a stop that goes on by itself asks nobody", () => {
  const sheet = sheetOf(now({ facts: { phase: "stopped", by: 2, pile: "b3", ready: [] }, due: { resume: 11_000 }, votes: false }));
  assert.ok(sheet?.kind === "stop" && !sheet.ask && sheet.share === 0.5);
});

test("the stuck rule's pulls are told, and no card under a stock is named", () => {
  const pulls = [["0:7H", "b2"], [null, "stock"], null, ["3:5S", "3t2"], [null, null]];
  assert.deepEqual(sheetOf(now({ facts: { phase: "stuck", pulls } })), {
    kind: "pulls",
    pulls: [
      { seat: 0, key: "pull.built", card: "0:7H" },
      { seat: 1, key: "pull.under", card: null },
      { seat: 2, key: "pull.none", card: null },
      { seat: 3, key: "pull.laid", card: "3:5S" },
      { seat: 4, key: "pull.none", card: null },
    ],
  });
});

test("the end names who pounced, if anybody did", () => {
  assert.deepEqual(sheetOf(now({ facts: { phase: "over", by: 1 } })), { kind: "over", by: 1 });
  assert.deepEqual(sheetOf(now({ facts: { phase: "over", by: null } })), { kind: "over", by: null });
});

test("where the game says its end itself, nothing covers the middle before it", () => {
  const ending = { title: "a", text: "b", seat: 1 };
  assert.equal(sheetOf(now({ facts: { phase: "play" }, ending })), null);
  assert.deepEqual(sheetOf(now({ facts: { phase: "over" }, ending })), { kind: "ended", ...ending });
});

test("the clock wakes when a digit changes", () => {
  assert.equal(changesIn(now({ facts: { phase: "countdown" }, due: { go: 12_300 } })), 300);
  assert.equal(changesIn(now({ facts: { phase: "countdown" }, due: { go: 12_000 } })), 1000);
  assert.equal(changesIn(now({ facts: { phase: "stopped" }, due: { resume: 10_100 } })), 100);
  assert.equal(changesIn(now({ wentAt: 10_000 })), GO_MS);
  assert.equal(changesIn(now({})), null);
});

test("a pause covers whatever there was, and asks until one wants to go on", () => {
  const facts = { phase: "stopped", by: 2, pile: "b3", ready: [] };
  assert.deepEqual(sheetOf(now({ facts, pause: { wants: [1], due: null } })), { kind: "paused", wants: [1], seconds: null, ask: true, asked: false });
  assert.deepEqual(sheetOf(now({ pause: { wants: [0, 1], due: 12_500 } })), { kind: "paused", wants: [0, 1], seconds: 3, ask: false, asked: true });
  assert.deepEqual(sheetOf(now({ me: null, pause: { wants: [0, 1], due: 12_500 } })), { kind: "paused", wants: [0, 1], seconds: 3, ask: false, asked: false });
});

test("before play goes on the seconds are counted; until then a pause waits for news", () => {
  assert.equal(changesIn(now({ facts: { phase: "countdown" }, due: { go: 11_000 }, pause: { wants: [], due: null } })), null);
  assert.equal(changesIn(now({ pause: { wants: [0], due: 12_400 } })), 400);
});
