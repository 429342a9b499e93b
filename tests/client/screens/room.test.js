// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { screenOf } from "../../../static/screens/room.js";
import { room } from "../core/fakes.js";

/** @param {string} phase @param {string} [connection] @returns {any} */
const at = (phase, connection = "open") => ({ connection, room: room({ phase: /** @type {any} */ (phase) }) });

// state, screen of before, busy -> screen
for (const [state, shown, busy, screen] of [
  [{ connection: "connecting", room: null }, "", false, "opening"],
  [at("lobby"), "opening", false, "lobby"],
  [at("lobby"), "opening", true, "opening"],
  [at("play"), "lobby", false, "play"],
  [at("between"), "play", false, "ending"],
  [at("between"), "ending", false, "ending"],
  [at("between"), "opening", false, "scores"],
  [at("between"), "scores", false, "scores"],
  [at("over"), "play", false, "ending"],
  [at("over"), "scores", false, "scores"],
  [{ ...at("over"), table: { steps: [3, 0] } }, "play", false, "play"], // alone one goes back from the end to the cards
  [{ ...at("over"), table: { steps: [3, 0] } }, "opening", false, "play"],
  [at("play"), "ending", false, "play"],
  [at("play", "lost"), "play", false, "play"],
  [at("play", "elsewhere"), "play", false, "elsewhere"],
  [at("lobby", "gone"), "lobby", true, "gone"],
]) {
  test(`${state.room?.phase ?? "no room"}, ${state.connection}, after "${shown}"${busy ? ", busy" : ""}: ${screen}`, () => {
    assert.equal(screenOf(state, shown, busy), screen);
  });
}
