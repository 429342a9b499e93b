// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { claimNews, endings, facts, tableNews, tools } from "../../../static/screens/hosting.js";
import { room } from "../core/fakes.js";

/** @param {number} seat @param {object} [more] @returns {any} */
const chair = (seat, more = {}) => ({ seat, name: ["Ann", "Bo", "Cy", "Marble"][seat], bot: null, ready: false, waiting: false, gone: false, total: 0, stand_in: null, ...more });
/** Ann is host, Bo is here, Cy is away, Marble is a bot. */
const chairs = [chair(0), chair(1), chair(2), chair(3, { bot: "sharp" })];
/** @param {number | null} seat @param {object} [more] @param {any[]} [claims] @returns {any} */
const seen = (seat, more = {}, claims = []) => ({
  seat,
  claims,
  room: room({ phase: "lobby", host: 0, seats: chairs, players: [], ...more }),
  presence: { t: "presence", here: [0, 1], ms: {}, onlookers: 0 },
});
const playing = { phase: "play", players: [0, 1, 2, 3] };

// who looks, at which seat, in which room -> what can be done
for (const [who, seat, at, can, more] of /** @type {[string, number, any, string[], object?][]} */ ([
  ["the host at his own seat", 0, seen(0), []],
  ["the host at somebody who is here", 1, seen(0), ["host", "remove"]],
  ["the host at somebody away", 2, seen(0), ["claim", "free", "remove"]],
  ["the host at a bot", 3, seen(0), ["level", "remove_bot"]],
  ["a guest at somebody who is here", 0, seen(1), []],
  ["a guest at somebody away", 2, seen(1), ["claim"]],
  ["a guest at a bot", 3, seen(1), []],
  ["an onlooker at somebody away", 2, seen(null), ["claim"]],
  ["an onlooker who has asked already", 2, seen(null, {}, [{ id: 1, seat: 2, name: "Cyrus", own: null }]), []],
  ["an onlooker at somebody away in play", 2, seen(null, playing), ["claim"]],
  ["a player at somebody away in play", 2, seen(1, playing), []],
  ["the host in play at somebody away", 2, seen(0, playing), ["stand_in", "free", "remove"]],
  ["the host at somebody away in a race of a solitaire, which no bot plays", 2, seen(0, { ...playing, game: "thumb-and-pouch-race" }), ["free", "remove"]],
  ["the host where a bot stands in", 2, seen(0, playing), ["stand_in", "end_stand_in", "free", "remove"], { stand_in: "easy" }],
  ["the host at a seat that is given up", 2, seen(0, playing), [], { gone: true }],
])) {
  test(`${who} (${at.room.phase}): ${can.join(", ") || "nothing"}`, () => assert.deepEqual(tools(at, { ...chairs[seat], ...more }), can));
}

const spite = { ...playing, game: "spite-and-malice" };
const race = { ...playing, game: "thumb-and-pouch-race" };
// who looks, in which room -> what can be ended
for (const [who, at, can] of /** @type {[string, any, string[]][]} */ ([
  ["the host before the match", seen(0), []],
  ["the host in a round that is played to its end", seen(0, playing), ["end"]],
  ["the host in a hand that may be called off", seen(0, spite), ["call_off", "end"]],
  ["the host between hands", seen(0, { ...spite, phase: "between" }), ["end"]],
  ["the host in a pause", seen(0, { ...spite, paused: true }), ["end"]],
  ["a guest", seen(1, spite), []],
  ["an onlooker", seen(null, spite), []],
  ["the host in a race, which is a whole match", seen(0, race), ["call_off"]],
  ["the host in a pause of a race", seen(0, { ...race, paused: true }), ["end"]],
  ["the host after a race", seen(0, { ...race, phase: "over" }), ["end"]],
  ["a guest in a race", seen(1, race), []],
])) {
  test(`${who} can end: ${can.join(", ") || "nothing"}`, () => assert.deepEqual(endings(at), can));
}

test("nobody is called away before it is known who is here", () => {
  assert.deepEqual(tools({ ...seen(null), presence: null }, chairs[2]), []);
});

test("how seats are doing is said to everybody", () => {
  assert.deepEqual(facts(seen(1), chairs[0]), ["host", "here"]);
  assert.deepEqual(facts(seen(1), chairs[1]), ["you"]);
  assert.deepEqual(facts(seen(1), chairs[3]), ["bot", "sharp"]);
  assert.deepEqual(facts(seen(1, playing), { ...chairs[2], stand_in: "easy" }), ["away", "a bot plays: easy"]);
});

test("the host hears of each claim once, and nobody else does", () => {
  const claims = [{ id: 4, seat: 2, name: "Bo", own: 1 }];
  assert.deepEqual(claimNews(seen(0, {}, claims)), ["Bo says that the seat of Cy is theirs, from another browser."]);
  assert.deepEqual(claimNews(seen(0, {}, claims), claims), []);
  assert.deepEqual(claimNews(seen(1, {}, claims)), []);
});

test("what the host has changed at the table is told", () => {
  const before = room({ host: 0, seats: chairs, players: [] });
  assert.deepEqual(tableNews(before, before), []);
  assert.deepEqual(tableNews(before, { ...before, open: true }), ["The table is open to everybody now."]);
  assert.deepEqual(tableNews({ ...before, open: true }, before), ["Only who has the link finds the table now."]);
  assert.deepEqual(tableNews(before, { ...before, locked: true, host: 1 }), ["The table is locked.", "Bo is the host now."]);
  assert.deepEqual(tableNews({ ...before, locked: true, talk: true }, { ...before, talk: false }), ["The table is not locked any more.", "Messages and reactions are off."]);
});
