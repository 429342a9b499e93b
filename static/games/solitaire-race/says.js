// @ts-check
// What is said, heard and shown of a race of solitaires beside what the solitaire says of the own table.

import { t } from "../../core/i18n.js";
import { say } from "../../table/speak.js";
import { ALL, told } from "./own.js";

/** @typedef {import("../../table/game.js").Change} Change */
/** @typedef {import("../../table/game.js").Position} Position */
/** @typedef {import("../../table/speak.js").Sentence} Sentence */

/** Whenever a rival has so many more cards up, everybody hears of it. */
const MILE = 10;

/** How near a seat is to the end, and how it has ended. @param {Pick<Position, "facts">} position @param {number} seat @returns {import("../../table/game.js").Shown} */
export function shown({ facts }, seat) {
  const { up, ended } = told(facts);
  const count = up[seat] ?? 0;
  const how = ended[seat] ?? null;
  return {
    card: "",
    framed: false,
    count,
    unit: how === null ? t("race.of", { all: ALL }) : t(`race.ended.${how}`),
    low: false,
    points: "",
    tops: [],
    share: count / ALL,
    look: how ?? "",
    says: { key: how === null ? "race.seat" : `race.seat.${how}`, slots: { n: count } },
  };
}

/** What became of the others, and of the race. @param {Change} change @returns {Sentence[]} */
export function sentences({ before, after, me }) {
  const [was, now] = [told(before.facts), told(after.facts)];
  if (now.phase !== was.phase) return turned(now, me);
  if (now.phase !== "race") return [];
  return now.up.flatMap((n, seat) => {
    const how = now.ended[seat];
    if (how && !was.ended[seat]) return [say(`race.said.${how}${seat === me ? "_you" : ""}`, seat, { n, rail: seat !== me })];
    const passed = Math.floor(n / MILE) > Math.floor((was.up[seat] ?? 0) / MILE);
    return seat !== me && passed ? [say("race.said.up", seat, { n, rail: true })] : [];
  });
}

/** @param {import("./own.js").Told} now @param {number | null} me @returns {Sentence[]} */
function turned({ phase, by }, me) {
  if (phase === "countdown") return [say("said.look", null)];
  if (phase === "race") return [say("said.go", null)];
  return [by === null ? say("race.said.over", null) : say(by === me ? "race.said.first_you" : "race.said.first", by)];
}

/** @param {Change} change @returns {import("../../table/sound.js").Sound[]} */
export function heard({ before, after, me }) {
  const [was, now] = [told(before.facts), told(after.facts)];
  if (now.phase !== was.phase) return now.phase === "race" ? ["go"] : now.phase === "over" ? [now.by === null ? "stuck" : "pounce"] : [];
  return me !== null && now.ended[me] && !was.ended[me] ? ["stuck"] : [];
}
