// @ts-check
// How Pontis is dealt, recomputed after a match: app/rules/games/pontis/state.py deals the same.

/**
 * A game's deal: the cards that begin the banks and then all others, the first one dealt first, every pile whole, bottom
 * to top, and the dealer, who plays first.
 * @param {Record<string, unknown>} options
 * @param {number} seats
 * @param {{below: (n: number) => number, shuffled: (cards: string[]) => string[]}} chance
 * @param {number | null} begins  whose turn it is to deal; null: a lot is drawn for it, as in the first game
 * @returns {Generator<{cards: string[], piles: Record<string, (number | string)[]>, first: number}>}
 */
export function* decks(options, seats, chance, begins) {
  const { bases, rest } = shuffled(options, seats, chance);
  const dealer = begins ?? chance.below(seats);
  const whole = rest.length - (rest.length % seats);
  /** @type {Record<string, (number | string)[]>} */
  const piles = { aside: [0, ...rest.slice(whole)] };
  bases.forEach((base, number) => {
    const seat = (dealer + 1 + number) % seats; // one card at a time from the dealer's left
    piles[`${seat}h`] = [0, ...rest.slice(0, whole).filter((_, index) => index % seats === number)];
    piles[`${seat}b`] = [0, base];
  });
  yield { cards: [...bases, ...rest], piles, first: dealer };
}

/**
 * The cards that begin the banks, and the others. For those of one suit the aces say which suit it is.
 * @param {Record<string, unknown>} options
 * @param {number} seats
 * @param {{shuffled: (cards: string[]) => string[]}} chance
 */
function shuffled(options, seats, chance) {
  const pack = [..."SHDC"].flatMap((suit) => [..."A23456789TJQK"].map((rank) => `0:${rank}${suit}`));
  const everything = [...pack, ...Array.from({ length: Number(options.jokers) }, (_, number) => `0:X${number + 1}`)];
  if (options.bases === "pack") {
    const cards = chance.shuffled(everything);
    return { bases: cards.slice(0, seats), rest: cards.slice(seats) };
  }
  const [ace] = chance.shuffled(pack.filter((card) => card[2] === "A"));
  const bases = chance.shuffled(pack.filter((card) => card[3] === ace[3])).slice(0, seats);
  return { bases, rest: chance.shuffled(everything.filter((card) => !bases.includes(card))) };
}
