// @ts-check
// The table in pixels: five zones, one size (`cw`, the width of an own card), and a place for every card of a position.

import { deckOf, SUITS, suitOf, UNKNOWN } from "./cards.js";

/** @typedef {import("../wire.js").PileSpec} PileSpec */
/** @typedef {import("../wire.js").Piles} Piles */
/** @typedef {import("../wire.js").Pile} Pile */
/** @typedef {"wide" | "medium" | "phone" | "lying"} Shape */
/** @typedef {{x: number, y: number, w: number, h: number}} Box */
/** @typedef {{cw: number, gap: number, spread: number, boxes: {plate: Box, reserve: Box, tableau: Box, waste: Box, stock: Box}}} OwnZone */
/**
 * A game's own numbers (static/games/): sizes and boxes of the own zone, and which pile goes where.
 * @typedef {object} GameLayout
 * @property {string} key
 * @property {string} shared                                     kind of the piles in the middle
 * @property {(spec: PileSpec) => keyof OwnZone["boxes"]} area
 * @property {(shape: Shape, w: number, h: number, columns: number) => OwnZone} own
 */
/**
 * @typedef {object} Screen
 * @property {number} width
 * @property {number} height
 * @property {number} players   seats of the round: the size of the middle
 * @property {number} rivals    seats in the row above
 * @property {number} columns   piles of the own tableau
 * @property {number} [rem]     the browser's own text size in px
 * @property {boolean} [left]   left-handed: the side columns change places
 * @property {{top: number, right: number, bottom: number, left: number}} [inset]  notches
 */
/** @typedef {{kind: "full" | "tile", bw: number, bh: number, blocks: number, k: number, gap: number, blockGap: number, rowGap: number, height: number}} Middle */
/** @typedef {"xs" | "s" | "sm" | "m" | "l" | "xl"} SeatSize  sm: as m, but the points stand below, so that the name has its row */
/**
 * @typedef {object} Geometry
 * @property {Shape} shape
 * @property {{bar: Box, rivals: Box, middle: Box, rail: Box, own: Box}} zones
 * @property {number} cw
 * @property {Middle} middle
 * @property {Box[][]} slots       by suit (as SUITS) and number
 * @property {OwnZone} own         boxes relative to the table
 * @property {{size: SeatSize, boxes: Box[]}} seats
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
 * @property {number} z
 * @property {boolean} tile
 * @property {number} owner         1 to 8: room seat + 1
 * @property {boolean} mark         wears its owner's mark
 * @property {"middle" | "own"} zone
 */
/** @typedef {{suit: number, slot: number, done: boolean}} Slot */

const HIGH = 1.4;
const TILE = 1.08;
/** A build pile with this many cards is finished. */
export const FULL = 13;

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
/** @param {SeatSize} size @param {boolean} lying @param {number} rem */
function seatHeight(size, lying, rem) {
  const { card, pad, line, gap } = lying ? { ...SEAT[size], card: Math.min(SEAT[size].card, 24), pad: 9, gap: 3 } : SEAT[size];
  return Math.ceil(pad + line * (rem / 16) + gap + card * HIGH);
}

/** How much of the height the middle may take, by seats: what is left goes to the own cards. */
const SHARES = {
  phone: [0.3, 0.3, 0.3, 0.34, 0.43, 0.44, 0.44, 0.44, 0.48],
  medium: [0.3, 0.3, 0.3, 0.36, 0.4, 0.43, 0.43, 0.47, 0.47],
  wide: [0.3, 0.3, 0.3, 0.36, 0.4, 0.42, 0.42, 0.46, 0.46],
};

/**
 * The middle: 4 blocks (a suit each) of k columns, blocks in 4, 2 or 1 columns. All are tried and the widest card wins; on
 * upright phones, what is left for the own cards counts too. Seats and screen alone decide, so nothing jumps in play.
 * @param {{shape: Shape, width: number, height: number, players: number}} given  the room that middle and own zone share
 * @returns {Middle}
 */
export function middleShape({ shape, width, height, players }) {
  const phone = shape === "phone";
  const lying = shape === "lying";
  const small = phone || lying;
  const share = SHARES[shape === "phone" ? "phone" : shape === "medium" ? "medium" : "wide"][players];
  const slack = lying ? 4 : 10; // for rings and arrows; a lying phone has none to spare
  const w = width - 4;
  const h = height * (lying ? 1 : share) - slack;
  const gap = small ? 4 : 8;
  const blockGap = small ? 8 : 24;
  const rowGap = small ? 4 : 8;
  const cap = small ? 76 : 124;
  /** @type {Middle | null} */
  let best = null;
  let bestScore = -Infinity;
  for (const kind of /** @type {("full" | "tile")[]} */ (small ? ["full", "tile"] : ["full"]))
    for (const blocks of small ? [1, 2, 4] : [4, 2, 1])
      for (let k = 1; k <= players; k++) {
        const columns = blocks * k;
        const deep = Math.ceil(players / k);
        const bands = 4 / blocks;
        const tall = kind === "tile" ? TILE : HIGH;
        const inside = bands * (deep - 1) * gap + (bands - 1) * rowGap;
        const bw = Math.min((w - (columns - blocks) * gap - (blocks - 1) * blockGap) / columns, (h - inside) / (bands * deep) / tall, cap);
        const used = bands * deep * bw * tall + inside + slack;
        const own = phone ? Math.min((width - 24) / 5, (height - used - 10) / 4.7) : 0;
        const score = bw * (kind === "tile" ? (lying ? 0.97 : 0.94) : 1) * (1 - 0.004 * columns) * (blocks === 2 ? 0.97 : 1) + own * 0.7;
        if (score > bestScore + 0.01) {
          bestScore = score;
          best = { kind, bw, bh: bw * tall, blocks, k, gap, blockGap, rowGap, height: used };
        }
      }
  return /** @type {Middle} */ (best);
}

/**
 * All boxes of the table.
 * @param {Screen} screen
 * @param {GameLayout} game
 * @returns {Geometry}
 */
export function arrange(screen, game) {
  const { width, height, players, rivals, columns, rem = 16, left = false } = screen;
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

  const seatWidth = Math.min((column - Math.max(0, rivals - 1) * space.seat) / Math.max(1, rivals), 300);
  const size = seatSize(seatWidth);
  const seatsHigh = rivals ? seatHeight(size, lying, rem) : 0;
  const bar = { x, y: top, w: column, h: BAR };
  const row = { x, y: top + BAR + space.gap, w: column, h: seatsHigh };
  const under = row.y + row.h + (rivals ? space.gap : 0);

  const free = bottom - under - (lying ? space.rail + space.gap : space.rail + 2 * space.gap);
  const middle = middleShape({ shape, width: column, height: free - (lying ? 0 : shape === "phone" ? 6 : 10), players });
  const middleHigh = lying ? free : middle.height;
  const field = { x, y: under, w: column, h: middleHigh };
  const rail = { x, y: under + middleHigh + space.gap, w: column, h: space.rail };
  const ownTop = lying ? top + 8 : rail.y + rail.h + space.gap;
  const own = lying
    ? { x: x + column + space.between, y: ownTop, w: inner - column - space.between, h: bottom - ownTop }
    : { x, y: ownTop, w: inner, h: bottom - ownTop };

  const cards = game.own(shape, own.w, own.h, columns);
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
  return { shape, zones: { bar, rivals: row, middle: field, rail, own }, cw: cards.cw, middle, slots: slotBoxes(field, middle, players), own: cards, seats: { size, boxes: seatBoxes } };
}

/** @param {Box} field @param {Middle} middle @param {number} players @returns {Box[][]} */
function slotBoxes(field, { bw, bh, blocks, k, gap, blockGap, rowGap }, players) {
  const deep = Math.ceil(players / k);
  const bands = 4 / blocks;
  const blockWide = k * bw + (k - 1) * gap;
  const blockHigh = deep * bh + (deep - 1) * gap;
  const left = field.x + (field.w - blocks * blockWide - (blocks - 1) * blockGap) / 2;
  const top = field.y + (field.h - bands * blockHigh - (bands - 1) * rowGap) / 2;
  return SUITS.map((_, suit) =>
    Array.from({ length: players }, (_, slot) => ({
      x: left + (suit % blocks) * (blockWide + blockGap) + (slot % k) * (bw + gap),
      y: top + Math.floor(suit / blocks) * (blockHigh + rowGap) + Math.floor(slot / k) * (bh + gap),
      w: bw,
      h: bh,
    })),
  );
}

// --- piles ---------------------------------------------------------------------------------------------------------------

/** How many cards a pile has. @param {Pile} pile */
export const sizeOf = (pile) => Number(pile[0]) + pile.length - 1;
/** The cards that are shown, bottom to top. @param {Pile} pile */
export const shownOf = (pile) => /** @type {string[]} */ (pile.slice(1));

/**
 * The slot of each pile in the middle: the k-th pile of a suit, by the order of the piles, has that suit's k-th slot.
 * @param {PileSpec[]} specs @param {Piles} piles @param {string} kind
 * @returns {Map<string, Slot>}
 */
export function slotsOf(specs, piles, kind) {
  const used = [0, 0, 0, 0];
  /** @type {Map<string, Slot>} */
  const out = new Map();
  for (const { id, kind: own, owner } of specs) {
    const pile = piles[id];
    if (own !== kind || owner !== null || pile.length < 2) continue;
    const suit = SUITS.indexOf(suitOf(shownOf(pile)[pile.length - 2]));
    out.set(id, { suit, slot: used[suit]++, done: sizeOf(pile) >= FULL });
  }
  return out;
}

/** Heights of the strips of a fan. @param {number} downs @param {number} ups @param {number} cw @param {number} height */
export function fanSteps(downs, ups, cw, height) {
  const down = cw * 0.11;
  const room = (height - cw * HIGH - downs * down) / Math.max(1, ups - 1);
  return { down, up: Math.min(Math.max(cw * 0.31, Math.min(cw * 0.42, 25)), room) };
}

/**
 * A place for every card that is drawn: the shared piles and those of one seat.
 * @param {Geometry} geometry
 * @param {GameLayout} game
 * @param {PileSpec[]} specs
 * @param {Piles} piles
 * @param {number} seat        whose piles lie in the own zone
 * @param {number[]} players   room seat of each seat of the round
 * @returns {Map<string, Place>}
 */
export function placesOf(geometry, game, specs, piles, seat, players) {
  /** @type {Map<string, Place>} */
  const places = new Map();
  const { cw, own, middle } = geometry;
  const slots = slotsOf(specs, piles, game.shared);
  /** @param {Place} place */
  const add = (place) => void places.set(place.key, place);
  let column = -1;
  for (const spec of specs) {
    const pile = piles[spec.id];
    const slot = slots.get(spec.id);
    if (slot) {
      if (slot.done) continue;
      const card = shownOf(pile)[pile.length - 2];
      const box = geometry.slots[slot.suit][slot.slot];
      add({ key: card, card, pile: spec.id, depth: sizeOf(pile) - 1, ...box, z: 1, tile: middle.kind === "tile", owner: players[deckOf(card)] + 1, mark: true, zone: "middle" });
    }
    if (spec.owner !== seat) continue;
    const area = game.area(spec);
    const box = own.boxes[area];
    if (area === "tableau") column += 1;
    for (const { card, depth, dx, dy } of spreadOf(area, pile, cw, own, box.h)) {
      const x = area === "tableau" ? box.x + column * (cw + own.gap) : box.x + box.w - cw;
      const key = card ?? `${spec.id}/${area === "stock" ? "top" : depth}`;
      add({ key, card, pile: spec.id, depth, x: x + dx, y: box.y + dy, w: cw, h: cw * HIGH, z: 1 + depth, tile: false, owner: players[seat] + 1, mark: false, zone: "own" });
    }
  }
  return places;
}

/**
 * The cards of an own pile that are drawn, with their offset in its box.
 * @param {keyof OwnZone["boxes"]} area @param {Pile} pile @param {number} cw @param {OwnZone} own @param {number} height
 * @returns {{card: string | null, depth: number, dx: number, dy: number}[]}
 */
function spreadOf(area, pile, cw, own, height) {
  const hidden = Number(pile[0]);
  const shown = shownOf(pile).map((card) => (card === UNKNOWN ? null : card));
  const size = hidden + shown.length;
  if (area === "tableau") {
    const downs = shown[0] === null ? hidden + 1 : hidden;
    const { down, up } = fanSteps(downs, size - downs, cw, height);
    return Array.from({ length: size }, (_, depth) => ({
      card: depth < hidden ? null : shown[depth - hidden],
      depth,
      dx: 0,
      dy: Math.min(depth, downs) * down + Math.max(0, depth - downs) * up,
    }));
  }
  if (area === "waste") return shown.slice(-3).map((card, i, { length }) => ({ card, depth: size - length + i, dx: -(length - 1 - i) * own.spread, dy: 0 }));
  return size ? [{ card: area === "stock" ? null : shown[shown.length - 1] ?? null, depth: size - 1, dx: 0, dy: 0 }] : [];
}

// --- where a pointer is ----------------------------------------------------------------------------------------------------

/** Distance of a point from a box; 0 inside. @param {Box} box @param {number} x @param {number} y */
export const distance = (box, x, y) => Math.hypot(Math.max(box.x - x, 0, x - box.x - box.w), Math.max(box.y - y, 0, y - box.y - box.h));

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
 * Where a card would lie: the box of a pile's top card or of its empty place. "new" is the next free slot of the suit.
 * @param {Geometry} geometry @param {GameLayout} game @param {PileSpec[]} specs @param {Piles} piles
 * @param {number} seat @param {string} target @param {string} card  the lowest card that would go there
 * @returns {Box}
 */
export function targetBox(geometry, game, specs, piles, seat, target, card) {
  const slots = slotsOf(specs, piles, game.shared);
  const slot = slots.get(target);
  if (slot) return geometry.slots[slot.suit][slot.slot];
  const spec = specs.find((one) => one.id === target);
  if (target === "new" || spec?.kind === game.shared) {
    const suit = SUITS.indexOf(suitOf(card));
    const used = [...slots.values()].filter((other) => other.suit === suit).length;
    return geometry.slots[suit][Math.min(used, geometry.slots[suit].length - 1)];
  }
  return pileBox(geometry, game, specs, piles, seat, target);
}

/**
 * The box of an own pile's top card, or of its place when it is empty.
 * @param {Geometry} geometry @param {GameLayout} game @param {PileSpec[]} specs @param {Piles} piles @param {number} seat @param {string} id
 * @returns {Box}
 */
export function pileBox({ cw, own }, game, specs, piles, seat, id) {
  const mine = specs.filter((spec) => spec.owner === seat);
  const spec = /** @type {PileSpec} */ (mine.find((one) => one.id === id));
  const area = game.area(spec);
  const box = own.boxes[area];
  const column = mine.filter((one) => game.area(one) === "tableau").indexOf(spec);
  const top = spreadOf(area, piles[id], cw, own, box.h).pop();
  return {
    x: (area === "tableau" ? box.x + column * (cw + own.gap) : box.x + box.w - cw) + (top?.dx ?? 0),
    y: box.y + (top?.dy ?? 0),
    w: cw,
    h: cw * HIGH,
  };
}
