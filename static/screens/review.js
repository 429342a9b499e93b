// @ts-check
// A short look back on a round: who was faster where, what nobody played, and the fastest play.

import { parts, t } from "../core/i18n.js";
import { el, suitSign } from "./pieces.js";

/** @typedef {import("../app.js").Ctx} Ctx */
/** @typedef {{card: string, ms: number, by?: number | null}} Opening  open for `ms`; `by` is the room seat that was faster */
/** @typedef {{seat: number, built: number, fastest: Opening | null, beaten: Opening[], missed: Opening[]}} SeatReview */
/** @typedef {{round: number, seats: SeatReview[]}} Review */
/** @typedef {{what: "beaten" | "missed" | "fastest" | "table" | "nothing", seat: number, card?: string, ms?: number, by?: number | null}} Remark */

/** So many lines about one seat, and one about the table. */
const LINES = 3;
/** The sheet comes first: it is drawn and read before anything is asked for. */
const FIRST_MS = 400;

/**
 * What is worth a line of this round: about one seat, then who was fastest of all.
 * @param {Review} review
 * @param {number} seat  the own room seat, or whose round it was for who watches
 * @returns {Remark[]}
 */
export function remarks(review, seat) {
  const own = review.seats.find((one) => one.seat === seat);
  const quick = review.seats.flatMap((one) => (one.fastest ? [{ ...one.fastest, seat: one.seat }] : []));
  const best = quick.sort((one, other) => one.ms - other.ms)[0];
  /** @type {Remark[]} */
  const found = [];
  if (own) {
    const { beaten, missed, fastest } = own;
    const first = beaten.slice(0, missed.length ? 1 : 2).map((opening) => ({ ...opening, what: /** @type {const} */ ("beaten"), seat }));
    found.push(...first, ...missed.slice(0, 1).map((opening) => ({ ...opening, what: /** @type {const} */ ("missed"), seat })));
    if (fastest && best?.seat !== seat) found.push({ ...fastest, what: "fastest", seat });
    if (!found.length) found.push({ what: "nothing", seat });
  }
  return [...found.slice(0, LINES), ...(best ? [{ ...best, what: /** @type {const} */ ("table") }] : [])];
}

/** As it is said: "2.1 s", never cut in two. @param {number} ms */
export const seconds = (ms) => t("time.seconds", { s: (Math.max(100, ms) / 1000).toFixed(1) });

/**
 * @param {HTMLElement} root
 * @param {Ctx} ctx
 * @returns {() => void}
 */
export function mountReview(root, ctx) {
  const { state } = ctx.store;
  const sheet = state.room?.sheet;
  const list = el("ul", {});
  const box = el("section", { class: "review", "aria-label": t("review.title") }, el("h2", {}, t("review.title")), list);
  root.append(box);
  let here = true;

  /** @param {number} seat */
  const nameOf = (seat) => sheet?.rows.find((row) => row.seat === seat)?.name ?? t("review.somebody");

  /** @param {Remark} remark */
  function line({ what, seat, card, ms = 0, by }) {
    const name = what === "beaten" && by != null ? (by === state.seat ? t("review.you") : nameOf(by)) : nameOf(seat);
    const slots = { card: card ? cardName(card) : "", name, owner: nameOf(seat), time: seconds(ms) };
    return el("li", {}, seat === state.seat ? parts(`review.${what}.you`, slots) : parts(`review.${what}`, slots));
  }

  async function load() {
    try {
      const review = await ctx.api.review(state.code);
      if (!here || !sheet || review.round !== sheet.round) return;
      const seat = sheet.rows.some((row) => row.seat === state.seat) ? state.seat : sheet.ended_by ?? topOf(sheet);
      list.replaceChildren(...(seat === null ? [] : remarks(review, seat).map(line)));
    } catch {
      // a review that cannot be had is missed by nobody
    }
  }
  const clock = setTimeout(() => void load(), FIRST_MS);
  return () => {
    here = false;
    clearTimeout(clock);
  };
}

/** Who made most of this round. @param {import("../wire.js").Sheet} sheet */
const topOf = (sheet) => [...sheet.rows].sort((one, other) => other.points - one.points)[0]?.seat ?? null;

/** A card in a sentence: its rank and sign for the eye, its name for the ear. @param {string} card "0:TH" */
function cardName(card) {
  const rank = card.slice(-2, -1);
  const suit = card.slice(-1);
  return el(
    "span",
    { class: "card-said" },
    el("b", { "aria-hidden": "true" }, rank === "T" ? "10" : rank, suitSign(suit)),
    el("span", { class: "unseen" }, t("card.name", { rank: t(`rank.${rank}`), suit: t(`suit.${suit}`) })),
  );
}
