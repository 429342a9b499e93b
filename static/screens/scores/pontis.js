// @ts-check
// The score sheet of Pontis, and how the banks were counted when nobody could lay any more.

import { t } from "../../core/i18n.js";
import { badge, change, el, front, listed, number } from "../pieces.js";

/** @typedef {import("../scores.js").Played} Played */
/** @typedef {import("../../wire.js").SheetRow} SheetRow */
/** @typedef {{card: string, rank: string, points: number, joker: boolean}} Counted  a card of a bank; `rank` as a joker was named */

export const looksBack = false;

/** @param {string} key @param {import("../../core/i18n.js").Slots} [slots] */
const say = (key, slots) => t(`scores.pontis.${key}`, slots);

/** How many games the match has. @param {import("../../wire.js").RoomView} room */
const games = ({ options, players }) => (options.series === "dealer_round" ? players.length : Number(options.series ?? 1));

/** Which game of the match it was, and which one comes next: one that was called off does not count. @param {Played} played */
export function numbers({ sheet, table }) {
  const now = Number(table?.facts.game ?? sheet.round);
  return { now, next: sheet.rows.some(({ points }) => points > 0) ? now + 1 : now };
}

/** @param {Played} played */
export function title(played) {
  const n = games(played.room);
  return n > 1 ? say("what", { round: numbers(played).now, n }) : say("what.one");
}

/** How the game came to its end, and whose doing it was. @param {Played} played */
export function ending({ sheet, table, you, nameOf }) {
  const { ended_by: by } = sheet;
  if (by !== null) return { seats: [by], words: by === you ? say("out.you") : say("out", { name: nameOf(by) }) };
  const won = sheet.rows.filter(({ points }) => points > 0).map(({ seat }) => seat);
  if (won.length === 0) return { seats: [], words: table?.facts.ending === "stopped" ? say("stopped") : say("nobody") };
  if (won.length > 1) return { seats: won, words: say("block.share", { names: listed(won.map(nameOf)) }) };
  return { seats: won, words: won[0] === you ? say("block.you") : say("block", { name: nameOf(won[0]) }) };
}

/** In one game the figure that has decided it is the bold one; in a match of several it is the wins. @param {Played} played @returns {import("../scores.js").Columns} */
export function columns({ room, sheet }) {
  const n = games(room);
  const out = sheet.ended_by !== null;
  const cards = (/** @type {SheetRow} */ { parts }) => parts.left ?? 0;
  const bank = (/** @type {SheetRow} */ { parts }) => parts.bank ?? 0;
  const left = { head: say("left"), cell: (/** @type {SheetRow} */ row) => number(cards(row)) };
  const points = { head: say("bank"), cell: (/** @type {SheetRow} */ row) => number(bank(row)) };
  if (n === 1 && out) return { parts: [points], total: { head: left.head, value: cards, most: Math.max(...sheet.rows.map(cards)) }, rank: (row) => -cards(row) };
  if (n === 1) return { parts: [left], total: { head: points.head, value: bank, most: Math.max(...sheet.rows.map(bank)) }, rank: bank };
  return {
    parts: [left, points, { head: say("round"), cell: ({ points }) => (points ? change(points) : number(0)), sign: ({ points }) => points }],
    total: { head: say("total"), value: ({ total }) => total, most: n },
    rank: ({ total }) => total,
  };
}

/**
 * The cards of every bank with what they count, by room seat; null unless the banks were counted.
 * @param {Played} played
 * @returns {{seat: number, cards: Counted[], sum: number}[] | null}
 */
export function counted({ room, table }) {
  const counts = /** @type {number[][] | null | undefined} */ (table?.facts.counts);
  if (!table || !counts) return null;
  const names = /** @type {Record<string, string>} */ (table.facts.jokers ?? {});
  return counts.map((points, index) => {
    const bank = /** @type {string[]} */ (table.piles[`${index}b`].slice(1));
    const cards = bank.map((card, at) => ({ card, rank: names[card] ?? card.slice(-2, -1), points: points[at] ?? 0, joker: card in names }));
    return { seat: room.players[index], cards, sum: points.reduce((sum, one) => sum + one, 0) };
  });
}

/** @param {Played} played */
export function below(played) {
  const banks = counted(played);
  if (!banks) return null;
  const order = new Map(played.sheet.rows.map(({ seat, parts }) => [seat, parts.bank ?? 0]));
  banks.sort((one, other) => (order.get(other.seat) ?? 0) - (order.get(one.seat) ?? 0));
  return el(
    "details",
    { class: "panel banks", open: matchMedia("(min-width: 600px)").matches },
    el("summary", {}, say("count")),
    el("p", { class: "muted small" }, played.room.options.block_points === "cards" ? say("count.cards") : say("count.values")),
    banks.map(({ seat, cards, sum }) => {
      const name = played.nameOf(seat);
      const spoken = say("count.of", { name, cards: cards.map(heard).join(", "), sum });
      return el(
        "section",
        {},
        el("h2", {}, badge(seat), el("span", {}, name), el("b", {}, number(sum))),
        el("p", { class: "unseen" }, spoken),
        el("ul", { "aria-hidden": "true" }, cards.map(({ card, points }) => el("li", {}, front(card, "s"), el("span", {}, number(points))))),
      );
    }),
  );
}

/** A counted card as it is heard: "nine 9". @param {Counted} card */
function heard({ rank, joker, points }) {
  const name = t(`rank.${rank}`);
  return say("count.card", { card: joker ? say("count.joker", { rank: name }) : name, n: points });
}
