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

/** what happens, before, after, what is said (to seat 0) */
/** @type {[string, any, any, string[]][]} */
const TABLE = [
  ["the host is another", moment({}, {}, [], { host: 0 }), moment({}, {}, [], { host: 1 }), ["said.host 1"]],
  ["the host is oneself", moment({}, {}, [], { host: 1 }), moment({}, {}, [], { host: 0 }), ["said.host_you 0"]],
  ["no host is left", moment({}, {}, [], { host: 1 }), moment({}, {}, [], { host: null }), []],
  ["a rival leaves", moment(), moment({}, {}, [1]), ["said.left 1"]],
  ["a rival has left before", moment({}, {}, [1]), moment({ "1s": [6] }, {}, [1]), []],
  ["a bot plays for a rival", moment(), moment({}, {}, [], { bots: [1] }), ["said.stand_in 1"]],
  ["a bot plays for oneself", moment(), moment({}, {}, [], { bots: [0] }), ["said.stand_in_you 0"]],
  ["one is back", moment({}, {}, [], { bots: [0] }), moment(), ["said.returned_you 0"]],
  ["a rival is back", moment({}, {}, [], { bots: [1] }), moment(), ["said.returned 1"]],
  ["a rival leaves while a bot plays", moment({}, {}, [], { bots: [1] }), moment({}, {}, [1]), ["said.left 1"]],
  ["a rival asks for a pause", moment(), moment({}, {}, [], { pausing: [1] }), ["said.pausing 1"]],
  ["one asks for a pause", moment(), moment({}, {}, [], { pausing: [0] }), []],
  ["a pause begins", moment({}, {}, [], { pausing: [0, 1] }), moment({}, {}, [], { paused: true }), ["said.paused"]],
  ["a pause ends", moment({}, {}, [], { paused: true }), moment(), ["said.on"]],
];
for (const [what, before, after, said] of TABLE) {
  test(`${what}: ${said.join(", ") || "nothing"}`, () => {
    const told = sentences(before, after, 0).map(({ key, seat }) => [key, seat].filter((part) => part !== null).join(" "));
    assert.deepEqual(told, said);
  });
}

test("every sentence is in the catalogue", () => {
  for (const [, , , said] of TABLE) for (const line of said) assert.ok(line.split(" ")[0] in en, line);
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
