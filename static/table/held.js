// @ts-check
// A move that nobody could take back hangs for a moment before it is sent. It is nothing to the server until then.

/** @typedef {import("../core/store.js").Move} Move */

/** So long a final move hangs. */
export const HELD_MS = 2000;
/** It is sent so long before the turn's clock runs out. */
export const MARGIN_MS = 400;

/**
 * @param {object} given
 * @param {(move: Move) => void} given.send
 * @param {(run: () => void, ms: number) => any} [given.later]
 * @param {(id: any) => void} [given.cancel]
 */
export function createHeld({ send, later = setTimeout, cancel = clearTimeout }) {
  /** @type {{move: Move, card: string, ms: number, timer: any} | null} */
  let held = null;
  /** Forgets it. Answers the move. */
  function drop() {
    const move = held?.move ?? null;
    cancel(held?.timer);
    held = null;
    return move;
  }
  function release() {
    const move = drop();
    if (move) send(move);
  }
  return {
    /** The move that hangs. */
    get move() {
      return held?.move ?? null;
    },
    /** Its card. */
    get card() {
      return held?.card ?? null;
    },
    /** How long it hangs. */
    get ms() {
      return held?.ms ?? 0;
    },
    /** @param {Move} move @param {number} [left]  ms of the turn's clock @param {() => void} [sent]  called when it goes by itself */
    hold(move, left = Infinity, sent = () => {}) {
      release();
      const ms = Math.min(HELD_MS, left - MARGIN_MS);
      if (ms <= 0) return send(move);
      held = { move, card: /** @type {string[]} */ (move[2])[0], ms, timer: later(() => (release(), sent()), ms) };
    },
    release,
    drop,
  };
}
