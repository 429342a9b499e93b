// @ts-check
// What is said, heard and shown of Pounce, and its keys.

import { t } from "../../core/i18n.js";
import { suitOf } from "../../table/cards.js";
import { shownOf, sizeOf } from "../../table/layout.js";
import { say } from "../../table/speak.js";
import { FULL, SHARED } from "./middle.js";

/** @typedef {import("../../table/game.js").Change} Change */
/** @typedef {import("../../table/game.js").KeyLine} KeyLine */
/** @typedef {import("../../table/game.js").Position} Position */
/** @typedef {import("../../table/speak.js").Sentence} Sentence */
/** @typedef {import("../../wire.js").PileSpec} PileSpec */
/** @typedef {import("../../wire.js").Piles} Piles */

/** From this many pounce cards down, everybody should know, and the number is brass. */
export const LOW = 3;

/** @param {Pick<import("../../wire.js").RoomView, "options" | "round">} room */
export function title({ options, round }) {
  const goal = Number(options.target ?? 100);
  return goal ? t("table.round", { round, goal }) : t("table.round.one");
}

/** @param {Piles} piles @param {string} id */
const topOf = (piles, id) => (sizeOf(piles[id]) ? shownOf(piles[id])[piles[id].length - 2] ?? "" : "");

/** @param {Pick<Position, "specs" | "piles">} position @param {number} seat @returns {import("../../table/game.js").Shown} */
export function shown({ specs, piles }, seat) {
  const mine = specs.filter((spec) => spec.owner === seat);
  const reserve = mine.find((spec) => spec.kind === "reserve")?.id ?? "";
  const count = sizeOf(piles[reserve] ?? [0]);
  return {
    card: reserve && topOf(piles, reserve),
    framed: true,
    count,
    unit: t("table.left.unit"),
    low: count <= LOW,
    tops: mine.filter((spec) => spec.kind === "tableau").map(({ id }) => topOf(piles, id)),
    says: { key: "table.seat", slots: { n: count } },
  };
}

/** The open cards of a seat. @param {Pick<Position, "specs" | "piles">} position @param {number} seat */
export const peek = ({ specs, piles }, seat) =>
  specs.filter(({ owner, kind }) => owner === seat && (kind === "tableau" || kind === "waste")).map(({ id, kind }) => ({ card: topOf(piles, id), look: kind }));

/** @param {Change} change @returns {Sentence[]} */
export function sentences({ specs, before, after, me, by }) {
  /** @type {Sentence[]} */
  const out = [];
  /** @type {Record<string, any>} */
  const old = before.facts;
  /** @type {Record<string, any>} */
  const facts = after.facts;
  for (const { id, owner, kind } of specs) {
    if (owner !== null || kind !== SHARED || before.piles[id] === after.piles[id] || by === null) continue;
    const had = sizeOf(before.piles[id]);
    const has = sizeOf(after.piles[id]);
    if (has <= had) continue;
    const suit = suitOf(topOf(after.piles, id));
    if (has === FULL && facts.phase === "race") out.push(say(by === me ? "said.finished_you" : "said.finished", by, { suit, rail: by !== me }));
    else if (had === 0 && by !== me) out.push(say("said.started", by, { suit }));
  }
  for (const { id, owner, kind } of specs) {
    if (kind !== "reserve" || owner === null || owner === me || before.piles[id] === after.piles[id]) continue;
    const n = sizeOf(after.piles[id]);
    if (n > 0 && n <= LOW && n < sizeOf(before.piles[id])) out.push(say("said.low", owner, { n, rail: true }));
  }
  for (const seat of /** @type {number[]} */ (facts.stuck ?? [])) {
    if (seat !== me && !(old.stuck ?? []).includes(seat)) out.push(say("said.stuck", seat));
  }
  if (facts.phase !== old.phase) out.push(...turned(facts, old.phase, me, after.piles));
  return out;
}

/** @param {Record<string, any>} facts @param {string} was @param {number | null} me @param {Piles} piles @returns {Sentence[]} */
function turned(facts, was, me, piles) {
  const by = facts.by ?? null;
  switch (facts.phase) {
    case "countdown":
      return [say("said.look", null)];
    case "race":
      return [say(was === "countdown" ? "said.go" : "said.on", null)];
    case "stopped":
      return [say(by === me ? "said.stop_you" : "said.stop", by, { suit: piles[facts.pile] ? suitOf(topOf(piles, facts.pile)) : null })];
    case "stuck":
      return [say("said.pulling", null)];
    case "over":
      return [by === null ? say("said.nobody", null) : say(by === me ? "said.pounce_you" : "said.pounce", by)];
    default:
      return [];
  }
}

/** @param {Change} change @returns {import("../../table/sound.js").Sound[]} */
export function heard({ specs, before, after, me, by }) {
  const phase = after.facts.phase;
  if (phase !== before.facts.phase) {
    if (phase === "over") return [after.facts.by === null ? "stuck" : "pounce"];
    if (phase === "stopped") return ["stop"];
    if (phase === "stuck") return ["stuck"];
    if (phase === "race") return ["go"];
  }
  const changed = specs.filter(({ id }) => before.piles[id] !== after.piles[id]);
  if (by === null || !changed.length) return [];
  const built = changed.find(({ kind }) => kind === SHARED);
  if (built && sizeOf(after.piles[built.id]) === FULL) return ["finished"];
  return built && by !== me ? ["lay_far"] : [];
}

/** @type {[string, KeyLine[]][]} */
export const keys = [
  [
    "keys.cards",
    [
      [["1", "–", "5"], "keys.pile"],
      [["P"], "keys.reserve"],
      [["W"], "keys.waste"],
      [["keys.shift", "+", "1", "–", "5", "P", "W"], "keys.best"],
      [["keys.space"], "keys.flip"],
    ],
  ],
  [
    "keys.picked",
    [
      [["keys.enter"], "keys.play"],
      [["←", "→"], "keys.aim"],
      [["1", "–", "5"], "keys.onto"],
      [["keys.again"], "keys.run"],
      [["keys.esc"], "keys.back"],
    ],
  ],
  [
    "keys.table",
    [
      [["S"], "keys.stuck"],
      [["keys.enter"], "keys.ready"],
    ],
  ],
];

/** @type {[string[], string][][]} */
export const plateKeys = [
  [
    [["1", "–", "5"], ""],
    [["P"], ""],
    [["W"], "table.key.pick"],
  ],
  [
    [["table.key.enter"], "table.key.play"],
    [["?"], "table.key.all"],
  ],
  [[["table.key.space"], "table.key.flip"]],
];

/** The keyboard names of a seat's piles. @param {PileSpec[]} specs @param {number} seat */
export function pileKeys(specs, seat) {
  /** @type {Record<string, string>} */
  const out = {};
  let number = 0;
  for (const { id, kind, owner } of specs) {
    if (owner !== seat) continue;
    if (kind === "tableau") out[String(++number)] = id;
    if (kind === "waste") out.w = id;
    if (kind === "reserve") out.p = id;
  }
  return out;
}
