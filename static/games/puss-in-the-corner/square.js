// @ts-check
// How large the cards of Puss in the Corner are, and where its parts lie: the square of foundations, the corners around it, and stock
// and open card beside the square or below it. Numbers only.

import { HIGH } from "../../table/layout.js";

/** @typedef {import("../../table/layout.js").Box} Box */
/** @typedef {import("../../table/layout.js").OwnZone} OwnZone */
/** @typedef {import("../../table/layout.js").Shape} Shape */

/** Left or right, above or below the middle: the four foundations and, further out, the four corners, in the order of the piles. */
const SIDES = [[-1, -1], [1, -1], [-1, 1], [1, 1]];
/** From the middle of the square to that of a foundation, of a corner, and to the number beside it, in card widths. */
const FOUNDATION = { x: 0.55, y: 0.75 };
const CORNER = { x: 1.62, y: 2.02 };
const COUNT = { x: 0.4, y: 1.72 };
/** All eight with the slanting corners of their cards. */
const BOARD = { w: 4.96, h: 5.76 };
/** From this proportion of the zone on stock and open card lie beside the square. */
const BROAD = 5 / 4;
/** Between stock and open card, and from there to the square or the words. */
const GAP = 0.26;
const APART = 0.2;
/** Widths and heights that must have room, in card widths, and the widest card. */
const BESIDE = { w: 10.2, h: 5.8, most: 150 };
const BELOW = { w: 5, h: 7.7, most: 124 };
/** What is said below the two cards. */
const WORDS = 60;
/** So much room on the other side of the square is enough for the line in which something is said. */
const SAYS = 180;

/** Whether stock and open card lie beside the square. @param {number} w @param {number} h */
export const broad = (w, h) => w / h >= BROAD;

/** @param {Shape} _ @param {number} w @param {number} h @returns {OwnZone} */
export function own(_, w, h) {
  const beside = broad(w, h);
  const rule = beside ? BESIDE : BELOW;
  const cw = Math.min(w / rule.w, h / rule.h, rule.most);
  const card = { w: cw, h: cw * HIGH };
  const wide = BOARD.w * cw;
  const high = BOARD.h * cw;
  const x = (w - wide) / 2;
  const two = (2 + GAP) * cw;
  const zone = { cw, gap: GAP * cw, spread: 0 };
  if (beside) {
    const y = (h - high) / 2;
    const end = x - APART * cw;
    const top = (h - card.h) / 2;
    return {
      ...zone,
      boxes: {
        plate: { x: 0, y: 0, w: 0, h: 0 },
        board: { x, y, w: wide, h: high },
        stock: { x: end - two, y: top, ...card },
        open: { x: end - cw, y: top, ...card },
        words: { x: Math.max(0, end - two - cw * GAP), y: top + card.h + 12, w: Math.min(end, two + cw * GAP), h: WORDS },
        order: { x: 0, y: h * 0.06, w: end, h: h * 0.88 },
        ...(end >= SAYS ? { rail: { x: w - end, y: top, w: end, h: card.h } } : {}),
      },
    };
  }
  const free = h - high - APART * cw - card.h;
  const y = free / 2;
  const row = y + high + APART * cw;
  const left = Math.max(0, (w - BOARD.w * cw) / 2 + 0.07 * cw);
  return {
    ...zone,
    boxes: {
      plate: { x: 0, y: 0, w: 0, h: 0 },
      board: { x, y, w: wide, h: high },
      stock: { x: left, y: row, ...card },
      open: { x: left + cw * (1 + GAP), y: row, ...card },
      words: { x: left + two + cw * GAP, y: row, w: Math.max(0, x + wide - left - two - cw * GAP), h: card.h },
      order: { x: Math.max(0, (w - Math.max(wide, Math.min(w, 480))) / 2), y: row, w: Math.max(wide, Math.min(w, 480)), h: Math.min(h - row, card.h + 90) },
    },
  };
}

/** The box of a card about the middle of the board. @param {Box} board @param {number} cw @param {{x: number, y: number}} from @param {number} i */
function around(board, cw, from, i) {
  const [x, y] = SIDES[i];
  return { x: board.x + board.w / 2 + x * from.x * cw - cw / 2, y: board.y + board.h / 2 + y * from.y * cw - (cw * HIGH) / 2, w: cw, h: cw * HIGH };
}
/** The n-th foundation's box. @param {Box} board @param {number} cw @param {number} i */
export const foundationAt = (board, cw, i) => around(board, cw, FOUNDATION, i);
/** The n-th corner's box: it points away from the middle. @param {Box} board @param {number} cw @param {number} i @returns {Box} */
export const cornerAt = (board, cw, i) => ({ ...around(board, cw, CORNER, i), slant: SIDES[i][0] * SIDES[i][1] * -45 });
/** The middle of the number beside a corner. @param {Box} board @param {number} cw @param {number} i */
export const countAt = (board, cw, i) => ({ x: board.x + board.w / 2 + SIDES[i][0] * COUNT.x * cw, y: board.y + board.h / 2 + SIDES[i][1] * COUNT.y * cw });
