// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { mayOf, NOTHING, read } from "../../../../static/games/pontis/choice.js";
import { namesOf, nextIn, offered, ready, verdict } from "../../../../static/games/pontis/strip.js";

const SAID = { do: "lay", pass: false, lays: [["0:4H"], ["0:X1", "4"], ["0:X2", "4"], ["0:3C", "0:7D"], ["0:2S", "0:X1", "26"], ["0:2S", "0:X2", "26"], ["0:X1", "0:X2", "A3 3A 22"]] };
const may = /** @type {import("../../../../static/games/pontis/choice.js").May} */ (mayOf(SAID));
const want = { numbers: [4], pair: false };

/** @param {string[]} cards @param {Record<string, string>} [named] @param {import("../../../../static/games/pontis/numbers.js").Want} [wanted] */
function said(cards, named = {}, wanted = want) {
  const choice = { cards, named };
  return verdict({ may, choice, reading: read(may.lays, choice), want: wanted, hand: cards, all: false });
}

test("every lay is offered once: one joker is as good as another", () => {
  assert.deepEqual(offered(may.lays, NOTHING).map(({ cards }) => cards.join(" ")), ["0:4H", "0:X1", "0:3C 0:7D", "0:2S 0:X1", "0:X1 0:X2"]);
});

test("with a card chosen, the lays of two that it goes into; with two, none", () => {
  const of = (/** @type {string[]} */ ...cards) => offered(may.lays, { cards, named: {} }).map((lay) => lay.cards.join(" "));
  assert.deepEqual(of("0:3C"), ["0:3C 0:7D"]);
  assert.deepEqual(of("0:2S"), ["0:2S 0:X1"]);
  assert.deepEqual(of("0:X2"), ["0:2S 0:X2", "0:X1 0:X2"], "the joker that is meant");
  assert.deepEqual(of("0:3C", "0:7D"), []);
});

test("a press lays at once unless a joker may be named in several ways", () => {
  assert.deepEqual(may.lays.map(ready), [true, true, true, true, false, false, false]);
  assert.deepEqual(namesOf(may.lays[1]), { "0:X1": "4" });
  assert.deepEqual(namesOf(may.lays[4]), {});
});

test("the verdict says live what the cards make", () => {
  assert.equal(said(["0:3C", "0:7D"]), "7 − 3 = 4");
  assert.equal(said(["0:3C", "0:4H"]), "makes 1 or 7, not 4");
  assert.equal(said(["0:4H"]), "4");
  assert.equal(said(["0:3C"]), "3 and a second card for 4");
  assert.equal(said(["0:9D"]), "in no lay: 4 is wanted");
  assert.equal(said(["0:2S", "0:X1"]), "counts as");
  assert.equal(said(["0:2S", "0:X1"], { "0:X1": "6" }), "6 − 2 = 4");
  assert.equal(said(["0:9D", "0:X1"]), "no rank of the joker makes 4");
});

test("of two wanted numbers the one that is made is said", () => {
  assert.equal(said(["0:3C", "0:7D"], {}, { numbers: [4, 9], pair: false }), "7 − 3 = 4");
  assert.equal(said(["0:3C", "0:7D"], {}, { numbers: [1, 10], pair: false }), "3 + 7 = 10");
});

test("in a bridge of equals it is a pair or none", () => {
  const pair = { numbers: [], pair: true };
  assert.equal(said(["0:3C", "0:4H"], {}, pair), "no pair");
  assert.equal(said(["0:3C"], {}, pair), "3 and another 3");
});

test("the focus goes to the ranks that a press asked for, and from a rank to the button that lays", () => {
  const joker = { cards: ["0:X1", "0:2S"], named: {} };
  const asks = read(may.lays, joker);
  const lays = read(may.lays, { ...joker, named: { "0:X1": "6" } });
  assert.equal(nextIn(asks, "0:2S 0:X1"), ".rank");
  assert.equal(nextIn(asks, "clear"), "");
  assert.equal(nextIn(lays, "rank 6"), "[data-key=lay]");
  assert.equal(nextIn(lays, "top 0:2S"), "");
});
