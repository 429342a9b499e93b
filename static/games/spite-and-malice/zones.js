// @ts-check
// How large the cards of Spite & Malice are, and where the parts of the table lie. Numbers only.

import { HIGH, seatHeight, seatSize } from "../../table/layout.js";

/** @typedef {import("../../table/layout.js").Shape} Shape */
/** @typedef {import("../../table/layout.js").Box} Box */
/** @typedef {import("../../table/layout.js").OwnZone} OwnZone */
/** @typedef {import("../../table/game.js").Room} Room */
/** @typedef {import("../../table/game.js").Middle & {bw: number, gap: number, apart: number}} Row  of the middle: a card's width, the space between two, and what is more between the stock and the stacks */

export const SIDES = 4;
export const HAND = 5;

/** Below a card of the middle stands a word, above it a ring and an arrow. */
export const UNDER = 22;
export const ABOVE = 10;
/** Between the rows of the own zone. */
const ROW = 12;
const BUTTON = { w: 180, h: 46 };
/** Own cards that would be narrower than this lie beside each other rather than below each other, where there is room. */
const FLAT = 88;

/**
 * The middle: the stock and the centre stacks in one row.
 * @param {Room} room
 * @returns {Row}
 */
export function middle({ shape, width, height, counts }) {
  const small = shape === "phone" || shape === "lying";
  const [between, more] = small ? [0.12, 0.25] : [0.22, 0.3];
  const share = { lying: 1, phone: 0.28, medium: 0.3, wide: height < 480 ? 0.36 : 0.3 }[shape];
  const row = counts.centres + 1 + counts.centres * between + more;
  const bw = Math.min((height * share - UNDER - ABOVE) / HIGH, (width - 8) / row, small ? 76 : 124);
  return { height: bw * HIGH + UNDER + ABOVE, bw, gap: between * bw, apart: more * bw };
}

/**
 * The own zone: pay-off pile and side stacks, and below them the hand. Where that would make small cards on a screen that is wide
 * enough, the side stacks have the whole height beside the hand.
 * @param {Shape} shape @param {number} w @param {number} h
 * @returns {OwnZone}
 */
export function own(shape, w, h) {
  const zone = tall(shape, w, h);
  if (shape === "phone" || shape === "lying" || zone.cw >= FLAT) return zone;
  const other = flat(w, h);
  return other.cw > zone.cw ? other : zone;
}

/** What a shape takes: strips and card rows over the height, space beside, gaps in card widths, the widest card. */
const TALL = {
  wide: { rows: 3.9, beside: 300, group: 0.3, gap: 0.14, most: 128 },
  medium: { rows: 3.55, beside: 4, group: 0.3, gap: 0.14, most: 128 },
  phone: { rows: 3.55, beside: 2, group: 0.2, gap: 0.08, most: 96 },
  lying: { rows: 3.5, beside: 4, group: 0.3, gap: 0.14, most: 96 },
};

/** @param {Shape} shape @param {number} w @param {number} h @returns {OwnZone} */
function tall(shape, w, h) {
  const { rows, beside, group, gap, most } = TALL[shape];
  const row = 1 + group + SIDES + (SIDES - 1) * gap;
  const cw = Math.min((h - ROW - 8) / rows, (w - beside) / row, most);
  const x = (w - row * cw) / 2;
  const low = h - HIGH * cw;
  const under = HIGH * cw + 8;
  const plate = shape === "wide" ? { x: x - 150 - group * cw, y: 0, w: 150, h } : { x, y: under, w: cw, h: low - ROW - under };
  return zoneOf(cw, gap, {
    plate,
    reserve: { x, y: 0, w: cw, h: HIGH * cw },
    sides: { x: x + (1 + group) * cw, y: 0, w: (row - 1 - group) * cw, h: low - ROW },
    hand: { x, y: low, w: row * cw, h: HIGH * cw },
  });
}

/** @param {number} w @param {number} h @returns {OwnZone} */
function flat(w, h) {
  const gap = 0.14;
  const group = 0.3;
  const hand = HAND + (HAND - 1) * gap;
  const sides = SIDES + (SIDES - 1) * gap;
  const cw = Math.min((h - ROW) / (2 * HIGH), (w - 16) / (hand + group + sides), 128);
  const x = (w - (hand + group + sides) * cw) / 2;
  const low = h - HIGH * cw;
  return zoneOf(cw, gap, {
    plate: { x: x + (1 + group) * cw, y: 0, w: (hand - 1 - group) * cw, h: low - ROW },
    reserve: { x, y: 0, w: cw, h: HIGH * cw },
    sides: { x: x + (hand + group) * cw, y: 0, w: sides * cw, h },
    hand: { x, y: low, w: hand * cw, h: HIGH * cw },
  });
}

/** With the button that ends a turn in the middle of the place where the hand was. @param {number} cw @param {number} gap @param {Record<"plate" | "reserve" | "sides" | "hand", Box>} boxes @returns {OwnZone} */
function zoneOf(cw, gap, boxes) {
  const { x, y, w, h } = boxes.hand;
  return { cw, gap: gap * cw, spread: 0, boxes: { ...boxes, button: { x: x + (w - BUTTON.w) / 2, y: y + h * 0.42, ...BUTTON } } };
}

/** The strip of a covered card: whole, as small as may be while its rank can be read, and that of a card that is only counted. */
const WHOLE = 0.31;
const LEAST = 0.25;
const EDGE = 0.06;

/**
 * How far below the first card of a side stack each one lies. When a stack grows long its strips become lower; before none can be
 * read any more, the oldest step back to mere edges: those on top are played first.
 * @param {number} count @param {number} cw @param {number} height
 * @returns {number[]}
 */
export function strips(count, cw, height) {
  const room = Math.max(0, height - HIGH * cw);
  const covered = Math.max(0, count - 1);
  const even = room / Math.max(1, covered);
  const whole = Math.max(WHOLE * cw, Math.min(0.42 * cw, 25));
  const least = LEAST * cw;
  const read = even >= least ? covered : Math.floor((room - covered * EDGE * cw) / (least - EDGE * cw));
  const older = read < 1 ? even : (room - read * least) / Math.max(1, covered - read);
  const out = [0];
  for (let i = 1; i < count; i++) {
    const step = even >= least ? Math.min(whole, even) : read >= 1 && i > covered - read ? least : older;
    out.push(out[i - 1] + step);
  }
  return out.slice(0, count);
}

/** The seat of an only rival: how wide its cards are in parts of the screen's height, and at most. */
const ALONE = {
  wide: { part: 0.064, most: 62 },
  medium: { part: 0.064, most: 62 },
  phone: { part: 0.048, most: 38 },
  lying: { part: 0.08, most: 30 },
};
const LEAST_CARD = 30;
/** What lies on it side by side, in card widths. */
const WIDE = 11.6;
/** The same on a phone, with the narrowest name beside it. */
const NARROW = 10.8;
/** Its paddings, and the word below a card. */
const SEAT_PAD = 18;
const WORD = 19;
/** Several rivals on an upright screen that is high enough have a second row of cards. The style sheet says the same. */
const SECOND = { from: 740, least: 100, card: 18, gap: 5 };

/**
 * A rival alone has the row for itself: pay-off pile, side stacks and hand, each with its word below. More rivals have the seats of
 * every table, where there is room with their side stacks below.
 * @param {import("../../table/layout.js").Screen} screen @param {Shape} shape @param {number} width
 */
export function seats({ rivals, height, rem = 16 }, shape, width) {
  if (rivals > 1) {
    const size = seatSize(Math.min(width, 300));
    const second = (shape === "phone" || shape === "medium") && height >= SECOND.from && width >= SECOND.least && ["s", "sm", "m"].includes(size);
    return { widest: 300, high: seatHeight(size, shape === "lying", rem) + (second ? Math.ceil(SECOND.card * HIGH + SECOND.gap) : 0) };
  }
  const { part, most } = ALONE[shape];
  const card = Math.min(Math.max(LEAST_CARD, Math.min(part * height, most)), width / NARROW);
  return { widest: WIDE * card + 90, high: Math.ceil(SEAT_PAD + HIGH * card + (WORD * rem) / 16), card };
}
