// @ts-check
// What of Pounce is drawn where: every card, every place under one, the counts, and the kings that finished a pile.

import { t } from "../../core/i18n.js";
import { deckOf, SUITS, UNKNOWN } from "../../table/cards.js";
import { fanSteps, HIGH, shownOf, sizeOf } from "../../table/layout.js";
import { slotBoxes, slotsOf } from "./middle.js";

/** @typedef {import("../../table/layout.js").Box} Box */
/** @typedef {import("../../table/layout.js").Geometry} Geometry */
/** @typedef {import("../../table/layout.js").OwnZone} OwnZone */
/** @typedef {import("../../table/layout.js").Place} Place */
/** @typedef {import("../../table/game.js").Lie} Lie */
/** @typedef {import("../../table/game.js").Position} Position */
/** @typedef {import("../../table/game.js").Tag} Tag */
/** @typedef {import("../../table/game.js").Well} Well */
/** @typedef {import("../../wire.js").Pile} Pile */

/** The kinds of own piles are called as their parts of the own zone. */
const ROW = "tableau";
/** A count stands so far down its card. */
const COUNT_AT = 0.93;

/** The slots of a screen stay the same until it changes. @type {WeakMap<Geometry, Box[][]>} */
const boxes = new WeakMap();
/** @param {Geometry} geometry */
export function slotsAt(geometry) {
  const { zones, middle, screen } = geometry;
  const known = boxes.get(geometry) ?? slotBoxes(zones.middle, middle, screen.players);
  boxes.set(geometry, known);
  return known;
}

/** @param {Geometry} geometry @param {Pick<Position, "specs" | "piles" | "seat" | "players">} position @returns {Lie} */
export function lie(geometry, { specs, piles, seat, players }) {
  const { cw, own, middle } = geometry;
  const at = slotsAt(geometry);
  const slots = slotsOf(specs, piles);
  const used = [0, 0, 0, 0];
  /** @type {Map<string, Place>} */
  const places = new Map();
  /** @type {Well[]} */
  const wells = [];
  /** @type {Tag[]} */
  const tags = [];
  /** @type {Place[]} */
  const finished = [];
  /** Piles and states of the slots that are taken. @type {Map<Box, {pile: string, done: boolean}>} */
  const taken = new Map();
  let column = -1;
  for (const { id, owner, kind } of specs) {
    const pile = piles[id];
    const slot = slots.get(id);
    if (slot) {
      const box = at[slot.suit][slot.slot];
      const card = shownOf(pile)[pile.length - 2];
      used[slot.suit] += 1;
      taken.set(box, { pile: id, done: slot.done });
      const place = { key: card, card, pile: id, depth: sizeOf(pile) - 1, ...box, z: 1, tile: middle.kind === "tile", owner: players[deckOf(card)] + 1, mark: true, zone: /** @type {const} */ ("middle") };
      if (slot.done) finished.push({ ...place, z: 3 });
      else places.set(card, place);
    }
    if (owner !== seat) continue;
    const box = own.boxes[kind];
    if (kind === ROW) column += 1;
    const x = kind === ROW ? box.x + column * (cw + own.gap) : box.x + box.w - cw;
    for (const { card, depth, dx, dy } of spreadOf(kind, pile, cw, own, box.h)) {
      const key = card ?? `${id}/${kind === "stock" ? "top" : depth}`;
      places.set(key, { key, card, pile: id, depth, x: x + dx, y: box.y + dy, w: cw, h: cw * HIGH, z: 1 + depth, tile: false, owner: players[seat] + 1, mark: false, zone: "own" });
    }
    const again = kind === "stock" && sizeOf(pile) === 0 && specs.some((one) => one.owner === seat && one.kind === "waste" && sizeOf(piles[one.id]) > 0);
    wells.push({ key: id, pile: id, box: { x, y: box.y, w: cw, h: cw * HIGH }, look: `${kind}${again ? " again" : ""}` });
    if ((kind === "reserve" || kind === "stock") && sizeOf(pile) > 0) {
      const text = kind === "stock" ? String(sizeOf(pile)) : t("table.left", { n: sizeOf(pile) });
      tags.push({ key: id, text, x: box.x + box.w / 2, y: box.y + box.h * COUNT_AT, look: "count" });
    }
  }
  at.forEach((row, suit) =>
    row.forEach((box, i) => {
      const pile = taken.get(box);
      const state = pile?.done ? "done" : pile ? "" : i === used[suit] ? "next" : "later";
      wells.push({ key: `${SUITS[suit]}${i}`, pile: pile?.pile ?? (state === "next" ? "new" : ""), box, look: "slot", sign: SUITS[suit], state });
    }),
  );
  const mine = (/** @type {string} */ kind) => specs.find((spec) => spec.owner === seat && spec.kind === kind)?.id ?? "";
  const waste = mine("waste");
  return { places, wells, tags, finished, stock: { pile: mine("stock"), box: own.boxes.stock, into: waste, back: [waste] } };
}

/**
 * The cards of an own pile that are drawn, with their offset in its box.
 * @param {string} area  the kind of the pile @param {Pile} pile @param {number} cw @param {OwnZone} own @param {number} height
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
