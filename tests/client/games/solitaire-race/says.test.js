// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { heard, sentences, shown } from "../../../../static/games/solitaire-race/says.js";
import { facts, specs } from "../../fixtures/race.js";

/** @param {any} was @param {any} now @param {number | null} [me] @param {number | null} [by] @returns {import("../../../../static/table/game.js").Change} */
const change = (was, now, me = 0, by = 1) => ({ specs: specs(3), before: { piles: {}, facts: facts(3, was) }, after: { piles: {}, facts: facts(3, now) }, me, by });
/** @param {any} was @param {any} now @param {number | null} [me] */
const said = (was, now, me) => sentences(change(was, now, me)).map(({ key, seat, n, rail }) => [key, seat, n, rail]);

test("a seat shows how many cards are up, how much of all that is, and how it has ended", () => {
  const given = { facts: facts(3, { up: [13, 52, 30], ended: [null, "won", "stuck"] }) };
  assert.deepEqual([0, 1, 2].map((seat) => shown(given, seat)).map(({ count, unit, share, look }) => [count, unit, share, look]), [
    [13, "/ 52", 0.25, ""],
    [52, "all up", 1, "won"],
    [30, "stuck", 30 / 52, "stuck"],
  ]);
  assert.equal(shown(given, 2).says.key, "race.seat.stuck");
});

test("before the facts are known a seat has nothing", () => assert.equal(shown({ facts: {} }, 2).count, 0));

test("every ten cards of a rival are news, of one's own they are none", () => {
  assert.deepEqual(said({ up: [0, 9, 10] }, { up: [0, 10, 11] }), [["race.said.up", 1, 10, true]]);
  assert.deepEqual(said({ up: [9, 0, 0] }, { up: [10, 0, 0] }), []);
  assert.deepEqual(said({ up: [9, 0, 0] }, { up: [10, 0, 0] }, null), [["race.said.up", 0, 10, true]]);
});

test("who cannot go on, or does not want to, is news for the others", () => {
  assert.deepEqual(said({ up: [0, 31, 0] }, { up: [0, 31, 0], ended: [null, "stuck", null] }), [["race.said.stuck", 1, 31, true]]);
  assert.deepEqual(said({ up: [7, 0, 0] }, { up: [7, 0, 0], ended: ["given_up", null, null] }), [["race.said.given_up_you", 0, 7, false]]);
});

test("of the end it is said who was first", () => {
  const over = { phase: "over", up: [3, 52, 0], ended: [null, "won", null] };
  assert.deepEqual(said({}, { ...over, by: 1 }).map(([key, seat]) => [key, seat]), [["race.said.first", 1]]);
  assert.deepEqual(said({}, { ...over, by: 1 }, 1).map(([key, seat]) => [key, seat]), [["race.said.first_you", 1]]);
  assert.deepEqual(said({}, { ...over, by: null }).map(([key]) => key), ["race.said.over"]);
  assert.deepEqual(said({ phase: "countdown" }, {}).map(([key]) => key), ["said.go"]);
});

test("Go, the end and one's own end are heard", () => {
  assert.deepEqual(heard(change({ phase: "countdown" }, {})), ["go"]);
  assert.deepEqual(heard(change({}, { phase: "over", by: 2 })), ["pounce"]);
  assert.deepEqual(heard(change({}, { phase: "over" })), ["stuck"]);
  assert.deepEqual(heard(change({}, { ended: ["stuck", null, null] })), ["stuck"]);
  assert.deepEqual(heard(change({}, { ended: [null, "stuck", null] })), []);
});
