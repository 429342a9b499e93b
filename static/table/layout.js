// @ts-check
// The table in pixels: five zones, one size (`cw`, the width of an own card), and boxes for what a game lays there.

import { suitOf } from "./cards.js";

/** @typedef {import("../wire.js").PileSpec} PileSpec */
/** @typedef {import("../wire.js").Piles} Piles */
/** @typedef {import("../wire.js").Pile} Pile */
/** @typedef {import("./game.js").Game} Game */
/** @typedef {"wide" | "medium" | "phone" | "lying"} Shape */
/** `slant`: degrees by which it is turned clockwise about its middle. @typedef {{x: number, y: number, w: number, h: number, slant?: number}} Box */
/** The own zone: its card width, and its parts by name; `plate` is always one of them. @typedef {{cw: number, gap: number, spread: number, boxes: Record<string, Box> & {plate: Box}}} OwnZone */
/**
 * @typedef {object} Screen
 * @property {number} width
 * @property {number} height
 * @property {number} players   seats of the round: the size of the middle
 * @property {number} rivals    seats in the row above
 * @property {Record<string, number>} counts  what the game counts for its sizes (Game.counts)
 * @property {number} [rem]     the browser's own text size in px
 * @property {boolean} [left]   left-handed: the side columns change places
 * @property {{top: number, right: number, bottom: number, left: number}} [inset]  notches
 */
/** @typedef {"xs" | "s" | "sm" | "m" | "l" | "xl"} SeatSize  sm: as m, but the points stand below, so that the name has its row */
/**
 * @typedef {object} Geometry
 * @property {Shape} shape
 * @property {{bar: Box, rivals: Box, middle: Box, rail: Box, own: Box}} zones
 * @property {number} cw
 * @property {any} middle          the game's own numbers (Game.middle)
 * @property {OwnZone} own         boxes relative to the table
 * @property {{size: SeatSize, boxes: Box[], card?: number}} seats  `card`: the width of the cards in them, where the game says it
 * @property {Screen} screen
 * @property {Box} [tools]         the row, or on a lying phone the column, of buttons at a table for one
 */
/**
 * A card as it lies on the table. `key` is the card's name, or "pile/depth" where the card is not known.
 * @typedef {object} Place
 * @property {string} key
 * @property {string | null} card   null: face down
 * @property {string} pile
 * @property {number} depth         0 is the lowest card of the pile
 * @property {number} x
 * @property {number} y
 * @property {number} w
 * @property {number} h
 * @property {number} [slant]       as of a box
 * @property {number} z
 * @property {boolean} tile
 * @property {number} owner         1 to 8: room seat + 1
 * @property {boolean} mark         wears its owner's mark
 * @property {"middle" | "own"} zone
 * @property {import("./cards.js").Lod} [lod]  the level of detail, where its width does not say it
 */

/** The height of a card, in card widths. */
export const HIGH = 1.4;

/** @param {number} width @param {number} height @returns {Shape} */
export function shapeOf(width, height) {
  if (height < 500 && width > height) return "lying";
  if (width < 600 && height >= width) return "phone";
  return width - 32 >= 960 ? "wide" : "medium";
}

/** Padding and gaps of a shape. @param {Shape} shape */
const spacing = (shape) =>
  ({
    wide: { side: 16, bottom: 12, gap: 8, rail: 40, between: 0, seat: 8 },
    medium: { side: 16, bottom: 12, gap: 8, rail: 40, between: 0, seat: 8 },
    phone: { side: 8, bottom: 8, gap: 6, rail: 40, between: 0, seat: 4 },
    lying: { side: 10, bottom: 6, gap: 5, rail: 36, between: 14, seat: 4 },
  })[shape];
const BAR = 44;

/** How much a seat of this width can show. @param {number} width @returns {SeatSize} */
export function seatSize(width) {
  if (width <= 66) return "xs";
  if (width <= 108) return "s";
  if (width <= 150) return "sm";
  if (width <= 221) return "m";
  return width <= 289 ? "l" : "xl";
}

/** Card width, paddings and line of a seat, by size. The style sheet uses the same numbers. */
export const SEAT = {
  xs: { card: 20, pad: 11, line: 13.75, gap: 5 },
  s: { card: 24, pad: 11, line: 16.5, gap: 5 },
  sm: { card: 30, pad: 13, line: 19.5, gap: 5 },
  m: { card: 30, pad: 13, line: 19.5, gap: 5 },
  l: { card: 30, pad: 13, line: 19.5, gap: 5 },
  xl: { card: 34, pad: 17, line: 19.5, gap: 5 },
};
/** A seat is no wider than this, unless its game says so. */
const WIDEST_SEAT = 300;

/** The height of a seat with one row of cards. @param {SeatSize} size @param {boolean} lying @param {number} rem */
export function seatHeight(size, lying, rem) {
  const { card, pad, line, gap } = lying ? { ...SEAT[size], card: Math.min(SEAT[size].card, 24), pad: 9, gap: 3 } : SEAT[size];
  return Math.ceil(pad + line * (rem / 16) + gap + card * HIGH);
}

/**
 * All boxes of the table.
 * @param {Screen} screen
 * @param {Pick<Game, "middle" | "own" | "seats" | "apart"> & {pace?: Game["pace"]}} game
 * @returns {Geometry}
 */
export function arrange(screen, game) {
  if (game.pace === "solo" || game.apart) return alone(screen, game);
  const { width, height, players, rivals, counts, rem = 16, left = false } = screen;
  const inset = screen.inset ?? { top: 0, right: 0, bottom: 0, left: 0 };
  const shape = shapeOf(width, height);
  const space = spacing(shape);
  const x = Math.max(space.side, inset.left);
  const top = inset.top;
  const inner = width - x - Math.max(space.side, inset.right);
  const bottom = height - Math.max(space.bottom, inset.bottom);
  const lying = shape === "lying";
  const share = players <= 4 ? 0.66 : 0.8;
  const column = lying ? ((inner - space.between) * share) / (1 + share) : inner;

  const seatRoom = (column - Math.max(0, rivals - 1) * space.seat) / Math.max(1, rivals);
  const seat = game.seats?.(screen, shape, seatRoom);
  const seatWidth = Math.min(seatRoom, seat?.widest ?? WIDEST_SEAT);
  const size = seatSize(seatWidth);
  const seatsHigh = rivals ? seat?.high ?? seatHeight(size, lying, rem) : 0;
  const bar = { x, y: top, w: column, h: BAR };
  const row = { x, y: top + BAR + space.gap, w: column, h: seatsHigh };
  const under = row.y + row.h + (rivals ? space.gap : 0);

  const free = bottom - under - (lying ? space.rail + space.gap : space.rail + 2 * space.gap);
  const middle = game.middle({ shape, width: column, height: free - (lying ? 0 : shape === "phone" ? 6 : 10), players, counts });
  const middleHigh = lying ? free : middle.height;
  const field = { x, y: under, w: column, h: middleHigh };
  const rail = { x, y: under + middleHigh + space.gap, w: column, h: space.rail };
  const ownTop = lying ? top + 8 : rail.y + rail.h + space.gap;
  const own = lying
    ? { x: x + column + space.between, y: ownTop, w: inner - column - space.between, h: bottom - ownTop }
    : { x, y: ownTop, w: inner, h: bottom - ownTop };

  const cards = game.own(shape, own.w, own.h, screen);
  for (const box of Object.values(cards.boxes)) {
    if (left) box.x = own.w - box.x - box.w;
    box.x += own.x;
    box.y += own.y;
  }
  const rowWide = rivals * seatWidth + (rivals - 1) * space.seat;
  const seatBoxes = Array.from({ length: rivals }, (_, i) => ({
    x: x + (column - rowWide) / 2 + i * (seatWidth + space.seat),
    y: row.y,
    w: seatWidth,
    h: seatsHigh,
  }));
  return { shape, zones: { bar, rivals: row, middle: field, rail, own }, cw: cards.cw, middle, own: cards, seats: { size, boxes: seatBoxes, card: seat?.card }, screen };
}

/** The buttons of a table for one: how high they are, and on a lying phone how wide. */
const TOOLS = { high: 52, wide: 76 };

/** A seat in the column beside a lying table: no higher than this, and so much of the column stays for what is below. */
const BESIDE = { high: 36, below: 142 };

/**
 * A table for one: all cards are in the own zone, between the bar and the line with the buttons below it. Where others play at tables
 * of their own, their seats are in a row below the bar, or on a lying phone in the column of the buttons.
 * @param {Screen} screen
 * @param {Pick<Game, "own" | "seats">} game
 * @returns {Geometry}
 */
function alone(screen, game) {
  const { width, height, rivals, left = false } = screen;
  const inset = screen.inset ?? { top: 0, right: 0, bottom: 0, left: 0 };
  const shape = shapeOf(width, height);
  const space = spacing(shape);
  const lying = shape === "lying";
  const x = Math.max(space.side, inset.left);
  const inner = width - x - Math.max(space.side, inset.right);
  const bottom = height - Math.max(lying ? space.bottom : 4, inset.bottom);
  const column = lying ? TOOLS.wide : inner;
  const field = inner - (lying ? TOOLS.wide + space.between : 0);
  const [fieldX, columnX] = left && lying ? [x + TOOLS.wide + space.between, x] : [x, lying ? x + field + space.between : x];
  const bar = { x: columnX, y: inset.top, w: column, h: BAR };
  const others = game.seats ? rivals : 0;
  const gap = space.seat;
  const room = lying ? TOOLS.wide : (inner - Math.max(0, others - 1) * gap) / Math.max(1, others);
  const seat = others ? game.seats?.(screen, shape, room) : undefined;
  const seatHigh = !seat ? 0 : lying ? Math.min(BESIDE.high, (bottom - bar.y - BAR - BESIDE.below) / others - gap) : seat.high;
  const seatWide = Math.min(room, seat?.widest ?? room);
  const row = lying
    ? { x: columnX, y: bar.y + BAR, w: column, h: others * (seatHigh + gap) }
    : { x, y: bar.y + BAR + space.gap, w: inner, h: seatHigh };
  const tools = lying ? { x: columnX, y: row.y + row.h, w: column, h: bottom - row.y - row.h } : { x, y: bottom - TOOLS.high, w: inner, h: TOOLS.high };
  const top = lying ? inset.top + 8 : row.y + row.h + (others ? space.gap : 0);
  const end = lying ? bottom : tools.y;
  const high = { line: end - space.rail - 4 - top, whole: end - (lying ? 0 : space.gap) - top };
  // A square leaves room beside it for what is said; with others at the table it may be a question with buttons.
  const roomy = others ? null : game.own(shape, field, high.whole, screen);
  const cards = roomy?.boxes.rail ? roomy : game.own(shape, field, high.line, screen);
  const own = { x: fieldX, y: top, w: field, h: cards === roomy ? high.whole : high.line };
  for (const box of Object.values(cards.boxes)) {
    if (left) box.x = own.w - box.x - box.w;
    box.x += own.x;
    box.y += own.y;
  }
  const rail = (cards === roomy && cards.boxes.rail) || { x: fieldX, y: end - space.rail, w: field, h: space.rail };
  const none = { x: fieldX, y: top, w: 0, h: 0 };
  const rowX = x + (inner - others * seatWide - (others - 1) * gap) / 2;
  const seatBoxes = Array.from({ length: rivals }, (_, i) => {
    if (!others) return none;
    return lying ? { ...row, y: row.y + i * (seatHigh + gap), h: seatHigh } : { x: rowX + i * (seatWide + gap), y: row.y, w: seatWide, h: seatHigh };
  });
  return {
    shape,
    zones: { bar, rivals: others ? row : none, middle: cards.boxes.cover ?? none, rail, own },
    cw: cards.cw,
    middle: { height: 0 },
    own: cards,
    seats: { size: seatSize(seatWide), boxes: seatBoxes },
    screen,
    tools,
  };
}

// --- piles ---------------------------------------------------------------------------------------------------------------

/** How many cards a pile has. @param {Pile} pile */
export const sizeOf = (pile) => Number(pile[0]) + pile.length - 1;
/** The cards that are shown, bottom to top. @param {Pile} pile */
export const shownOf = (pile) => /** @type {string[]} */ (pile.slice(1));

/** Heights of the strips of a fan. @param {number} downs @param {number} ups @param {number} cw @param {number} height */
export function fanSteps(downs, ups, cw, height) {
  const down = cw * 0.11;
  const room = (height - cw * HIGH - downs * down) / Math.max(1, ups - 1);
  return { down, up: Math.min(Math.max(cw * 0.31, Math.min(cw * 0.42, 25)), room) };
}

// --- where a pointer is ----------------------------------------------------------------------------------------------------

/** Distance of a point from a box; 0 inside. @param {Box} box @param {number} x @param {number} y */
export function distance(box, x, y) {
  const { x: px, y: py } = box.slant ? straightened(box, box.slant, x, y) : { x, y };
  return Math.hypot(Math.max(box.x - px, 0, px - box.x - box.w), Math.max(box.y - py, 0, py - box.y - box.h));
}
/** Where a point would be, were its box not slanting. @param {Box} box @param {number} slant @param {number} x @param {number} y */
function straightened(box, slant, x, y) {
  const [cos, sin] = [Math.cos((slant * Math.PI) / 180), Math.sin((slant * Math.PI) / 180)];
  const [mx, my] = [box.x + box.w / 2, box.y + box.h / 2];
  return { x: mx + (x - mx) * cos + (y - my) * sin, y: my + (y - my) * cos - (x - mx) * sin };
}

/**
 * The topmost card under a point, or the nearest one within `reach`: strips are thin and gaps belong to both neighbours.
 * @param {Iterable<Place>} places @param {number} x @param {number} y @param {number} [reach]
 * @returns {Place | null}
 */
export function placeAt(places, x, y, reach = 4) {
  /** @type {Place | null} */
  let found = null;
  let near = Infinity;
  for (const place of places) {
    const d = distance(place, x, y);
    if (d > reach) continue;
    if (d < near || (d === near && found && place.z > found.z)) {
      found = place;
      near = d;
    }
  }
  return found;
}

/**
 * Where cards would lie: the box of a pile's top card, or of its empty place. "new" is the next free place of the card's suit.
 * @param {Pick<import("./game.js").Lie, "places" | "wells">} lie @param {string} pile @param {string | null} [card]  the lowest card that would go there
 * @returns {Box | null}
 */
export function boxOf({ places, wells }, pile, card = null) {
  /** @type {Place | null} */
  let top = null;
  for (const place of places.values()) if (place.pile === pile && (!top || place.z >= top.z)) top = place;
  if (top) return { x: top.x, y: top.y, w: top.w, h: top.h, ...(top.slant && { slant: top.slant }) };
  const well = wells.find((one) => one.pile === pile && (!one.sign || !card || one.sign === suitOf(card)));
  return well?.box ?? null;
}
