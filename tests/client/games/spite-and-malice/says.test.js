// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { button, ending, final, heard, keys, line, peek, pileKeys, pileName, plateKeys, sentences, shown, title } from "../../../../static/games/spite-and-malice/says.js";
import en from "../../../../static/i18n/en.js";
import { position } from "../../fixtures/spite.js";

/** @typedef {import("../../../../static/wire.js").Piles} Piles */

/** @param {Partial<import("../../fixtures/spite.js").Wanted>} [wanted] @param {number} [seat] */
function seen(wanted = {}, seat = 0) {
  const { room, table } = position({ seats: 3, ...wanted });
  return { ...table, options: room.options, seat, own: true, players: room.players };
}
const KNOWN = new Set(Object.keys(en));

test("the title says the hand and the goal, or that there is only one", () => {
  const { room } = position({ seats: 2 });
  assert.equal(title(room), "Hand 4 · to 50");
  assert.equal(title({ ...room, options: { target: 0 } }), "One hand");
});

test("a seat shows its pay-off top, how many are to go, its side stacks and how many cards it holds", () => {
  const { card, framed, count, unit, low, tops, backs, under, says } = shown(seen({ given: { "1p": [13, "0:5C"], "1s0": [0, "0:3H", "0:8S"], "1s1": [0] } }), 1);
  assert.deepEqual({ card, framed, count, unit, low, backs }, { card: "0:5C", framed: true, count: 14, unit: "to go", low: false, backs: 5 });
  assert.deepEqual(tops.slice(0, 2), ["0:8S", ""]);
  assert.equal(tops.length, 4);
  assert.deepEqual(under, { tops: "side stacks", backs: "hand 5" });
  assert.deepEqual(says, { key: "spite.seat", slots: { n: 14, card: "five of clubs", hand: 5 } });
});

test("from three cards down it is nearly there; an empty pay-off pile shows no card", () => {
  assert.equal(shown(seen({ given: { "1p": [2, "0:5C"] } }), 1).low, true);
  const out = shown(seen({ given: { "1p": [0] } }), 1);
  assert.deepEqual([out.card, out.count, out.says.key], ["", 0, "spite.seat.out"]);
});

test("a tap on a seat shows the tops of its side stacks", () => {
  assert.deepEqual(peek(seen({ given: { "1s0": [0, "0:3H", "0:8S"], "1s1": [0], "1s2": [0, "0:KS"], "1s3": [0] } }), 1).map(({ card }) => card), ["0:8S", "", "0:KS", ""]);
});

test("piles have the names of this game", () => {
  const { specs } = seen();
  assert.deepEqual(["0h", "0p", "0s2", "c1", "stock"].map((id) => pileName(specs, id)), ["hand", "pay-off pile", "side stack 3", "centre stack 2", "stock"]);
});

test("a turn is ended by a button only with an empty hand", () => {
  assert.equal(button(seen(), true), null);
  assert.deepEqual(button(seen({ hand: 0 }), true), { label: "End turn", can: true, move: ["end"] });
  assert.equal(button(seen({ hand: 0 }), false), null);
  // Five are drawn in mid-turn when the last card is played, not when a stack fills the stock later: then only this button is left.
  const later = { ...seen({ hand: 0 }), options: { refill: true, exhausted: "play_on" } };
  assert.notEqual(button({ ...later, piles: { ...later.piles, stock: [12] } }, true), null);
});

test("the line says how a turn ends, and whose it is", () => {
  assert.equal(line(seen(), true).key, "spite.turn");
  assert.equal(line(seen({ hand: 0 }), true).key, "spite.turn.empty");
  assert.equal(line(seen({ hand: 0 }), false).key, "rail.turn");
});

test("only a discard is final", () => {
  const { specs } = seen();
  assert.equal(final(specs, ["play", "0h", ["0:5H"], "0s1"]), true);
  assert.equal(final(specs, ["play", "0h", ["0:5H"], "c1"]), false);
  assert.equal(final(specs, ["end"]), false);
});

test("the end says who went out, or why nobody did", () => {
  assert.deepEqual(ending({ ended: "out", by: 1 }, 0), { title: "spite.over.out", text: "spite.over.out.by", seat: 1 });
  assert.deepEqual(ending({ ended: "out", by: 0 }, 0), { title: "spite.over.out", text: "spite.over.out.you", seat: 0 });
  for (const ended of ["exhausted", "blocked", "called_off"]) {
    const { title: head, text, seat } = ending({ ended, by: null }, 0);
    assert.ok(KNOWN.has(head) && KNOWN.has(text), ended);
    assert.equal(seat, null);
  }
});

/** What changes, who moved, what is said, what is heard. Seat 0 listens, in a game of three. @type {[string, Piles, Record<string, any>, number | null, string[], string[]][]} */
const CHANGES = [
  ["nothing", {}, {}, null, [], []],
  ["one's own play", { c0: [6, "0:7H"] }, {}, 0, [], []],
  ["a rival's play", { c0: [6, "0:7H"] }, {}, 1, ["spite.said.played 1 7H"], ["lay_far"]],
  ["a rival's play that completes a stack", { c0: [0], stock: [43] }, {}, 1, ["spite.said.completed 1 rail"], ["finished"]],
  ["one's own that completes a stack", { c0: [0], stock: [43] }, {}, 0, ["spite.said.completed.you 0"], ["finished"]],
  ["one's own discard", { "0s3": [0, "0:9C"] }, { turn: 1 }, 0, ["spite.said.turn 1"], []],
  ["a rival's discard, then it is another's turn", { "1s3": [0, "0:9C", "0:9D", "0:2C", "0:JD", "0:JH"] }, { turn: 2 }, 1, ["spite.said.discarded 1 JH", "spite.said.turn 2"], ["lay_far"]],
  ["one's turn", { "2s3": [0, "0:9C", "0:9D", "0:2C", "0:JD", "0:JH"] }, { turn: 0, was: 2 }, 2, ["spite.said.discarded 2 JH", "spite.said.turn.you"], ["tick"]],
  ["the time of one's own turn is up", { "0s3": [0, "0:9C"] }, { turn: 1 }, null, ["spite.said.time 9C rail", "spite.said.turn 1"], ["lay_far"]],
  ["a rival comes near", { "1p": [2, "0:2C"], c1: [2, "0:3D"] }, {}, 1, ["spite.said.played 1 3D", "spite.said.low 1 rail"], ["lay_far"]],
  ["one comes near oneself", { "0p": [2, "0:2C"], c1: [2, "0:3D"] }, {}, 0, [], []],
  ["a rival goes out", { "1p": [0], c1: [2, "0:3D"] }, { phase: "over", turn: null, ended: "out", by: 1 }, 1, ["spite.said.played 1 3D", "spite.said.out 1"], ["pounce"]],
  ["one goes out", { "0p": [0], c1: [2, "0:3D"] }, { phase: "over", turn: null, ended: "out", by: 0 }, 0, ["spite.said.out.you 0"], ["pounce"]],
  ["the stock is used up", { stock: [0] }, { phase: "over", turn: null, ended: "exhausted", by: null }, null, ["spite.said.exhausted"], ["stuck"]],
  ["nobody can play", {}, { phase: "over", turn: null, ended: "blocked", by: null }, 1, ["spite.said.blocked"], ["stuck"]],
  ["the host ends the hand", {}, { phase: "over", turn: null, ended: "called_off", by: null }, null, ["spite.said.called_off"], ["stuck"]],
];
for (const [what, piles, { was = 0, ...facts }, by, said, sounds] of CHANGES) {
  const { table } = position({ seats: 3, given: { "1p": [3, "0:4C"] } });
  const before = { piles: table.piles, facts: { ...table.facts, turn: was } };
  const change = { specs: table.specs, before, after: { piles: { ...table.piles, ...piles }, facts: { ...before.facts, ...facts } }, me: 0, by };
  test(`${what}: ${[...said, ...sounds].join(", ") || "nothing"}`, () => {
    const words = sentences(change).map(({ key, seat, card, rail }) => [key, seat, card?.slice(2), rail && "rail"].filter((part) => part !== null && part !== undefined && part !== false).join(" "));
    assert.deepEqual(words, said);
    assert.deepEqual(heard(change), sounds);
  });
}

test("stacks are told by their numbers", () => {
  const { table } = position({ seats: 3 });
  const before = { piles: table.piles, facts: table.facts };
  /** @param {Piles} piles @param {number | null} by */
  const told = (piles, by) => sentences({ specs: table.specs, before, after: { ...before, piles: { ...table.piles, ...piles } }, me: 0, by })[0].n;
  assert.equal(told({ c1: [3, "0:4D"] }, 1), 2);
  assert.equal(told({ c1: [0] }, 1), 2);
  assert.equal(told({ "0s3": [1, "0:9C"] }, null), 4);
});

test("one's turn is said with what the stacks need", () => {
  const { table } = position({ seats: 2, centres: 4 });
  const change = { specs: table.specs, before: { piles: table.piles, facts: { ...table.facts, turn: 1 } }, after: table, me: 0, by: 1 };
  assert.deepEqual(sentences(change)[0].slots, { needs: "7, 3, 10, A" });
});

test("every sentence is in the catalogue", () => {
  const asked = [
    ...CHANGES.flatMap(([, , , , said]) => said.map((one) => one.split(" ")[0])),
    ...[...keys.flatMap(([head, lines]) => [head, ...lines.flatMap(([caps, words]) => [...caps, words])]), ...plateKeys.flat().flatMap(([caps, words]) => [...caps, words])].filter((key) => key.includes(".")),
    ...["spite.seat", "spite.seat.out", "spite.turn", "spite.turn.empty", "rail.turn", "spite.over.out", "spite.over.out.by", "spite.over.out.you"],
  ];
  assert.deepEqual(asked.filter((key) => !KNOWN.has(key)), []);
});

test("keys name the cards of the hand by their place, then pay-off pile, side and centre stacks", () => {
  const { specs } = seen({ centres: 4 });
  assert.deepEqual(pileKeys(specs, 1), { q: "1h/0", w: "1h/1", e: "1h/2", r: "1h/3", t: "1h/4", p: "1p", 1: "1s0", 2: "1s1", 3: "1s2", 4: "1s3", a: "c0", b: "c1", c: "c2", d: "c3" });
});
