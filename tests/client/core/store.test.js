// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { createStore } from "../../../static/core/store.js";
import { room, table, welcome } from "./fakes.js";

/** A store that received `messages`, and the events since.
 * @param {import("../../../static/wire.js").ServerMessage[]} messages
 * @returns {any} loosely: a test that meets a null fails anyway */
function after(...messages) {
  let now = 1000;
  const store = createStore({ now: () => now });
  for (const message of messages) store.receive(message);
  /** @type {import("../../../static/core/store.js").StoreEvent[]} */
  const events = [];
  store.on((event) => events.push(event));
  return { store, state: store.state, events, types: () => events.map((event) => event.type), at: (/** @type {number} */ ms) => (now = ms) };
}

test("a welcome gives the whole truth, and the own seat in the round", () => {
  const { state } = after(welcome());
  assert.equal(state.connection, "open");
  assert.equal(state.n, 10);
  assert.equal(state.seat, 2);
  assert.equal(state.me, 1);
  assert.deepEqual(state.table.piles["0w"], [0, "0:TH"]);
});

test("milliseconds to go become deadlines of this page's clock", () => {
  const { store, state, at } = after(welcome({ table: table({ due: { go: 4000 } }), room: room({ due: { next_round: 20000 } }) }));
  assert.equal(state.table.due.go, 5000);
  assert.equal(state.room.due.next_round, 21000);
  at(2000);
  store.receive({ n: 11, d: { resume: 500 } });
  assert.deepEqual(state.table.due, { resume: 2500 });
});

test("a frame changes its piles and tells what they were before", () => {
  const { store, state, events } = after(welcome());
  const was = state.table.piles;
  const frame = { n: 11, b: 0, k: 5, p: { "0w": [0], b1: [0, "0:TH"] } };
  assert.equal(store.receive(frame), true);
  assert.deepEqual(events, [{ type: "frame", frame, before: was, own: false }]);
  assert.deepEqual(was["0w"], [0, "0:TH"], "what was before is not changed in place");
  assert.deepEqual(state.table.piles["0w"], [0]);
  assert.deepEqual(state.table.piles["1p"], [8, "1:4D"], "other piles stay");
});

test("facts come whole, and stay while a frame is silent about them", () => {
  const { store, state } = after(welcome());
  store.receive({ n: 11, x: { phase: "stopped", by: 0 } });
  store.receive({ n: 12, p: { b0: [1, "1:2H"] } });
  assert.deepEqual(state.table.facts, { phase: "stopped", by: 0 });
});

test("hints are the state's: a frame that changes it brings them or takes them away, others leave them", () => {
  const hints = { do: "lay", lays: [["0:5H"]], pass: false };
  const { store, state } = after(welcome({ table: table({ hints }) }));
  assert.deepEqual(state.table.hints, hints);
  store.receive({ n: 11, d: { turn0: 5000 }, room: room({ pausing: [0] }) });
  assert.deepEqual(state.table.hints, hints);
  store.receive({ n: 12, b: 0, x: { turn: 1 } });
  assert.equal(state.table.hints, null);
  store.receive({ n: 13, p: { "0h": [4] }, h: { do: "open" } });
  assert.deepEqual(state.table.hints, { do: "open" });
  store.receive({ n: 14, table: table() });
  assert.equal(state.table.hints, null);
});

test("a frame that answers an own move takes it out of the waiting ones in the same step", () => {
  const { store, state, events } = after(welcome());
  store.update({ pending: [{ k: 5, m: ["flip"] }, { k: 6, m: ["flip"] }] });
  let seen;
  store.on((/** @type {any} */ event) => (seen = event.type === "frame" && state.pending.length));
  store.receive({ n: 11, b: 1, k: 5, p: {} });
  assert.equal(events.at(-1).own, true);
  assert.equal(seen, 1);
  assert.deepEqual(state.pending, [{ k: 6, m: ["flip"] }]);
});

test("another seat's move with the same number is not an own one", () => {
  const { store, state, events } = after(welcome());
  store.update({ pending: [{ k: 5, m: ["flip"] }] });
  store.receive({ n: 11, b: 0, k: 5, p: {} });
  assert.equal(events.at(-1).own, false);
  assert.equal(state.pending.length, 1);
});

test("a missing frame is noticed and the one after it not applied; an old one is passed over", () => {
  const { store, state, events } = after(welcome());
  assert.equal(store.receive({ n: 12, p: { b0: [1, "1:2H"] } }), false);
  assert.deepEqual(state.table.piles.b0, [0, "1:AH"]);
  assert.equal(store.receive({ n: 9, p: { b0: [0] } }), true);
  assert.deepEqual(state.table.piles.b0, [0, "1:AH"]);
  assert.deepEqual(events, []);
});

test("a refusal gives its move back and drops those that waited behind it", () => {
  const { store, state, events } = after(welcome());
  store.update({ pending: [{ k: 5, m: ["play", "1w", ["1:7S"], "b0"] }, { k: 6, m: ["flip"] }] });
  store.receive({ t: "no", k: 5, code: "taken", by: 0, ms: 43 });
  assert.deepEqual(events, [
    { type: "refused", k: 5, m: ["play", "1w", ["1:7S"], "b0"], code: "taken", by: 0, ms: 43 },
    { type: "dropped", moves: [{ k: 6, m: ["flip"] }] },
  ]);
  assert.deepEqual(state.pending, []);
});

test("a refusal of a move that waits no longer is nobody's news", () => {
  const { store, events } = after(welcome());
  store.receive({ t: "no", k: 5, code: "not_now" });
  assert.deepEqual(events, []);
});

test("a known move waits no longer", () => {
  const { store, state, types } = after(welcome());
  store.update({ pending: [{ k: 5, m: ["flip"] }] });
  store.receive({ t: "ok", k: 5 });
  assert.deepEqual(state.pending, []);
  assert.deepEqual(types(), ["pending"]);
});

test("a welcome after a loss takes out the moves that the log holds and keeps the others", () => {
  const { store, state, types } = after(welcome());
  store.update({ connection: "lost", pending: [{ k: 5, m: ["flip"] }, { k: 6, m: ["flip"] }] });
  store.receive(welcome({ n: 14, moved: [3, 4, 5] }));
  assert.deepEqual(state.pending, [{ k: 6, m: ["flip"] }]);
  assert.deepEqual(types(), ["connection", "you", "table", "room"]);
});

test("no move outlives its round: the next one has cards of the same names", () => {
  const { store, state, events } = after(welcome());
  store.update({ pending: [{ k: 5, m: ["flip"] }] });
  store.receive({ n: 11, room: room({ round: 2 }), table: table({ round: 2 }) });
  assert.deepEqual(state.pending, []);
  assert.deepEqual(events.map((/** @type {any} */ event) => event.type), ["table", "dropped", "room"]);
});

test("no move outlives its match either: the next one begins with a first round, too", () => {
  const { store, state } = after(welcome({ room: room({ match: 1 }) }));
  store.update({ connection: "lost", pending: [{ k: 5, m: ["flip"] }] });
  store.receive(welcome({ n: 90, room: room({ match: 2 }) }));
  assert.deepEqual(state.pending, []);
});

test("in turns a move that waited for a connection is sent if nothing else has happened meanwhile", () => {
  const turns = table({ facts: { phase: "play", turn: 0 } });
  for (const { n, moved, left } of [
    { n: 10, moved: [], left: [5, 6] },
    { n: 11, moved: [5], left: [6] },
    { n: 12, moved: [5], left: [] },
    { n: 14, moved: [], left: [] },
  ]) {
    const { store, state } = after(welcome({ table: turns }));
    store.update({ connection: "lost", pending: [5, 6].map((k) => ({ k, m: ["play"] })) });
    store.receive(welcome({ n, moved, table: turns }));
    assert.deepEqual(state.pending.map((/** @type {any} */ move) => move.k), left, `${n}`);
  }
});

test("a round is dealt in front of a page, in a rematch as before; a page that comes later has not seen it", () => {
  const { store, state, at } = after(welcome({ room: room({ match: 1, phase: "over" }) }));
  assert.equal(state.dealtAt, null);
  at(5000);
  store.receive({ n: 11, room: room({ match: 2 }), table: table() });
  assert.equal(state.dealtAt, 5000);
  at(6000);
  store.receive({ n: 12, room: room({ match: 2 }), table: table() });
  assert.equal(state.dealtAt, 5000, "another view of the same round");
  store.receive(welcome({ n: 13, room: room({ match: 2 }) }));
  assert.equal(state.dealtAt, null);
});

test("the frame that ends a round is told as a move first, then as a change of the room", () => {
  const { store, types } = after(welcome());
  store.receive({ n: 11, b: 0, k: 1, p: { b0: [1, "0:2H"] }, x: { phase: "over" }, room: room({ phase: "between" }) });
  assert.deepEqual(types(), ["frame", "room"]);
});

test("the lobby has no table", () => {
  const { store, state } = after(welcome());
  store.receive({ n: 11, room: room({ phase: "lobby", players: [] }) });
  assert.equal(state.table, null);
  assert.equal(state.me, null);
});

test("a seat that is taken or lost moves the own place in the round", () => {
  const { store, state, types } = after(welcome({ seat: null }));
  assert.equal(state.me, null);
  store.receive({ t: "you", seat: 0 });
  assert.equal(state.me, 0);
  store.receive({ t: "you", seat: 7 });
  assert.equal(state.me, null, "seat 7 sits from the next round");
  assert.deepEqual(types(), ["you", "you"]);
});

test("every seal that was seen is kept, so that a seed can be held against it after the match", () => {
  const { store, state } = after(welcome());
  store.receive({ n: 11, room: room({ phase: "over", commitment: "d1".repeat(32), revealed: "00" }) });
  assert.deepEqual(state.sealed, ["c0".repeat(32), "d1".repeat(32)]);
});

test("a welcome ends what was said about saving before it", () => {
  const { store, state } = after(welcome(), { t: "saving", on: true });
  assert.equal(state.saving, true);
  store.receive(welcome());
  assert.equal(state.saving, false);
});

test("saving, presence and regrets are passed on", () => {
  const { store, state, events } = after(welcome());
  const presence = { t: "presence", here: [0], ms: { 0: 31 }, onlookers: 1 };
  store.receive({ t: "saving", on: true });
  store.receive(presence);
  store.receive({ t: "sorry", what: "sit", code: "full" });
  assert.equal(state.saving, true);
  assert.deepEqual(state.presence, presence);
  assert.deepEqual(events, [{ type: "saving" }, { type: "presence" }, { type: "sorry", what: "sit", code: "full" }]);
});

test("who comes or goes begins and ends the wait before play goes on", () => {
  const { store, state, types, at } = after(welcome());
  const presence = (/** @type {Record<string, number>} */ due) => ({ t: /** @type {const} */ ("presence"), here: [0], ms: {}, onlookers: 0, due });
  at(5000);
  store.receive(presence({ resume: 3000 }));
  assert.deepEqual(state.room?.due, { resume: 8000 });
  at(6000);
  store.receive(presence({ resume: 1900 }));
  assert.deepEqual(state.room?.due, { resume: 8000 });
  store.receive(presence({}));
  assert.deepEqual(state.room?.due, {});
  assert.deepEqual(types(), ["room", "presence", "presence", "room", "presence"]);
});

test("what is said is kept and told; what the server repeats after a welcome is taken once and is no news", () => {
  const { store, state, events, at } = after(welcome());
  const line = (/** @type {number} */ id, text = "well") => ({ t: /** @type {const} */ ("said"), id, seat: 0, name: "Mira", text });
  store.receive(line(1));
  at(5000);
  store.receive(line(2));
  store.receive(welcome());
  for (const again of [line(1), line(2), line(3)]) store.receive(again);
  assert.deepEqual(state.said.map((/** @type {any} */ said) => said.id), [1, 2, 3]);
  const told = events.filter((/** @type {any} */ event) => event.type === "said");
  assert.deepEqual(told.map((/** @type {any} */ event) => [event.said.id, event.fresh]), [[1, false], [2, true], [3, false]]);
});

test("a server that began again counts its lines from the start, and they are heard", () => {
  const { store, state, at } = after(welcome());
  at(5000);
  for (const text of ["one", "two"]) store.receive({ t: "said", id: 0, seat: 0, name: "Mira", text });
  assert.deepEqual(state.said.map((/** @type {any} */ said) => said.text), ["one", "two"]);
});

test("of a long talk the newest fifty lines are kept", () => {
  const { store, state, at } = after(welcome());
  at(5000);
  for (let id = 0; id < 60; id++) store.receive({ t: "said", id, seat: 0, name: "Mira", react: "wow" });
  assert.deepEqual([state.said.length, state.said[0].id, state.said.at(-1).id], [50, 10, 59]);
});

test("claims are whole whenever they come, and none outlives the connection", () => {
  const { store, state, types } = after(welcome());
  store.receive({ t: "claims", claims: [{ id: 3, seat: 0, name: "Mira", own: null }] });
  assert.deepEqual(state.claims, [{ id: 3, seat: 0, name: "Mira", own: null }]);
  assert.deepEqual(types(), ["claims"]);
  store.receive(welcome());
  assert.deepEqual(state.claims, []);
});

test("a deal is kept as it was sent, and an earlier load's deals stay", () => {
  const dealt = table({ facts: { phase: "countdown" } });
  const { state } = after(welcome({ table: dealt }), { n: 11, room: room({ round: 2 }), table: { ...dealt, round: 2 } });
  assert.deepEqual(state.deals.map((/** @type {any} */ deal) => deal.round), [1, 2]);
  const again = createStore({ deals: state.deals, shares: [{ match: 1, add: "ab", seal: "c0" }] });
  assert.deepEqual([again.state.deals, again.state.shares], [state.deals, [{ match: 1, add: "ab", seal: "c0" }]]);
});

test("a listener that left hears nothing, even in the middle of a telling", () => {
  const store = createStore({ now: () => 0 });
  /** @type {string[]} */
  const heard = [];
  store.on(() => leave());
  const leave = store.on(() => heard.push("late"));
  store.update({ saving: true }, { type: "saving" });
  assert.deepEqual(heard, []);
});

test("a table for one knows how many steps there are to take back and to make again", () => {
  const { store, state, types } = after(welcome({ table: table({ steps: [3, 0] }) }));
  assert.deepEqual(state.table.steps, [3, 0]);
  store.receive({ n: 11, b: 0, p: { "0w": [0] } });
  assert.deepEqual(state.table.steps, [3, 0], "a frame that is silent about them leaves them");
  store.receive({ n: 12, b: 0, k: 1, u: [2, 1] });
  assert.deepEqual(state.table.steps, [2, 1]);
  assert.deepEqual(types(), ["frame", "frame"]);
});

test("a game that was over is taken up again: the room plays, and the move that did it is answered", () => {
  const { store, state, types } = after(welcome({ room: room({ phase: "over" }), table: table({ steps: [3, 0] }) }));
  store.update({ pending: [{ k: 7, m: ["undo"] }] });
  store.receive({ n: 11, b: 1, k: 7, u: [2, 1], p: { "0w": [0] }, x: { phase: "play" }, room: room({ phase: "play" }) });
  assert.equal(state.room.phase, "play");
  assert.deepEqual(state.pending, []);
  assert.deepEqual(types(), ["frame", "room"]);
});
