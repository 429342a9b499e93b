// @ts-check
// Where the piles of Pontis lie. Numbers only: layout.js turns them into pixels.

/** @typedef {import("../table/layout.js").Shape} Shape */
/** @typedef {import("../table/layout.js").OwnZone} OwnZone */

/** Space between groups in card widths, and the height of a card in its widths. */
const GAP = 0.12;
const HIGH = 1.4;

/** The place of a pile in the own zone, by its kind: the bank where a tableau lies, the hand where a waste does.
 * @type {Record<string, keyof OwnZone["boxes"]>} */
const AREAS = { tableau: "tableau", hand: "waste", stock: "stock" };

/** @type {import("../table/layout.js").GameLayout} */
export default {
  key: "pontis",

  /** There is no pile in the middle: every bank is somebody's. */
  shared: "foundation",

  area: (spec) => AREAS[spec.kind],

  /**
   * The own zone: the bank beside the plate, the hand below in the whole width.
   * @param {Shape} shape @param {number} w @param {number} h
   */
  own(shape, w, h) {
    const rows = shape === "lying" ? 1.6 : 2.3;
    const cw = Math.min(h / (rows * HIGH), w / 6, 128);
    const step = (HIGH + GAP) * cw;
    const high = HIGH * cw;
    return {
      cw,
      gap: GAP * cw,
      spread: 0.3 * cw,
      boxes: {
        plate: { x: 0, y: 0, w: 1.5 * cw, h: high },
        reserve: { x: 1.62 * cw, y: 0, w: cw, h: high },
        tableau: { x: 1.62 * cw, y: 0, w: w - 2.74 * cw, h: high },
        waste: { x: 0, y: step, w, h: high },
        stock: { x: w - cw, y: 0, w: cw, h: high },
      },
    };
  },
};
