// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { heard as heardIn, keys, LOW, peek, pileKeys, plateKeys, sentences, shown, title } from "../../../../static/games/pounce/says.js";
import en from "../../../../static/i18n/en.js";
import { position, specsOf } from "../../fixtures/positions.js";

const TWO = specsOf(2);
/** @param {Record<string, any>} [piles] @param {Record<string, any>} [facts] */
const moment = (piles = {}, facts = {}) => ({
  piles: { ...Object.fromEntries(TWO.map(({ id }) => [id, /** @type {(number | string)[]} */ ([0])])), ...piles },
  facts: { phase: "race", stuck: [], by: null, pile: null, ...facts },
});

/** what happens, before, after, the seat that moved, what is said (to seat 0) */
/** @type {[string, any, any, number | null, string[]][]} */
const SAID = [
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
  ["Go", moment({}, { phase: "countdown" }), moment(), null, ["said.go"]],
  ["play goes on", moment({}, { phase: "stopped" }), moment(), null, ["said.on"]],
  ["all are stuck", moment({}, { stuck: [1] }), moment({}, { phase: "stuck" }), 0, ["said.pulling"]],
  ["a rival pounces", moment({ "0p": [8, "0:2C"], "1p": [0, "1:2C"] }), moment({}, { phase: "over", by: 1 }), 1, ["said.pounce 1"]],
  ["one pounces", moment({ "0p": [0, "0:2C"], "1p": [8, "1:2C"] }), moment({}, { phase: "over", by: 0 }), 0, ["said.pounce_you 0"]],
  ["nobody can go on", moment(), moment({}, { phase: "over" }), null, ["said.nobody"]],
];
for (const [what, before, after, by, said] of SAID) {
  test(`${what}: ${said.join(", ") || "nothing"}`, () => {
    const told = sentences({ specs: TWO, before, after, me: 0, by }).map(({ key, seat, suit }) => [key, seat, suit].filter((part) => part !== null).join(" "));
    assert.deepEqual(told, said);
  });
}

test("every sentence is in the catalogue", () => {
  for (const [, , , , said] of SAID) for (const line of said) assert.ok(line.split(" ")[0] in en, line);
  for (const [group, lines] of keys) for (const key of [group, ...lines.map(([, what]) => what)]) assert.ok(key in en, key);
  for (const line of plateKeys) for (const [, what] of line) assert.ok(what === "" || what in en, what);
});

test("the title says the round and the goal, or that there is only one", () => {
  assert.equal(title({ round: 3, options: { target: 100 } }), "Round 3 · to 100");
  assert.equal(title({ round: 1, options: { target: 0 } }), "One round");
});

test("a seat shows its pounce pile, how many are left, and the tops of its piles", () => {
  const { table } = position({ seats: 2 });
  const seen = shown(table, 1);
  const pile = table.piles["1p"];
  assert.equal(seen.card, pile[pile.length - 1]);
  assert.equal(seen.count, Number(pile[0]) + 1);
  assert.deepEqual([seen.low, seen.framed, seen.tops.length, seen.says.slots.n], [seen.count <= LOW, true, 5, seen.count]);
  assert.deepEqual(peek(table, 1).map(({ look }) => look), ["tableau", "tableau", "tableau", "tableau", "tableau", "waste"]);
});

test("an empty pounce pile shows no card", () => {
  const { table } = position({ seats: 2 });
  assert.deepEqual([shown({ ...table, piles: { ...table.piles, "1p": [0] } }, 1)].map(({ card, count, low }) => [card, count, low]), [["", 0, true]]);
});

test("keys name a seat's piles", () => {
  assert.deepEqual(pileKeys(specsOf(2), 0), { p: "0p", 1: "0t1", 2: "0t2", 3: "0t3", 4: "0t4", 5: "0t5", w: "0w" });
});

/** @type {any[]} */
const SPECS = [
  { id: "0s", kind: "stock", owner: 0 },
  { id: "0w", kind: "waste", owner: 0 },
  { id: "0t1", kind: "tableau", owner: 0 },
  { id: "1t1", kind: "tableau", owner: 1 },
  { id: "b0", kind: "foundation", owner: null },
];
const PILES = { "0s": [9], "0w": [0], "0t1": [0, "0:5H"], "1t1": [0, "1:5S"], b0: [3, "1:4S"] };
const race = { phase: "race", by: null };
/** @param {Record<string, any>} piles @param {number | null} by @param {Record<string, any>} [facts] @param {Record<string, any>} [was] */
const heard = (piles, by, facts = race, was = race) => heardIn({ specs: SPECS, before: { piles: PILES, facts: was }, after: { piles: { ...PILES, ...piles }, facts }, me: 0, by });

/** @type {[string, string[], string[]][]} */
const HEARD = [
  ["an own play was heard already", heard({ "0t1": [0], b0: [4, "0:5S"] }, 0), []],
  ["and so was an own flip", heard({ "0s": [6], "0w": [0, "0:2C"] }, 0), []],
  ["another's play to the middle, softer", heard({ "1t1": [0], b0: [4, "1:5S"] }, 1), ["lay_far"]],
  ["another's own piles are silent", heard({ "1t1": [0, "1:5S", "1:4H"] }, 1), []],
  ["votes and the house are silent", heard({}, null, { ...race, stuck: [1] }), []],
  ["Go", heard({}, null, race, { phase: "countdown" }), ["go"]],
  ["a king without a stop", heard({ b0: [12, "1:KS"] }, 1), ["finished"]],
  ["a stop, not the king that brought it", heard({ b0: [12, "1:KS"] }, 1, { phase: "stopped", by: 1 }), ["stop"]],
  ["play goes on after it", heard({}, null, race, { phase: "stopped" }), ["go"]],
  ["the stuck rule", heard({}, null, { phase: "stuck", by: null }), ["stuck"]],
  ["somebody went out", heard({ "0t1": [0] }, 0, { phase: "over", by: 0 }), ["pounce"]],
  ["nobody could", heard({}, null, { phase: "over", by: null }), ["stuck"]],
];
for (const [what, sounds, wanted] of HEARD) test(`heard: ${what}`, () => assert.deepEqual(sounds, wanted));

test("an onlooker hears the middle only", () => {
  const at = { piles: PILES, facts: race };
  const next = { piles: { ...PILES, "0s": [6], "0w": [0, "0:2C"] }, facts: race };
  assert.deepEqual(heardIn({ specs: SPECS, before: at, after: next, me: null, by: 0 }), []);
});
