// @ts-check
// The middle of Pounce: a block of slots a suit. A pile gets a slot with its ace and never moves.

import { SUITS, suitOf } from "../../table/cards.js";
import { HIGH, shownOf, sizeOf } from "../../table/layout.js";

/** @typedef {import("../../table/layout.js").Box} Box */
/** @typedef {import("../../table/game.js").Room} Room */
/** @typedef {import("../../wire.js").PileSpec} PileSpec */
/** @typedef {import("../../wire.js").Piles} Piles */
/** @typedef {{kind: "full" | "tile", bw: number, bh: number, blocks: number, k: number, gap: number, blockGap: number, rowGap: number, height: number}} Middle */
/** @typedef {{suit: number, slot: number, done: boolean}} Slot */

const TILE = 1.08;
/** A build pile with this many cards is finished. */
export const FULL = 13;
/** The kind of the piles in the middle. */
export const SHARED = "foundation";

/** How much of the height the middle may take, by seats: what is left goes to the own cards. */
const SHARES = {
  phone: [0.3, 0.3, 0.3, 0.34, 0.43, 0.44, 0.44, 0.44, 0.48],
  medium: [0.3, 0.3, 0.3, 0.36, 0.4, 0.43, 0.43, 0.47, 0.47],
  wide: [0.3, 0.3, 0.3, 0.36, 0.4, 0.42, 0.42, 0.46, 0.46],
};

/**
 * The middle: 4 blocks (a suit each) of k columns, blocks in 4, 2 or 1 columns. All are tried and the widest card wins; on
 * upright phones, what is left for the own cards counts too. Seats and screen alone decide, so nothing jumps in play.
 * @param {Room} room  that middle and own zone share
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

/** The boxes by suit (as SUITS) and number. @param {Box} field @param {Middle} middle @param {number} players @returns {Box[][]} */
export function slotBoxes(field, { bw, bh, blocks, k, gap, blockGap, rowGap }, players) {
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

/**
 * The slot of each pile in the middle: the k-th pile of a suit, by the order of the piles, has that suit's k-th slot.
 * @param {PileSpec[]} specs @param {Piles} piles
 * @returns {Map<string, Slot>}
 */
export function slotsOf(specs, piles) {
  const used = [0, 0, 0, 0];
  /** @type {Map<string, Slot>} */
  const out = new Map();
  for (const { id, kind, owner } of specs) {
    const pile = piles[id];
    if (kind !== SHARED || owner !== null || pile.length < 2) continue;
    const suit = SUITS.indexOf(suitOf(shownOf(pile)[pile.length - 2]));
    out.set(id, { suit, slot: used[suit]++, done: sizeOf(pile) >= FULL });
  }
  return out;
}
