// @ts-check
// What is said, heard and shown of Puss in the Corner, and its keys.

import { t } from "../../core/i18n.js";
import { called } from "../../screens/naming.js";
import { isRed, RANKS, rankOf } from "../../table/cards.js";
import { shownOf, sizeOf } from "../../table/layout.js";
import { say } from "../../table/speak.js";
import { deals, idsOf, openOf, partsOf, takers, usedUp } from "./lie.js";

/** @typedef {import("../../table/game.js").Change} Change */
/** @typedef {import("../../table/game.js").KeyLine} KeyLine */
/** @typedef {import("../../table/game.js").Position} Position */
/** @typedef {import("../../table/speak.js").Sentence} Sentence */
/** @typedef {import("../../wire.js").PileSpec} PileSpec */

/** The corners lie at those of the keyboard. */
export const cornerKeys = ["q", "p", "a", "l"];
/** @param {number} corner */
export const cornerName = (corner) => t(`puss.corner.${corner}`);
/** Ranks that are written as words. */
const WORDS = "AJQK";

/** How often the corners may still be dealt again. The bar names the deal. @param {import("../../wire.js").RoomView} _ @param {import("../../wire.js").Facts} facts */
export function title(_, { redeals }) {
  if (redeals === undefined) return "";
  return Number(redeals) ? t("puss.title", { n: Number(redeals) }) : t("puss.title.none");
}

/** There are no rivals: a seat is only named. @param {Pick<Position, "facts">} position @returns {import("../../table/game.js").Shown} */
export const shown = ({ facts }) => ({ card: "", framed: false, count: Number(facts.up ?? 0), unit: "", low: false, tops: [], says: { key: "puss.seat", slots: { n: Number(facts.up ?? 0) } } });
export const peek = () => [];

/** @param {PileSpec[]} specs @param {string} pile */
export function pileName(specs, pile) {
  const kind = specs.find(({ id }) => id === pile)?.kind ?? "stock";
  const n = idsOf(specs, kind).indexOf(pile) + 1;
  return kind === "waste" ? cornerName(n) : t(`puss.pile.${kind}`, { n });
}

/** What may be done with the card that waits. @param {Position} position */
export function placing(position) {
  const { open, foundations } = partsOf(position);
  const card = openOf(position);
  if (!card) return usedUp(position) && !deals(position) ? t("puss.place.tops") : "";
  const able = takers(position, open);
  if (!able.length) return t("puss.place.corner");
  const top = String(shownOf(position.piles[foundations.find((id) => id === able[0]) ?? able[0]]).at(-1));
  const rank = RANKS[rankOf(top)];
  return t("puss.place.up", { colour: t(isRed(top) ? "puss.red" : "puss.black"), rank: WORDS.includes(rank) ? t(`rank.${rank}`) : rank === "T" ? "10" : rank });
}

// --- what happened ---------------------------------------------------------------------------------------------------------

/** @param {Change} change @returns {Sentence[]} */
export function sentences({ specs, before, after, me }) {
  if (after.facts.phase !== "play") return []; // of the end the sheet speaks
  const now = { specs, piles: after.piles, facts: after.facts, seat: me ?? 0 };
  const was = { specs, piles: before.piles, facts: before.facts, seat: me ?? 0 };
  const { open } = partsOf(now);
  const card = openOf(now);
  if (card && card !== openOf(was)) {
    const takes = takers(now, open);
    return [say(takes.length ? "puss.said.open_up" : "puss.said.open", null, { card, slots: { on: takes.map((id) => called(String(shownOf(after.piles[id]).at(-1)))).join(", ") } })];
  }
  if (usedUp(now) && !usedUp(was)) return [say(deals(now) ? "puss.said.again" : "puss.said.used_up", null, { n: Number(after.facts.redeals) })];
  return [];
}

/** @param {Change} change @returns {import("../../table/sound.js").Sound[]} */
export function heard({ specs, before, after }) {
  const facts = /** @type {Record<string, any>} */ (after.facts);
  if (facts.phase !== before.facts.phase && facts.phase === "over") return [facts.ended === "won" ? "pounce" : "stuck"];
  const size = (/** @type {string} */ id) => sizeOf(after.piles[id]) - sizeOf(before.piles[id]);
  const stock = idsOf(specs, "stock").reduce((sum, id) => sum + size(id), 0);
  if (stock > 1) return ["flip"];
  if (idsOf(specs, "foundation").some((id) => size(id) > 0 && sizeOf(after.piles[id]) === RANKS.length)) return ["finished"];
  return [];
}

// --- keys ------------------------------------------------------------------------------------------------------------------

/** @type {[string, KeyLine[]][]} */
export const keys = [
  [
    "puss.keys.waits",
    [
      [["Q", "P", "A", "L"], "puss.keys.corner"],
      [["1", "–", "4"], "puss.keys.foundation"],
      [["keys.space"], "puss.keys.up"],
    ],
  ],
  [
    "puss.keys.tops",
    [
      [["keys.shift", "+", "Q", "P", "A", "L"], "puss.keys.top"],
      [["O"], "puss.keys.pick"],
    ],
  ],
  [
    "puss.keys.again",
    [
      [["Q", "P", "A", "L"], "puss.keys.name"],
      [["keys.enter"], "puss.keys.deal"],
      [["keys.esc"], "puss.keys.back"],
    ],
  ],
];

/** There is no plate. @type {[string[], string][][]} */
export const plateKeys = [];

/**
 * The corners at those of the keyboard, the foundations 1 to 4, the card that waits O.
 * @param {PileSpec[]} specs
 */
export function pileKeys(specs) {
  /** @type {Record<string, string>} */
  const out = {};
  idsOf(specs, "waste").forEach((id, i) => (out[cornerKeys[i]] = id));
  idsOf(specs, "foundation").forEach((id, i) => (out[String(i + 1)] = id));
  for (const id of idsOf(specs, "reserve")) out.o = id;
  return out;
}
