// @ts-check
// What may go where, from the rules that the piles declare (PileSpec), and what a move of our own will look like.
// The server judges every move; this is for lighting up places and for drawing a move before it is answered.

import { isRed, RANKS, rankOf, suitOf, UNKNOWN } from "./cards.js";
import { shownOf, sizeOf } from "./layout.js";

/** @typedef {import("../wire.js").PileSpec} PileSpec */
/** @typedef {import("../wire.js").Pile} Pile */
/** @typedef {import("../wire.js").Piles} Piles */
/** @typedef {import("../core/store.js").Move} Move */

/** As target of an ace: the first build pile that is free. The server picks it. */
export const NEW = "new";
const KING = RANKS.length - 1;

/** @type {WeakMap<PileSpec[], Map<string, PileSpec>>} */
const indexes = new WeakMap();
/** @param {PileSpec[]} specs @param {string} id @returns {PileSpec | undefined} */
function specOf(specs, id) {
  let index = indexes.get(specs);
  if (!index) indexes.set(specs, (index = new Map(specs.map((spec) => [spec.id, spec]))));
  return index.get(id);
}

/** @type {Record<string, (below: string, above: string) => boolean>} */
const AGREE = {
  same: (below, above) => suitOf(below) === suitOf(above),
  colour: (below, above) => isRed(below) === isRed(above),
  alternate: (below, above) => isRed(below) !== isRed(above),
  other: (below, above) => suitOf(below) !== suitOf(above),
  any: () => true,
};

/** Whether exactly these cards lie there and may be taken away: the last ones in this order, from a hand any one. @param {PileSpec} spec @param {Pile} pile @param {string[]} cards */
function gives(spec, pile, cards) {
  const shown = shownOf(pile);
  if (spec.gives === "none" || !cards.length || (cards.length > 1 && spec.gives !== "run")) return false;
  if (spec.gives === "any") return cards[0] !== UNKNOWN && shown.includes(cards[0]);
  const from = shown.length - cards.length;
  return from >= 0 && cards.every((card, i) => card !== UNKNOWN && shown[from + i] === card);
}

/** Whether a card of this rank is one of those. @param {string | null | undefined} which @param {number} rank */
function among(which, rank) {
  return which === "any" || (rank === 0 && (which === "ace" || which === "ace_or_king")) || (rank === KING && (which === "king" || which === "ace_or_king"));
}

/** Whether the pile takes these cards, arriving together from a pile of this kind. @param {PileSpec} spec @param {Pile} pile @param {string} kind @param {string[]} cards */
function takes(spec, pile, kind, cards) {
  const accepts = spec.accepts;
  if (!accepts || (cards.length > 1 && !accepts.run)) return false;
  const rank = rankOf(cards[0]);
  if (sizeOf(pile) === 0) return among(accepts.empty[kind], rank);
  if (accepts.wild) return accepts.onto.includes(kind) && (among(accepts.wild, rank) || rank === sizeOf(pile));
  const top = shownOf(pile)[pile.length - 2];
  if (top === undefined || top === UNKNOWN || !accepts.onto.includes(kind)) return false;
  return rank === rankOf(top) + accepts.step && AGREE[accepts.suits](top, cards[0]);
}

/**
 * Whether this is a free shared pile that is asked for by "new" and never by its name: which one an ace starts is the
 * server's choice. Piles with wild cards have their fixed places. @param {PileSpec} spec @param {Pile} pile
 */
function unnamed(spec, pile) {
  return spec.owner === null && sizeOf(pile) === 0 && !spec.accepts?.wild;
}

/**
 * The first free pile that an ace may start. @param {PileSpec[]} specs @param {Piles} piles @param {string} kind @param {string[]} cards
 * @returns {string | null}
 */
function firstFree(specs, piles, kind, cards) {
  const spec = specs.find((one) => unnamed(one, piles[one.id]) && takes(one, piles[one.id], kind, cards));
  return spec?.id ?? null;
}

/**
 * Whether these cards may move from one pile to another.
 * @param {PileSpec[]} specs
 * @param {Piles} piles
 * @param {number} me
 * @param {string} source
 * @param {string[]} cards  bottom to top
 * @param {string} target   a pile's id or "new"
 */
export function fits(specs, piles, me, source, cards, target) {
  const from = specOf(specs, source);
  if (!from || from.owner !== me || source === target || !gives(from, piles[source], cards)) return false;
  if (target === NEW) return firstFree(specs, piles, from.kind, cards) !== null;
  const to = specOf(specs, target);
  if (!to || (to.owner !== me && to.owner !== null)) return false;
  if (unnamed(to, piles[target])) return false;
  return takes(to, piles[target], from.kind, cards);
}

/**
 * Every pile where these cards may go; for cards that start a shared pile, one "new" instead of all the free ones.
 * @param {PileSpec[]} specs @param {Piles} piles @param {number} me @param {string} source @param {string[]} cards
 * @returns {string[]}
 */
export function targets(specs, piles, me, source, cards) {
  const out = specs
    .filter((spec) => (spec.owner === me || spec.owner === null) && fits(specs, piles, me, source, cards, spec.id))
    .map((spec) => spec.id);
  if (fits(specs, piles, me, source, cards, NEW)) out.push(NEW);
  return out;
}

/**
 * What is picked up with this card: itself and all that lies on it; null when it has to stay.
 * @param {PileSpec[]} specs @param {Piles} piles @param {number} me @param {string} source @param {string} card
 * @returns {string[] | null}
 */
export function lifts(specs, piles, me, source, card) {
  const from = specOf(specs, source);
  const shown = from?.owner === me ? shownOf(piles[source]) : [];
  const at = shown.indexOf(card);
  if (!from || at < 0) return null;
  const cards = from.gives === "any" ? [card] : shown.slice(at);
  return gives(from, piles[source], cards) ? cards : null;
}

/** Whether cards that lie there are where all cards are to come: a shared pile, or a foundation of one's own. @param {PileSpec[]} specs @param {string} id */
export function isGoal(specs, id) {
  const spec = specOf(specs, id);
  return spec?.owner === null || spec?.kind === "foundation";
}

/**
 * The best place for these cards: a shared pile or a foundation, then an own one with cards, then an empty one if that frees anything.
 * @param {PileSpec[]} specs @param {Piles} piles @param {number} me @param {string} source @param {string[]} cards
 * @returns {string | null}
 */
export function best(specs, piles, me, source, cards) {
  const all = targets(specs, piles, me, source, cards);
  const shared = all.find((id) => id === NEW || isGoal(specs, id));
  if (shared) return shared;
  const filled = all.find((id) => sizeOf(piles[id]) > 0);
  if (filled) return filled;
  const whole = specOf(specs, source)?.gives === "run" && sizeOf(piles[source]) === cards.length;
  return whole ? null : all[0] ?? null;
}

/**
 * The pile with cards on top, as far as it is shown. @param {PileSpec} spec @param {Pile} pile @param {string[]} cards @returns {Pile}
 */
function laid(spec, pile, cards) {
  const shown = [...shownOf(pile), ...cards];
  const over = typeof spec.shows === "number" ? Math.max(0, shown.length - spec.shows) : 0;
  return [Number(pile[0]) + over, ...shown.slice(over)];
}

/** The pile without these cards. What comes to lie open is not known yet. @param {Pile} pile @param {string[]} cards @returns {Pile} */
function taken(pile, cards) {
  const hidden = Number(pile[0]);
  const shown = shownOf(pile).filter((card) => !cards.includes(card));
  return shown.length === 0 && hidden > 0 ? [hidden - 1, UNKNOWN] : [hidden, ...shown];
}

/**
 * The piles as they will be after a move of our own, or null when it no longer fits.
 * @param {PileSpec[]} specs
 * @param {Piles} piles
 * @param {number} me
 * @param {Move} move
 * @param {{flip?: number}} [options]  the options of the round
 * @returns {Piles | null}
 */
export function predict(specs, piles, me, move, { flip = 3 } = {}) {
  const name = move[0];
  if (name === "flip" || name === "pickup") {
    const stock = specs.find((spec) => spec.kind === "stock" && spec.owner === me);
    const waste = specs.find((spec) => spec.kind === "waste" && spec.owner === me);
    if (!stock || !waste) return null;
    const left = sizeOf(piles[stock.id]);
    const laidOut = sizeOf(piles[waste.id]);
    if (name === "pickup") return left || !laidOut ? null : { ...piles, [stock.id]: [laidOut], [waste.id]: [0] };
    const count = Math.min(Number(flip), left);
    return count ? { ...piles, [stock.id]: [left - count], [waste.id]: laid(waste, piles[waste.id], Array(count).fill(UNKNOWN)) } : null;
  }
  if (name !== "play") return piles;
  const [, source, cards, wanted] = /** @type {[string, string, string[], string]} */ (move);
  if (!fits(specs, piles, me, source, cards, wanted)) return null;
  const from = /** @type {PileSpec} */ (specOf(specs, source));
  const target = wanted === NEW ? /** @type {string} */ (firstFree(specs, piles, from.kind, cards)) : wanted;
  const to = /** @type {PileSpec} */ (specOf(specs, target));
  return { ...piles, [source]: taken(piles[source], cards), [target]: laid(to, piles[target], cards) };
}

/**
 * The piles as they are to be drawn: the truth, then every move of our own that still fits.
 * @param {PileSpec[]} specs @param {Piles} piles @param {number} me
 * @param {{k: number, m: Move}[]} pending @param {{flip?: number}} [options]
 * @returns {{piles: Piles, made: Map<string, number>}}  `made`: cards that lie elsewhere than in truth, with their move's number
 */
export function withPending(specs, piles, me, pending, options) {
  /** @type {Map<string, number>} */
  const made = new Map();
  for (const { k, m } of pending) {
    const next = predict(specs, piles, me, m, options);
    if (!next) continue;
    piles = next;
    if (m[0] === "play") for (const card of m[2]) made.set(card, k);
  }
  return { piles, made };
}

/**
 * What a tap on the stock does: flip, or pick the waste up when it is empty; null when there is nothing to do.
 * @param {PileSpec[]} specs @param {Piles} piles @param {number} me
 * @returns {"flip" | "pickup" | null}
 */
export function stockMove(specs, piles, me) {
  /** @param {string} kind */
  const count = (kind) => {
    const spec = specs.find((one) => one.kind === kind && one.owner === me);
    return spec ? sizeOf(piles[spec.id]) : 0;
  };
  if (count("stock")) return "flip";
  return count("waste") ? "pickup" : null;
}
