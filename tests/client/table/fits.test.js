// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { best, fits, isGoal, lifts, predict, stockMove, targets, withPending } from "../../../static/table/fits.js";
import { specsOf } from "../fixtures/positions.js";

/** @typedef {import("../../../static/wire.js").Piles} Piles */

const SPECS = specsOf(2);
/** All piles empty but these. @param {Record<string, (number | string)[]>} given @returns {Piles} */
const piles = (given) => ({ ...Object.fromEntries(SPECS.map(({ id }) => [id, [0]])), ...given });

const TABLE = piles({
  "0p": [8, "0:4D"],
  "0t1": [0, "0:KH", "0:QS", "0:JD"],
  "0t2": [2, "0:5C"],
  "0t3": [0],
  "0t4": [1, "0:KC"],
  "0t5": [0, "0:TS"],
  "0w": [6, "0:2H", "0:KD", "0:AS"],
  "0s": [10],
  "1t1": [0, "1:5S"],
  b0: [2, "1:3D"],
  b1: [0, "1:AS"],
  b2: [12, "0:KC"],
});

/** source, cards, target, verdict, why */
/** @type {[string, string[], string, boolean, string][]} */
const VERDICTS = [
  ["0p", ["0:4D"], "b0", true, "the next higher of the suit"],
  ["0p", ["0:4D"], "b1", false, "another suit"],
  ["0p", ["0:4D"], "0t2", false, "never from the pounce pile onto a pile with cards"],
  ["0p", ["0:4D"], "0t3", true, "any pounce card to an empty place"],
  ["0w", ["0:AS"], "new", true, "an ace starts a pile"],
  ["0w", ["0:AS"], "b7", false, "and names no free one"],
  ["0w", ["0:AS"], "0t3", false, "only a king from the waste to an empty place"],
  ["0w", ["0:AS"], "b1", false, "an ace on an ace"],
  ["0w", ["0:KD"], "0t3", false, "not the top of the waste"],
  ["0t1", ["0:JD"], "0t5", false, "up is not down"],
  ["0t5", ["0:TS"], "0t1", true, "black ten on red jack"],
  ["0t1", ["0:QS", "0:JD"], "0t4", false, "black on black"],
  ["0t1", ["0:KH", "0:QS", "0:JD"], "0t3", true, "a king with all that lies on it"],
  ["0t1", ["0:QS", "0:JD"], "0t3", false, "no king below"],
  ["0t1", ["0:KH", "0:QS"], "0t3", false, "not an end part"],
  ["0t1", ["0:JD", "0:QS"], "0t3", false, "not in this order"],
  ["0t4", ["0:KC"], "0t3", true, "a king to an empty place"],
  ["0t4", ["0:KC"], "b2", false, "a finished pile takes nothing"],
  ["0t5", ["0:TS"], "0t5", false, "where it lies"],
  ["0s", ["0:9H"], "0t5", false, "the stock gives nothing"],
  ["1t1", ["1:5S"], "0t1", false, "not one's own pile"],
  ["0p", ["0:4D"], "1t1", false, "onto somebody else's pile"],
  ["b0", ["1:3D"], "0t2", false, "a build pile gives nothing"],
  ["0p", [], "b0", false, "no cards"],
  ["0x", ["0:4D"], "b0", false, "no such pile"],
];
for (const [source, cards, target, verdict, why] of VERDICTS) {
  test(`${cards.join(" ")} from ${source} to ${target}: ${verdict} (${why})`, () => assert.equal(fits(SPECS, TABLE, 0, source, cards, target), verdict));
}

test("a run goes together where the pile takes runs, and one by one to the middle", () => {
  const table = piles({ "0t1": [0, "0:9H", "0:8S"], "0t2": [0, "0:TC"], b0: [6, "1:7S"] });
  assert.equal(fits(SPECS, table, 0, "0t1", ["0:9H", "0:8S"], "0t2"), true);
  assert.equal(fits(SPECS, table, 0, "0t1", ["0:8S"], "b0"), true);
  assert.deepEqual(targets(SPECS, table, 0, "0t1", ["0:9H", "0:8S"]), ["0t2"]);
});

test("every pile that takes the cards is a target, and the free build piles are one", () => {
  const table = piles({ "0w": [0, "0:AS"], "0t1": [0, "0:2H"] });
  assert.deepEqual(targets(SPECS, table, 0, "0w", ["0:AS"]), ["0t1", "new"]);
  assert.deepEqual(targets(SPECS, TABLE, 0, "0p", ["0:4D"]), ["0t3", "b0"]);
});

test("what is picked up: a card with all on it, only the top elsewhere, nothing that is not one's own", () => {
  assert.deepEqual(lifts(SPECS, TABLE, 0, "0t1", "0:QS"), ["0:QS", "0:JD"]);
  assert.deepEqual(lifts(SPECS, TABLE, 0, "0w", "0:AS"), ["0:AS"]);
  assert.equal(lifts(SPECS, TABLE, 0, "0w", "0:KD"), null);
  assert.equal(lifts(SPECS, TABLE, 0, "1t1", "1:5S"), null);
  assert.equal(lifts(SPECS, TABLE, 0, "b0", "1:3D"), null);
  assert.equal(lifts(SPECS, piles({ "0p": [7, "?"] }), 0, "0p", "?"), null);
});

test("the best place is a build pile, then a pile with cards, then an empty one that frees something", () => {
  assert.equal(best(SPECS, TABLE, 0, "0p", ["0:4D"]), "b0");
  assert.equal(best(SPECS, TABLE, 0, "0w", ["0:AS"]), "new");
  assert.equal(best(SPECS, TABLE, 0, "0t5", ["0:TS"]), "0t1");
  assert.equal(best(SPECS, TABLE, 0, "0t4", ["0:KC"]), "0t3", "it turns a card up");
  assert.equal(best(SPECS, TABLE, 0, "0t1", ["0:KH", "0:QS", "0:JD"]), null, "an empty place for an empty place");
  assert.equal(best(SPECS, TABLE, 0, "0t2", ["0:5C"]), null);
});

test("house rules are other data", () => {
  const specs = SPECS.map((spec) =>
    spec.kind === "tableau" ? { ...spec, accepts: spec.accepts && { ...spec.accepts, onto: ["waste", "tableau", "reserve"], empty: { waste: /** @type {const} */ ("any"), tableau: /** @type {const} */ ("any"), reserve: /** @type {const} */ ("any") } } } : spec,
  );
  assert.equal(fits(specs, TABLE, 0, "0p", ["0:4D"], "0t2"), true);
  assert.equal(fits(specs, TABLE, 0, "0w", ["0:AS"], "0t3"), true);
  assert.equal(fits(specs, TABLE, 0, "0t1", ["0:QS", "0:JD"], "0t3"), true);
});

/** before (changed piles), move, after (changed piles) */
/** @type {[string, Record<string, any>, any, Record<string, any> | null][]} */
const PREDICTED = [
  ["a card to the middle turns up one that is not known yet", { "0p": [8, "0:4D"], b0: [2, "1:3D"] }, ["play", "0p", ["0:4D"], "b0"], { "0p": [7, "?"], b0: [3, "0:4D"] }],
  ["a run moves", { "0t1": [1, "0:9H", "0:8S"], "0t2": [0, "0:TC"] }, ["play", "0t1", ["0:9H", "0:8S"], "0t2"], { "0t1": [0, "?"], "0t2": [0, "0:TC", "0:9H", "0:8S"] }],
  ["a part of a run leaves the rest", { "0t1": [1, "0:9H", "0:8S"], "0t2": [0, "0:9D"] }, ["play", "0t1", ["0:8S"], "0t2"], { "0t1": [1, "0:9H"], "0t2": [0, "0:9D", "0:8S"] }],
  ["the last card leaves an empty pile", { "0p": [0, "0:4D"], "0t3": [0] }, ["play", "0p", ["0:4D"], "0t3"], { "0p": [0], "0t3": [0, "0:4D"] }],
  ["an ace starts the first free pile", { "0w": [0, "0:AS"], b0: [0, "1:AH"] }, ["play", "0w", ["0:AS"], "new"], { "0w": [0], b1: [0, "0:AS"] }],
  ["the waste shows what was under", { "0w": [4, "0:2H", "0:3C", "0:8S"], "0t2": [0, "0:9D"] }, ["play", "0w", ["0:8S"], "0t2"], { "0w": [4, "0:2H", "0:3C"], "0t2": [0, "0:9D", "0:8S"] }],
  ["a flip lays three unknown cards", { "0s": [10], "0w": [1, "0:2H", "0:3C", "0:8S"] }, ["flip"], { "0s": [7], "0w": [4, "?", "?", "?"] }],
  ["the last flip lays what is left", { "0s": [2], "0w": [0] }, ["flip"], { "0s": [0], "0w": [0, "?", "?"] }],
  ["no flip without stock", { "0s": [0], "0w": [0, "0:2H"] }, ["flip"], null],
  ["the waste is picked up", { "0s": [0], "0w": [20, "0:2H", "0:3C", "0:8S"] }, ["pickup"], { "0s": [23], "0w": [0] }],
  ["but only when the stock is empty", { "0s": [1], "0w": [2, "0:8S"] }, ["pickup"], null],
  ["what no longer fits is not made", { "0p": [8, "0:4D"], b0: [3, "1:4D"] }, ["play", "0p", ["0:4D"], "b0"], null],
  ["a vote moves no card", {}, ["stuck"], {}],
];
for (const [name, before, move, after] of PREDICTED) {
  test(`predicted: ${name}`, () => {
    const start = piles(before);
    const result = predict(SPECS, start, 0, move);
    if (after === null) assert.equal(result, null);
    else assert.deepEqual(result, { ...start, ...after });
    assert.deepEqual(start, piles(before), "the truth is untouched");
  });
}

test("one card a flip is an option", () => {
  assert.deepEqual(predict(SPECS, piles({ "0s": [5] }), 0, ["flip"], { flip: 1 })?.["0w"], [0, "?"]);
});

test("moves that wait are drawn one after the other, each only if it still fits", () => {
  const truth = piles({ "0w": [0, "0:5S", "0:4S"], b0: [2, "1:3S"], "0t1": [0, "0:6H"] });
  const pending = [
    { k: 1, m: ["play", "0w", ["0:4S"], "b0"] },
    { k: 2, m: ["play", "0w", ["0:5S"], "b0"] },
  ];
  const both = withPending(SPECS, truth, 0, pending, {});
  assert.deepEqual(both.piles.b0, [4, "0:5S"]);
  assert.deepEqual([...both.made], [["0:4S", 1], ["0:5S", 2]]);
  const echoed = withPending(SPECS, { ...truth, "0w": [0, "0:5S"], b0: [3, "0:4S"] }, 0, pending.slice(1), {});
  assert.deepEqual(echoed.piles, both.piles, "the first echo changes nothing that is seen");
  const overtaken = withPending(SPECS, { ...truth, b0: [3, "1:4S"] }, 0, pending, {});
  assert.deepEqual(overtaken.piles["0w"], [0, "0:5S", "0:4S"]);
  assert.equal(overtaken.made.size, 0);
});

test("a tap on the stock flips, picks up, or does nothing", () => {
  assert.equal(stockMove(SPECS, piles({ "0s": [3] }), 0), "flip");
  assert.equal(stockMove(SPECS, piles({ "0w": [2, "0:8S"] }), 0), "pickup");
  assert.equal(stockMove(SPECS, piles({}), 0), null);
});

test("where all cards are to come is a shared pile, or a foundation of one's own", () => {
  const specs = [...SPECS, { ...SPECS[0], id: "0f1", kind: /** @type {const} */ ("foundation"), owner: 0 }];
  assert.deepEqual(["b0", "0f1", "0t1", "0w"].map((id) => isGoal(specs, id)), [true, true, false, false]);
});
