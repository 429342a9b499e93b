// @ts-check
// Quick game: the seat that was promised may be taken when the page comes there. Then it asks again, but not for ever.

/** @typedef {{game: string, tried: string[]}} Quick  `tried`: the codes of tables that gave no seat, the oldest first */

/** So often a page asks again. */
export const MOST_AGAIN = 3;

/** The wish after a table gave no seat; null when it is time to say so. @param {Quick} quick @param {string} code @returns {Quick | null} */
export function again({ game, tried }, code) {
  return tried.length >= MOST_AGAIN ? null : { game, tried: [...tried, code] };
}

/** No seat is left at this table for this person, by the answer to "sit". @param {string} code */
export const isGone = (code) => code === "full" || code === "locked" || code === "removed";

/** @type {[import("../wire.js").CLOSE_REMOVED, import("../wire.js").CLOSE_NO_ROOM]} */
const SHUT = [4503, 4504];
/** The socket was closed for good: the host has removed this person, or there is no such table any more. @param {number | null} closed */
export const isShut = (closed) => SHUT.some((code) => code === closed);
