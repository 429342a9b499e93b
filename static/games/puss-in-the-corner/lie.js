// @ts-check
// Where every card of Puss in the Corner lies, and what its position is about: a card that waits, or corners to be dealt again.

import { UNKNOWN } from "../../table/cards.js";
import { fits } from "../../table/fits.js";
import { shownOf, sizeOf } from "../../table/layout.js";
import { cornerAt, countAt, foundationAt } from "./square.js";

/** @typedef {import("../../table/layout.js").Box} Box */
/** @typedef {import("../../table/layout.js").Geometry} Geometry */
/** @typedef {import("../../table/game.js").Lie} Lie */
/** @typedef {import("../../table/game.js").Position} Position */
/** @typedef {import("../../wire.js").PileSpec} PileSpec */
/** @typedef {Pick<Position, "specs" | "piles" | "seat">} Piled */

/** Of a pile its top is seen, and the card below it while that one is carried. */
const SEEN = 2;
/** Half the height of the number beside a corner. */
const HALF = 9;

/** Piles' ids. @param {PileSpec[]} specs @param {string} kind */
export const idsOf = (specs, kind) => specs.filter((spec) => spec.kind === kind).map(({ id }) => id);
/** @param {Piled} position */
export const partsOf = ({ specs }) => ({ stock: idsOf(specs, "stock")[0], open: idsOf(specs, "reserve")[0], foundations: idsOf(specs, "foundation"), corners: idsOf(specs, "waste") });

/** The card that waits to be placed, null while none is known. @param {Piled} position */
export function openOf(position) {
  const card = shownOf(position.piles[partsOf(position).open]).at(-1);
  return card === undefined || card === UNKNOWN ? null : card;
}
/** The foundations that take the top of a pile. @param {Piled} position @param {string} pile */
export function takers(position, pile) {
  const { specs, piles, seat } = position;
  const card = shownOf(piles[pile]).at(-1);
  return card === undefined ? [] : partsOf(position).foundations.filter((id) => fits(specs, piles, seat, pile, [card], id));
}
/** The stock is used up and nothing waits. @param {Piled} position */
export function usedUp(position) {
  const { stock, open } = partsOf(position);
  return sizeOf(position.piles[stock]) + sizeOf(position.piles[open]) === 0;
}
/** The corners may be dealt again now. @param {Piled & Pick<Position, "facts">} position */
export const deals = (position) => position.facts.phase === "play" && Number(position.facts.redeals) > 0 && usedUp(position);

/** @param {Geometry} geometry @param {Position} position @returns {Lie} */
export function lie({ cw, own: { boxes } }, position) {
  const { piles, players, seat } = position;
  const { stock, open, foundations, corners } = partsOf(position);
  const owner = players[seat] + 1;
  /** @type {Lie} */
  const out = { places: new Map(), wells: [], tags: [], finished: [] };
  /** @param {string} pile @param {Box} box @param {string} look */
  function heap(pile, box, look) {
    const shown = shownOf(piles[pile]);
    const size = sizeOf(piles[pile]);
    out.wells.push({ key: pile, pile, box, look });
    shown.slice(-SEEN).forEach((card, i, { length }) => {
      const depth = size - length + i;
      const key = card === UNKNOWN ? `${pile}/${depth}` : card;
      out.places.set(key, { key, card: card === UNKNOWN ? null : card, pile, depth, ...box, z: 1 + i, tile: false, owner, mark: false, zone: "own" });
    });
    return size;
  }

  const again = deals(position);
  const wanted = takers(position, open);
  foundations.forEach((id, i) => heap(id, foundationAt(boxes.board, cw, i), wanted.includes(id) ? "found wanted" : "found"));
  corners.forEach((id, i) => {
    const size = heap(id, cornerAt(boxes.board, cw, i), again && sizeOf(piles[id]) ? "corner asked" : "corner");
    const { x, y } = countAt(boxes.board, cw, i);
    if (size) out.tags.push({ key: id, text: String(size), x, y: y + HALF, look: "beside" });
  });
  if (!again) {
    const left = sizeOf(piles[stock]);
    const box = boxes.stock;
    out.wells.push({ key: stock, pile: stock, box, look: "stock" });
    if (left) {
      out.places.set(`${stock}/back`, { key: `${stock}/back`, card: null, pile: stock, depth: left - 1, ...box, z: 1, tile: false, owner, mark: false, zone: "own" });
      out.tags.push({ key: stock, text: String(left), x: box.x + box.w / 2, y: box.y + box.h * 0.93, look: "count" });
    }
    heap(open, boxes.open, sizeOf(piles[open]) ? "reserve" : "found");
  }
  return { ...out, stock: { pile: stock, box: boxes.stock, into: open, hand: true, owner, back: corners } };
}
