// @ts-check
// The way of a link out of the page: the share sheet where there is one, else the clipboard, else a line to copy by hand.
// Share sheet and clipboard exist in secure contexts only, so on plain http the last way is the usual one.

/**
 * @typedef {object} Means
 * @property {((data: {url: string, title?: string}) => Promise<void>) | undefined} [share]
 * @property {((text: string) => Promise<void>) | undefined} [write]
 * @property {(text: string) => boolean} [copy]  the old way: select and copy, needs a document
 */

/**
 * @param {string} url
 * @param {string} title
 * @param {Means} means
 * @returns {Promise<"shared" | "copied" | "shown">} "shown": nothing worked, the screen must show the link to be selected
 */
export async function share(url, title, { share: sheet, write, copy }) {
  if (sheet) {
    try {
      await sheet({ url, title });
      return "shared";
    } catch (error) {
      if (error instanceof Error && error.name === "AbortError") return "shared";
    }
  }
  if (write) {
    try {
      await write(url);
      return "copied";
    } catch {
      // not allowed here: the next way
    }
  }
  return copy?.(url) ? "copied" : "shown";
}

/**
 * The code as people write it: any case, with or without a blank or dash.
 * @param {string} typed
 */
export const readCode = (typed) => typed.toUpperCase().replace(/[^A-Z0-9]/g, "");

/** Codes leave out what is mistaken for something else (I L O 0 1). @param {string} code */
export const isCode = (code) => /^[A-HJKMNP-Z2-9]{6}$/.test(code);

/** `KQ7M4X` is shown as `KQ7 M4X`. @param {string} code */
export const showCode = (code) => `${code.slice(0, 3)} ${code.slice(3)}`;

/** A fingerprint, shortened to what the eye compares: `9f2c 41b7 … e05a`. @param {string} seal */
export const shortSeal = (seal) => `${seal.slice(0, 4)} ${seal.slice(4, 8)} … ${seal.slice(-4)}`;
