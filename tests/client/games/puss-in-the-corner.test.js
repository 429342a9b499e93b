// @ts-check
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";

import game from "../../../static/games/puss-in-the-corner.js";
import { targets } from "../../../static/table/fits.js";
import { createHand } from "../../../static/table/hand.js";
import { position } from "../fixtures/puss.js";

test("the game is named as the server names it, is played alone, and has its style sheet", () => {
  assert.equal(game.key, "puss-in-the-corner");
  assert.equal(game.pace, "solo");
  assert.ok(existsSync(new URL(`../../../${game.style}`, import.meta.url)));
});

/** A hand over a table on which the open ten may go on the nine of spades, as may the ten of clubs in a corner. */
function over(given = {}) {
  const { table } = position({ given: { "0w1": [0, "0:2S", "0:TC"], "0w2": [0], ...given } });
  /** @type {any[]} */
  const sent = [];
  /** @type {string[]} */
  const nowhere = [];
  const hand = createHand({
    look: () => ({ ...table, me: 0, turns: game.flips !== 0, again: true }),
    send: (move) => sent.push(move),
    changed: () => {},
    nowhere: (card) => nowhere.push(card),
    final: (move) => game.final?.(table.specs, move) ?? false,
  });
  return { hand, sent, nowhere, table };
}

test("the card that waits goes on its colour and to every corner, a top of a corner only up", () => {
  const { table } = over();
  assert.deepEqual(targets(table.specs, table.piles, 0, "0r", ["0:TS"]), ["0f1", "0w1", "0w2", "0w3", "0w4"]);
  assert.deepEqual(targets(table.specs, table.piles, 0, "0w1", ["0:TC"]), ["0f1"]);
  assert.deepEqual(targets(table.specs, table.piles, 0, "0w1", ["0:2S"]), [], "what is covered stays");
});

test("a double tap sends a card up and never buries one", () => {
  const { hand, sent, nowhere } = over({ "0f1": [0, "0:AS"] });
  hand.best("0r", "0:TS");
  hand.best("0w1", "0:TC");
  assert.deepEqual([sent, nowhere], [[], ["0:TS", "0:TC"]]);
  const able = over();
  able.hand.best("0w1", "0:TC");
  able.hand.best("0r", "0:TS");
  assert.deepEqual(able.sent, [["play", "0w1", ["0:TC"], "0f1"], ["play", "0r", ["0:TS"], "0f1"]]);
});

test("nobody turns the stock", () => {
  const { hand, sent } = over();
  hand.tap("0s", null);
  hand.flip();
  assert.deepEqual(sent, []);
});

test("keys pick the card that waits up and play it where they are named", () => {
  const { hand, table } = over();
  const names = game.pileKeys(table.specs, 0);
  assert.deepEqual(names, { q: "0w1", p: "0w2", a: "0w3", l: "0w4", 1: "0f1", 2: "0f2", 3: "0f3", 4: "0f4", o: "0r" });
  assert.deepEqual(hand.parts(names.o), [["0:TS"]]);
  assert.deepEqual(hand.parts(names[1]), [], "what is up stays up");
});
