// @ts-check
// Games for one are begun here: any deal, or that of a number.

import { t } from "../core/i18n.js";
import { askName } from "./pieces.js";

/** @typedef {import("../app.js").Page} Page */
/** @typedef {import("../core/wishes.js").Options} Options */

/**
 * Deals a game and goes there. Answers whether it came to that.
 * @param {Pick<Page, "name" | "api" | "go" | "regret">} page
 * @param {string} game
 * @param {{deal?: number | null, options?: Options}} [wish]
 * @param {() => void} [leaving]  what is still to be done here when the cards are dealt there
 */
export async function begin(page, game, { deal = null, options = {} } = {}, leaving = () => {}) {
  try {
    const name = page.name() || (await askName({ title: t("name.title"), name: "", action: t("solo.play"), hint: t("name.hint") }));
    if (!name) return false;
    const { code } = await page.api.solo(game, name, options, deal);
    leaving();
    page.go(`t/${code}`);
    return true;
  } catch (error) {
    page.regret(error);
    return false;
  }
}
