// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { runErrand } from "../../../static/core/errand.js";
import { room } from "./fakes.js";

/** @param {import("../../../static/core/errand.js").Errand} errand */
function run(errand) {
  /** @type {string[]} */
  const asked = [];
  const step = runErrand(errand, { sit: (name) => asked.push(`sit ${name}`), options: (options) => asked.push(`options ${JSON.stringify(options)}`), addBot: (level) => asked.push(`bot ${level}`), start: () => asked.push("start") });
  /** @param {number} count */
  const chairs = (count) => Array.from({ length: count }, (_, seat) => ({ seat, name: "x", bot: null, ready: false, waiting: false, gone: false, total: 0, stand_in: null }));
  return {
    asked,
    /** @param {number | null} seat @param {number} count @param {"lobby" | "play"} [phase] */
    at: (seat, count, phase = "lobby") => step({ seat, room: room({ phase, seats: chairs(count), players: [] }) }),
    closed: () => step({ seat: null, room: null }),
  };
}

test("a table of one's own is sat down at, whichever answer comes first", () => {
  const { asked, at, closed } = run({ name: "Mira" });
  assert.equal(closed(), false);
  assert.equal(at(null, 0), false);
  assert.equal(at(null, 1), false, "the room tells of the seat before the server says whose it is");
  assert.equal(at(0, 1), true);
  assert.deepEqual(asked, ["sit Mira"]);
});

test("a match against bots: sit, add them, start, each asked once", () => {
  const { asked, at } = run({ name: "Mira", bots: 3, level: "sharp", start: true });
  at(null, 0);
  at(null, 1);
  at(0, 1);
  at(0, 2);
  at(0, 3);
  assert.deepEqual(asked, ["sit Mira", "bot sharp", "bot sharp", "bot sharp"]);
  assert.equal(at(0, 4), false, "until the match runs the lobby is not shown");
  at(0, 4);
  assert.deepEqual(asked.slice(4), ["start"]);
  assert.equal(at(0, 4, "play"), true);
});

test("the rules of the last table are brought along before the bots, once", () => {
  const { asked, at } = run({ name: "Mira", options: { players: 8 }, bots: 1, start: true });
  at(null, 0);
  at(0, 1);
  at(0, 1);
  assert.deepEqual(asked, ['sit Mira', 'options {"players":8}', "bot steady"]);
  assert.equal(run({ name: "Mira", options: { target: 50 } }).at(0, 1), true);
});

test("who joins an open table sits down while others play as well, and then nothing is left to do", () => {
  for (const phase of /** @type {("lobby" | "play")[]} */ (["lobby", "play"])) {
    const { asked, at } = run({ name: "Mira", late: true });
    assert.equal(at(null, 2, phase), false);
    assert.equal(at(null, 3, phase), false);
    assert.equal(at(2, 3, phase), true);
    assert.deepEqual(asked, ["sit Mira"]);
  }
});

test("a running match and a nameless visitor leave nothing to do", () => {
  assert.equal(run({ name: "Mira" }).at(null, 2, "play"), true);
  assert.equal(run({ name: null }).at(null, 2), true);
});
