// @ts-check
// How large the cards of Thumb and Pouch are, and where its parts lie: seven columns, and above them the stock, the waste and the
// foundations; on a lying phone those are columns at both sides.

import { HIGH } from "../../table/layout.js";

/** @typedef {import("../../table/layout.js").Shape} Shape */
/** @typedef {import("../../table/layout.js").OwnZone} OwnZone */

export const COLUMNS = 7;
export const SUITS = 4;
/** The foundation column of a lying phone: so many cards high, with the gaps between them. */
const TOWER = 5.6;

/** @param {Shape} shape @param {number} w @param {number} h @returns {OwnZone} */
export const own = (shape, w, h) => (shape === "lying" ? beside(w, h) : above(shape, w, h));

/** @param {Shape} shape @param {number} w @param {number} h @returns {OwnZone} */
function above(shape, w, h) {
  const phone = shape === "phone";
  const cw = Math.max(1, phone ? Math.min((w - 24) / COLUMNS, (h - 20) / 5, 96) : Math.min((w - 6) / 7.75, (h - 20) / 5, 124));
  const gap = phone ? 4 : 0.12 * cw;
  const left = (w - COLUMNS * cw - (COLUMNS - 1) * gap) / 2;
  const low = HIGH * cw + (phone ? 18 : 0.28 * cw);
  /** @param {number} from @param {number} [columns] */
  const top = (from, columns = 1) => ({ x: left + from * (cw + gap), y: 0, w: columns * cw + (columns - 1) * gap, h: HIGH * cw });
  return {
    cw,
    gap,
    spread: 0,
    boxes: {
      plate: { x: 0, y: 0, w: 0, h: 0 },
      stock: top(0),
      waste: top(1),
      rounds: top(2),
      foundation: top(COLUMNS - SUITS, SUITS),
      tableau: { ...top(0, COLUMNS), y: low, h: h - low },
    },
  };
}

/** @param {number} w @param {number} h @returns {OwnZone} */
function beside(w, h) {
  const gap = 6;
  const apart = 22;
  const cw = Math.max(1, Math.min((h - 14) / 4.3, (w - 80) / 9.4, 96));
  const row = COLUMNS * cw + (COLUMNS - 1) * gap;
  const left = (w - row - 2 * (cw + apart)) / 2;
  const high = HIGH * cw;
  const tower = Math.min(cw, (h - 3 * gap) / TOWER);
  const right = left + cw + apart + row + apart;
  return {
    cw,
    gap,
    spread: 0,
    boxes: {
      plate: { x: 0, y: 0, w: 0, h: 0 },
      stock: { x: left, y: 0, w: cw, h: high },
      waste: { x: left, y: high + gap, w: cw, h: high },
      rounds: { x: left, y: 2 * (high + gap), w: cw, h: Math.min(high, h - 2 * (high + gap)) },
      foundation: { x: right, y: 0, w: tower, h: SUITS * HIGH * tower + (SUITS - 1) * gap },
      tableau: { x: left + cw + apart, y: 0, w: row, h },
    },
  };
}
