// @ts-check
// The score sheet of Pounce.

import { t } from "../../core/i18n.js";
import { change, number } from "../pieces.js";

/** @typedef {import("../scores.js").Played} Played */

/** There is a look back on a round: who was faster where. */
export const looksBack = true;

/** @param {Played} played */
export function title({ room, sheet }) {
  const target = Number(room.options.target ?? 100);
  return target ? t("scores.what", { round: sheet.round, target }) : t("scores.what.one");
}

/** How the round came to its end, and whose doing it was. @param {Played} played */
export function ending({ sheet, you, nameOf }) {
  const by = sheet.ended_by;
  if (by === null) return { seats: [], words: t("scores.nobody") };
  return { seats: [by], words: by === you ? t("scores.pounced.you") : t("scores.pounced", { name: nameOf(by) }) };
}

/** @param {Played} played @returns {import("../scores.js").Columns} */
export function columns({ room, sheet }) {
  const penalty = Number(room.options.penalty ?? 2);
  const bonus = Number(room.options.bonus ?? 0);
  const target = Number(room.options.target ?? 100);
  return {
    parts: [
      { head: t("scores.built"), cell: ({ parts }) => number(parts.cards ?? 0) },
      ...(penalty > 0 ? [/** @type {import("../scores.js").Column} */ ({ head: t("scores.left", { penalty }), cell: ({ parts }) => number(parts.penalty ?? 0), sign: ({ parts }) => parts.penalty ?? 0 })] : []),
      ...(bonus > 0 ? [/** @type {import("../scores.js").Column} */ ({ head: t("scores.bonus"), cell: ({ parts }) => number(parts.bonus ?? 0), sign: ({ parts }) => parts.bonus ?? 0 })] : []),
      { head: t("scores.round"), cell: ({ points }) => change(points), sign: ({ points }) => points },
    ],
    total: { head: t("scores.total"), value: ({ total }) => total, most: target || Math.max(...sheet.rows.map(({ total }) => total)) },
    rank: ({ total }) => total,
  };
}
