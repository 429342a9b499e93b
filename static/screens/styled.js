// @ts-check
// Style sheets that only some screens need.

import { el } from "./pieces.js";

/**
 * Fetches a style sheet, once.
 * @param {string} href  relative to the base
 * @returns {Promise<unknown> | undefined} fulfilled when it is there; undefined when the page came with it
 */
export function styled(href) {
  if (document.querySelector(`link[href="${href}"]`)) return sheets.get(href);
  const link = el("link", { rel: "stylesheet", href });
  const loaded = new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = () => (link.remove(), reject(new Error(href)));
  });
  sheets.set(href, loaded);
  document.head.append(link);
  return loaded;
}
/** @type {Map<string, Promise<unknown>>} */
const sheets = new Map();
