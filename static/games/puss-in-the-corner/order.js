// @ts-check
// The order in which the corners are dealt again. Corners are numbered from 1 as in the move: top left, top right, below them the same.

/** @typedef {import("../../wire.js").Piles} Piles */

export const CORNERS = [1, 2, 3, 4];

/** The corners in which cards lie. @param {Piles} piles @param {string[]} ids  of the corners' piles */
export const filled = (piles, ids) => CORNERS.filter((corner) => Number(piles[ids[corner - 1]][0]) + piles[ids[corner - 1]].length > 1);

/** With a corner named next, or taken back when it was named: those behind it move up. @param {number[]} named @param {number} corner */
export const toggled = (named, corner) => (named.includes(corner) ? named.filter((one) => one !== corner) : [...named, corner]);

/** The whole order, as soon as there is no choice any more: the last corner follows by itself. Else null. @param {number[]} named @param {number[]} all  corners with cards */
export function whole(named, all) {
  const rest = all.filter((corner) => !named.includes(corner));
  return rest.length > 1 ? null : [...named, ...rest];
}

/** The order as the move has it: all four corners, the empty ones at the end. @param {number[]} order */
export const targetOf = (order) => [...order, ...CORNERS.filter((corner) => !order.includes(corner))].join("");

/** The cards in the order in which they come: of each pile the oldest first. @param {Piles} piles @param {string[]} ids @param {number[]} order */
export const coming = (piles, ids, order) => order.flatMap((corner) => /** @type {string[]} */ (piles[ids[corner - 1]].slice(1)));

/**
 * How many of so many cards a preview shows: all, or as many as leave room for the number of the others.
 * @param {number} count @param {number} w @param {number} h  of the room @param {{w: number, h: number, step: number, more: number}} card  `step`: from one to the next; `more`: of that number
 */
export function shown(count, w, h, card) {
  const rows = Math.max(1, Math.floor(h / card.h));
  const per = Math.max(1, Math.floor((w - card.w) / card.step) + 1);
  return count <= rows * per ? count : Math.max(1, rows * per - Math.ceil(card.more / card.step));
}
