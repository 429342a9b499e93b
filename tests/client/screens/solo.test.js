// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { AGAIN_MOST } from "../../../static/screens/hint.js";
import { RISE_MS } from "../../../static/screens/rising.js";
import { createSolo, drawn, stepsAfter } from "../../../static/screens/solo.js";

/** @param {...string} names */
const moves = (...names) => names.map((name, k) => ({ k, m: [name] }));

test("what waits counts: who presses undo three times quickly goes back three steps, and no further than there are", () => {
  assert.deepEqual(stepsAfter([2, 0], moves("undo")), [1, 1]);
  assert.deepEqual(stepsAfter([2, 0], moves("undo", "undo", "undo")), [0, 2]);
  assert.deepEqual(stepsAfter([0, 2], moves("redo", "redo", "redo")), [2, 0]);
  assert.deepEqual(stepsAfter([1, 3], moves("flip")), [2, 0]);
  assert.deepEqual(stepsAfter([4, 0], moves("undo", "restart")), [4, 0]);
  assert.deepEqual(stepsAfter([4, 1], []), [4, 1]);
});

test("moves are drawn before they are answered, but not beyond a step back", () => {
  assert.deepEqual(drawn(moves("flip", "play")), moves("flip", "play"));
  assert.deepEqual(drawn(moves("flip", "undo", "flip")), moves("flip"));
  assert.deepEqual(drawn(moves("restart")), []);
});

// --- the pace, on a page that is only pretended ----------------------------------------------------------------------------

/** As much of an element as the pace touches. @returns {any} */
function element() {
  /** @type {any} */
  const el = { dataset: {}, style: {}, hidden: false, textContent: "", childNodes: [], content: {}, parentElement: null, offsetHeight: 0 };
  el.classList = { add() {}, toggle() {} };
  for (const name of ["append", "prepend", "setAttribute", "replaceChildren", "remove", "addEventListener"]) el[name] = () => {};
  el.querySelector = () => null;
  el.querySelectorAll = () => [];
  el.content.firstElementChild = { ...el };
  return el;
}
/** @type {any} */
const page = globalThis;

/** A table for one: what was sent, and the events that its store would tell. @param {any} [given] */
function alone({ steps = [3, 0], room = {}, safe = () => null, runsOut = () => false } = {}) {
  /** @type {Set<() => void>} */
  const looks = new Set();
  page.document = { hidden: false, activeElement: null, createElement: element, addEventListener: (/** @type {string} */ name, /** @type {() => void} */ run) => name === "visibilitychange" && looks.add(run), removeEventListener() {} };
  /** @type {any} */
  const state = {
    me: 0,
    connection: "open",
    pending: [],
    room: { game: "thumb-and-pouch", phase: "play", paused: false, sheet: null, due: { began: performance.now() - 60_000 }, deal: 5, options: {}, ...room },
    table: { steps, specs: [], piles: {}, facts: {} },
  };
  /** @type {any[]} */
  const sent = [];
  let k = 0;
  const socket = { send: (/** @type {any} */ message) => sent.push(message), move: (/** @type {any} */ m) => (state.pending.push({ k: ++k, m }), sent.push(m), pace.hear({ type: "pending" }), k) };
  const pace = createSolo(
    /** @type {any} */ ({
      ctx: { go() {} }, game: { key: "thumb-and-pouch", safe, runsOut }, state, socket, table: element(), board: { geometry: {} }, facts: () => ({}), options: () => ({}),
      playing: () => state.room.phase === "play" && !state.room.paused, news: () => ({}), view: () => ({ specs: [], piles: {} }), nameOf: () => "", draw() {}, letGo() {}, say() {}, sound() {},
    }),
  );
  /** The server has answered the oldest move. @param {number[]} [now]  the steps then */
  function answer(now) {
    const { k: number } = state.pending.shift();
    if (now) state.table.steps = now;
    pace.hear(/** @type {any} */ ({ type: "frame", frame: { k: number }, own: true }));
  }
  return { pace, state, sent, answer, look: (/** @type {boolean} */ hidden) => ((page.document.hidden = hidden), looks.forEach((run) => run())) };
}

test("three quick steps back are three moves in their order, and meanwhile nothing else is moved", () => {
  const { pace, sent, state, answer } = alone({ steps: [2, 0] });
  for (let i = 0; i < 3; i++) pace.commands.undo?.();
  assert.deepEqual(sent, [["undo"], ["undo"]], "there are but two steps to take back");
  assert.equal(pace.open(), false);
  assert.deepEqual(pace.pending(), []);
  answer([1, 1]);
  answer([0, 2]);
  assert.equal(pace.open(), true);
  pace.commands.redo?.();
  assert.deepEqual(state.pending.map((/** @type {any} */ { m }) => m), [["redo"]]);
});

test("a deal that is lost can be taken back, one that is won cannot", () => {
  const lost = alone({ room: { phase: "over", sheet: { winners: [], lasted: 1, rows: [] } } });
  lost.pace.commands.undo?.();
  assert.deepEqual(lost.sent, [["undo"]]);
  const won = alone({ room: { phase: "over", sheet: { winners: [0], lasted: 1, rows: [] } } });
  won.pace.commands.undo?.();
  assert.deepEqual(won.sent, []);
});

test("cards go up one after the other, each when the one before is answered, until none goes", (context) => {
  /** @type {(() => void)[]} */
  const later = [];
  context.mock.method(globalThis, "setTimeout", (/** @type {() => void} */ run) => later.push(run));
  const left = [["play", "0t1", ["0:AH"], "0f1"], ["play", "0t1", ["0:2H"], "0f1"]];
  let now = 1000;
  context.mock.method(performance, "now", () => now);
  const { pace, sent, answer } = alone({ safe: () => left[sent.length] ?? null });
  pace.commands.top?.();
  assert.deepEqual(sent, left.slice(0, 1));
  answer();
  assert.deepEqual(sent, left.slice(0, 1), "each is seen to go");
  now += RISE_MS;
  later.pop()?.();
  assert.deepEqual(sent, left);
  answer();
  now += RISE_MS;
  later.pop()?.();
  assert.deepEqual(sent, left);
});

test("when nothing is left to think about the rest goes by itself, but not after a step back", () => {
  const up = ["play", "0t1", ["0:AH"], "0f1"];
  const { pace, sent, answer } = alone({ safe: () => up, runsOut: () => true });
  pace.commands.undo?.();
  answer([2, 1]);
  assert.deepEqual(sent, [["undo"]]);
  pace.send(["flip"]);
  assert.deepEqual(sent.slice(1), [["flip"]]);
  answer([3, 0]);
  assert.deepEqual(sent.slice(2), [up]);
});

test("a page that is hidden stops the time, once, and starts it when it is seen again", () => {
  const { pace, state, sent, look } = alone();
  look(true);
  look(true);
  assert.deepEqual(sent, [{ t: "pause", on: true }]);
  state.room.paused = true;
  pace.hear({ type: "room" });
  assert.deepEqual([pace.open(), pace.keys()], [false, "alone"]);
  look(false);
  assert.deepEqual(sent.slice(1), [{ t: "pause", on: false }]);
  state.room.paused = false;
  pace.hear({ type: "room" });
  assert.equal(sent.length, 2);
});

test("a page that is seen again is played at once: the server hears that before it hears of a move", () => {
  const { pace, state, sent, look } = alone({ room: { paused: true } });
  page.document.hidden = false;
  assert.deepEqual(sent, [{ t: "pause", on: false }]);
  assert.equal(pace.open(), true);
  pace.commands.undo?.();
  assert.deepEqual(sent.slice(1), [["undo"]]);
  state.connection = "lost";
  pace.hear({ type: "connection" });
  assert.equal(pace.open(), false, "what was asked for is lost too");
  look(false);
  assert.equal(sent.length, 2);
});

test("a page that is hidden for a moment only asks for both before the first is answered", () => {
  const { pace, state, sent, look } = alone();
  look(true);
  look(false);
  assert.deepEqual(sent, [{ t: "pause", on: true }, { t: "pause", on: false }]);
  for (const paused of [true, false]) {
    state.room.paused = paused;
    pace.hear({ type: "room" });
    assert.equal(pace.open(), true);
  }
});

// --- hints: asked, waited for, given up -------------------------------------------------------------------------------------

const FAIR = { t: "hint", how: "fair" };
/** @param {number} n */
const told = (n) => /** @type {any} */ ({ type: "hint", hint: { t: "hint", n, how: "fair", say: "flip", m: ["flip"] } });
const line = (/** @type {any} */ pace) => pace.rail(0).hint?.key ?? null;

test("a hint is asked for once, shown when it comes, and gone with the next move", () => {
  const { pace, sent, state } = alone();
  state.n = 7;
  pace.commands.hint?.();
  pace.commands.hint?.();
  assert.deepEqual(sent, [FAIR]);
  pace.hear(told(7));
  assert.equal(line(pace), "hint.flip");
  pace.commands.hint?.();
  assert.deepEqual(sent, [FAIR], "the table is as it was, and so is the answer");
  pace.send(["flip"]);
  assert.equal(line(pace), null);
});

test("a hint about other cards than lie there now is none", () => {
  const { pace, state } = alone();
  state.n = 8;
  pace.commands.hint?.();
  pace.hear(told(7));
  assert.equal(line(pace), null);
  pace.hear(told(8));
  assert.equal(line(pace), null, "nobody has asked for it");
});

// what becomes of the move
for (const [how, events] of /** @type {[string, any[]][]} */ ([
  ["is refused", [{ type: "refused" }]],
  ["is refused with another one", [{ type: "refused" }, { type: "dropped" }]],
  ["has changed nothing", [{ type: "pending" }]],
])) {
  test(`a hint that is asked for before a move that ${how} is asked for after it, once`, (context) => {
    context.mock.method(globalThis, "setTimeout", () => 0);
    const { pace, state, sent } = alone();
    state.pending.push({ k: 1, m: ["flip"] });
    pace.commands.hint?.();
    assert.deepEqual(sent, []);
    state.pending = [];
    for (const event of events) pace.hear(event);
    assert.deepEqual(sent, [FAIR]);
  });
}

test("without a connection nobody thinks about a hint, and whoever asks is told at once", (context) => {
  const clock = context.mock.method(globalThis, "setTimeout", () => 0);
  const { pace, state, sent } = alone();
  state.connection = "lost";
  pace.commands.hint?.();
  pace.commands.winning?.();
  assert.deepEqual([sent, clock.mock.callCount()], [[], 0]);
  state.connection = "open";
  pace.commands.hint?.();
  assert.deepEqual(sent, [FAIR]);
});

test("a hint that is asked for before a move is answered is asked for after it", () => {
  const { pace, sent, state, answer } = alone();
  pace.send(["flip"]);
  pace.commands.hint?.();
  assert.deepEqual(sent, [["flip"]]);
  answer([4, 0]);
  assert.deepEqual(sent, [["flip"], FAIR]);
  state.n = 9;
  pace.hear(told(9));
  assert.equal(line(pace), "hint.flip");
});

test("while the question before is thought about it is asked again, but not for ever", (context) => {
  /** @type {(() => void)[]} */
  const later = [];
  context.mock.method(globalThis, "setTimeout", (/** @type {() => void} */ run) => later.push(run));
  const { pace, sent } = alone();
  pace.commands.hint?.();
  const busy = () => pace.hear(/** @type {any} */ ({ type: "sorry", what: "hint", code: "too_fast" }));
  for (let asked = 1; asked < AGAIN_MOST; asked++) {
    busy();
    later.pop()?.();
    assert.equal(sent.length, asked + 1);
  }
  busy();
  assert.equal(sent.length, AGAIN_MOST);
  pace.commands.hint?.();
  assert.equal(sent.length, AGAIN_MOST + 1, "who presses again asks again");
});
