// @ts-check
// The table of one seat, as the solitaire itself knows it: its piles alone, and of the facts what is said of this seat.

/** @typedef {import("../../wire.js").PileSpec} PileSpec */
/** @typedef {import("../../wire.js").Facts} Facts */
/** @typedef {import("../../wire.js").Piles} Piles */
/**
 * What everybody is told of a race. Lists are by seat; `tables`: every seat's piles, when the race is over.
 * @typedef {{phase: "countdown" | "race" | "over", by: number | null, up: number[], ended: (Ended | null)[], redeals: (number | null)[], tables: Piles[] | null}} Told
 */
/** @typedef {"won" | "stuck" | "given_up"} Ended */

/** Cards of a solitaire. */
export const ALL = 52;

/** The facts of a race; of one that is not known yet, those of a race before Go. @param {Facts} facts @returns {Told} */
export const told = (facts) => /** @type {Told} */ (/** @type {unknown} */ ({ phase: "countdown", by: null, up: [], ended: [], redeals: [], tables: null, ...facts }));

/** Modules of the solitaires remember things by the list of piles: the same list for the same seat. @type {WeakMap<PileSpec[], Map<number, PileSpec[]>>} */
const lists = new WeakMap();
/** The piles of a seat. @param {PileSpec[]} specs @param {number} seat */
export function specsOf(specs, seat) {
  const known = lists.get(specs) ?? new Map();
  lists.set(specs, known);
  if (!known.has(seat)) known.set(seat, specs.filter(({ owner }) => owner === seat));
  return /** @type {PileSpec[]} */ (known.get(seat));
}

/** The facts of a seat's own game. @param {Facts} facts @param {number} seat @returns {Facts} */
export function factsOf(facts, seat) {
  const { phase, up, ended, redeals } = told(facts);
  const over = phase === "over" || Boolean(ended[seat]);
  return { phase: over ? "over" : "play", ended: ended[seat] ?? null, redeals: redeals[seat], up: up[seat] ?? 0 };
}

/** A position as the game of its seat alone. @template {{specs: PileSpec[], facts: Facts, seat: number}} Whole @param {Whole} position @returns {Whole} */
export const mine = (position) => ({ ...position, specs: specsOf(position.specs, position.seat), facts: factsOf(position.facts, position.seat) });
