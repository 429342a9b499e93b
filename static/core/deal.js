// @ts-check
// The number of a deal, and the link that leads to it: …/#deal=thumb-and-pouch:48213&redeals=1

import { GAMES } from "./games.js";

/** @typedef {Record<string, import("../wire.js").OptionValue>} Options */
/** @typedef {{game: string, deal: number, options: Options}} Dealt */

/** The highest number that a deal has: app/rules/deals.py. */
export const MOST = 10 ** 12 - 1;

/** Groups of three: 1,234,567. Elsewhere such a sign is that of a fraction, or a slip. */
const GROUPED = /^[1-9]\d{0,2}([.,'’])\d{3}(\1\d{3})*$/;

/** A number as people write it, with blanks, in groups or without; null where there is none. @param {string} typed @returns {number | null} */
export function readNumber(typed) {
  const digits = GROUPED.test(typed.trim()) ? typed.replace(/\D/g, "") : typed.replace(/\s/g, "");
  const number = /^\d{1,12}$/.test(digits) ? Number(digits) : 0;
  return number >= 1 && number <= MOST ? number : null;
}

/** A number in groups of three, whose blanks do not break: 48 213. @param {number} deal */
export const grouped = (deal) => String(deal).replace(/\B(?=(\d{3})+$)/g, "\u00a0");

/** What the address behind the # says, null where that is no deal of a game that is known. @param {string} hash @returns {Dealt | null} */
export function readDeal(hash) {
  const given = new URLSearchParams(hash.replace(/^#/, ""));
  const [game, typed = ""] = (given.get("deal") ?? "").split(":");
  const deal = readNumber(typed);
  if (deal === null || !GAMES[game]?.solo) return null;
  given.delete("deal");
  return { game, deal, options: Object.fromEntries([...given].map(([key, value]) => [key, /^\d{1,6}$/.test(value) ? Number(value) : value])) };
}

/** The link to a deal. @param {URL} base @param {Dealt} dealt */
export function dealLink(base, { game, deal, options }) {
  const url = new URL("", base);
  const rest = new URLSearchParams(Object.entries(options).map(([key, value]) => [key, String(value)])).toString();
  url.hash = `deal=${game}:${deal}${rest && `&${rest}`}`;
  return url.href;
}
