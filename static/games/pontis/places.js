// @ts-check
// Where things lie in Pontis: the two tops that are compared in the middle, the lays and the hand in rows below.

import { t } from "../../core/i18n.js";
import { isJoker, rankOf, SUITS, suitOf } from "../../table/cards.js";
import { HIGH, shownOf, sizeOf } from "../../table/layout.js";
import { known, written } from "./numbers.js";

/** @typedef {import("../../table/layout.js").Box} Box */
/** @typedef {import("../../table/layout.js").Geometry} Geometry */
/** @typedef {import("../../table/layout.js").OwnZone} OwnZone */
/** @typedef {import("../../table/layout.js").Place} Place */
/** @typedef {import("../../table/layout.js").Shape} Shape */
/** @typedef {import("../../table/game.js").Lie} Lie */
/** @typedef {import("../../table/game.js").Position} Position */
/** @typedef {import("../../table/game.js").Room} Room */
/** @typedef {import("../../wire.js").PileSpec} PileSpec */
/** @typedef {import("../../wire.js").Piles} Piles */
/** @typedef {{rows: number, per: number, cw: number, pitch: number, height: number}} Rows */

/** The hand is laid out for so many cards at the most: while it shrinks, its cards grow in a few steps and not at every lay. */
const STEPS = [6, 10, 13, 17, 20, 27];
/** A lower row begins this far down the one above it, in card widths: rank and suit are seen of all. */
const STEP = 0.82;
/** Cards side by side are so far apart at the most, and so much of each is seen at the least, in card widths. */
const APART = 1.08;
const SEEN = 0.59;
/** Under the tops: who they belong to; under that: the misses. In px. */
const CAPTION = 22;
const MISSES = 22;
/** Each of two cards under a top shows so much of its edge, in card widths. */
const EDGE = 0.04;
/** A chosen card rises into this. */
const RISE = 14;
/** A row of lays, with the space below it. */
export const ROW = 46;
/** From this width of the own zone on, cards of the hand grow further. */
const LARGE = 1500;
const PLATE = { wide: 176, medium: 140 };

/** The bank of a seat, its hand: piles' ids. @param {PileSpec[]} specs @param {number} seat @param {"hand" | "tableau"} kind */
const pileOf = (specs, seat, kind) => specs.find((spec) => spec.owner === seat && spec.kind === kind)?.id ?? "";
/** @param {PileSpec[]} specs @param {number} seat */
export const handOf = (specs, seat) => pileOf(specs, seat, "hand");
/** @param {PileSpec[]} specs @param {number} seat */
export const bankOf = (specs, seat) => pileOf(specs, seat, "tableau");
/** The cards of a bank, the base first; face-down cards are not among them. @param {Pick<Position, "specs" | "piles">} position @param {number} seat */
export const cardsOf = ({ specs, piles }, seat) => shownOf(piles[bankOf(specs, seat)] ?? [0]);

/** Whose tops are compared: the seat that lays, and the one before it. When the game is over, the seat below. @param {Pick<Position, "facts" | "players" | "seat">} position */
export function compared({ facts, players, seat }) {
  const turn = known(facts).turn ?? seat;
  return { turn, before: (turn + players.length - 1) % players.length };
}

/** @param {PileSpec[]} specs @param {Piles} piles @param {number} seat */
export function counts(specs, piles, seat) {
  const size = sizeOf(piles[handOf(specs, seat)] ?? [0]);
  return { hand: STEPS.find((step) => step >= size) ?? size };
}

/** The tops take what their cards need, at the most a share of the height. @param {Room} room */
export function middle({ shape, width, height, counts: { hand } }) {
  const around = CAPTION + MISSES + 8;
  const share = shape === "lying" ? 1 : hand > 17 ? (shape === "phone" ? 0.33 : 0.42) : shape === "phone" ? 0.4 : 0.48;
  const bw = Math.min((height * share - around) / (HIGH + 2 * EDGE), width / 4.6, shape === "phone" ? 96 : 128);
  const used = bw * (HIGH + 2 * EDGE) + around;
  return { bw, height: Math.max(used, Math.min(height * share, used + (hand > 17 ? 0 : Math.max(36, height * 0.06)))) };
}

/**
 * The fewest rows in which of every card enough is seen.
 * @param {number} count @param {number} w @param {number} h @param {{least: number, cap: number}} given  `least`: px of a card that are seen
 * @returns {Rows}
 */
export function rowsOf(count, w, h, { least, cap }) {
  /** @type {Rows | null} */
  let best = null;
  for (let rows = 1; rows <= 6; rows++) {
    const per = Math.max(1, Math.ceil(count / rows));
    const high = HIGH + (rows - 1) * STEP;
    const cw = Math.min(h / high, (w - 4) / (1 + (per - 1) * SEEN), cap);
    const pitch = per > 1 ? Math.min(cw * APART, (w - cw) / (per - 1)) : cw;
    const found = { rows, per, cw, pitch, height: cw * high };
    if (Math.min(pitch, cw) >= least) return found;
    if (!best || pitch > best.pitch) best = found;
  }
  return /** @type {Rows} */ (best);
}

/** How the hand is laid out. @param {Shape} shape @param {number} w @param {number} h  of the own zone @param {number} hand */
function handRows(shape, w, h, hand) {
  const small = shape === "phone" || shape === "lying";
  const band = small ? 2 * ROW : h < 300 ? ROW : 104;
  return rowsOf(hand, w, h - band - RISE, { least: small ? 44 : 62, cap: small ? 92 : w < LARGE ? 116 : 128 });
}

/** @param {Shape} shape @param {number} w @param {number} h @param {{counts: Record<string, number>}} screen @returns {OwnZone} */
export function own(shape, w, h, { counts: { hand } }) {
  const { cw, pitch, height } = handRows(shape, w, h, hand);
  const high = h - height - RISE;
  // On phones the plate is an onlooker's, who has no lays: it stands where they would.
  const side = shape === "wide" || shape === "medium" ? PLATE[shape] : 0;
  const right = shape === "wide" ? side : 0;
  const strip = { x: side && side + 12, y: 0, w: w - (side && side + 12) - (right && right + 12), h: high };
  return {
    cw,
    gap: pitch,
    spread: 0,
    boxes: { plate: side ? { x: 0, y: 0, w: side, h: high } : { ...strip }, strip, hand: { x: 0, y: h - height, w, h: height } },
  };
}

/**
 * The boxes in the middle: both tops, the space between them, and the lines below.
 * @param {Geometry} geometry
 */
export function bridgeOf({ zones: { middle: field }, middle: { bw } }) {
  const bh = bw * HIGH;
  const between = Math.min(bw * 1.9, field.w - 2 * bw - 24);
  const wide = 2 * bw + between;
  const x = field.x + (field.w - wide) / 2;
  const below = bh + 2 * EDGE * bw + 2;
  const half = Math.min(bw * 0.95, x + bw / 2 - field.x, (bw + between) / 2); // of a caption: names may be longer than their card is wide
  const y = field.y + (field.h - below - CAPTION - MISSES) / 2 + 2;
  return {
    before: { x, y, w: bw, h: bh },
    turn: { x: x + bw + between, y, w: bw, h: bh },
    span: { x: x + bw, y, w: between, h: bh },
    captions: [x, x + bw + between].map((left) => ({ x: left + bw / 2 - half, y: y + below, w: 2 * half, h: CAPTION - 2 })),
    misses: { x: field.x, y: y + below + CAPTION - 2, w: field.w, h: MISSES },
  };
}

/** By rank, then suit; jokers last. @param {string[]} cards */
export const sorted = (cards) =>
  [...cards].sort((a, b) => Number(isJoker(a)) - Number(isJoker(b)) || rankOf(a) - rankOf(b) || SUITS.indexOf(suitOf(a)) - SUITS.indexOf(suitOf(b)) || (a < b ? -1 : 1));

/** Where the n-th of so many cards of the hand lies. @param {Geometry} geometry @param {number} count @returns {(n: number) => Box} */
export function handSpots({ shape, zones, cw, own: { boxes }, screen }, count) {
  const { rows: most, per: full } = handRows(shape, zones.own.w, zones.own.h, screen.counts.hand);
  const rows = Math.min(most, Math.ceil(count / full)) || 1;
  const per = Math.ceil(count / rows);
  const { hand } = boxes;
  const pitch = per > 1 ? Math.min(cw * APART, (hand.w - cw) / (per - 1)) : 0;
  return (n) => {
    const row = Math.floor(n / per);
    const length = Math.min(per, count - row * per);
    const left = hand.x + (hand.w - (length - 1) * pitch - cw) / 2;
    return { x: left + (n % per) * pitch, y: hand.y + hand.h - cw * HIGH - (rows - 1 - row) * cw * STEP, w: cw, h: cw * HIGH };
  };
}

/** @param {Geometry} geometry @param {Position} position @returns {Lie} */
export function lie(geometry, position) {
  const { specs, piles, seat, players } = position;
  const { jokers } = known(position.facts);
  const bridge = bridgeOf(geometry);
  /** @type {Map<string, Place>} */
  const places = new Map();
  /** @type {import("../../table/game.js").Well[]} */
  const wells = [];
  /** @type {import("../../table/game.js").Tag[]} */
  const tags = [];
  const { turn, before } = compared(position);

  /** A bank as a heap: the top, and of the two cards below it an edge. @param {number} of @param {Box} box */
  function heap(of, box) {
    const pile = bankOf(specs, of);
    const size = sizeOf(piles[pile] ?? [0]);
    const cards = [...Array(Number(piles[pile]?.[0] ?? 0)).fill(null), ...cardsOf(position, of)];
    const edge = box.w * EDGE;
    wells.push({ key: pile, pile, box, look: "slot bank" });
    cards.slice(-3).forEach((card, i, { length }) => {
      const under = length - 1 - i;
      const depth = size - 1 - under;
      const key = card ?? `${pile}/${depth}`;
      places.set(key, { key, card, pile, depth, ...box, x: box.x - under * edge, y: box.y + under * edge, z: 3 - under, tile: false, owner: players[of] + 1, mark: false, zone: "middle" });
      if (!under && card && jokers[card]) tags.push({ key: `worth/${pile}`, text: t("pontis.worth", { rank: written(jokers[card]) }), x: box.x + box.w * 0.72, y: box.y + box.h * 0.965, look: "worth" });
    });
  }
  heap(before, bridge.before);
  if (turn !== before) heap(turn, bridge.turn);

  const hand = handOf(specs, seat);
  const pile = piles[hand] ?? [0];
  const cards = [...sorted(shownOf(pile)), ...Array(Number(pile[0])).fill(null)];
  const spot = handSpots(geometry, cards.length);
  cards.forEach((card, i) => {
    const key = card ?? `${hand}/${i}`;
    places.set(key, { key, card, pile: hand, depth: i, ...spot(i), z: 1 + i, tile: false, lod: "v", owner: players[seat] + 1, mark: false, zone: "own" });
  });
  const { x, w, y, h } = bridge.span;
  return { places, wells, tags, finished: [], stock: { pile: "aside", box: { x: x + w / 2 - 30, y: y + h / 2 - 42, w: 60, h: 84 }, into: "", back: [] } };
}
