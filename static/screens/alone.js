// @ts-check
// Games for one are begun here: any deal, or that of a number.

import { readNumber } from "../core/deal.js";
import { t } from "../core/i18n.js";
import { keepRules, lastRules } from "../core/wishes.js";
import { label, valueWords, whole } from "./options.js";
import { dialog, el } from "./pieces.js";

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
    const { code } = await page.api.solo(game, page.name() || t("solo.player"), options, deal); // nobody else has to know
    leaving();
    page.go(`t/${code}`);
    return true;
  } catch (error) {
    page.regret(error);
    return false;
  }
}

/** What a game is begun with, as this browser used it last. @param {import("../wire.js").GameView} game @returns {Options} */
export const wished = (game) => whole(game, lastRules(game) ?? {});

/** Its options, in some words. @param {import("../wire.js").GameView} game */
export const wishWords = (game) => game.options.map(({ key }) => valueWords(game.key, key, wished(game)[key])).join(" · ");

/**
 * The options of a game for one, and the number of a deal.
 * @param {Pick<Page, "name" | "api" | "go" | "regret">} page
 * @param {import("../wire.js").GameView} game
 * @param {() => void} changed
 */
export function openDeal(page, game, changed) {
  dialog({ title: t("alone.title"), class: "alone-sheet" }, (close) => {
    const input = el("input", { class: "field", name: "deal", inputmode: "numeric", autocomplete: "off", placeholder: t("alone.deal.any"), maxlength: 16, enterkeyhint: "go", "aria-describedby": "alone-wrong" });
    const wrong = el("p", { class: "wrong small", role: "alert", id: "alone-wrong" });
    /** @param {Event} event */
    function submit(event) {
      event.preventDefault();
      const deal = readNumber(input.value);
      if (deal === null && input.value.trim()) {
        wrong.textContent = t("alone.deal.wrong");
        return input.focus();
      }
      close();
      void begin(page, game.key, { deal, options: wished(game) });
    }
    return [
      game.options.map(({ key, choices }) =>
        el(
          "fieldset",
          { class: "choice" },
          el("legend", {}, label(game.key, key)),
          el(
            "div",
            { class: "chips" },
            choices.map((value) =>
              el(
                "label",
                { class: "chip" },
                el("input", {
                  type: "radio",
                  name: key,
                  value: String(value),
                  checked: wished(game)[key] === value,
                  on: { change: () => (keepRules(game, { ...wished(game), [key]: value }, false), changed()) },
                }),
                valueWords(game.key, key, value),
              ),
            ),
          ),
        ),
      ),
      el(
        "form",
        { class: "name-form", novalidate: true, on: { submit } },
        el("label", {}, el("span", { class: "cap" }, t("alone.deal")), input),
        wrong,
        el("button", { class: "btn primary", "data-key": "play-deal" }, t("solo.play")),
      ),
    ];
  });
}
