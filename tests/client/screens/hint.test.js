// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import en from "../../../static/i18n/en.js";
import { isVerdict, lineOf, marksOf, spoken } from "../../../static/screens/hint.js";
import { position, upTo } from "../fixtures/thumb.js";

/** @typedef {import("../../../static/wire.js").Hinted} Hinted */

/** @param {string} say @param {any} m @param {"fair" | "winning"} [how] @returns {Hinted} */
const hint = (say, m, how = "fair") => ({ t: "hint", n: 1, how, say: /** @type {any} */ (say), m });
const THUMB = position({ "0t1": [2, "0:6D"], "0t2": [0, "0:5S", "0:4H"], "0w": [0, "0:2S"], "0f1": upTo("S", 1), "0s": [3] });
const KINDS = [["stock", "0s"], ["reserve", "0r"], ["foundation", "0f1"], ["waste", "0w1"], ["waste", "0w2"], ["waste", "0w3"], ["waste", "0w4"]];
/** @type {any} */
const PUSS = { specs: KINDS.map(([kind, id]) => ({ kind, id })), piles: { "0s": [0], "0r": [0, "0:9S"], "0f1": [0, "0:AS"], "0w1": [0, "0:KH"], "0w2": [0], "0w3": [0, "0:QS", "0:2D"], "0w4": [0, "0:3C"] } };
/** @param {string} pile */
const nameOf = (pile) => `the place ${pile}`;

// game, lying, hint -> what is heard
for (const [game, lying, given, words] of /** @type {[string, any, Hinted, string][]} */ ([
  ["thumb-and-pouch", THUMB, hint("uncover", ["play", "0t2", ["0:5S", "0:4H"], "0t1"]), "Five of spades onto the six of diamonds: it turns up a card."],
  ["thumb-and-pouch", THUMB, hint("up", ["play", "0w", ["0:2S"], "0f1"]), "Two of spades goes up onto the ace of spades."],
  ["thumb-and-pouch", THUMB, hint("clear", ["play", "0t2", ["0:5S", "0:4H"], "0t1"]), "Five of spades onto the six of diamonds: it empties the place 0t2."],
  ["thumb-and-pouch", THUMB, hint("place", ["play", "0w", ["0:2S"], "0t3"]), "Two of spades to the place 0t3: off the waste."],
  ["thumb-and-pouch", THUMB, hint("prepare", ["play", "0t1", ["0:6D"], "0t3"]), "Six of diamonds to the place 0t3: it makes way."],
  ["thumb-and-pouch", THUMB, hint("uncover", ["play", "0t1", ["0:AD"], "0f2"]), "Ace of diamonds goes up: it turns up a card."],
  ["thumb-and-pouch", THUMB, hint("flip", ["flip"]), "Turn the next card."],
  ["thumb-and-pouch", THUMB, hint("redeal", ["pickup"]), "Only the redeal is left."],
  ["thumb-and-pouch", THUMB, hint("unknown", null), "I found nothing in time. There may still be something."],
  ["thumb-and-pouch", THUMB, hint("unknown", null, "winning"), "I found no way to win in time. There may still be one."],
  ["thumb-and-pouch", THUMB, hint("winning", ["flip"], "winning"), "Turn the next card, and it can be won."],
  ["thumb-and-pouch", THUMB, hint("winning", ["pickup"], "winning"), "Turn the waste over, and it can be won."],
  ["puss-in-the-corner", PUSS, hint("corner", ["play", "0r", ["0:9S"], "0w2"]), "Nine of spades in the the place 0w2."],
  ["puss-in-the-corner", PUSS, hint("redeal", ["redeal", "", [], "3142"]), "Only the redeal is left: the corners in this order."],
  ["puss-in-the-corner", PUSS, hint("winning", ["redeal", "", [], "3142"], "winning"), "Deal the corners again in this order, and it can be won."],
  ["puss-in-the-corner", PUSS, hint("lost", ["play", "0w3", ["0:2D"], "0f1"]), "Two of diamonds can still go up, but it cannot be won from here."],
])) {
  test(`${game}: ${words}`, () => {
    const line = lineOf(given, lying, nameOf);
    assert.ok(line);
    assert.equal(spoken(game, line), words);
  });
}

test("every word with every way to go has its sentence", () => {
  for (const say of ["up", "uncover", "place", "clear", "prepare"]) for (const form of ["onto", "up", ...(say === "up" ? [] : ["empty"])]) assert.ok(`hint.${say}.${form}` in en, `${say} ${form}`);
  for (const form of ["onto", "up", "empty", "corner", "flip", "redeal"]) assert.ok(`hint.winning.${form}` in en, form);
});

test("where nothing helps any more a sheet says it, and no line", () => {
  assert.equal(lineOf(hint("none", null), THUMB, nameOf), null);
  assert.equal(lineOf(hint("lost", null), THUMB, nameOf), null);
  assert.deepEqual(["none", "lost", "up", "redeal", "unknown"].map((say) => isVerdict(hint(say, null))), [true, true, false, false, false]);
});

test("marked are the cards that go and where they go, the stock, or the corners that have cards in their order", () => {
  const none = { cards: [], target: null, order: [] };
  assert.deepEqual(marksOf(hint("uncover", ["play", "0t2", ["0:5S", "0:4H"], "0t1"]), THUMB), { ...none, cards: ["0:5S", "0:4H"], target: "0t1" });
  assert.deepEqual(marksOf(hint("flip", ["flip"]), THUMB), { ...none, target: "0s" });
  assert.deepEqual(marksOf(hint("redeal", ["pickup"]), THUMB), { ...none, target: "0s" });
  assert.deepEqual(marksOf(hint("redeal", ["redeal", "", [], "3142"]), PUSS), { ...none, order: ["0w3", "0w1", "0w4"] });
  assert.deepEqual(marksOf(hint("none", null), THUMB), none);
});
