// @ts-check
// The score sheet of Spite & Malice.

import { t } from "../../core/i18n.js";
import { change, number } from "../pieces.js";

/** @typedef {import("../scores.js").Played} Played */

export const looksBack = false;

/** @param {string} key @param {import("../../core/i18n.js").Slots} [slots] */
const say = (key, slots) => t(`scores.spite-and-malice.${key}`, slots);

/** @param {Played} played */
export function title({ room, sheet }) {
  const target = Number(room.options.target ?? 50);
  return target ? say("what", { round: sheet.round, target }) : say("what.one");
}

/** How the hand came to its end, and whose doing it was. @param {Played} played */
export function ending({ sheet, table, you, nameOf }) {
  const winner = sheet.rows.find(({ points }) => points > 0)?.seat ?? null;
  const ended = table?.facts.ended ?? (sheet.ended_by !== null ? "out" : null);
  /** @param {string} key @param {number} seat */
  const whose = (key, seat) => ({ seats: [seat], words: seat === you ? say(`${key}.you`) : say(key, { name: nameOf(seat) }) });
  if (ended === "out" && sheet.ended_by !== null) return whose("out", sheet.ended_by);
  if (ended === "exhausted") return { seats: [], words: say("exhausted") };
  if (ended === "called_off") return { seats: [], words: say("called_off") };
  if (winner !== null) return whose("blocked", winner);
  return { seats: [], words: ended === "blocked" ? say("blocked.draw") : say("nobody") };
}

/** What each has left is seen on the table, as long as it lies there. @param {Played} played @returns {import("../scores.js").Columns} */
export function columns({ room, sheet, table }) {
  const target = Number(room.options.target ?? 50);
  /** @param {number} seat */
  const left = (seat) => {
    const pile = table?.piles[`${room.players.indexOf(seat)}p`];
    return pile && Number(pile[0]) + pile.length - 1;
  };
  const known = sheet.rows.some(({ seat }) => left(seat) !== undefined);
  return {
    parts: [
      ...(known ? [{ head: say("left"), cell: (/** @type {import("../../wire.js").SheetRow} */ { seat }) => String(left(seat) ?? "") }] : []),
      { head: say("round"), cell: ({ points }) => (points ? change(points) : number(0)), sign: ({ points }) => points },
    ],
    total: { head: t("scores.total"), value: ({ total }) => total, most: target || Math.max(...sheet.rows.map(({ total }) => total)) },
    rank: ({ total }) => total,
  };
}
