// @ts-check
// How a race is dealt, recomputed after it: one deck, which lies before every seat as that seat's own (app/rules/solitaire_race.py).

/** @typedef {Record<string, (number | string)[]>} Piles */

/** A deck as it is before the shuffle: spades ace to king, then hearts, diamonds and clubs. */
export const sorted = [..."SHDC"].flatMap((suit) => [..."A23456789TJQK"].map((rank) => `0:${rank}${suit}`));

/** What lies before deck 0, as another seat has it. @param {Piles} piles @param {number} seat @returns {Piles} */
const before = (piles, seat) =>
  Object.fromEntries(Object.entries(piles).map(([id, [hidden, ...cards]]) => [`${seat}${id.slice(1)}`, [hidden, ...cards.map((card) => `${seat}${String(card).slice(1)}`)]]));

/** The one deck of a race. @param {string[]} cards  in the order of the deal @param {Piles} piles  of deck 0 @param {number} seats */
export function* dealt(cards, piles, seats) {
  yield { cards, apart: true, open: Object.values(piles).flatMap((pile) => pile.slice(1).map(String)), piles: /** @type {Piles} */ (Object.assign({}, ...Array.from({ length: seats }, (_, seat) => before(piles, seat)))) };
}
