// @ts-check
// When a table is heard: the device on one side, what happens at the table on the other.

import { createSound, heardOf } from "../table/sound.js";

/** The numbers of the countdown, in ms before Go. */
const TICKS_MS = [3000, 2000, 1000];
const WAKING = ["pointerdown", "keydown", "pageshow"];

/** Whether this browser is to be heard, chosen in the menu (theme.js reads it). */
const chosen = () => document.documentElement.dataset.sound === "on" && typeof AudioContext !== "undefined";

/**
 * @param {import("../core/store.js").Store} store
 * @param {Pick<import("../table/game.js").Game, "heard">} game
 */
export function createSounds(store, game) {
  const { state } = store;
  const sound = createSound({ make: () => new AudioContext({ latencyHint: "interactive" }), chosen });
  const look = () => ({ piles: state.table?.piles ?? {}, facts: state.table?.facts ?? {} });
  let seen = look();
  let made = state.pending.length;
  /** @type {ReturnType<typeof setTimeout>[]} */
  let ticks = [];
  /** @type {number | undefined} */
  let goes;

  /** @param {number | null} by */
  function heard(by) {
    const was = seen;
    seen = look();
    const specs = state.table?.specs ?? [];
    if (specs.every(({ id }) => id in was.piles)) for (const name of game.heard({ specs, before: was, after: seen, me: state.me, by })) sound.play(name);
    countDown();
  }

  /** Go comes at a time that may be told anew. */
  function countDown() {
    const due = seen.facts.phase === "countdown" ? state.table?.due.go : undefined;
    if (due === goes) return;
    goes = due;
    ticks.forEach(clearTimeout);
    ticks = due === undefined ? [] : TICKS_MS.filter((ms) => due - ms > performance.now()).map((ms) => setTimeout(() => sound.play("tick"), due - ms - performance.now()));
  }

  const off = store.on((event) => {
    if (event.type === "frame") heard(event.frame.b ?? null);
    if (event.type === "table" || event.type === "room") heard(null);
    if (event.type === "refused") sound.play("refused");
    if (event.type === "pending" && state.pending.length > made) {
      const name = heardOf(String(state.pending[state.pending.length - 1].m[0]));
      if (name) sound.play(name);
    }
    made = state.pending.length;
  });
  const touched = () => sound.touched();
  const shown = () => document.visibilityState === "visible" && sound.touched();
  let on = chosen();
  /** Chosen just now: heard at once. */
  function dressed() {
    if (chosen() === on) return;
    on = chosen();
    if (on) sound.play("lay");
    else sound.close();
  }
  for (const kind of WAKING) addEventListener(kind, touched, { capture: true, passive: true });
  document.addEventListener("visibilitychange", shown);
  addEventListener("pounce:dress", dressed);
  countDown();

  /** Falls silent. */
  function stop() {
    off();
    ticks.forEach(clearTimeout);
    for (const kind of WAKING) removeEventListener(kind, touched, { capture: true });
    document.removeEventListener("visibilitychange", shown);
    removeEventListener("pounce:dress", dressed);
    sound.close();
  }
  return { play: sound.play, stop };
}
