// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { ANSWER_MS, connect, LOOK_MS, SILENCE_MS, WIRE_VERSION } from "../../../static/core/socket.js";
import { createStore } from "../../../static/core/store.js";
import { fakeTimers, fakeWebSocket, room, table, welcome } from "./fakes.js";

/** @param {{random?: () => number, welcomed?: boolean}} given */
function start({ random = () => 0.5, welcomed = true } = {}) {
  const timers = fakeTimers();
  const wire = fakeWebSocket();
  const store = createStore({ now: timers.now });
  /** @type {import("../../../static/core/store.js").StoreEvent[]} */
  const events = [];
  store.on((event) => events.push(event));
  const page = { visible: true, look: () => {}, reloads: 0 };
  const socket = connect({
    url: "ws://host/ws/KQ7M4X",
    store,
    WebSocket: wire.WebSocket,
    timers,
    random,
    hex: (/** @type {number} */ bytes) => "ab".repeat(bytes),
    visibility: { visible: () => page.visible, on: (listener) => ((page.look = listener), () => (page.look = () => {})) },
    reload: () => page.reloads++,
  });
  if (welcomed) {
    wire.last().accept();
    wire.last().say(welcome());
  }
  return { timers, wire, store, state: store.state, socket, events, page, ws: wire.last() };
}
const FLIP = ["flip"];

test("hello comes first, with the wire version and the load's id", () => {
  const { ws } = start({ welcomed: false });
  assert.deepEqual(ws.sent, []);
  ws.accept();
  assert.deepEqual(ws.sent, [{ t: "hello", v: WIRE_VERSION, load: "ab".repeat(8) }]);
});

test("the first number is random and numbers count up", () => {
  const { socket } = start({ random: () => 0.5 });
  assert.equal(socket.move(FLIP), 5000);
  assert.equal(socket.move(FLIP), 5001);
});

test("one move is on its way; the next goes when the first is answered", () => {
  const { ws, socket, state } = start();
  socket.move(FLIP);
  socket.move(["pickup"]);
  assert.deepEqual(ws.of("move"), [{ t: "move", k: 5000, m: FLIP }]);
  assert.equal(state.pending.length, 2);
  ws.say({ n: 11, b: 1, k: 5000, p: {} });
  assert.deepEqual(ws.of("move")[1], { t: "move", k: 5001, m: ["pickup"] });
  ws.say({ n: 12, b: 1, k: 5001, p: {} });
  assert.deepEqual(state.pending, []);
});

test("a refused move drops those behind it, and none of them is sent", () => {
  const { ws, socket, events } = start();
  socket.move(FLIP);
  socket.move(["pickup"]);
  ws.say({ t: "no", k: 5000, code: "stock_empty" });
  assert.equal(ws.of("move").length, 1);
  assert.deepEqual(events.slice(-2).map((event) => event.type), ["refused", "dropped"]);
  socket.move(FLIP);
  assert.deepEqual(ws.of("move").at(-1), { t: "move", k: 5002, m: FLIP });
});

test("an unanswered move is sent again after a loss, and the ones behind it follow", () => {
  const { ws, wire, socket, timers } = start();
  socket.move(FLIP);
  socket.move(["pickup"]);
  ws.end(1006);
  timers.wind(0);
  wire.last().accept();
  assert.deepEqual(wire.last().of("move"), [], "nothing before the welcome");
  wire.last().say(welcome());
  assert.deepEqual(wire.last().of("move"), [{ t: "move", k: 5000, m: FLIP }]);
  wire.last().say({ t: "ok", k: 5000 });
  assert.deepEqual(wire.last().of("move")[1], { t: "move", k: 5001, m: ["pickup"] });
});

test("a move that the log already holds is not sent again", () => {
  const { ws, wire, socket, timers, state } = start();
  socket.move(FLIP);
  ws.end(1006);
  timers.wind(0);
  wire.last().accept();
  wire.last().say(welcome({ n: 11, moved: [5000] }));
  assert.deepEqual(wire.last().of("move"), []);
  assert.deepEqual(state.pending, []);
});

test("a move made while the connection is lost waits for the next one", () => {
  const { ws, wire, socket, timers } = start();
  ws.end(1006);
  socket.move(FLIP);
  assert.deepEqual(ws.of("move"), []);
  timers.wind(0);
  wire.last().accept();
  wire.last().say(welcome());
  assert.deepEqual(wire.last().of("move"), [{ t: "move", k: 5000, m: FLIP }]);
});

test("a gap in the frames asks for the whole table on a new socket", () => {
  const { ws, wire, timers, state } = start();
  ws.say({ n: 13, p: {} });
  assert.equal(ws.closed, true);
  timers.wind(0);
  assert.equal(wire.all.length, 2);
  wire.last().accept();
  wire.last().say(welcome({ n: 13 }));
  assert.equal(state.n, 13);
  assert.equal(state.connection, "open");
});

test("a second welcome on the same socket (a reader that lagged) replaces the table and asks again for what it does not hold", () => {
  const { ws, socket, state } = start();
  socket.move(FLIP);
  ws.say(welcome({ n: 40 }));
  assert.equal(state.n, 40);
  assert.deepEqual(ws.of("move").map(({ k }) => k), [5000, 5000]);
  ws.say(welcome({ n: 41, moved: [5000] }));
  assert.equal(ws.of("move").length, 2);
  assert.deepEqual(state.pending, []);
});

test("a visible page asks after a silence and calls the connection lost within 3 s of the last word", () => {
  const { ws, wire, timers, state, events } = start();
  timers.wind(1000);
  ws.say({ t: "pong" });
  const before = ws.of("ping").length;
  assert.ok(SILENCE_MS + ANSWER_MS < 3000);
  timers.wind(SILENCE_MS - 1);
  assert.equal(ws.of("ping").length, before);
  timers.wind(1);
  assert.equal(ws.of("ping").length, before + 1);
  timers.wind(ANSWER_MS - 1);
  assert.equal(state.connection, "open");
  timers.wind(1);
  assert.equal(state.connection, "lost");
  assert.deepEqual(events.at(-1), { type: "connection", silent: true });
  assert.equal(ws.closed, true);
  assert.equal(wire.all.length, 2, "the first try comes at once");
});

test("whatever the server says keeps the connection alive", () => {
  const { ws, timers, state } = start();
  for (let i = 0; i < 10; i++) {
    timers.wind(2500);
    ws.say({ n: 11 + i, p: {} });
  }
  assert.equal(state.connection, "open");
});

test("a hidden page asks nothing; shown again it asks at once", () => {
  const { ws, timers, page, state } = start();
  timers.wind(1000);
  ws.say({ t: "pong" });
  const before = ws.of("ping").length;
  page.visible = false;
  timers.wind(60_000);
  assert.equal(ws.of("ping").length, before);
  page.visible = true;
  page.look();
  assert.equal(ws.of("ping").length, before + 1);
  timers.wind(ANSWER_MS);
  assert.equal(state.connection, "lost");
});

test("several calls to look ask once: they do not put the verdict off", () => {
  const { timers, page, state } = start();
  page.look();
  timers.wind(ANSWER_MS - 100);
  page.look();
  timers.wind(100);
  assert.equal(state.connection, "lost");
});

test("a page that is hidden and shown in quick turns asks at a pace that the server bears, and once more at the end", () => {
  const { ws, timers, page, state } = start();
  timers.wind(1000);
  ws.say({ t: "pong" });
  const before = ws.of("ping").length;
  for (let i = 0; i < 100; i++) {
    timers.wind(10);
    page.look();
    if (i < 99) ws.say({ t: "pong" });
  }
  assert.equal(ws.of("ping").length - before, 1000 / LOOK_MS);
  timers.wind(LOOK_MS + ANSWER_MS);
  assert.equal(state.connection, "lost");
});

test("the round trip is measured soon after the welcome, told with the next ping, and measured again beside traffic", () => {
  const { ws, timers, state } = start();
  assert.deepEqual(ws.of("ping"), []);
  timers.wind(1000);
  assert.deepEqual(ws.of("ping"), [{ t: "ping" }]);
  timers.wind(38);
  ws.say({ t: "pong" });
  assert.equal(state.ping, 38);
  for (let i = 0; i < 7; i++) {
    timers.wind(1500);
    ws.say({ n: 11 + i, p: {} });
  }
  assert.deepEqual(ws.of("ping").slice(1), [{ t: "ping", ms: 38 }]);
});

test("tries come at once, then with growing waits of at most 5 s, spread by chance", () => {
  const { ws, wire, timers } = start({ random: () => 1 });
  ws.end(1006);
  const waits = [];
  for (let i = 0; i < 7; i++) {
    const began = timers.now();
    const count = wire.all.length;
    while (wire.all.length === count) timers.wind(1);
    waits.push(Math.round((timers.now() - began) / 100) * 100);
    wire.last().end(1006);
  }
  assert.deepEqual(waits, [0, 500, 1000, 2000, 4000, 5000, 5000]);
  const spread = start({ random: () => 0 });
  spread.ws.end(1006);
  spread.timers.wind(0);
  spread.wire.last().end(1006);
  spread.timers.wind(249);
  assert.equal(spread.wire.all.length, 2);
  spread.timers.wind(1);
  assert.equal(spread.wire.all.length, 3);
});

test("a server that welcomes and closes again and again is not hammered; one that held is tried at once", () => {
  const { wire, timers } = start({ random: () => 1 });
  for (let i = 0; i < 50; i++) {
    timers.wind(100);
    if (wire.last().ended) continue;
    wire.last().accept();
    wire.last().say(welcome());
    wire.last().end(1011);
  }
  assert.ok(wire.all.length <= 6, `${wire.all.length} sockets in 5 s`);
  timers.wind(5000);
  const steady = wire.last();
  steady.accept();
  steady.say(welcome());
  for (let i = 0; i < 4; i++) {
    timers.wind(1500);
    steady.say({ n: 11 + i, p: {} });
  }
  const count = wire.all.length;
  steady.end(1012);
  timers.wind(0);
  assert.equal(wire.all.length, count + 1);
});

test("a try that took long is followed by the next one at once, one that took a moment is not", () => {
  const { ws, wire, timers } = start({ random: () => 1 });
  ws.end(1006);
  timers.wind(0);
  wire.last().end(1006);
  timers.wind(500);
  assert.equal(wire.all.length, 3);
  timers.wind(700);
  wire.last().end(4000);
  timers.wind(299);
  assert.equal(wire.all.length, 3);
  timers.wind(1);
  assert.equal(wire.all.length, 4);
  timers.wind(4000);
  wire.last().end(4000);
  timers.wind(0);
  assert.equal(wire.all.length, 5);
});

test("whoever was welcomed and is told to come back does so soon, however often he had to try before, and hammers nobody", () => {
  const { ws, wire, timers } = start({ random: () => 1 });
  ws.end(1006);
  for (const wait of [0, 500, 1000, 2000, 4000]) {
    timers.wind(wait);
    wire.last().end(1006);
  }
  timers.wind(5000);
  for (let i = 0; i < 3; i++) {
    const count = wire.all.length;
    wire.last().accept();
    wire.last().say(welcome());
    wire.last().end(4000);
    timers.wind(499);
    assert.equal(wire.all.length, count);
    timers.wind(1);
    assert.equal(wire.all.length, count + 1);
  }
});

test("online or shown again in the middle of a wait: the next try comes at once", () => {
  const { ws, wire, timers, page } = start({ random: () => 1 });
  ws.end(1006);
  timers.wind(0);
  wire.last().end(1006);
  page.look();
  assert.equal(wire.all.length, 3);
  timers.wind(600);
  assert.equal(wire.all.length, 3, "the wait that was going on is off");
});

test("a socket that is never welcomed is given up", () => {
  const { wire, timers } = start({ welcomed: false });
  wire.last().accept();
  timers.wind(6000);
  assert.equal(wire.all[0].closed, true);
  assert.equal(wire.all.length, 2);
});

test("an old socket is not heard any more", () => {
  const { ws, wire, timers, state } = start();
  ws.say({ n: 13, p: {} });
  timers.wind(0);
  wire.last().accept();
  wire.last().say(welcome({ n: 13 }));
  ws.say({ n: 14, p: { b0: [0, "0:KH"] } });
  ws.end(4504);
  ws.accept();
  assert.equal(state.n, 13);
  assert.equal(state.connection, "open");
  assert.equal(ws.of("hello").length, 1);
});

test("there are never two living sockets", () => {
  const { wire, timers, page, socket } = start();
  const upsets = [() => socket.retry(), () => page.look(), () => wire.last().end(1006), () => wire.last().say({ n: 99 }), () => timers.wind(3000)];
  for (let i = 0; i < 60; i++) {
    upsets[(i * i + i) % upsets.length]();
    assert.ok(wire.alive() <= 1);
    upsets[i % upsets.length]();
    assert.ok(wire.alive() <= 1);
    if (i % 3 === 0) wire.last().accept();
    if (i % 3 === 0) wire.last().say(welcome());
  }
  assert.ok(wire.all.length > 20);
});

for (const code of [1002, 1003, 1007, 1009, 4504, 4508, 4529, 4530, 4999]) {
  test(`close code ${code} means: stay away`, () => {
    const { ws, wire, timers, state, page } = start();
    ws.end(code);
    page.look();
    timers.wind(60_000);
    assert.equal(state.connection, "gone");
    assert.equal(state.closed, code);
    assert.equal(wire.all.length, 1);
  });
}
for (const code of [1000, 1001, 1005, 1006, 1008, 1011, 1012, 4000, 4499, 5000]) {
  test(`close code ${code} means: come back`, () => {
    const { ws, wire, timers, state } = start();
    ws.end(code);
    timers.wind(0);
    assert.equal(state.connection, "lost");
    assert.equal(wire.all.length, 2);
  });
}

test("played in another tab: this one stops, gives its waiting moves up, and comes back when asked", () => {
  const { ws, wire, timers, state, socket, events } = start();
  socket.move(FLIP);
  ws.say({ t: "elsewhere" });
  ws.end(4501);
  timers.wind(60_000);
  assert.equal(state.connection, "elsewhere");
  assert.equal(wire.all.length, 1);
  assert.deepEqual(state.pending, []);
  assert.ok(events.some((event) => event.type === "dropped"));
  socket.retry();
  assert.equal(state.connection, "connecting");
  wire.last().accept();
  wire.last().say(welcome());
  assert.equal(state.connection, "open");
  assert.deepEqual(wire.last().of("move"), []);
});

test("a stale page loads itself again, but not in the middle of a round", () => {
  const { ws, page } = start();
  ws.say({ t: "reload" });
  assert.equal(page.reloads, 0);
  ws.say({ n: 11, room: room({ phase: "between" }) });
  assert.equal(page.reloads, 1);
});

test("a stale page outside of a round, or one that is not welcomed at all, loads itself at once", () => {
  const fresh = start({ welcomed: false });
  fresh.ws.accept();
  fresh.ws.say({ t: "reload" });
  assert.equal(fresh.page.reloads, 1);
  const playing = start();
  playing.ws.end(1012);
  playing.timers.wind(0);
  playing.wire.last().accept();
  playing.wire.last().say({ t: "reload" });
  assert.equal(playing.page.reloads, 0);
  playing.wire.last().end(4000);
  assert.equal(playing.page.reloads, 1);
});

test("ready and start carry this browser's share of the seed; not ready does not", () => {
  const { ws, socket } = start();
  socket.ready(true);
  socket.ready(false);
  socket.start();
  assert.deepEqual(ws.sent.slice(-3), [
    { t: "ready", on: true, add: "ab".repeat(16) },
    { t: "ready", on: false },
    { t: "start", add: "ab".repeat(16) },
  ]);
});

test("a share that can count is remembered with the fingerprint it was given under; one between rounds counts nothing", () => {
  const { ws, socket, store } = start();
  socket.ready(true);
  assert.deepEqual(store.state.shares, []);
  ws.say({ n: 11, room: room({ phase: "over", match: 4, commitment: "d1" }) });
  socket.ready(true);
  assert.deepEqual(store.state.shares, [{ match: 5, add: "ab".repeat(16), seal: "d1" }]);
});

test("requests are not kept for later: a Leave of before the loss must not leave after it", () => {
  const { ws, wire, timers, socket } = start();
  ws.end(1006);
  socket.send({ t: "leave" });
  timers.wind(0);
  wire.last().accept();
  wire.last().say(welcome({ table: table() }));
  assert.deepEqual(wire.last().of("leave"), []);
});

test("a table that was left is quiet: no socket, no clock, no listener", () => {
  const { ws, wire, timers, socket, page } = start();
  socket.close();
  assert.equal(ws.closed, true);
  assert.equal(timers.count(), 0);
  page.look();
  timers.wind(60_000);
  assert.equal(wire.all.length, 1);
});
