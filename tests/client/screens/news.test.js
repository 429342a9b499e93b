// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import game from "../../../static/games/spite-and-malice.js";
import { createStore } from "../../../static/core/store.js";
import { createNews } from "../../../static/screens/news.js";
import { room, welcome } from "../core/fakes.js";
import { specsOf } from "../fixtures/spite.js";

const piles = { "0h": [0, "0:5H"], "0p": [2, "0:9C"], "0s0": [0], "1h": [5], "1p": [2, "1:3D"], "1s0": [0], c0: [0], stock: [40] };
const specs = specsOf(2).filter(({ id }) => id in piles);
/** @param {object} [facts] @param {object} [moved] @returns {any} */
const table = (facts = {}, moved = {}) => ({ game: "spite-and-malice", round: 1, specs, piles: { ...piles, ...moved }, facts: { phase: "play", turn: 0, needs: [1], ended: null, by: null, ...facts }, hints: null, due: {} });
const here = { room: room({ players: [2, 0] }) };

/** Somebody at the table in whose turn it is, and what is said to him. @returns {any} */
function told() {
  const store = createStore();
  store.receive(welcome({ ...here, table: table() }));
  /** @type {string[]} */
  const said = [];
  const { state } = store;
  const news = createNews({ state, game, say: (text) => void said.push(text), nameOf: (seat) => (seat === state.me ? "You" : "Mira"), live: () => true, stuck: () => [], letGo: () => false });
  store.on(news.hear);
  return { store, news, said };
}

test("who comes to a table in turns hears whose turn it is", () => assert.deepEqual(told().said, ["Your turn. The centre stacks need A."]));

test("who comes back hears whose turn it is now, and nothing of moves that nobody saw", () => {
  const { store, news, said } = told();
  store.receive(welcome({ ...here, n: 14, table: table({ turn: 1 }, { "0h": [0], "0s0": [0, "0:5H"] }) }));
  assert.deepEqual(said.slice(1), ["Mira’s turn."], "his own discard may have come true before the connection was lost");
  assert.equal(news.line, null);
});

test("who comes back to the end of a hand hears of it", () => {
  const { store, said } = told();
  store.receive(welcome({ ...here, n: 14, table: table({ phase: "over", turn: null, ended: "exhausted" }, { stock: [0] }) }));
  assert.deepEqual(said.slice(1), ["The stock is used up: the hand is a draw."]);
});

test("the house discards for whose time is up", () => {
  const { store, news } = told();
  store.receive({ n: 11, p: { "0h": [0], "0s0": [0, "0:5H"] }, x: { phase: "play", turn: 1, needs: [1], ended: null, by: null } });
  assert.equal(news.line?.key, "spite.said.time");
});
