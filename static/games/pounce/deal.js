// @ts-check
// How Pounce is dealt, recomputed after a match: app/rules/games/pounce/state.py deals the same.

/** A deck as it is before the shuffle: spades ace to king, then hearts, diamonds and clubs. @param {number} seat */
const sorted = (seat) => [..."SHDC"].flatMap((suit) => [..."A23456789TJQK"].map((rank) => `${seat}:${rank}${suit}`));

/**
 * A round's deal, seat after seat: the shuffled deck, the first card dealt first, and the piles that it makes as
 * everybody sees them (app/rules/games/pounce/state.py deals the same).
 * @param {Record<string, unknown>} options
 * @param {number} seats
 * @param {{shuffled: (cards: string[]) => string[]}} chance
 * @returns {Generator<{cards: string[], piles: Record<string, (number | string)[]>}>}
 */
export function* decks(options, seats, chance) {
  const open = options.tableau === 4;
  for (let seat = 0; seat < seats; seat++) {
    const cards = chance.shuffled(sorted(seat));
    /** @type {string[][]} */
    const row = Array.from({ length: open ? 4 : 5 }, () => []);
    let dealt = 0;
    // Four open piles have one card each; five have one to five, laid row by row.
    for (let first = 0; first < (open ? 1 : 5); first++) for (const pile of row.slice(first)) pile.push(cards[dealt++]);
    const pounce = Number(options.pounce_pile);
    yield {
      cards,
      piles: {
        [`${seat}p`]: [pounce - 1, cards[dealt]],
        ...Object.fromEntries(row.map((pile, index) => [`${seat}t${index + 1}`, [pile.length - 1, pile[pile.length - 1]]])),
        [`${seat}s`]: [cards.length - dealt - pounce],
      },
    };
  }
}
