// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { createHand } from "../../../static/table/hand.js";
import { specsOf } from "../fixtures/positions.js";
import { position as thumb } from "../fixtures/thumb.js";

const SPECS = specsOf(2);

/** A hand over these piles, and what it sent. @param {Record<string, (number | string)[]>} given */
function over(given) {
  /** @type {{specs: typeof SPECS, piles: Record<string, (number | string)[]>, me: number, turns?: boolean, again?: boolean} | null} */
  let sight = { specs: SPECS, piles: { ...Object.fromEntries(SPECS.map(({ id }) => [id, [0]])), ...given }, me: 0 };
  /** @type {any[]} */
  const sent = [];
  /** @type {string[]} */
  const homeless = [];
  let drawn = 0;
  const hand = createHand({ look: () => sight, send: (move) => sent.push(move), changed: () => drawn++, nowhere: (card) => homeless.push(card) });
  return { hand, sent, homeless, drawn: () => drawn, see: (/** @type {typeof sight} */ next) => (sight = next), sight: () => /** @type {NonNullable<typeof sight>} */ (sight) };
}
const TABLE = { "0w": [2, "0:2H", "0:9C", "0:4S"], "0t1": [0, "0:6C", "0:5H"], "0t2": [0, "0:7D"], "0t3": [2, "0:JD"], "0p": [5, "0:QC"], "0s": [9], b0: [2, "1:3S"] };

test("a tap picks up, a tap on a place that takes it plays it", () => {
  const { hand, sent } = over(TABLE);
  hand.tap("0w", "0:4S");
  assert.deepEqual(hand.picked, { pile: "0w", cards: ["0:4S"] });
  assert.deepEqual(hand.targets, ["0t1", "b0"]);
  hand.tap("b0", "1:3S");
  assert.deepEqual(sent, [["play", "0w", ["0:4S"], "b0"]]);
  assert.equal(hand.picked, null);
});

test("a second tap puts it down, a tap on another card picks that one up", () => {
  const { hand, sent } = over(TABLE);
  hand.tap("0w", "0:4S");
  hand.tap("0w", "0:4S");
  assert.equal(hand.picked, null);
  hand.tap("0w", "0:4S");
  hand.tap("0t3", "0:JD");
  assert.deepEqual(hand.cards, { pile: "0t3", cards: ["0:JD"] });
  hand.tap("1t1", null);
  assert.equal(hand.picked, null);
  assert.deepEqual(sent, []);
});

test("a tap that slips plays what is picked up, like one that does not", () => {
  const { hand, sent } = over({ ...TABLE, "0t4": [0, "0:6S"] });
  hand.tap("0t4", "0:6S");
  hand.take("0t2", ["0:7D"]);
  hand.slipped();
  assert.deepEqual(hand.picked, { pile: "0t4", cards: ["0:6S"] });
  hand.tap("0t2", "0:7D");
  assert.deepEqual(sent, [["play", "0t4", ["0:6S"], "0t2"]]);
});

test("a strip of a run picks up all that lies on it, any card of the waste its top", () => {
  const { hand } = over(TABLE);
  hand.tap("0t1", "0:6C");
  assert.deepEqual(hand.picked?.cards, ["0:6C", "0:5H"]);
  hand.tap("0w", "0:2H");
  assert.deepEqual(hand.picked?.cards, ["0:4S"]);
});

test("a face-down strip means the whole open run", () => {
  const { hand } = over(TABLE);
  hand.tap("0t3", null);
  assert.deepEqual(hand.picked?.cards, ["0:JD"]);
});

test("a tap on the stock flips, on the empty one picks the waste up", () => {
  const { hand, sent, see, sight } = over(TABLE);
  hand.tap("0s", null);
  see({ ...sight(), piles: { ...sight().piles, "0s": [0] } });
  hand.tap("0s", null);
  see({ ...sight(), piles: { ...sight().piles, "0w": [0] } });
  hand.tap("0s", null);
  assert.deepEqual(sent, [["flip"], ["pickup"]]);
});

test("a double tap plays to the best place, or says that there is none", () => {
  const { hand, sent, homeless } = over(TABLE);
  hand.best("0w", "0:4S");
  hand.best("0p", "0:QC");
  assert.deepEqual(sent, [["play", "0w", ["0:4S"], "b0"], ["play", "0p", ["0:QC"], "0t4"]]);
  hand.best("0t2", "0:7D");
  assert.deepEqual(homeless, ["0:7D"]);
});

test("a drop without a place sends nothing, one that no longer fits neither", () => {
  const { hand, sent, see, sight } = over(TABLE);
  hand.take("0w", ["0:4S"]);
  assert.deepEqual(hand.held, { pile: "0w", cards: ["0:4S"] });
  hand.release("0w", ["0:4S"], null);
  assert.equal(hand.held, null);
  see({ ...sight(), piles: { ...sight().piles, b0: [3, "1:4S"] } });
  hand.release("0w", ["0:4S"], "b0");
  assert.deepEqual(sent, []);
});

test("nothing happens while no move is accepted", () => {
  const { hand, sent, see } = over(TABLE);
  see(null);
  hand.tap("0w", "0:4S");
  hand.tap("0s", null);
  hand.best("0w", "0:4S");
  hand.flip();
  assert.equal(hand.liftable("0w", "0:4S"), null);
  assert.deepEqual([hand.picked, sent], [null, []]);
});

test("what was picked is let go when it has gone", () => {
  const { hand, see, sight } = over(TABLE);
  hand.tap("0t1", "0:6C");
  see({ ...sight(), piles: { ...sight().piles, "0t1": [0, "0:6C"] } });
  hand.check();
  assert.equal(hand.picked, null);
});

test("what lies on a foundation is brought down by hand alone: a double tap leaves it, or picks it up", () => {
  /** @type {any[]} */
  const sent = [];
  const sight = { ...thumb({ "0f1": [0, "0:AH"], "0t1": [0, "0:2S"] }), me: 0 };
  const hand = createHand({ look: () => sight, send: (move) => sent.push(move), changed: () => {}, nowhere: () => assert.fail("it was not asked where it goes") });
  hand.best("0f1", "0:AH");
  assert.deepEqual(hand.picked, { pile: "0f1", cards: ["0:AH"] });
  hand.best("0f1", "0:AH");
  assert.equal(hand.picked, null);
  hand.bestOf("0f1");
  assert.deepEqual(sent, []);
});

test("by keyboard the best place is aimed at, and another one when that is taken", () => {
  const { hand, see, sight } = over(TABLE);
  hand.pick({ pile: "0w", cards: ["0:4S"] }, true);
  assert.deepEqual([hand.keys, hand.aim], [true, "b0"]);
  see({ ...sight(), piles: { ...sight().piles, b0: [3, "1:4S"] } });
  hand.check();
  assert.equal(hand.aim, "0t1");
  assert.equal(hand.drop(), true);
  assert.equal(hand.drop(), false);
});

test("parts of a run: those that go somewhere, short before long; else the top alone", () => {
  const { hand } = over({ ...TABLE, b1: [3, "1:4H"] });
  assert.deepEqual(hand.parts("0t1"), [["0:5H"], ["0:6C", "0:5H"]]);
  assert.deepEqual(hand.parts("0t2"), [["0:7D"]]);
  assert.deepEqual(hand.parts("0t5"), []);
});

test("from a pile at once: the top to a build pile, else as much of the run as goes somewhere", () => {
  const { hand, sent, see, sight } = over({ ...TABLE, b1: [3, "1:4H"], "0t5": [0, "0:7H"] });
  hand.bestOf("0t1");
  see({ ...sight(), piles: { ...sight().piles, b1: [4, "1:5H"] } });
  hand.bestOf("0t1");
  hand.bestOf("0p");
  assert.deepEqual(sent, [["play", "0t1", ["0:5H"], "b1"], ["play", "0t1", ["0:6C", "0:5H"], "0t2"], ["play", "0p", ["0:QC"], "0t4"]]);
});

test("from a pile at once: what has no place is said, what is picked up is let go", () => {
  const { hand, sent, homeless } = over(TABLE);
  hand.pick({ pile: "0w", cards: ["0:4S"] }, true);
  hand.bestOf("0t2");
  hand.bestOf("0t5");
  assert.deepEqual([homeless, sent, hand.picked], [["0:7D"], [], null]);
});

test("the hand is free while moves are taken", () => {
  const { hand, see } = over(TABLE);
  assert.ok(hand.free);
  see(null);
  hand.bestOf("0w");
  assert.ok(!hand.free);
});

test("a stock that nobody turns by hand is left alone, and so is a waste that may not be turned over again", () => {
  const { hand, sent, see, sight } = over(TABLE);
  see({ ...sight(), turns: false });
  hand.flip();
  see({ ...sight(), turns: true, again: false });
  hand.flip();
  see({ ...sight(), piles: { ...sight().piles, "0s": [0] } });
  hand.flip();
  assert.deepEqual(sent, [["flip"]]);
});
