// @ts-check
// Where every card of Spite & Malice lies: the stock and the centre stacks in the middle, pay-off pile, side stacks and hand below.

import { t } from "../../core/i18n.js";
import { rankOf, UNKNOWN } from "../../table/cards.js";
import { HIGH, shownOf, sizeOf } from "../../table/layout.js";
import { ABOVE, strips, UNDER } from "./zones.js";

/** @typedef {import("../../table/layout.js").Box} Box */
/** @typedef {import("../../table/layout.js").Geometry} Geometry */
/** @typedef {import("../../table/layout.js").Place} Place */
/** @typedef {import("../../table/game.js").Position} Position */
/** @typedef {import("../../table/game.js").Lie} Lie */
/** @typedef {import("../../wire.js").PileSpec} PileSpec */
/** @typedef {import("../../wire.js").Pile} Pile */

/** So many cards complete a centre stack. */
export const FULL = 12;
const KING = 12;
/** The back of what belongs to nobody. */
const NOBODY = 8;

const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q"];
/** What a centre stack with so many cards takes next, as it is written. @param {number} size */
export const rankAfter = (size) => RANKS[size];

/** The top card of a pile, null where it is not known. @param {Pile} pile */
export function topOf(pile) {
  const card = shownOf(pile).at(-1);
  return card === undefined || card === UNKNOWN ? null : card;
}

/** Whether a seat has no card in hand. @param {Pick<Position, "specs" | "piles" | "seat">} position */
export const emptyHanded = ({ specs, piles, seat }) => sizeOf(piles[pilesOf(specs, "hand", seat)[0].id]) === 0;

/** The piles of a seat, or the shared ones, of this kind. @param {PileSpec[]} specs @param {string} kind @param {number | null} owner */
export const pilesOf = (specs, kind, owner) => specs.filter((spec) => spec.kind === kind && spec.owner === owner);

/**
 * @param {Geometry} geometry
 * @param {Position} position
 * @returns {Lie}
 */
export function lie(geometry, position) {
  const { specs, seat } = position;
  /** @type {Lie} */
  const out = { places: new Map(), wells: [], tags: [], finished: [] };
  const [hand] = pilesOf(specs, "hand", seat);
  const stock = middleOf(out, geometry, position);
  pay(out, geometry, position);
  sides(out, geometry, position);
  inHand(out, geometry, position, hand.id);
  return { ...out, stock: { ...stock, into: hand.id, hand: true, owner: NOBODY, back: pilesOf(specs, "foundation", null).map(({ id }) => id) } };
}

/** @param {Lie} out @param {Geometry} geometry @param {Position} position */
function middleOf({ places, wells, tags }, { zones, middle }, { specs, piles, facts, players }) {
  // Who is playing has played what comes flying.
  const mover = /** @type {number | null} */ (facts.turn ?? facts.by);
  const owner = mover === null ? NOBODY : players[mover] + 1;
  const { bw, gap, apart } = /** @type {import("./zones.js").Row} */ (/** @type {unknown} */ (middle));
  const [stock] = pilesOf(specs, "stock", null);
  const stacks = pilesOf(specs, "foundation", null);
  const field = zones.middle;
  const wide = (stacks.length + 1) * bw + stacks.length * gap + apart;
  const left = field.x + (field.w - wide) / 2;
  const y = field.y + ABOVE + Math.max(0, (field.h - ABOVE - HIGH * bw - UNDER) / 2);
  /** @param {number} column @returns {Box} */
  const at = (column) => ({ x: left + column * (bw + gap) + (column > 0 ? apart : 0), y, w: bw, h: HIGH * bw });
  /** @param {string} key @param {string} text @param {Box} box */
  const under = (key, text, box) => void tags.push({ key, text, x: box.x + box.w / 2, y: box.y + box.h + UNDER, look: "under" });

  const home = at(0);
  const count = sizeOf(piles[stock.id]);
  wells.push({ key: "stock", pile: "", box: home, look: "slot" });
  if (count) {
    places.set(`${stock.id}/top`, { key: `${stock.id}/top`, card: null, pile: stock.id, depth: count - 1, ...home, z: 1, tile: false, owner: NOBODY, mark: false, zone: "middle" });
    tags.push({ key: "stock", text: String(count), x: home.x + home.w / 2, y: home.y + home.h * 0.93, look: "count" });
  }
  under("stock-name", t(count ? "spite.stock" : "spite.stock.empty"), home);

  stacks.forEach(({ id }, i) => {
    const box = at(i + 1);
    const size = sizeOf(piles[id]);
    const card = topOf(piles[id]);
    wells.push({ key: id, pile: id, box, look: "slot" });
    if (size) places.set(card ?? `${id}/${size - 1}`, { key: card ?? `${id}/${size - 1}`, card, pile: id, depth: size - 1, ...box, z: 1, tile: false, owner, mark: false, zone: "middle" });
    under(`${id}-needs`, size < FULL ? t("spite.needs", { rank: rankAfter(size) }) : t("spite.complete"), box);
    if (card && rankOf(card) === KING) tags.push({ key: `${id}-worth`, text: t("spite.worth", { rank: rankAfter(size - 1) }), x: box.x + box.w * 0.72, y: box.y + box.h * 0.95, look: "worth" });
  });
  return { pile: stock.id, box: home };
}

/** @param {Lie} out @param {Geometry} geometry @param {Position} position */
function pay({ places, wells, tags }, { own }, position) {
  const [{ id }] = pilesOf(position.specs, "reserve", position.seat);
  const pile = position.piles[id];
  const { x, y } = own.boxes.reserve;
  const box = { x, y, w: own.cw, h: own.cw * HIGH };
  const size = sizeOf(pile);
  wells.push({ key: id, pile: id, box, look: "reserve" });
  // The one below lies there face down: it is seen when the top is lifted, and turned when that is gone.
  for (const depth of [size - 2, size - 1]) {
    if (depth < 0) continue;
    lay(places, position, id, depth === size - 1 ? topOf(pile) : null, depth, box);
  }
  if (size) tags.push({ key: "pay-off", text: t("spite.to_go", { n: size }), x: x + own.cw / 2, y: y + box.h * 0.93, look: "count" });
}

/** @param {Lie} out @param {Geometry} geometry @param {Position} position */
function sides({ places, wells }, { own }, position) {
  const { cw, gap } = own;
  const room = own.boxes.sides;
  pilesOf(position.specs, "discard", position.seat).forEach(({ id }, i) => {
    const box = { x: room.x + i * (cw + gap), y: room.y, w: cw, h: cw * HIGH };
    const cards = shownOf(position.piles[id]);
    const down = strips(cards.length, cw, room.h);
    wells.push({ key: id, pile: id, box, look: "side" });
    cards.forEach((card, depth) => lay(places, position, id, card === UNKNOWN ? null : card, depth, { ...box, y: box.y + down[depth] }));
  });
}

/** The hand keeps its order; what is drawn comes to its right end. @param {Lie} out @param {Geometry} geometry @param {Position} position @param {string} id */
function inHand({ places, tags }, { own }, position, id) {
  const { cw, gap } = own;
  const room = own.boxes.hand;
  const [hidden, ...shown] = /** @type {[number, ...string[]]} */ (position.piles[id]);
  const cards = [...Array(hidden).fill(null), ...shown.map((card) => (card === UNKNOWN ? null : card))];
  const left = room.x + (room.w - cards.length * cw - (cards.length - 1) * gap) / 2;
  cards.forEach((card, i) => lay(places, position, id, card, i, { x: left + i * (cw + gap), y: room.y, w: cw, h: cw * HIGH }, card !== null));
  if (!position.own || !emptyHanded(position)) return;
  const stock = sizeOf(position.piles[pilesOf(position.specs, "stock", null)[0].id]);
  tags.push({ key: "no-hand", text: t(stock ? "spite.hand.empty" : "spite.hand.none"), x: room.x + room.w / 2, y: room.y + room.h * 0.34, look: "under" });
}

/**
 * An own card.
 * @param {Map<string, Place>} places @param {Position} position @param {string} pile @param {string | null} card @param {number} depth @param {Box} box
 * @param {boolean} [drawn]  it came from the stock, whose back it turns away
 */
function lay(places, { players, seat }, pile, card, depth, box, drawn = false) {
  const key = card ?? `${pile}/${depth}`;
  places.set(key, { key, card, pile, depth, ...box, z: 1 + depth, tile: false, owner: drawn ? NOBODY : players[seat] + 1, mark: false, zone: "own" });
}
