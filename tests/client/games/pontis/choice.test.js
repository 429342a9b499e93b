// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { layFor, mayOf, moveOf, namedAs, NOTHING, read, swapped, toggled, topped, useful, within } from "../../../../static/games/pontis/choice.js";

const SAID = {
  do: "lay",
  pass: false,
  lays: [["0:4H"], ["0:X1", "4"], ["0:3C", "0:7D"], ["0:2S", "0:X1", "26"], ["0:X1", "0:X2", "A3 3A 22"]],
};
const { lays } = /** @type {import("../../../../static/games/pontis/choice.js").May} */ (mayOf(SAID));

test("hints are read: cards, and every way to name their jokers", () => {
  assert.deepEqual(lays.map(({ cards, ways }) => [cards.length, ways]), [[1, []], [1, ["4"]], [2, []], [2, ["2", "6"]], [2, ["A3", "3A", "22"]]]);
  assert.deepEqual(mayOf({ do: "open" }), { do: "open", lays: [], pass: false });
  assert.equal(mayOf(null), null);
});

test("of two cards the one that was chosen last lies on top; the third takes the place of the first", () => {
  const two = toggled(toggled(NOTHING, "0:3C"), "0:7D");
  assert.deepEqual(two.cards, ["0:3C", "0:7D"]);
  assert.deepEqual(toggled(two, "0:9H").cards, ["0:7D", "0:9H"]);
  assert.deepEqual(toggled(two, "0:3C").cards, ["0:7D"]);
  assert.deepEqual(swapped(two).cards, ["0:7D", "0:3C"]);
  assert.equal(topped(two, "0:7D"), two);
  assert.deepEqual(topped(two, "0:3C").cards, ["0:7D", "0:3C"]);
});

test("a choice is nothing, a lay, part of one, or none", () => {
  const of = (/** @type {string[]} */ ...cards) => read(lays, { cards, named: {} });
  assert.deepEqual(of(), { kind: "none" });
  assert.deepEqual(of("0:4H"), { kind: "lay", named: {} });
  assert.deepEqual(of("0:7D", "0:3C"), { kind: "lay", named: {} });
  assert.deepEqual(of("0:3C"), { kind: "part" });
  assert.deepEqual(of("0:3C", "0:4H"), { kind: "not" });
  assert.deepEqual(of("0:9H"), { kind: "not" });
});

test("a joker with one way is named by it; with several it asks", () => {
  assert.deepEqual(read(lays, { cards: ["0:X1"], named: {} }), { kind: "lay", named: { "0:X1": "4" } });
  const asks = read(lays, { cards: ["0:X1", "0:2S"], named: {} });
  assert.deepEqual(asks, { kind: "ask", joker: "0:X1", ranks: ["2", "6"] });
  const chosen = namedAs({ cards: ["0:X1", "0:2S"], named: {} }, "0:X1", "6");
  assert.deepEqual(read(lays, chosen), { kind: "lay", named: { "0:X1": "6" } });
  assert.equal(read(lays, namedAs(chosen, "0:X1", "")).kind, "ask", "thought again");
  assert.equal(read(lays, namedAs(chosen, "0:X1", "9")).kind, "ask", "a rank that does not fit any more");
});

test("two jokers are asked one after the other, in either order", () => {
  const one = { cards: ["0:X1", "0:X2"], named: {} };
  assert.deepEqual(read(lays, one), { kind: "ask", joker: "0:X1", ranks: ["A", "2", "3"] });
  assert.deepEqual(read(lays, namedAs(one, "0:X1", "3")), { kind: "lay", named: { "0:X1": "3", "0:X2": "A" } });
  const turned = { cards: ["0:X2", "0:X1"], named: { "0:X2": "3" } };
  assert.deepEqual(read(lays, turned), { kind: "lay", named: { "0:X2": "3", "0:X1": "A" } });
  assert.deepEqual(layFor(lays, ["0:X2", "0:X1"])?.ways, ["3A", "A3", "22"]);
});

test("what is useful: every card of a lay, or its partners", () => {
  assert.deepEqual([...useful(lays, [])].sort(), ["0:2S", "0:3C", "0:4H", "0:7D", "0:X1", "0:X2"]);
  assert.deepEqual([...useful(lays, ["0:3C"])].sort(), ["0:3C", "0:7D"]);
});

test("a choice keeps only what is in the hand, with its name", () => {
  const choice = { cards: ["0:X1", "0:2S"], named: { "0:X1": "6" } };
  assert.deepEqual(within(choice, ["0:X1", "0:2S"]), choice);
  assert.deepEqual(within(choice, ["0:2S"]), { cards: ["0:2S"], named: {} });
});

test("the move names jokers behind the bank, in the order of the cards", () => {
  assert.deepEqual(moveOf("1h", "1b", ["0:3C", "0:7D"], {}), ["lay", "1h", ["0:3C", "0:7D"], "1b"]);
  assert.deepEqual(moveOf("1h", "1b", ["0:X2", "0:X1"], { "0:X1": "A", "0:X2": "3" }), ["lay", "1h", ["0:X2", "0:X1"], "1b:3A"]);
});
