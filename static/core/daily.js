// @ts-check
// The deal of the day: its days, which are those of UTC, how they are called, and the address of its results:
// …/#daily=thumb-and-pouch:2026-11-30

import { GAMES } from "./games.js";
import { t } from "./i18n.js";

/** @typedef {{game: string, day: string}} Daily */

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** The day of a moment. @param {number} [now]  ms since the epoch */
export const dayOf = (now = Date.now()) => new Date(now).toISOString().slice(0, 10);

/** How long a day still goes on. @param {number} [now]  ms since the epoch */
export const leftOf = (now = Date.now()) => DAY_MS - (now % DAY_MS);

/** So many days later. @param {string} day @param {number} days */
export const later = (day, days) => dayOf(Date.parse(day) + days * DAY_MS);

/** @param {string} day */
const isDay = (day) => /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)) && dayOf(Date.parse(day)) === day;

/** What the address behind the # says, null where that is no day's deal. @param {string} hash @returns {Daily | null} */
export function readDaily(hash) {
  const [game, day = ""] = (new URLSearchParams(hash.replace(/^#/, "")).get("daily") ?? "").split(":");
  return GAMES[game]?.solo && isDay(day) ? { game, day } : null;
}

/** The way to the results, below the base. @param {Daily} daily */
export const dailyPath = ({ game, day }) => `#daily=${game}:${day}`;

const long = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", day: "numeric", month: "long" });
const full = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", day: "numeric", month: "long", year: "numeric", weekday: "long" });
const short = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", day: "numeric", month: "short" });
/** A day in words: "30 November", "30 Nov", "Monday 30 November 2026". @param {string} day @param {"long" | "short" | "full"} [how] */
export const dayWords = (day, how = "long") => ({ long, short, full })[how].format(new Date(day)).replace(",", "");

/** Time until the next deal, as one says it: "5 h 12 min", "12 min". Never less than a minute. @param {number} ms */
export function untilWords(ms) {
  const all = Math.max(1, Math.ceil(ms / MINUTE_MS));
  const [h, m] = [Math.floor(all / 60), all % 60];
  if (!h) return t("daily.minutes", { m });
  return m ? t("daily.hours", { h, m }) : t("daily.hours.whole", { h });
}
