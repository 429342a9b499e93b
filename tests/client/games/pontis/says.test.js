// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { t } from "../../../../static/core/i18n.js";
import { countedOf, ending, heard, line, peek, pileName, sentences, shown, spoken, title } from "../../../../static/games/pontis/says.js";
import { NAMES, position } from "../../fixtures/pontis.js";

const nameOf = (/** @type {number} */ seat) => NAMES[seat];
/** @param {Record<string, any>} given */
const room = (given) => /** @type {any} */ ({ round: 2, players: [0, 1, 2], seats: [], ...given });

/** What is said between two positions. @param {import("../../../../static/table/game.js").Position} before @param {import("../../../../static/table/game.js").Position} after @param {{me?: number | null, by?: number | null}} [who] */
const change = (before, after, { me = 0, by = 1 } = {}) => ({ specs: after.specs, before, after, me, by });
/** @param {ReturnType<typeof change>} given */
const told = (given) => sentences(given).map(({ key, seat, n, slots }) => t(key, { ...slots, n, name: seat === null ? "" : NAMES[seat] }));

test("the bar says which game of how many, and who has won some", () => {
  assert.equal(title(room({ options: { series: 1 } }), {}), "One game");
  assert.equal(title(room({ options: { series: 3 }, seats: [{ name: "Ann", total: 0 }] }), { game: 1 }), "Game 1 of 3", "the one before was called off");
  assert.equal(title(room({ options: { series: 3 }, seats: [{ name: "Ann", total: 0 }] }), {}), "Game 2 of 3");
  assert.equal(title(room({ options: { series: "dealer_round" }, seats: [{ name: "Ann", total: 1 }, { name: "Bo", total: 0 }] }), {}), "Game 2 of 3 · won: Ann 1");
});

test("a seat shows its top, its hand, its bank's points and four cards below", () => {
  const given = position({ seats: 2, hand: 9, banks: [["0:2H"], ["0:2S", "0:3S", "0:4S", "0:5S", "0:6S", "0:X1"]], facts: { jokers: { "0:X1": "A" } } });
  const seat = shown(given, 1);
  assert.deepEqual([seat.card, seat.worth, seat.count, seat.points, seat.low], ["0:X1", "= A", 9, "34", false]);
  assert.deepEqual(seat.tops, ["0:3S", "0:4S", "0:5S", "0:6S"]);
  assert.equal(t(seat.says.key, { ...seat.says.slots, name: "Ann", dot: "here", points: "1" }), "Ann, here: joker as ace on top, 9 cards in hand, bank of 34. Games won: 1.");
  assert.deepEqual(peek(given, 1).length, 6);
  const closed = shown(position({ seats: 2, hand: 2, banks: [["0:2H"], []], facts: { phase: "open" } }), 1);
  assert.deepEqual([closed.card, closed.low, closed.says.key], ["", true, "pontis.seat.closed"]);
});

test("a bank counts values or cards", () => {
  const given = { seats: 2, banks: [["0:AH", "0:TD"], ["0:2C"]] };
  assert.deepEqual(countedOf(position(given), 0), [14, 10]);
  assert.deepEqual(countedOf(position({ ...given, options: { block_points: "cards" } }), 0), [1, 1]);
});

test("a card as it is said", () => {
  assert.equal(spoken("0:TH"), "ten of hearts");
  assert.equal(spoken("0:X1"), "joker");
  assert.equal(spoken("0:X1", { "0:X1": "9" }), "joker as nine");
});

test("the rail names both tops and the number", () => {
  const of = (/** @type {Partial<import("../../fixtures/pontis.js").Wanted>} */ given, mine = true) => {
    const { key, slots } = line(position({ seats: 2, banks: [["0:KD"], ["0:9S"]], ...given }), mine);
    return t(key, { ...slots, name: "Ann" });
  };
  assert.equal(of({}), "9 and K: 4");
  assert.equal(of({}, false), "Ann looks for 4");
  assert.equal(of({ banks: [["0:TD"], ["0:TS"]] }), "10 and 10: a pair");
  assert.equal(of({ facts: { phase: "open" } }), "Your turn: open your base");
  assert.equal(of({ facts: { phase: "open" } }, false), "Ann opens the base");
  assert.equal(of({ facts: { phase: "name" } }), "Your base is a joker: name its rank");
  assert.equal(of({ facts: { phase: "name" } }, false), "Ann names the joker");
});

test("the end says who won and why, and what every bank counts", () => {
  const of = (/** @type {any} */ facts, me = 0) => {
    const { title: head, text, seat, slots = {} } = ending({ phase: "over", won: [], counts: null, ...facts }, me, nameOf);
    const named = { ...slots, name: seat === null ? "" : nameOf(seat) };
    return [t(head, named), t(text, named)];
  };
  assert.deepEqual(of({ ending: "out", by: 1, won: [1] }), ["Ann is out", "The last card is laid, and the game is won."]);
  assert.deepEqual(of({ ending: "out", by: 0, won: [0] })[0], "You are out!");
  const counts = [[14, 10], [2], [13, 11]];
  assert.deepEqual(of({ ending: "block", won: [1], counts: [[1], [30], [2]] }), ["Blocked: Ann wins", "All missed, one after the other, so the banks count: Ann 30, Bo 2 and you 1."]);
  assert.deepEqual(of({ ending: "block", won: [0, 2], counts })[0], "Blocked: you and Bo win");
  assert.deepEqual(of({ ending: "block", won: [0], counts: [[9], [1], [1]] })[0], "Blocked, and you win");
  assert.deepEqual(of({ ending: "stopped" })[0], "Called off");
});

test("lays, bases, jokers and misses are said, and what the own turn asks for", () => {
  const before = position({ seats: 3, banks: [["0:KD"], ["0:9S"], []], facts: { turn: 1 } });
  const laid = { ...before, piles: { ...before.piles, "1b": [0, "0:9S", "0:3C", "0:7H"] }, facts: { ...before.facts, turn: 2, phase: "name" } };
  assert.deepEqual(told(change(before, laid)), ["Ann lays three of clubs, and seven of hearts on top."]);
  const opened = { ...laid, piles: { ...laid.piles, "2b": [0, "0:X1"] } };
  assert.deepEqual(told(change(laid, opened, { by: 2 })), ["Bo opens the base: joker."]);
  const named = { ...opened, facts: { ...opened.facts, jokers: { "0:X1": "9" }, turn: 0, phase: "lay", tops: ["9", "K"], wanted: [4] } };
  assert.deepEqual(told(change(opened, named, { by: 2 })), ["Bo names the joker: nine", "Your turn. nine before you, king on top: 4 is wanted."]);
  const missed = { ...named, facts: { ...named.facts, turn: 1, misses: 1 } };
  assert.deepEqual(told(change(named, missed, { by: 0 })), ["You miss."]);
  const again = { ...missed, facts: { ...missed.facts, turn: 2, misses: 2 } };
  assert.deepEqual(told(change(missed, again)), ["Ann misses: 2 of 3 in a row"]);
});

test("the end is said", () => {
  const before = position({ seats: 2, banks: [["0:KD"], ["0:9S"]] });
  const out = { ...before, facts: { ...before.facts, phase: "over", ending: "out", by: 1, turn: null } };
  assert.deepEqual(told(change(before, out)), ["Ann lays the last card and wins the game."]);
  const block = { ...before, facts: { ...before.facts, phase: "over", ending: "block", misses: 2, turn: null } };
  assert.deepEqual(told(change(before, block)), ["All have missed: the game is blocked. The banks are counted."]);
});

test("a lay is heard, near or far, a base that is turned up, a miss, the end", () => {
  const before = position({ seats: 2, banks: [["0:KD"], ["0:9S"]], facts: { turn: 1 } });
  const laid = { ...before, piles: { ...before.piles, "1b": [0, "0:9S", "0:3C"] } };
  assert.deepEqual(heard(change(before, laid)), ["lay_far"]);
  assert.deepEqual(heard(change(before, laid, { me: 1 })), ["lay"]);
  const closed = position({ seats: 2, banks: [["0:KD"], []], facts: { turn: 1, phase: "open" } });
  assert.deepEqual(heard(change(closed, { ...closed, piles: { ...closed.piles, "1b": [0, "0:9S"] } })), ["flip"]);
  assert.deepEqual(heard(change(before, { ...before, facts: { ...before.facts, misses: 1 } })), ["tick"]);
  assert.deepEqual(heard(change(before, { ...before, facts: { ...before.facts, misses: 1 } }, { me: 1 })), []);
  const over = (/** @type {string} */ how) => ({ ...before, facts: { ...before.facts, phase: "over", ending: how } });
  assert.deepEqual([heard(change(before, over("out"))), heard(change(before, over("block")))], [["pounce"], ["stuck"]]);
});

test("a card is in a hand or on a bank", () => {
  const { specs } = position({ seats: 2 });
  assert.deepEqual(["0h", "1b"].map((id) => pileName(specs, id)), ["hand", "bank"]);
});
