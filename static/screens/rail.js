// @ts-check
// The rail as elements: the line that table/rail.js has chosen, with signs, card names, keys and buttons in it.

import { inGame, keyIn, parts, t } from "../core/i18n.js";
import { make } from "../table/render.js";
import { keycap, press, votes, written } from "./naming.js";
import { badge, renew } from "./pieces.js";

/** @typedef {import("../table/rail.js").Line} Line */
/**
 * @typedef {object} Round
 * @property {number[]} players             room seats
 * @property {(seat: number) => string} nameOf
 * @property {number[]} stuck
 * @property {() => HTMLElement | null} peek  the open cards of the seat that was tapped
 * @property {unknown} peeked               changes when they do
 */

/** From here on the clock of a turn is lit. */
const HURRY_S = 10;
/** What most people will want to press. @type {Line["buttons"]} */
const MEANT = ["stuck", "pause", "grant", "stand_in"];

/**
 * @param {HTMLElement} zone
 * @param {string} game  its key: some say it in words of their own
 * @param {(what: import("../table/rail.js").Button) => void} pressed
 */
export function createRail(zone, game, pressed) {
  /** @param {Line} line @param {Round} round */
  function drawn(line, round) {
    const { tone, seat, card, buttons, slots } = line;
    /** @type {Record<string, any>} */
    const filled = { ...slots, name: seat === null ? slots.name ?? "" : round.nameOf(seat), card: card && written(card) };
    for (const [slot, one] of Object.entries(line.cards ?? {})) filled[slot] = written(one);
    if (typeof slots.suit === "string" && slots.suit) filled.suit = t(`suit.${slots.suit}`);
    Object.assign(filled, { left: keycap("←"), right: keycap("→"), enter: keycap("Enter"), esc: keycap("Esc") });
    if (tone === "peek") Object.assign(filled, { name: make("span", "nm", String(filled.name)), cards: round.peek() ?? "" });
    const text = make("span", tone === "calm" ? "muted" : "", ...parts(keyIn(game, line.key) ?? line.key, filled).map((part) => (part instanceof Node ? part : String(part))));
    const sign = seat === null ? [] : [badge(round.players[seat])];
    if (tone !== "vote") return make("div", `say ${tone}`, ...sign, text, ...(line.seconds === null ? [] : [clock(line.seconds)]));
    return make("div", "vote", ...(line.key === "rail.stuck" ? voters(round, buttons.length) : sign), text, ...buttons.map((what) => button(what, round)));
  }

  /** Time that is left: 0:24. @param {number} seconds */
  function clock(seconds) {
    const el = make("b", seconds <= HURRY_S ? "clock hurry" : "clock", `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`);
    el.setAttribute("role", "timer");
    return el;
  }

  /** The signs of all seats. Beside two buttons a phone has room for the sentence or for them. @param {Round} round @param {number} buttons */
  function voters({ players, stuck, nameOf }, buttons) {
    const row = votes(players, stuck, t("rail.votes", { names: stuck.map(nameOf).join(", ") }));
    row.classList.toggle("wide", buttons > 1);
    return [row];
  }

  /** @param {Line["buttons"][number]} what @param {Round} round */
  function button(what, { stuck }) {
    const words = what === "stuck" && !stuck.length ? t("rail.do.stuck_first") : inGame(game, `rail.do.${what}`);
    const el = press(`btn small ${MEANT.includes(what) ? "primary" : ""}`, () => pressed(what), words);
    el.dataset.key = what;
    return el;
  }

  return {
    /** @param {Line | null} line @param {Round} round */
    draw: (line, round) => renew(zone, [line, round.players, round.stuck, round.peeked], () => (line ? [drawn(line, round)] : [])),
  };
}
