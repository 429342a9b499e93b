// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { t } from "../../../../static/core/i18n.js";
import { heard, keys, peek, pileName, placing, sentences, shown, title } from "../../../../static/games/puss-in-the-corner/says.js";
import { called } from "../../../../static/screens/naming.js";
import { position, specs, STATES } from "../../fixtures/puss.js";

/** @param {import("../../fixtures/puss.js").Wanted} [wanted] */
function placed(wanted = {}) {
  const { room, table } = position(wanted);
  return { ...table, options: room.options, seat: 0, own: true, players: [0] };
}
/** What is said between two tables. @param {import("../../fixtures/puss.js").Wanted} before @param {import("../../fixtures/puss.js").Wanted} after */
function told(before, after) {
  const [was, now] = [position(before).table, position(after).table];
  const change = { specs: specs(), before: { piles: was.piles, facts: was.facts }, after: { piles: now.piles, facts: now.facts }, me: 0, by: 0 };
  return { words: sentences(change).map(({ key, n, card, slots }) => t(key, { n, ...slots, card: card ? called(card) : "" })), sounds: heard(change) };
}

test("the card that waits says where it may go", () => {
  assert.equal(placing(placed()), "Place it on a black 9 or in a corner");
  assert.equal(placing(placed(STATES.nowhere())), "Place it in a corner");
  const on = (/** @type {number[]} */ heights, /** @type {string} */ open) => placing(placed({ heights, corners: [0, 0, 0, 0], open }));
  assert.equal(on([1, 1, 1, 1], "0:2D"), "Place it on a red ace or in a corner");
  assert.equal(on([10, 1, 1, 1], "0:JC"), "Place it on a black 10 or in a corner");
  assert.equal(on([1, 12, 1, 1], "0:KD"), "Place it on a red queen or in a corner");
  assert.equal(placing(placed(STATES.tops())), "Only tops of corners are left to go up");
  assert.equal(placing(placed(STATES.again())), "", "then there are the corners to be named");
});

test("the bar says how often the corners are dealt again", () => {
  const { room } = position();
  assert.equal(title(room, {}), "");
  assert.equal(title(room, { redeals: 1 }), "1 redeal");
  assert.equal(title(room, { redeals: 2 }), "2 redeals");
  assert.equal(title(room, { redeals: 0 }), "no redeal");
});

test("piles have names by where they lie", () => {
  assert.deepEqual(["0s", "0r", "0f3", "0w1", "0w4"].map((id) => pileName(specs(), id)), ["stock", "open card", "foundation 3", "top left corner", "bottom right corner"]);
});

test("a card that comes to lie open is told with where it goes, once", () => {
  assert.deepEqual(told({ open: "0:QH" }, { open: "0:TS" }).words, ["ten of spades. It goes on the nine of spades, or in a corner."]);
  assert.deepEqual(told({ open: "0:TS" }, { open: "0:QH" }).words, ["queen of hearts. It goes in a corner."]);
  assert.deepEqual(told({}, {}).words, []);
});

test("a stock that is used up says what comes then", () => {
  assert.match(told({ open: "0:TS" }, STATES.again()).words[0], /Name the corners.*for the last time/);
  assert.match(told({ open: "0:TS" }, { ...STATES.again(), facts: { redeals: 2 } }).words[0], /2 more times/);
  assert.match(told({ open: "0:TS", facts: { redeals: 0 } }, STATES.tops()).words[0], /Only tops of corners/);
});

test("the end is heard, and told by the sheet alone", () => {
  assert.deepEqual(told({}, STATES.won()), { words: [], sounds: ["pounce"] });
  assert.deepEqual(told({}, STATES.stuck()), { words: [], sounds: ["stuck"] });
  assert.deepEqual(told(STATES.stuck(), STATES.stuck()), { words: [], sounds: [] });
});

test("corners that are dealt again are heard, and a foundation that is complete", () => {
  assert.deepEqual(told(STATES.again(), { ...STATES.again(), corners: [0, 0, 0, 0], stock: 37, open: "0:9H" }).sounds, ["flip"]);
  assert.deepEqual(told({ heights: [12, 6, 5, 8] }, { heights: [13, 6, 5, 8] }).sounds, ["finished"]);
  assert.deepEqual(told({ heights: [8, 6, 5, 8] }, { heights: [9, 6, 5, 8] }).sounds, []);
});

test("there is nobody to look at", () => {
  assert.deepEqual(peek(), []);
  assert.equal(shown(placed()).count, 28);
});

test("every key has its words", () => {
  for (const [group, lines] of keys) for (const key of [group, ...lines.map(([, what]) => what)]) assert.notEqual(t(key), key);
});
