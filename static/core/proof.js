// @ts-check
// Holds the deals of a match, as this page saw them, against the seed that was shown after it.

import { chanceOf, matchSeed } from "./chance.js";
import { opens } from "./sha256.js";

/** @typedef {import("../wire.js").RoomView} RoomView */
/** @typedef {import("../wire.js").Piles} Piles */
/** @typedef {import("./witness.js").Deal} Deal */

/**
 * How a game deals: deck by deck in the order of the deal, with the piles that are made of it. `begins` is the seat whose
 * turn it is to begin, where that makes another deal; null where a lot says so. In a race every seat has a deck.
 * @typedef {(options: RoomView["options"], seats: number, chance: import("./chance.js").Chance, begins: number | null) => Iterable<Dealt>} Decks
 */
/** @typedef {{cards: string[], piles: Piles, apart?: boolean, first?: number, open?: string[]}} Dealt  `apart`: nobody sees the piles of another seat; `first`: the seat that begins with this deal; `open`: cards
 * of the deck that lay open, where every seat has them by names of its own */

/** Something that was checked: it fits, it does not, or it could not be checked.
 * @typedef {"fits" | "not" | "open"} Verdict */
/**
 * @typedef {object} Finding
 * @property {"seal" | "share" | "late" | "round"} what  "late": the fingerprint was another one when this browser added its share
 * @property {Verdict} verdict
 * @property {string} [seal]
 * @property {number} [round]
 * @property {Deal} [deal]
 * @property {Dealt[]} [dealt]  the recomputed decks
 */

/** The page is let draw after so much work. */
const SLICE_MS = 12;

/**
 * The findings, one after the other. `pause` lets the page draw.
 * @param {object} given
 * @param {RoomView} given.room  of a match whose seed is shown
 * @param {string[]} given.sealed
 * @param {import("./witness.js").Share[]} given.shares
 * @param {Deal[]} given.deals
 * @param {Decks} decks
 * @param {{now?: () => number, pause?: () => Promise<unknown>}} [page]
 * @returns {AsyncGenerator<Finding>}
 */
export async function* findings({ room, sealed, shares, deals }, decks, { now = () => performance.now(), pause = nextTask } = {}) {
  const secret = room.revealed ?? "";
  const seen = deals.filter((deal) => deal.match === room.match).sort((one, other) => one.round - other.round);
  const own = shares.filter((share) => share.match === room.match);
  const added = own.find((share) => room.adds.includes(share.add));

  // Seen while it was played, or given under: these are of this match. Of the others any may be.
  const seals = [...seen.map((deal) => deal.seal), ...(added ? [added.seal] : [])];
  const seal = seals.find((one) => !opens(secret, one)) ?? seals[0] ?? sealed.find((one) => opens(secret, one));
  if (added && seen.length && added.seal !== seen[0].seal) yield { what: "late", verdict: "not" };
  else yield seal ? { what: "seal", verdict: opens(secret, seal) ? "fits" : "not", seal } : { what: "seal", verdict: "open" };

  const played = seen.some((deal) => deal.own !== null && deal.players.includes(deal.own));
  yield { what: "share", verdict: added ? "fits" : own.length && played ? "not" : "open" };

  const seed = matchSeed(secret, room.adds);
  const last = Math.max(room.phase === "over" && room.sheet ? room.sheet.round : 0, ...seen.map((deal) => deal.round));
  let began = now();
  for (let round = 1; round <= last; round++) {
    const deal = seen.find((one) => one.round === round);
    if (!deal || !Object.keys(deal.piles).length) {
      yield { what: "round", verdict: "open", round };
      continue;
    }
    /** @type {Dealt[]} */
    let dealt = [];
    let fits = false;
    // A lot is drawn where nobody's turn is known: in the first round, and where all who sit there are new.
    for (const begins of round === 1 || deal.first == null ? [null] : [deal.first, null]) {
      dealt = [];
      for (const deck of decks(deal.options, deal.players.length, chanceOf(seed, round), begins)) {
        dealt.push(deck);
        if (now() - began < SLICE_MS) continue;
        await pause();
        began = now();
      }
      fits = dealt.every(({ first }) => first === undefined || first === deal.first) && same(deal.piles, told(dealt, deal));
      if (fits) break;
    }
    yield { what: "round", verdict: fits ? "fits" : "not", round, deal, dealt };
  }
}

/** What all findings come to: one that does not fit outweighs all others, and nothing fits where nothing was checked.
 * @param {Verdict[]} verdicts @returns {Verdict | "part"} */
export function verdictOf(verdicts) {
  if (verdicts.includes("not")) return "not";
  if (!verdicts.includes("fits")) return "open";
  return verdicts.includes("open") ? "part" : "fits";
}

/** What this page was told of a deal: of piles that are their owner's alone those of the own seat. @param {Dealt[]} dealt @param {Deal} deal @returns {Piles} */
function told(dealt, { own, players }) {
  const seat = own === null ? -1 : players.indexOf(own);
  return Object.assign({}, ...dealt.map(({ apart, piles }) => (apart ? Object.fromEntries(Object.entries(piles).filter(([id]) => id.startsWith(`${seat}`))) : piles)));
}

/**
 * Whether the piles are those that were seen. Of a pile that only its owner sees, others saw how many cards it has.
 * @param {Piles} seen  without the empty ones @param {Piles} dealt
 */
function same(seen, dealt) {
  const ids = Object.keys(dealt).filter((id) => count(dealt[id]) > 0);
  return ids.length === Object.keys(seen).length && ids.every((id) => id in seen && agree(seen[id], dealt[id]));
}
/** @typedef {import("../wire.js").Pile} Pile */
/** @param {Pile} pile */
const count = ([hidden, ...open]) => Number(hidden) + open.length;
/** @param {Pile} seen @param {Pile} dealt */
function agree(seen, dealt) {
  const open = seen.slice(1);
  const known = dealt.slice(1);
  return count(seen) === count(dealt) && open.length <= known.length && open.every((card, index) => card === known[known.length - open.length + index]);
}

const nextTask = () => new Promise((resolve) => setTimeout(resolve));
