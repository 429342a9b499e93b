// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import en from "../../../static/i18n/en.js";
import { lineOf, QUIET_S, refusalKey, voted } from "../../../static/table/rail.js";

/** @typedef {import("../../../static/table/rail.js").Situation} Situation */

/** @param {Partial<Situation>} [rest] @returns {Situation} */
const now = (rest) => ({ now: 100_000, lost: null, paused: false, pausing: [], unpaused: null, claim: null, away: null, phase: "race", me: 0, players: 4, stuck: [], passed: null, quietSince: 99_000, nudge: 60, refusal: null, news: null, hand: null, peek: null, gone: false, turn: null, ...rest });
const FASTER = { code: "taken", by: 1, ms: 43, card: "0:7S", until: 101_000 };
const NEWS = { key: "said.low", slots: { n: 2 }, seat: 3, until: 101_000 };
const CLAIM = { id: 3, name: "Bo", whose: "Ann" };
/** @type {import("../../../static/table/rail.js").Turn} */
const TURN = { seat: 0, mine: true, held: null, line: { key: "rail.turn.you", slots: {}, card: null }, seconds: 24 };
const HINT = { key: "hint.up.onto", slots: {}, cards: { card: "0:7S", onto: "0:6S" } };
const HAND = { card: "0:6D", targets: 1, keys: false };

/** what is going on, what the line says */
/** @type {[string, Partial<Situation>, string | null][]} */
const TABLE = [
  ["nothing", {}, null],
  ["the countdown", { phase: "countdown" }, "rail.look"],
  ["a stop", { phase: "stopped" }, "rail.stopped"],
  ["a stop that sent a card back", { phase: "stopped", gone: true, refusal: FASTER }, "rail.stopped_back"],
  ["the stuck rule", { phase: "stuck" }, "rail.pulling"],
  ["the end", { phase: "over" }, "rail.counting"],
  ["somebody was faster", { refusal: FASTER, stuck: [1], hand: HAND }, "rail.taken"],
  ["somebody was faster a while ago", { refusal: { ...FASTER, until: 99_999 } }, null],
  ["somebody was faster with a vote", { refusal: { ...FASTER, card: null } }, "rail.taken_any"],
  ["a flip that came too fast", { refusal: { ...FASTER, code: "too_fast", by: null, card: null } }, "refused.too_fast_any"],
  ["a card that came too fast", { refusal: { ...FASTER, code: "too_fast", by: null } }, "refused.too_fast"],
  ["a move that does not fit", { refusal: { ...FASTER, code: "does_not_fit", by: null } }, "refused.does_not_fit"],
  ["a double tap without a place", { refusal: { ...FASTER, code: "nowhere", by: null } }, "rail.nowhere"],
  ["a hint", { hint: HINT, news: NEWS }, "hint.up.onto"],
  ["a hint whose card is in the hand", { hint: HINT, hand: HAND }, "rail.arrow"],
  ["a card in the hand", { hand: HAND, news: NEWS }, "rail.arrow"],
  ["a card that fits nowhere", { hand: { ...HAND, targets: 0 } }, "rail.nowhere"],
  ["a card picked up by keyboard", { hand: { ...HAND, keys: true }, stuck: [1] }, "rail.keys"],
  ["one that fits nowhere", { hand: { ...HAND, targets: 0, keys: true } }, "rail.keys_none"],
  ["votes", { stuck: [1, 2], news: NEWS }, "rail.stuck"],
  ["votes that were answered", { stuck: [1, 2], passed: "1 2" }, null],
  ["a new vote after that", { stuck: [1, 2, 3], passed: "1 2" }, "rail.stuck"],
  ["a lost connection", { lost: 0, refusal: FASTER, phase: "stopped" }, "rail.lost"],
  ["a lost connection with moves under way", { lost: 2, hand: HAND, paused: true }, "rail.lost_moves"],
  ["a lost connection after the end", { lost: 0, phase: "over" }, "rail.counting"],
  ["a pause", { paused: true, phase: "countdown", refusal: FASTER, stuck: [1] }, "rail.paused"],
  ["somebody asks for a pause", { pausing: [1], stuck: [2], claim: CLAIM, away: 3 }, "rail.pause"],
  ["a card picked up by keyboard meanwhile", { pausing: [1], hand: { ...HAND, keys: true } }, "rail.keys"],
  ["somebody asks, and was answered", { pausing: [1], unpaused: "1" }, null],
  ["another one asks after that", { pausing: [1, 2], unpaused: "1" }, "rail.pause"],
  ["one asks for a pause oneself", { pausing: [0], news: NEWS }, "rail.pausing"],
  ["one asks for it too", { pausing: [0, 1] }, "rail.pausing"],
  ["one asks for a pause, and others are stuck", { pausing: [0], stuck: [1] }, "rail.stuck"],
  ["a claim", { claim: CLAIM, stuck: [1], away: 3, hand: HAND }, "rail.claim"],
  ["somebody away for long", { away: 3, news: NEWS, hand: HAND }, "rail.away"],
  ["somebody away, and others are stuck", { away: 3, stuck: [1] }, "rail.stuck"],
  ["a look at a rival", { peek: 2, news: NEWS }, "rail.peek"],
  ["news", { news: NEWS }, "said.low"],
  ["old news", { news: { ...NEWS, until: 1 } }, null],
  ["a quiet table", { quietSince: 100_000 - QUIET_S * 1000 }, "rail.quiet"],
  ["a very quiet table", { quietSince: 40_000 }, "rail.nudge"],
  ["a very quiet table that is never asked", { quietSince: 40_000, nudge: 0 }, "rail.quiet"],
  ["a very quiet table, for an onlooker", { quietSince: 40_000, me: null }, "rail.quiet"],
  ["one's own turn", { phase: "play", turn: TURN }, "rail.turn.you"],
  ["another's turn", { phase: "play", turn: { ...TURN, mine: false, seat: 2, line: { ...TURN.line, key: "rail.turn" } } }, "rail.turn"],
  ["a discard that waits", { phase: "play", turn: { ...TURN, held: { card: "0:6D" } }, pausing: [1], hand: { ...HAND, keys: true } }, "rail.held"],
  ["a card in the hand, in one's turn", { phase: "play", turn: TURN, hand: HAND }, "rail.arrow"],
  ["a round in turns that is over", { phase: "over", turn: { ...TURN, seat: null, mine: false } }, "rail.over"],
];
for (const [what, situation, key] of TABLE) test(`${what}: ${key}`, () => assert.equal(lineOf(now(situation))?.key ?? null, key));

test("who has not voted may join or say that he can play; who has voted may take it back; onlookers may nothing", () => {
  assert.deepEqual(lineOf(now({ stuck: [1] }))?.buttons, ["stuck", "pass"]);
  assert.deepEqual(lineOf(now({ stuck: [0, 1] }))?.buttons, ["unstuck"]);
  assert.deepEqual(lineOf(now({ stuck: [0, 1], me: null }))?.buttons, []);
});

test("who is asked for a pause may join or not; who asks may take it back; onlookers only see it", () => {
  assert.deepEqual(lineOf(now({ pausing: [1] })), { tone: "vote", key: "rail.pause", slots: {}, seat: 1, card: null, buttons: ["pause", "no_pause"], seconds: null });
  assert.deepEqual(lineOf(now({ pausing: [0] }))?.buttons, ["unpause"]);
  assert.deepEqual(lineOf(now({ pausing: [1], me: null }))?.buttons, []);
});

test("the host is asked about a claim, and about somebody away", () => {
  assert.deepEqual(lineOf(now({ claim: CLAIM })), { tone: "vote", key: "rail.claim", slots: { name: "Bo", whose: "Ann" }, seat: null, card: null, buttons: ["grant", "deny"], seconds: null });
  assert.deepEqual(lineOf(now({ away: 3 })), { tone: "vote", key: "rail.away", slots: {}, seat: 3, card: null, buttons: ["stand_in", "no_bot"], seconds: null });
});

test("the line of a turn has its clock, and the sign of whose it is unless it is one's own", () => {
  assert.deepEqual(lineOf(now({ phase: "play", turn: TURN })), { tone: "mine", key: "rail.turn.you", slots: {}, seat: null, card: null, buttons: [], seconds: 24 });
  assert.equal(lineOf(now({ phase: "play", turn: { ...TURN, mine: false, seat: 2 } }))?.seat, 2);
});

test("the clock of one's turn runs on under what is said of a card in the hand", () => {
  for (const hand of [HAND, { ...HAND, keys: true }, { ...HAND, targets: 0 }]) {
    assert.equal(lineOf(now({ phase: "play", turn: TURN, hand }))?.seconds, 24);
    assert.equal(lineOf(now({ hand }))?.seconds, null);
  }
});

test("in turns the host may also end the round of somebody away", () => assert.deepEqual(lineOf(now({ phase: "play", turn: TURN, away: 3 }))?.buttons, ["stand_in", "call_off", "no_bot"]));

test("how many moves wait is said", () => assert.deepEqual(lineOf(now({ lost: 2 }))?.slots, { n: 2 }));

test("every button has its words", () => {
  for (const what of ["stuck", "unstuck", "pass", "pause", "no_pause", "unpause", "grant", "deny", "stand_in", "call_off", "no_bot"]) assert.ok(`rail.do.${what}` in en, what);
});

test("a vote is noticed whatever the order", () => assert.equal(voted([2, 0]), voted([0, 2])));

test("every line has its sentence", () => {
  for (const [, situation, key] of TABLE) if (key) assert.ok(key in en, `${key} ${JSON.stringify(situation)}`);
});

test("a refusal of what moves no card speaks of none", () => {
  for (const code of ["not_now", "stock_empty", "stock_not_empty", "nothing_to_do", "try_again", "too_fast", "not_seated", "paused", "taken"]) {
    const key = refusalKey({ code, by: code === "taken" ? 1 : null, card: null });
    assert.doesNotMatch(String(/** @type {Record<string, unknown>} */ (en)[key]), /\{card\}|undefined/, code);
  }
});

test("every reason of a refusal has its sentence", () => {
  for (const code of ["unknown_move", "not_now", "not_yours", "not_there", "does_not_fit", "stock_empty", "stock_not_empty", "nothing_to_do", "taken", "try_again", "too_fast", "not_seated", "paused"]) {
    assert.ok(`refused.${code}` in en, code);
  }
});
