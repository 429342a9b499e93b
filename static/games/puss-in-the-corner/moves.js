// @ts-check
// Which moves of Puss in the Corner nobody makes by accident, and which ones need no thought.

import { isRed, rankOf } from "../../table/cards.js";
import { predict } from "../../table/fits.js";
import { shownOf, sizeOf } from "../../table/layout.js";
import { partsOf, takers, usedUp } from "./lie.js";

/** @typedef {import("../../core/store.js").Move} Move */
/** @typedef {import("./lie.js").Piled} Piled */

/** Any card may be buried in a corner, so no double tap does that. @param {import("../../wire.js").PileSpec[]} specs @param {Move} move */
export const final = (specs, [name, , , target]) => name === "play" && specs.find(({ id }) => id === target)?.kind === "waste";

/** Every card that may go up, each to the first foundation that takes it. @param {Piled} position */
function ups(position) {
  const { open, corners } = partsOf(position);
  return [open, ...corners].flatMap((pile) => {
    const [target] = takers(position, pile);
    const card = String(shownOf(position.piles[pile]).at(-1));
    return target === undefined ? [] : [{ card, move: /** @type {Move} */ (["play", pile, [card], target]) }];
  });
}

/**
 * Two cards of a colour have the same rank, and while only one of them can go up it is a choice which. It is none when both foundations
 * of the colour have come that far: then neither takes the other's place.
 * @param {Piled} position @param {string} card
 */
function harmless(position, card) {
  const tops = partsOf(position).foundations.map((id) => String(shownOf(position.piles[id]).at(-1)));
  return tops.every((top) => isRed(top) !== isRed(card) || rankOf(top) >= rankOf(card) - 1);
}

/** @param {Piled} position @returns {Move | null} */
function next(position) {
  const all = ups(position);
  return (all.find(({ card }) => harmless(position, card)) ?? (usedUp(position) ? all[0] : undefined))?.move ?? null;
}

/** Whether all cards are seen, and go up one after the other as `next` has it. @param {Piled} position */
export function runsOut(position) {
  if (!usedUp(position)) return false;
  const { corners } = partsOf(position);
  let now = position;
  for (let left = corners.reduce((sum, id) => sum + sizeOf(position.piles[id]), 0); left > 0; left--) {
    const move = next(now);
    const piles = move && predict(now.specs, now.piles, now.seat, move);
    if (!piles) return false;
    now = { ...now, piles };
  }
  return true;
}

/** The next card that goes up without any harm. @param {Piled} position */
export function safe(position) {
  const harmlessOne = ups(position).find(({ card }) => harmless(position, card));
  return harmlessOne?.move ?? (runsOut(position) ? next(position) : null);
}
