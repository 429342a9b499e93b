// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { createApart } from "../../../static/screens/apart.js";
import { facts as raceFacts, specs } from "../fixtures/race.js";

// On a page that is only pretended: as much of an element as the pace touches.
/** @returns {any} */
function element() {
  /** @type {any} */
  const el = { dataset: {}, style: { setProperty() {} }, hidden: false, textContent: "", childNodes: [], content: {}, open: false };
  el.classList = { add() {}, toggle() {} };
  for (const name of ["append", "prepend", "setAttribute", "replaceChildren", "remove", "addEventListener", "focus", "showModal", "close"]) el[name] = () => {};
  el.querySelector = () => null;
  el.querySelectorAll = () => [];
  el.content.firstElementChild = { ...el };
  return el;
}
/** @type {any} */
const page = globalThis;

/** A race of three, as the middle one plays it. @param {any} [given] */
function racing({ facts = {}, me = 1, room = {}, safe = () => null, runsOut = () => false } = {}) {
  page.document = { activeElement: null, body: element(), createElement: element, querySelector: () => null };
  page.HTMLElement = class {};
  /** @type {any} */
  const state = {
    me,
    seat: me,
    pending: [],
    room: { game: "thumb-and-pouch-race", phase: "play", paused: false, players: [0, 1, 2], seats: [], options: {}, ...room },
    table: { specs: specs(3), piles: { "1s": [0] }, facts: raceFacts(3, facts), due: {} },
  };
  /** @type {any[]} */
  const sent = [];
  /** @type {string[]} */
  const said = [];
  let k = 0;
  const socket = { move: (/** @type {any} */ m) => (state.pending.push({ k: ++k, m }), sent.push(m), k) };
  /** @type {any} */
  const news = { line: null, wentAt: 5, sentBack: false };
  const pace = createApart(
    /** @type {any} */ ({
      ctx: {}, game: { key: "thumb-and-pouch-race", safe, runsOut, redeals: () => 0, flips: 1 }, state, socket, table: element(), board: { geometry: {} }, facts: () => state.table.facts, options: () => ({}),
      playing: () => state.room.phase === "play" && !state.room.paused, news: () => news, view: () => ({ specs: [], piles: {} }), nameOf: (/** @type {number} */ seat) => "ABC"[seat], draw() {}, say: (/** @type {string} */ text) => said.push(text), sound() {},
    }),
  );
  /** The server has answered the oldest move. */
  function answer() {
    const { k: number } = state.pending.shift();
    pace.hear(/** @type {any} */ ({ type: "frame", frame: { k: number }, own: true }));
  }
  return { pace, state, sent, said, news, answer };
}

test("moves are taken from Go to one's own end, and not in a pause", () => {
  assert.equal(racing().pace.open(), true);
  assert.equal(racing({ facts: { phase: "countdown" } }).pace.open(), false);
  assert.equal(racing({ facts: { phase: "over" } }).pace.open(), false);
  assert.equal(racing({ facts: { ended: [null, "stuck", null] } }).pace.open(), false);
  assert.equal(racing({ facts: { ended: ["stuck", null, null] } }).pace.open(), true);
  assert.equal(racing({ room: { paused: true } }).pace.open(), false);
  assert.equal(racing({ me: null }).pace.open(), false);
});

test("who says that he is done makes no other move while that is on its way", () => {
  const { pace, state } = racing();
  state.pending = [{ k: 1, m: ["give_up"] }];
  assert.equal(pace.open(), false);
  assert.equal(pace.keys(), "wait");
});

test("before Go and in a pause everybody waits; who has come to his end looks at his cards", () => {
  assert.equal(racing({ facts: { phase: "countdown" } }).pace.waiting(), true);
  assert.equal(racing({ room: { paused: true } }).pace.waiting(), true);
  assert.equal(racing({ facts: { ended: [null, "stuck", null] } }).pace.waiting(), false);
  assert.equal(racing({ facts: { phase: "over" } }).pace.waiting(), false);
});

test("the end names who was first, in the words of whoever looks", () => {
  const of = (/** @type {any} */ facts, /** @type {number | null} */ me = 1) => racing({ facts, me }).pace.sheet()?.ending;
  assert.equal(of({}), null);
  assert.equal(of({ phase: "over", by: 1 })?.title, "race.first.you");
  assert.deepEqual(of({ phase: "over", by: 2, up: [0, 31, 52] }), { title: "race.first", text: "race.first.rest", seat: 2, slots: { n: 31 } });
  assert.equal(of({ phase: "over", by: 2 }, null)?.text, "race.first.all");
  assert.deepEqual(of({ phase: "over", by: null }), { title: "race.over", text: "", seat: null });
});

test("cards that need no thought go up when they are sent, and all at the end by themselves", () => {
  const up = ["play", "1t1", ["1:AH"], "1f1"];
  const { pace, sent } = racing({ safe: () => up });
  pace.commands.top?.();
  assert.deepEqual(sent, [up]);
  const last = racing({ safe: () => up, runsOut: () => true });
  last.pace.send(["flip"]);
  assert.deepEqual(last.sent, [["flip"]]);
  last.answer();
  assert.deepEqual(last.sent, [["flip"], up]);
});

test("where none goes up that is said, and so is a stock that is not turned over any more", () => {
  const { pace, news, said } = racing();
  pace.commands.top?.();
  assert.equal(news.line.key, "solo.said.none_up");
  pace.tapped("1s", null);
  assert.equal(news.line.key, "solo.said.no_redeal");
  pace.tapped("0s", null);
  assert.equal(said.length, 2);
});

test("a seat that is tapped says when its cards are shown", () => {
  const { pace, news } = racing();
  assert.equal(pace.seat?.(2), true);
  assert.deepEqual([news.line.key, news.line.seat], ["race.said.hidden", 2]);
});
