// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import en from "../../../static/i18n/en.js";
import { momentOf, sentences } from "../../../static/table/speak.js";
import { room, table } from "../core/fakes.js";
import { specsOf } from "../fixtures/positions.js";

const SPECS = specsOf(2);
/** @param {Record<string, any>} [piles] @param {Record<string, any>} [facts] */
const moment = (piles = {}, facts = {}, gone = /** @type {number[]} */ ([]), rest = {}) => ({
  piles: { ...Object.fromEntries(SPECS.map(({ id }) => [id, /** @type {(number | string)[]} */ ([0])])), ...piles },
  facts: { phase: "race", stuck: [], by: null, pile: null, ...facts },
  gone,
  bots: /** @type {number[]} */ ([]),
  paused: false,
  pausing: /** @type {number[]} */ ([]),
  host: /** @type {number | null} */ (null),
  ...rest,
});

/** what happens, before, after, the seat that moved, what is said (to seat 0) */
/** @type {[string, any, any, number | null, string[]][]} */
const TABLE = [
  ["a flip", moment({ "1s": [9] }), moment({ "1s": [6] }), 1, []],
  ["a card on a pile", moment({ b0: [0, "0:AS"] }), moment({ b0: [1, "1:2S"] }), 1, []],
  ["a rival's ace", moment(), moment({ b0: [0, "1:AS"] }), 1, ["said.started 1 S"]],
  ["one's own ace", moment(), moment({ b0: [0, "0:AS"] }), 0, []],
  ["a king without a stop", moment({ b0: [11, "0:QD"] }), moment({ b0: [12, "1:KD"] }), 1, ["said.finished 1 D"]],
  ["one's own king", moment({ b0: [11, "0:QD"] }), moment({ b0: [12, "0:KD"] }), 0, ["said.finished_you 0 D"]],
  ["a king that stops", moment({ b0: [11, "0:QD"] }), moment({ b0: [12, "1:KD"] }, { phase: "stopped", by: 1, pile: "b0" }), 1, ["said.stop 1 D"]],
  ["one's own king that stops", moment({ b0: [11, "0:QD"] }), moment({ b0: [12, "0:KD"] }, { phase: "stopped", by: 0, pile: "b0" }), 0, ["said.stop_you 0 D"]],
  ["a rival comes near", moment({ "0p": [8, "0:2C"], "1p": [3, "1:2C"] }), moment({ "0p": [8, "0:2C"], "1p": [2, "1:2C"] }), 1, ["said.low 1"]],
  ["a rival is on the way", moment({ "0p": [8, "0:2C"], "1p": [5, "1:2C"] }), moment({ "0p": [8, "0:2C"], "1p": [4, "1:2C"] }), 1, []],
  ["one's own last cards", moment({ "0p": [2, "0:2C"], "1p": [8, "1:2C"] }), moment({ "0p": [1, "0:2C"], "1p": [8, "1:2C"] }), 0, []],
  ["a rival is stuck", moment(), moment({}, { stuck: [1] }), 1, ["said.stuck 1"]],
  ["the host is another", moment({}, {}, [], { host: 0 }), moment({}, {}, [], { host: 1 }), null, ["said.host 1"]],
  ["the host is oneself", moment({}, {}, [], { host: 1 }), moment({}, {}, [], { host: 0 }), null, ["said.host_you 0"]],
  ["no host is left", moment({}, {}, [], { host: 1 }), moment({}, {}, [], { host: null }), null, []],
  ["a rival leaves", moment(), moment({}, {}, [1]), null, ["said.left 1"]],
  ["a rival has left before", moment({}, {}, [1]), moment({ "1s": [6] }, {}, [1]), null, []],
  ["a bot plays for a rival", moment(), moment({}, {}, [], { bots: [1] }), null, ["said.stand_in 1"]],
  ["a rival is back", moment({}, {}, [], { bots: [1] }), moment(), null, ["said.returned 1"]],
  ["a rival leaves while a bot plays", moment({}, {}, [], { bots: [1] }), moment({}, {}, [1]), null, ["said.left 1"]],
  ["a rival asks for a pause", moment(), moment({}, {}, [], { pausing: [1] }), null, ["said.pausing 1"]],
  ["one asks for a pause", moment(), moment({}, {}, [], { pausing: [0] }), null, []],
  ["a pause begins", moment({}, {}, [], { pausing: [0, 1] }), moment({}, {}, [], { paused: true }), null, ["said.paused"]],
  ["a pause ends", moment({}, {}, [], { paused: true }), moment(), null, ["said.on"]],
  ["Go", moment({}, { phase: "countdown" }), moment(), null, ["said.go"]],
  ["play goes on", moment({}, { phase: "stopped" }), moment(), null, ["said.on"]],
  ["all are stuck", moment({}, { stuck: [1] }), moment({}, { phase: "stuck" }), 0, ["said.pulling"]],
  ["a rival pounces", moment({ "0p": [8, "0:2C"], "1p": [0, "1:2C"] }), moment({}, { phase: "over", by: 1 }), 1, ["said.pounce 1"]],
  ["one pounces", moment({ "0p": [0, "0:2C"], "1p": [8, "1:2C"] }), moment({}, { phase: "over", by: 0 }), 0, ["said.pounce_you 0"]],
  ["nobody can go on", moment(), moment({}, { phase: "over" }), null, ["said.nobody"]],
];
for (const [what, before, after, by, said] of TABLE) {
  test(`${what}: ${said.join(", ") || "nothing"}`, () => {
    const told = sentences(SPECS, before, after, { me: 0, by }).map(({ key, seat, suit }) => [key, seat, suit].filter((part) => part !== null).join(" "));
    assert.deepEqual(told, said);
  });
}

test("every sentence is in the catalogue", () => {
  for (const [, , , , said] of TABLE) for (const line of said) assert.ok(line.split(" ")[0] in en, line);
});

test("a moment knows the seats of the round that are given up, played by a bot, or want a pause, and the host's", () => {
  const seen = room();
  seen.seats[1] = { ...seen.seats[1], stand_in: "steady" };
  const truth = table();
  assert.deepEqual(momentOf({ room: { ...seen, pausing: [2] }, table: truth }), { piles: truth.piles, facts: truth.facts, gone: [], bots: [1], paused: false, pausing: [1], host: 0 });
  seen.seats[1] = { ...seen.seats[1], gone: true };
  assert.deepEqual(momentOf({ room: { ...seen, paused: true, pausing: [0] }, table: null }), { piles: {}, facts: {}, gone: [1], bots: [], paused: true, pausing: [], host: 0 });
  assert.deepEqual(momentOf({ room: null, table: null }).gone, []);
});
