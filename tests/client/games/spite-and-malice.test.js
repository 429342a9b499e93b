// @ts-check
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";

import game from "../../../static/games/spite-and-malice.js";
import { best, targets } from "../../../static/table/fits.js";
import { createHand } from "../../../static/table/hand.js";
import { position } from "../fixtures/spite.js";

test("the game is named as the server names it, is played in turns, and has its style sheet", () => {
  assert.equal(game.key, "spite-and-malice");
  assert.equal(game.pace, "turns");
  assert.ok(existsSync(new URL(`../../../${game.style}`, import.meta.url)));
});

test("the centre stacks are what the sizes depend on, and nothing that changes in play", () => {
  for (const centres of [3, 4]) {
    const { table } = position({ seats: 2, centres });
    assert.deepEqual(game.counts(table.specs, table.piles, 0), { centres });
    assert.deepEqual(game.counts(table.specs, { ...table.piles, "0h": [0], c0: [0] }, 0), { centres });
  }
});

const HAND = ["0:3D", "0:7H", "1:KC", "0:8S", "0:2C"];
/** A hand over a table in which the first centre stack needs a seven, the second a three, the third a ten. */
function over() {
  const { table } = position({ seats: 2, given: { "0h": [0, ...HAND], "0p": [11, "0:7D"], "0s0": [0, "0:QH", "0:TH"], "0s1": [0] } });
  /** @type {any[]} */
  const sent = [];
  /** @type {string[]} */
  const nowhere = [];
  const hand = createHand({ look: () => ({ ...table, me: 0 }), send: (move) => sent.push(move), changed: () => {}, nowhere: (card) => nowhere.push(card), final: (move) => game.final?.(table.specs, move) ?? false });
  return { hand, sent, nowhere, table };
}

test("a hand card goes to the centre stacks that take it and to every own side stack, the pay-off top only to the centre", () => {
  const { table } = over();
  assert.deepEqual(targets(table.specs, table.piles, 0, "0h", ["0:7H"]).sort(), ["0s0", "0s1", "0s2", "0s3", "c0"]);
  assert.deepEqual(targets(table.specs, table.piles, 0, "0h", ["1:KC"]).sort(), ["0s0", "0s1", "0s2", "0s3", "c0", "c1", "c2"]);
  assert.deepEqual(targets(table.specs, table.piles, 0, "0p", ["0:7D"]), ["c0"]);
  assert.equal(best(table.specs, table.piles, 0, "0s0", ["0:TH"]), "c2");
});

test("a double tap never ends a turn: what no centre stack takes stays, and that is said", () => {
  const { hand, sent, nowhere } = over();
  hand.best("0h", "0:7H");
  hand.best("0h", "0:8S");
  assert.deepEqual(sent, [["play", "0h", ["0:7H"], "c0"]]);
  assert.deepEqual(nowhere, ["0:8S"]);
});

test("a tap picks up just that card of the hand", () => {
  const { hand, sent } = over();
  hand.tap("0h", "1:KC");
  assert.deepEqual(hand.picked, { pile: "0h", cards: ["1:KC"] });
  hand.tap("0h", "0:8S");
  assert.deepEqual(hand.picked, { pile: "0h", cards: ["0:8S"] });
  hand.tap("0s1", null);
  assert.deepEqual(sent, [["play", "0h", ["0:8S"], "0s1"]]);
});

test("keys pick up the cards of the hand by their place, and play them at once", () => {
  const { hand, sent, nowhere } = over();
  const names = game.pileKeys(over().table.specs, 0);
  assert.deepEqual([..."qwert"].map((key) => hand.parts(names[key])), HAND.map((card) => [[card]]));
  hand.bestOf(names.w);
  hand.bestOf(names.r);
  assert.deepEqual([sent, nowhere], [[["play", "0h", ["0:7H"], "c0"]], ["0:8S"]]);
});
