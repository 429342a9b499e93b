// @ts-check
// Which cards go up without harm, and when nothing is left to think about.

import { rankOf, suitOf, UNKNOWN } from "../../table/cards.js";
import { fits } from "../../table/fits.js";
import { shownOf, sizeOf } from "../../table/layout.js";

/** @typedef {import("../../table/game.js").Position} Position */
/** @typedef {import("../../core/store.js").Move} Move */

/** How many cards of each suit are up. @param {Pick<Position, "specs" | "piles">} position @returns {Record<string, number>} */
function heights({ specs, piles }) {
  /** @type {Record<string, number>} */
  const out = { S: 0, H: 0, D: 0, C: 0 };
  for (const { id, kind } of specs) {
    const top = kind === "foundation" ? shownOf(piles[id]).at(-1) : undefined;
    if (top) out[suitOf(top)] = sizeOf(piles[id]);
  }
  return out;
}

/** Nobody needs this card as a place any more: all that could lie on it is up. Aces never need one. @param {string} card @param {Record<string, number>} up */
function unneeded(card, up) {
  const rank = rankOf(card);
  return rank < 2 || Object.entries(up).every(([suit, height]) => suit === suitOf(card) || height >= rank);
}

/** The next card that goes up without harm. @param {Position} position @returns {Move | null} */
export function safe(position) {
  const { specs, piles, seat } = position;
  const up = heights(position);
  const any = runsOut(position);
  for (const { id, kind } of specs) {
    const card = kind === "tableau" || kind === "waste" ? shownOf(piles[id]).at(-1) : undefined;
    if (!card || card === UNKNOWN || !(any || unneeded(card, up))) continue;
    const goal = specs.find((spec) => spec.kind === "foundation" && fits(specs, piles, seat, id, [card], spec.id));
    if (goal) return ["play", id, [card], goal.id];
  }
  return null;
}

/** All cards lie open in the columns, each of which goes down by one: they can but go up. @param {Pick<Position, "specs" | "piles" | "facts">} position */
export function runsOut({ specs, piles, facts }) {
  if (facts.phase !== "play") return false;
  return specs.every(({ id, kind }) => {
    if (kind === "foundation") return true;
    return kind === "tableau" ? piles[id][0] === 0 && !shownOf(piles[id]).includes(UNKNOWN) : sizeOf(piles[id]) === 0;
  });
}
