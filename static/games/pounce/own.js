// @ts-check
// The own zone of Pounce: pounce pile, tableau, waste, stock and plate, for every shape of the screen.

/** @typedef {import("../../table/layout.js").Shape} Shape */
/** @typedef {import("../../table/layout.js").OwnZone} OwnZone */

/** Space between columns, between groups, and the strip of an older waste card, in card widths. */
const GAP = 0.12;
const GROUP = 0.24;
const SPREAD = 0.16;
const HIGH = 1.4;

/**
 * The widest card that fits, and a box for each part. The tableau has `counts.columns` piles.
 * @param {Shape} shape @param {number} w @param {number} h @param {{counts: Record<string, number>}} screen
 */
export const own = (shape, w, h, { counts }) => ({ wide, medium, phone, lying })[shape](w, h, counts.columns);

/** One row: plate, pounce pile, tableau, waste, stock. @param {number} w @param {number} h @param {number} columns @returns {OwnZone} */
function wide(w, h, columns) {
  const row = columns + (columns - 1) * GAP;
  const cw = Math.min(h / 3.4, (w - 12) / (5.92 + row), 128);
  const fan = 1 + 2 * SPREAD;
  let x = (w - cw * (1.5 + 1 + row + fan + 1 + 4 * GROUP)) / 2;
  /** @param {number} width in card widths @param {number} height */
  const next = (width, height) => {
    const box = { x, y: 0, w: width * cw, h: height };
    x += (width + GROUP) * cw;
    return box;
  };
  return {
    cw,
    gap: GAP * cw,
    spread: SPREAD * cw,
    boxes: {
      plate: next(1.5, h),
      reserve: next(1, HIGH * cw),
      tableau: next(row, h),
      waste: next(fan, HIGH * cw),
      stock: next(1, HIGH * cw),
    },
  };
}

/** Tablets: pounce pile over plate, tableau, waste over stock. @param {number} w @param {number} h @param {number} columns @returns {OwnZone} */
function medium(w, h, columns) {
  const row = columns + (columns - 1) * GAP;
  const cw = Math.min(h / 3.4, (w - 12) / (2.72 + row), 128);
  const fan = 1 + 2 * SPREAD;
  const left = (w - cw * (1 + row + fan + 2 * GROUP)) / 2;
  const right = left + cw * (1 + row + 2 * GROUP);
  const below = (HIGH + GAP) * cw;
  return {
    cw,
    gap: GAP * cw,
    spread: SPREAD * cw,
    boxes: {
      plate: { x: left, y: below, w: cw, h: h - below },
      reserve: { x: left, y: 0, w: cw, h: HIGH * cw },
      tableau: { x: left + cw * (1 + GROUP), y: 0, w: row * cw, h },
      waste: { x: right, y: 0, w: fan * cw, h: HIGH * cw },
      stock: { x: right + 2 * SPREAD * cw, y: below, w: cw, h: HIGH * cw },
    },
  };
}

/** Upright phones: the tableau, and below it, at the thumb, everything else. @param {number} w @param {number} h @param {number} columns @returns {OwnZone} */
function phone(w, h, columns) {
  const gap = 6;
  const cw = Math.min((w - 4 * gap) / 5, (h - 10) / 4.7, 96);
  const left = (w - 5 * cw - 4 * gap) / 2;
  const low = h - HIGH * cw;
  /** @param {number} column */
  const at = (column) => left + column * (cw + gap);
  const row = columns * cw + (columns - 1) * gap;
  const spread = SPREAD * cw;
  return {
    cw,
    gap,
    spread,
    boxes: {
      plate: { x: at(1), y: low, w: 2 * (cw - spread) + gap, h: HIGH * cw },
      reserve: { x: at(0), y: low, w: cw, h: HIGH * cw },
      tableau: { x: (w - row) / 2, y: 0, w: row, h: low - 10 },
      waste: { x: at(3) - 2 * spread, y: low, w: cw + 2 * spread, h: HIGH * cw },
      stock: { x: at(4), y: low, w: cw, h: HIGH * cw },
    },
  };
}

/** Lying phones: the tableau and one column of everything else. @param {number} w @param {number} h @param {number} columns @returns {OwnZone} */
function lying(w, h, columns) {
  const gap = 7;
  const cw = Math.min((h - 3 * gap - 44) / (3 * HIGH), (w - 46) / (columns + 1), 96);
  const row = columns * cw + (columns - 1) * gap;
  const x = w - cw;
  const step = HIGH * cw + gap;
  const spread = 0.045 * cw;
  return {
    cw,
    gap,
    spread,
    boxes: {
      plate: { x, y: 3 * step, w: cw, h: h - 3 * step },
      reserve: { x, y: 0, w: cw, h: HIGH * cw },
      tableau: { x: x - gap - row, y: 0, w: row, h },
      waste: { x: x - 2 * spread, y: step, w: cw + 2 * spread, h: HIGH * cw },
      stock: { x, y: 2 * step, w: cw, h: HIGH * cw },
    },
  };
}
