// @ts-check
// What is said, heard and shown of Spite & Malice, and its keys.

import { t } from "../../core/i18n.js";
import { called } from "../../screens/naming.js";
import { sizeOf } from "../../table/layout.js";
import { say } from "../../table/speak.js";
import { emptyHanded, pilesOf, rankAfter, topOf } from "./lie.js";

/** @typedef {import("../../table/game.js").Change} Change */
/** @typedef {import("../../table/game.js").KeyLine} KeyLine */
/** @typedef {import("../../table/game.js").Position} Position */
/** @typedef {import("../../table/speak.js").Sentence} Sentence */
/** @typedef {import("../../wire.js").PileSpec} PileSpec */

/** From this many pay-off cards down, everybody should know, and the number is brass. */
export const LOW = 3;

/** @param {import("../../wire.js").RoomView} room */
export function title({ options, round }) {
  const goal = Number(options.target ?? 50);
  return goal ? t("spite.title", { round, goal }) : t("spite.title.one");
}

// --- the seats -------------------------------------------------------------------------------------------------------------

/** What a seat has: the size and top of its pay-off pile, its hand, the tops of its side stacks. @param {Pick<Position, "specs" | "piles">} position @param {number} seat */
function seatOf({ specs, piles }, seat) {
  const [pay] = pilesOf(specs, "reserve", seat);
  const [hand] = pilesOf(specs, "hand", seat);
  return {
    count: sizeOf(piles[pay.id]),
    card: topOf(piles[pay.id]) ?? "",
    hand: sizeOf(piles[hand.id]),
    tops: pilesOf(specs, "discard", seat).map(({ id }) => topOf(piles[id]) ?? ""),
  };
}

/** @param {Pick<Position, "specs" | "piles">} position @param {number} seat @returns {import("../../table/game.js").Shown} */
export function shown(position, seat) {
  const { count, card, hand, tops } = seatOf(position, seat);
  /** @type {import("../../table/game.js").Shown["says"]} */
  const says = card ? { key: "spite.seat", slots: { n: count, card: called(card), hand } } : { key: "spite.seat.out", slots: { n: count, hand } };
  return { card, framed: true, count, unit: t("spite.unit"), low: count <= LOW, tops, backs: hand, under: { tops: t("spite.sides"), backs: t("spite.in_hand", { n: hand }) }, says };
}

/** The open cards of a seat that was tapped: its side stacks. @param {Pick<Position, "specs" | "piles">} position @param {number} seat */
export const peek = (position, seat) => seatOf(position, seat).tops.map((card) => ({ card, look: "side" }));

/** @param {PileSpec[]} specs @param {string} pile */
export function pileName(specs, pile) {
  const { kind = "", owner = null } = specs.find(({ id }) => id === pile) ?? {};
  const n = pilesOf(specs, kind, owner).findIndex(({ id }) => id === pile) + 1;
  return t(`spite.pile.${kind}`, { n });
}

// --- a turn ----------------------------------------------------------------------------------------------------------------

/** With cards in the hand a turn ends by a card on a side stack, and there is no button. @param {Position} position @param {boolean} open */
export function button(position, open) {
  if (!open || !emptyHanded(position)) return null;
  return { label: t("spite.end_turn"), can: true, move: /** @type {import("../../core/store.js").Move} */ (["end"]) };
}

/** @param {Position} position @param {boolean} mine */
export function line(position, mine) {
  const key = mine ? (emptyHanded(position) ? "spite.turn.empty" : "spite.turn") : "rail.turn";
  return { key, slots: {}, card: null };
}

/** A card on a side stack ends the turn. @param {PileSpec[]} specs @param {import("../../core/store.js").Move} move */
export const final = (specs, [name, , , target]) => name === "play" && specs.find(({ id }) => id === target)?.kind === "discard";

/**
 * What covers the middle when a hand is over.
 * @param {Record<string, any>} facts @param {number | null} me
 * @returns {import("../../table/sheet.js").Ending}
 */
export function ending({ ended, by }, me) {
  const out = ended === "out";
  return { title: `spite.over.${ended}`, text: out ? (by === me ? "spite.over.out.you" : "spite.over.out.by") : `spite.over.${ended}.why`, seat: out ? by : null };
}

// --- what happened ---------------------------------------------------------------------------------------------------------

/** Piles of a kind that changed, each with its number among those of its owner, and the sizes before and after. @param {Change} change @param {string} kind */
function changed({ specs, before, after }, kind) {
  return specs
    .filter((spec) => spec.kind === kind && before.piles[spec.id] !== after.piles[spec.id])
    .map(({ id, owner }) => ({ owner, n: pilesOf(specs, kind, owner).findIndex((one) => one.id === id) + 1, had: sizeOf(before.piles[id]), has: sizeOf(after.piles[id]), top: topOf(after.piles[id]) }));
}

/** @param {Change} change @returns {Sentence[]} */
export function sentences(change) {
  const { specs, before, after, me, by } = change;
  /** @type {Sentence[]} */
  const out = [];
  for (const { n, had, has, top } of by === null ? [] : changed(change, "foundation")) {
    if (has > had && by !== me) out.push(say("spite.said.played", by, { card: top, n }));
    if (has === 0) out.push(say(by === me ? "spite.said.completed.you" : "spite.said.completed", by, { rail: by !== me, n }));
  }
  for (const { owner, n, had, has, top } of changed(change, "discard")) {
    if (has <= had) continue;
    // The house discards for who lets the time of a turn run out.
    if (by === null && owner === me) out.push(say("spite.said.time", null, { card: top, rail: true, n }));
    else if (owner !== me) out.push(say("spite.said.discarded", owner, { card: top, n }));
  }
  for (const { owner, had, has } of changed(change, "reserve")) {
    if (owner !== null && owner !== me && has < had && has > 0 && has <= LOW) out.push(say("spite.said.low", owner, { n: has, rail: true }));
  }
  const { phase, turn, ended, by: winner } = /** @type {Record<string, any>} */ (after.facts);
  if (phase !== before.facts.phase && phase === "over") {
    out.push(ended === "out" ? say(winner === me ? "spite.said.out.you" : "spite.said.out", winner) : say(`spite.said.${ended}`, null));
  } else if (phase === "play" && turn !== before.facts.turn) {
    const needs = pilesOf(specs, "foundation", null).map(({ id }) => rankAfter(sizeOf(after.piles[id])));
    out.push(turn === me ? say("spite.said.turn.you", null, { slots: { needs: needs.join(", ") } }) : say("spite.said.turn", turn));
  }
  return out;
}

/** @param {Change} change @returns {import("../../table/sound.js").Sound[]} */
export function heard(change) {
  const { before, after, me, by } = change;
  const facts = /** @type {Record<string, any>} */ (after.facts);
  if (facts.phase !== before.facts.phase && facts.phase === "over") return [facts.ended === "out" ? "pounce" : "stuck"];
  const stacks = changed(change, "foundation");
  if (by !== null && stacks.some(({ has }) => has === 0)) return ["finished"];
  if (facts.turn === me && before.facts.turn !== me) return ["tick"];
  const laid = [...stacks, ...changed(change, "discard")].some(({ had, has }) => has > had);
  return laid && by !== me ? ["lay_far"] : [];
}

// --- keys ------------------------------------------------------------------------------------------------------------------

/** @type {[string, KeyLine[]][]} */
export const keys = [
  [
    "keys.cards",
    [
      [["Q", "–", "T"], "spite.keys.hand"],
      [["P"], "spite.keys.pay_off"],
      [["1", "–", "4"], "spite.keys.side"],
      [["keys.shift", "+", "Q", "–", "T", "P", "1", "–", "4"], "spite.keys.best"],
    ],
  ],
  [
    "keys.picked",
    [
      [["A", "–", "C"], "spite.keys.centre"],
      [["1", "–", "4"], "spite.keys.discard"],
      [["←", "→"], "keys.aim"],
      [["keys.enter"], "keys.play"],
      [["keys.esc"], "keys.back"],
    ],
  ],
  [
    "keys.table",
    [
      [["keys.space"], "spite.keys.end"],
      [["keys.enter"], "spite.keys.send"],
      [["keys.esc"], "spite.keys.take_back"],
    ],
  ],
];

/** @type {[string[], string][][]} */
export const plateKeys = [
  [
    [["P"], "spite.key.pay_off"],
    [["Q", "–", "T"], "spite.key.hand"],
  ],
  [
    [["1", "–", "4"], "spite.key.side"],
    [["A", "–", "C"], "spite.key.centre"],
  ],
  [[["?"], "table.key.all"]],
];

/**
 * The cards of the hand in their order from Q to T, the pay-off pile P, the side stacks 1 to 4, the centre stacks A to D. "0h/2": the
 * third card of that pile.
 * @param {PileSpec[]} specs @param {number} seat
 */
export function pileKeys(specs, seat) {
  /** @type {Record<string, string>} */
  const out = {};
  const [hand] = pilesOf(specs, "hand", seat);
  [..."qwert"].forEach((key, i) => (out[key] = `${hand.id}/${i}`));
  for (const { id } of pilesOf(specs, "reserve", seat)) out.p = id;
  pilesOf(specs, "discard", seat).forEach(({ id }, i) => (out[String(i + 1)] = id));
  pilesOf(specs, "foundation", null).forEach(({ id }, i) => (out["abcd"[i]] = id));
  return out;
}
