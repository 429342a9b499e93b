// @ts-check
// The score sheet of a race of solitaires, and how everybody's table lay at the end.

import { t } from "../../core/i18n.js";
import { still } from "../../table/still.js";
import { badge, el, listed, number } from "../pieces.js";
import { styled } from "../styled.js";

/** @typedef {import("../scores.js").Played} Played */
/** @typedef {import("../../wire.js").SheetRow} SheetRow */

export const looksBack = false;

/** @param {string} key @param {import("../../core/i18n.js").Slots} [slots] */
const say = (key, slots) => t(`scores.solitaire-race.${key}`, slots);

const ALL = 52;
/** As large as a table is laid out to be looked at. */
const STILL = { w: 460, h: 330 };

export const title = () => say("what");

/** Who was first, or has most cards up. @param {Played} played */
export function ending({ sheet, you, nameOf }) {
  const { ended_by: by, winners } = sheet;
  if (by !== null) return { seats: [by], words: by === you ? say("first.you") : say("first", { name: nameOf(by) }) };
  if (winners.length > 1) return { seats: winners, words: say("tie", { names: listed(winners.map(nameOf)) }) };
  return { seats: winners, words: winners[0] === you ? say("most.you") : say("most", { name: nameOf(winners[0]) }) };
}

/** @param {Played} played @returns {import("../scores.js").Columns} */
export function columns({ room, sheet, table }) {
  const ended = /** @type {(string | null)[] | undefined} */ (table?.facts.ended);
  const place = (/** @type {SheetRow} */ { points }) => 1 + sheet.rows.filter((row) => row.points > points).length;
  const how = (/** @type {SheetRow} */ { seat }) => say(`end.${ended?.[room.players.indexOf(seat)] ?? "playing"}`);
  return {
    parts: [{ head: say("place"), cell: (row) => number(place(row)) }, ...(ended ? [{ head: say("end"), cell: how }] : [])],
    total: { head: say("up"), value: ({ points }) => points, most: ALL },
    rank: ({ points }) => points,
  };
}

/** Everybody's table as it lay at the end, in the order of the places. @param {Played} played */
export function below({ room, sheet, table, nameOf }) {
  const tables = /** @type {import("../../wire.js").Piles[] | null | undefined} */ (table?.facts.tables);
  if (!table || !tables) return null;
  const rows = [...sheet.rows].sort((one, other) => other.points - one.points);
  const boxes = rows.map(({ seat, points }) => el("div", { class: "still-box", role: "img", "aria-label": say("table", { name: nameOf(seat), n: points }) }));
  const drawn = async () => {
    const { default: game } = await import(`../../games/${room.game}.js`);
    await Promise.all(["static/style/table.css", ...game.style].map(styled));
    rows.forEach(({ seat }, i) => {
      const index = room.players.indexOf(seat);
      const position = { specs: table.specs, piles: { ...table.piles, ...tables[index] }, facts: table.facts, options: room.options, seat: index, own: true, players: room.players };
      boxes[i].replaceChildren(still(game, position, STILL.w, STILL.h));
    });
  };
  drawn().catch(() => {}); // without the pictures the sheet still says it all
  return el(
    "section",
    { class: "panel stills" },
    el("h2", {}, say("tables")),
    rows.map(({ seat, points }, i) => el("figure", {}, el("figcaption", {}, badge(seat), el("b", {}, nameOf(seat)), el("span", { class: "muted" }, `${points} / ${ALL}`)), boxes[i])),
  );
}
