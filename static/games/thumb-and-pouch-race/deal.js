// @ts-check
// How a race of Thumb and Pouch is dealt, recomputed after it: app/rules/games/thumb_and_pouch.py deals the same.

import { dealt, sorted } from "../solitaire-race/deal.js";

const COLUMNS = 7;

/**
 * @param {Record<string, unknown>} _
 * @param {number} seats
 * @param {{shuffled: (cards: string[]) => string[]}} chance
 */
export function decks(_, seats, chance) {
  const cards = chance.shuffled(sorted);
  /** @type {string[][]} */
  const row = Array.from({ length: COLUMNS }, () => []);
  let laid = 0;
  for (let first = 0; first < COLUMNS; first++) for (const pile of row.slice(first)) pile.push(cards[laid++]);
  const columns = Object.fromEntries(row.map((pile, index) => [`0t${index + 1}`, [pile.length - 1, pile[pile.length - 1]]]));
  return dealt(cards, { ...columns, "0s": [cards.length - laid] }, seats);
}
