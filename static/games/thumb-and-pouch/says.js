// @ts-check
// What is said, heard and shown of Thumb and Pouch, and its keys.

import { t } from "../../core/i18n.js";
import { suitOf } from "../../table/cards.js";
import { shownOf, sizeOf } from "../../table/layout.js";
import { say } from "../../table/speak.js";

/** @typedef {import("../../table/game.js").Change} Change */
/** @typedef {import("../../table/game.js").KeyLine} KeyLine */
/** @typedef {import("../../table/game.js").Position} Position */
/** @typedef {import("../../table/speak.js").Sentence} Sentence */
/** @typedef {import("../../wire.js").PileSpec} PileSpec */

const FULL = 13;

/** The bar names the deal, and the rounds that are left stand at the stock. */
export const title = () => "";

/** There are no rivals: a seat is only named. @param {Pick<Position, "facts">} position @returns {import("../../table/game.js").Shown} */
export const shown = ({ facts }) => ({ card: "", framed: false, count: Number(facts.up ?? 0), unit: "", low: false, tops: [], says: { key: "thumb.seat", slots: { n: Number(facts.up ?? 0) } } });
export const peek = () => [];

/** @param {PileSpec[]} specs @param {string} pile */
export function pileName(specs, pile) {
  const kind = specs.find(({ id }) => id === pile)?.kind ?? "stock";
  const n = specs.filter((spec) => spec.kind === kind).findIndex(({ id }) => id === pile) + 1;
  return t(`thumb.pile.${kind}`, { n });
}

// --- what happened ---------------------------------------------------------------------------------------------------------

/** Foundations that were completed just now. @param {Change} change */
const completed = ({ specs, before, after }) =>
  specs.filter(({ id, kind }) => kind === "foundation" && sizeOf(after.piles[id]) === FULL && sizeOf(before.piles[id]) < FULL).map(({ id }) => suitOf(String(shownOf(after.piles[id]).at(-1))));

/** @param {Change} change @returns {Sentence[]} */
export function sentences(change) {
  const { specs, before, after, by } = change;
  if (by === null || after.facts.phase !== "play") return []; // of the end the sheet speaks
  /** @type {Sentence[]} */
  const out = completed(change).map((suit) => say("thumb.said.completed", null, { suit, rail: true }));
  const [waste] = specs.filter(({ kind }) => kind === "waste");
  const top = shownOf(after.piles[waste.id]).at(-1);
  const has = sizeOf(after.piles[waste.id]);
  const had = sizeOf(before.piles[waste.id]);
  if (top && has > had) out.push(say("thumb.said.turned", null, { card: top }));
  if (after.facts.redeals !== before.facts.redeals && has === 0) {
    const n = /** @type {number | null} */ (after.facts.redeals);
    out.push(n === null ? say("thumb.said.again", null) : n ? say("thumb.said.again.more", null, { n, rail: true }) : say("thumb.said.again.last", null, { rail: true }));
  }
  for (const { id, kind } of specs) {
    const [was, now] = [before.piles[id], after.piles[id]];
    const shownNow = shownOf(now);
    if (kind === "tableau" && Number(now[0]) < Number(was[0]) && shownNow.length) out.push(say("thumb.said.uncovered", null, { card: shownNow[0] }));
  }
  return out;
}

/** @param {Change} change @returns {import("../../table/sound.js").Sound[]} */
export function heard(change) {
  const { before, after, by } = change;
  if (after.facts.phase !== before.facts.phase && after.facts.phase === "over") return [after.facts.ended === "won" ? "pounce" : "stuck"];
  return by !== null && completed(change).length ? ["finished"] : [];
}

// --- keys ------------------------------------------------------------------------------------------------------------------

/** @type {[string, KeyLine[]][]} */
export const keys = [
  [
    "keys.cards",
    [
      [["1", "–", "7"], "keys.pile"],
      [["W"], "keys.waste"],
      [["A", "F", "G", "H"], "thumb.keys.foundation"],
      [["keys.shift", "+", "1", "–", "7", "W"], "thumb.keys.best"],
      [["keys.space"], "keys.flip"],
    ],
  ],
  [
    "keys.picked",
    [
      [["keys.enter"], "keys.play"],
      [["←", "→"], "keys.aim"],
      [["1", "–", "7"], "keys.onto"],
      [["keys.again"], "keys.run"],
      [["keys.esc"], "keys.back"],
    ],
  ],
];

/** @type {[string[], string][][]} */
export const plateKeys = [];

/** The columns 1 to 7, the waste W, the foundations A, F, G and H. @param {PileSpec[]} specs @param {number} seat */
export function pileKeys(specs, seat) {
  /** @type {Record<string, string>} */
  const out = {};
  let column = 0;
  let foundation = 0;
  for (const { id, kind, owner } of specs) {
    if (owner !== seat) continue;
    if (kind === "tableau") out[String(++column)] = id;
    if (kind === "waste") out.w = id;
    if (kind === "foundation") out["afgh"[foundation++]] = id;
  }
  return out;
}
