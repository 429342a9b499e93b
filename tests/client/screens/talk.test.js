// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { mute, mutedAt, talkOf, wordsOf } from "../../../static/screens/talk.js";
import { room } from "../core/fakes.js";

/** @param {Partial<import("../../../static/wire.js").RoomView>} changes @param {number | null} [seat] */
const at = (changes, seat = 2) => ({ code: "KQ7M4X", room: room(changes), seat });

test("talk is for the lobby and between rounds, for those who sit, while the host lets them", () => {
  assert.equal(talkOf(at({ phase: "lobby" })), "open");
  assert.equal(talkOf(at({ phase: "between" })), "open");
  assert.equal(talkOf(at({ phase: "over" })), "open");
  assert.equal(talkOf(at({ phase: "play" })), "quiet");
  assert.equal(talkOf(at({ phase: "play", options: { silence: true } })), "quiet");
  assert.equal(talkOf(at({ phase: "play", options: { silence: false } })), "open");
  assert.equal(talkOf(at({ phase: "lobby" }, null)), "watching");
  assert.equal(talkOf(at({ phase: "lobby", talk: false })), "off");
});

test("a quick word is said in this page's language, a line as it was typed", () => {
  const said = { t: /** @type {const} */ ("said"), id: 1, seat: 0, name: "Mira" };
  assert.equal(wordsOf({ ...said, react: "well_played" }), "Well played");
  assert.equal(wordsOf({ ...said, text: "well_played" }), "well_played");
});

test("who is muted stays muted at this table until the seat is somebody else's", () => {
  const here = at({});
  mute(here, 0, true);
  mute(here, 2, true);
  mute(here, 2, false);
  assert.deepEqual(mutedAt(here), [0]);
  assert.deepEqual(mutedAt(at({ seats: room().seats.slice(1) })), []);
  assert.deepEqual(mutedAt(here), [], "who sits down there next is heard");
  assert.deepEqual(mutedAt({ ...here, code: "ABCDEF" }), []);
});
