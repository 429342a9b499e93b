// @ts-check
// Where the piles of Spite & Malice lie. Numbers only: layout.js turns them into pixels.

/** @typedef {import("../table/layout.js").Shape} Shape */
/** @typedef {import("../table/layout.js").OwnZone} OwnZone */

/** Space between columns and between groups, in card widths. */
const GAP = 0.12;
const GROUP = 0.24;
const HIGH = 1.4;

/** The place of a pile in the own zone, by its kind. @type {Record<string, keyof OwnZone["boxes"]>} */
const AREAS = { reserve: "reserve", discard: "tableau", hand: "waste", stock: "stock" };

/** @type {import("../table/layout.js").GameLayout} */
export default {
  key: "spite-and-malice",

  /** Piles of this kind lie in the middle. */
  shared: "foundation",

  area: (spec) => AREAS[spec.kind],

  /**
   * The own zone: pay-off pile and side stacks above, the hand of five below, the plate beside it.
   * @param {Shape} _shape @param {number} w @param {number} h @param {number} columns
   */
  own(_shape, w, h, columns) {
    const row = columns + (columns - 1) * GAP;
    const hand = 5 + 4 * GAP;
    const cw = Math.min((w - 12) / Math.max(1 + GROUP + row + GROUP + 1, hand), (h - 12) / (2 * HIGH + GROUP + 0.8), 128);
    const left = (w - cw * (2 + 2 * GROUP + row)) / 2;
    const low = h - HIGH * cw;
    return {
      cw,
      gap: GAP * cw,
      spread: GAP * cw,
      boxes: {
        plate: { x: left, y: (HIGH + GAP) * cw, w: cw, h: Math.max(low - (HIGH + 2 * GAP) * cw, 0) },
        reserve: { x: left, y: 0, w: cw, h: HIGH * cw },
        tableau: { x: left + (1 + GROUP) * cw, y: 0, w: row * cw, h: low - GROUP * cw },
        waste: { x: (w - hand * cw) / 2, y: low, w: hand * cw, h: HIGH * cw },
        stock: { x: left + (1 + 2 * GROUP + row) * cw, y: 0, w: cw, h: HIGH * cw },
      },
    };
  },
};
