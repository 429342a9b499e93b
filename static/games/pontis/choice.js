// @ts-check
// What is chosen of the own hand, and what it comes to: nothing yet, a lay, a joker that wants a rank, or no lay. Pointer,
// keyboard and buttons all end here. No DOM.

import { isJoker, RANKS } from "../../table/cards.js";

/** @typedef {import("../../core/store.js").Move} Move */
/**
 * A lay that is allowed: its cards, and for jokers every way to name them, letters in the order of the cards.
 * @typedef {{cards: string[], ways: string[]}} Lay
 */
/** What this seat may do. @typedef {{do: "open" | "name" | "lay", lays: Lay[], pass: boolean}} May */
/** Cards from below to the top, and what their jokers are named. @typedef {{cards: string[], named: Record<string, string>}} Choice */
/**
 * What a choice is. "part": no lay by itself, but a card of some; "ask": this joker may be named these ranks; "not": no lay.
 * `named` holds what is chosen and what follows from it.
 * @typedef {{kind: "none" | "part" | "not"} | {kind: "ask", joker: string, ranks: string[]} | {kind: "lay", named: Record<string, string>}} Reading
 */

/** @type {Choice} */
export const NOTHING = { cards: [], named: {} };

/** The server's hints, read. @param {unknown} hints @returns {May | null} */
export function mayOf(hints) {
  const said = /** @type {{do: May["do"], lays?: string[][], pass?: boolean} | null} */ (hints ?? null);
  return said && { do: said.do, lays: (said.lays ?? []).map(layOf), pass: said.pass ?? false };
}

/** @param {string[]} said @returns {Lay} */
function layOf(said) {
  const cards = said.filter((word) => word.includes(":"));
  const ranks = said.length > cards.length ? said[said.length - 1] : "";
  return { cards, ways: cards.filter(isJoker).length > 1 ? ranks.split(" ") : [...ranks] };
}

/** @param {string[]} some @param {string[]} others */
const alike = (some, others) => some.length === others.length && some.every((card) => others.includes(card));

/** The lay of exactly these cards, its ways in their order. @param {Lay[]} lays @param {string[]} cards @returns {Lay | null} */
export function layFor(lays, cards) {
  const lay = lays.find((one) => alike(one.cards, cards));
  if (!lay) return null;
  const turned = lay.cards.filter(isJoker)[0] !== cards.filter(isJoker)[0];
  return { cards, ways: turned ? lay.ways.map((way) => [...way].reverse().join("")) : lay.ways };
}

/** The lays that hold all of these cards. @param {Lay[]} lays @param {string[]} cards */
export const laysWith = (lays, cards) => lays.filter((lay) => cards.every((card) => lay.cards.includes(card)));

/** The cards that are in some lay, with these. @param {Lay[]} lays @param {string[]} cards */
export const useful = (lays, cards) => new Set(laysWith(lays, cards).flatMap((lay) => lay.cards));

/** One more card on top, or one less; of three the first goes. @param {Choice} choice @param {string} card @returns {Choice} */
export function toggled({ cards, named }, card) {
  return keep({ cards: cards.includes(card) ? cards.filter((one) => one !== card) : [...cards.slice(-1), card], named });
}

/** The other card on top. @param {Choice} choice @returns {Choice} */
export const swapped = ({ cards, named }) => ({ cards: [...cards].reverse(), named });

/** This card on top. @param {Choice} choice @param {string} card */
export const topped = (choice, card) => (choice.cards[choice.cards.length - 1] === card ? choice : swapped(choice));

/** A joker with its rank, "" to think again. @param {Choice} choice @param {string} joker @param {string} rank @returns {Choice} */
export function namedAs({ cards, named }, joker, rank) {
  const { [joker]: _, ...others } = named;
  return { cards, named: rank ? { ...others, [joker]: rank } : others };
}

/** What is left of a choice when only these cards are in the hand. @param {Choice} choice @param {string[]} hand @returns {Choice} */
export function within({ cards, named }, hand) {
  return cards.every((card) => hand.includes(card)) ? { cards, named } : keep({ cards: cards.filter((card) => hand.includes(card)), named });
}

/** Names only of cards that are chosen. @param {Choice} choice @returns {Choice} */
const keep = ({ cards, named }) => ({ cards, named: Object.fromEntries(Object.entries(named).filter(([card]) => cards.includes(card))) });

/** @param {Lay[]} lays @param {Choice} choice @returns {Reading} */
export function read(lays, { cards, named }) {
  if (!cards.length) return { kind: "none" };
  const lay = layFor(lays, cards);
  if (!lay) return { kind: cards.length === 1 && laysWith(lays, cards).length ? "part" : "not" };
  const jokers = cards.filter(isJoker);
  /** @type {Record<string, string>} */
  const found = {};
  let ways = lay.ways;
  for (const [at, joker] of jokers.entries()) {
    const ranks = RANKS.filter((rank) => ways.some((way) => way[at] === rank));
    const rank = ranks.length === 1 ? ranks[0] : ranks.includes(named[joker]) ? named[joker] : "";
    if (!rank) return { kind: "ask", joker, ranks };
    found[joker] = rank;
    ways = ways.filter((way) => way[at] === rank);
  }
  return { kind: "lay", named: found };
}

/** The move. @param {string} hand @param {string} bank @param {string[]} cards @param {Record<string, string>} named @returns {Move} */
export function moveOf(hand, bank, cards, named) {
  const ranks = cards.filter(isJoker).map((joker) => named[joker]);
  return ["lay", hand, cards, ranks.length ? `${bank}:${ranks.join("")}` : bank];
}
