// @ts-check
// How a race of Puss in the Corner is dealt, recomputed after it: app/rules/games/puss_in_the_corner.py deals the same.

import { dealt, sorted } from "../solitaire-race/deal.js";

const isAce = (/** @type {string} */ card) => card[2] === "A";

/**
 * @param {Record<string, unknown>} _
 * @param {number} seats
 * @param {{shuffled: (cards: string[]) => string[]}} chance
 */
export function decks(_, seats, chance) {
  const cards = chance.shuffled(sorted.filter((card) => !isAce(card)));
  const aces = Object.fromEntries(sorted.filter(isAce).map((ace, index) => [`0f${index + 1}`, [0, ace]]));
  return dealt(cards, { ...aces, "0r": [0, cards[0]], "0s": [cards.length - 1] }, seats);
}
