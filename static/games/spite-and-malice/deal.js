// @ts-check
// How Spite & Malice is dealt, recomputed after a match: app/rules/games/spite_and_malice/state.py deals the same.

const RANKS = "A23456789TJQK";
const HAND = 5;
/** A deal leaves at least so many cards as stock. */
const STOCK = 30;

/** How many packs are shuffled together. @param {number} seats @param {number} payOff */
function packs(seats, payOff) {
  let count = seats === 2 ? 2 : seats <= 4 ? 3 : 4;
  while (52 * count - seats * (HAND + payOff) < STOCK) count++;
  return count;
}

/**
 * A hand's deal: the packs as they were shuffled, the first card dealt first, every pile whole, bottom to top, and the
 * seat that begins.
 * @param {Record<string, unknown>} options
 * @param {number} seats
 * @param {{below: (n: number) => number, shuffled: (cards: string[]) => string[]}} chance
 * @param {number | null} begins  whose turn it is to begin; null: a lot is drawn for it, as in the first hand
 * @returns {Generator<{cards: string[], piles: Record<string, (number | string)[]>, first: number}>}
 */
export function* decks(options, seats, chance, begins) {
  const payOff = Number(options.pay_off);
  let first = begins ?? chance.below(seats);
  const numbers = Array.from({ length: packs(seats, payOff) }, (_, number) => number);
  const cards = chance.shuffled(numbers.flatMap((number) => [..."SHDC"].flatMap((suit) => [...RANKS].map((rank) => `${number}:${rank}${suit}`))));
  const order = Array.from({ length: seats }, (_, step) => (first + step) % seats);
  /** @type {Record<string, string[]>} */
  const piles = {};
  let dealt = 0;
  const next = (/** @type {number} */ count) => cards.slice(dealt, (dealt += count));
  for (const seat of order) piles[`${seat}h`] = next(HAND);
  for (const seat of order) piles[`${seat}p`] = next(payOff);
  piles.stock = cards.slice(dealt).reverse();
  if (begins === null && options.first === "higher") {
    const height = (/** @type {number} */ seat) => RANKS.indexOf(piles[`${seat}p`][payOff - 1][2]);
    first = order.reduce((best, seat) => (height(seat) > height(best) ? seat : best)); // of equal ones the one dealt first
  }
  yield { cards, first, piles: Object.fromEntries(Object.entries(piles).map(([id, pile]) => [id, [0, ...pile]])) };
}
