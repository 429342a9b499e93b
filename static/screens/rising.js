// @ts-check
// Cards that go up by themselves, one after the other, each when the one before is answered: a card below may come to light. A pause,
// as of a page that is hidden, holds them up.

/** @typedef {import("../core/store.js").Move} Move */

/** Between two cards: each is seen to go. */
export const RISE_MS = 120;

/**
 * @param {object} given
 * @param {Pick<import("../core/store.js").State, "pending" | "room">} given.state
 * @param {() => Move | null} given.next     the next card that goes up without any harm
 * @param {(move: Move) => void} given.send
 * @param {() => void} given.draw
 */
export function createRising({ state, next, send, draw }) {
  let rising = false;
  let roseAt = -Infinity;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let clock;

  function rise() {
    clearTimeout(clock);
    if (!rising || state.pending.length || state.room?.paused) return;
    const wait = roseAt + RISE_MS - performance.now();
    if (wait > 0) return void (clock = setTimeout(rise, wait));
    const move = next();
    rising = move !== null;
    if (move) {
      roseAt = performance.now();
      send(move);
    }
    draw();
  }

  return {
    get on() {
      return rising;
    },
    /** Whatever goes up goes up now. Answers whether there is anything, as far as is known. */
    start() {
      rising = state.pending.length > 0 || next() !== null;
      rise();
      return rising;
    },
    /** Somebody has moved by hand, or is not to see more of it. */
    end() {
      rising = false;
      clearTimeout(clock);
    },
    /** Something was answered. */
    rise,
  };
}
