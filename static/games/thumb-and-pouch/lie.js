// @ts-check
// Where every card of Thumb and Pouch lies.

import { t } from "../../core/i18n.js";
import { UNKNOWN } from "../../table/cards.js";
import { fanSteps, HIGH, shownOf, sizeOf } from "../../table/layout.js";

/** @typedef {import("../../table/layout.js").Box} Box */
/** @typedef {import("../../table/layout.js").Geometry} Geometry */
/** @typedef {import("../../table/layout.js").Place} Place */
/** @typedef {import("../../table/game.js").Lie} Lie */
/** @typedef {import("../../table/game.js").Position} Position */
/** @typedef {import("../../wire.js").Pile} Pile */

/** Of a pile of which only the top counts so many are drawn: who lifts the top sees what lies under it. */
const UNDER = 2;
/** The count stands so far down the stock. */
const COUNT_AT = 0.93;

/** The line of what is left of the rounds through the stock. @param {unknown} redeals */
export function rounds(redeals) {
  if (redeals === null || redeals === undefined) return "";
  return Number(redeals) ? t("thumb.rounds", { n: Number(redeals) }) : t("thumb.rounds.none");
}

/** @param {Geometry} geometry @param {Position} position @returns {Lie} */
export function lie({ cw, own }, { specs, piles, facts, seat, players }) {
  /** @type {Lie} */
  const out = { places: new Map(), wells: [], tags: [], finished: [] };
  /** How many piles of a kind came before. @type {Record<string, number>} */
  const before = {};
  const owner = (players[seat] ?? 0) + 1;
  const ids = (/** @type {string} */ wanted) => specs.filter(({ kind }) => kind === wanted).map(({ id }) => id);
  const [stock] = ids("stock");
  const [waste] = ids("waste");
  for (const { id, kind } of specs) {
    const n = before[kind] ?? 0;
    before[kind] = n + 1;
    const box = boxFor(own.boxes[kind], kind, n, cw, own.gap);
    const pile = piles[id];
    for (const { card, depth, dy } of spread(kind, pile, cw, own.boxes[kind].h)) {
      const key = card ?? `${id}/${kind === "stock" ? "top" : depth}`;
      out.places.set(key, { key, card, pile: id, depth, ...box, y: box.y + dy, z: 1 + depth, tile: false, owner, mark: false, zone: "own" });
    }
    const again = kind === "stock" && !sizeOf(pile) && facts.redeals !== 0 && sizeOf(piles[waste]) > 0;
    out.wells.push({ key: id, pile: id, box, look: `${kind}${again ? " again" : ""}` });
    if (kind === "stock" && sizeOf(pile)) out.tags.push({ key: id, text: String(sizeOf(pile)), x: box.x + box.w / 2, y: box.y + box.h * COUNT_AT, look: "count" });
  }
  const words = rounds(facts.redeals);
  const { rounds: at } = own.boxes;
  if (words) out.tags.push({ key: "rounds", text: words, x: at.x + at.w / 2, y: at.y + at.h / 2, look: "rounds" });
  return { ...out, stock: { pile: stock, box: own.boxes.stock, into: waste, back: [waste] } };
}

/** The box of the pile with this number among those of its kind. @param {Box} box @param {string} kind @param {number} n @param {number} cw @param {number} gap @returns {Box} */
function boxFor(box, kind, n, cw, gap) {
  const tower = kind === "foundation" && box.h > box.w;
  const w = tower ? box.w : cw;
  const h = w * HIGH;
  if (tower) return { x: box.x, y: box.y + n * (h + gap), w, h };
  return { x: box.x + (kind === "stock" || kind === "waste" ? 0 : n * (cw + gap)), y: box.y, w, h };
}

/**
 * The cards of a pile that are drawn, and how far below its upper edge.
 * @param {string} kind @param {Pile} pile @param {number} cw @param {number} height
 * @returns {{card: string | null, depth: number, dy: number}[]}
 */
function spread(kind, pile, cw, height) {
  const hidden = Number(pile[0]);
  const shown = shownOf(pile).map((card) => (card === UNKNOWN ? null : card));
  const size = hidden + shown.length;
  if (kind === "stock") return size ? [{ card: null, depth: size - 1, dy: 0 }] : [];
  if (kind !== "tableau") return shown.slice(-UNDER).map((card, i, { length }) => ({ card, depth: size - length + i, dy: 0 }));
  const downs = shown[0] === null ? hidden + 1 : hidden;
  const { down, up } = fanSteps(downs, size - downs, cw, height);
  return Array.from({ length: size }, (_, depth) => ({
    card: depth < hidden ? null : shown[depth - hidden],
    depth,
    dy: Math.min(depth, downs) * down + Math.max(0, depth - downs) * up,
  }));
}
