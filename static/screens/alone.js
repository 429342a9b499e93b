// @ts-check
// Games for one are begun here: any deal, or that of a number.

import { readNumber } from "../core/deal.js";
import { t } from "../core/i18n.js";
import { keepRules, keepWinnable, lastRules, wantsWinnable } from "../core/wishes.js";
import { label, toggle, valueWords, whole } from "./options.js";
import { dialog, el, renew } from "./pieces.js";

/** @typedef {import("../app.js").Page} Page */
/** @typedef {import("../core/wishes.js").Options} Options */

/** The address of the page that has asked for a table, until it is answered. @type {string | null} */
let asking = null;
/**
 * Asks for a table, and goes there unless somebody has gone elsewhere meanwhile. While it is asked for no other one is. Answers whether
 * it came to that.
 * @param {Pick<Page, "go" | "regret">} page
 * @param {() => Promise<string>} ask  answers its code
 * @param {() => void} [leaving]
 */
async function goTo(page, ask, leaving = () => {}) {
  const from = location.href;
  if (asking === from) return false;
  asking = from;
  try {
    const code = await ask();
    if (location.href !== from) return false;
    leaving();
    page.go(`t/${code}`);
    return true;
  } catch (error) {
    page.regret(error);
    return false;
  } finally {
    if (asking === from) asking = null;
  }
}

/**
 * Deals a game and goes there: one that can be won, where that is wished for. Who gets another one all the same is told so. Answers
 * whether it came to that.
 * @param {Pick<Page, "name" | "api" | "go" | "regret" | "notice">} page
 * @param {string} game
 * @param {{deal?: number | null, options?: Options}} [wish]  `deal`: its number, null for any
 * @param {() => void} [leaving]  what is still to be done here when the cards are dealt there
 */
export async function begin(page, game, { deal = null, options = {} } = {}, leaving = () => {}) {
  const choosy = deal === null && wantsWinnable(game, options);
  let any = false;
  const ask = async () => {
    const found = await page.api.solo(game, page.name() || t("solo.player"), options, deal, choosy); // nobody else has to know
    any = choosy && found.winnable === false;
    return found.code;
  };
  const went = await goTo(page, ask, leaving);
  if (went && any) page.notice(t("alone.winnable.not"));
  return went;
}

/** Goes to the table of today's deal: the one that is there already, or a new one. @param {Pick<Page, "name" | "api" | "go" | "regret" | "notice">} page @param {string} game */
export async function beginDaily(page, game) {
  await goTo(page, async () => (await page.api.playDaily(game, page.name() || t("solo.player"))).code);
}

/** What a game is begun with, as this browser used it last. @param {import("../wire.js").GameView} game @returns {Options} */
export const wished = (game) => whole(game, lastRules(game) ?? {});

/** Whether only what can be won is dealt. @param {import("../wire.js").GameView} game */
const winnable = (game) => wantsWinnable(game.key, wished(game));

/** Its options, in some words. @param {import("../wire.js").GameView} game */
export const wishWords = (game) => [...game.options.map(({ key }) => valueWords(game.key, key, wished(game)[key])), ...(winnable(game) ? [t("alone.winnable.short")] : [])].join("\u00a0· ");

/**
 * The options of a game for one, and the number of a deal.
 * @param {Pick<Page, "name" | "api" | "go" | "regret" | "notice">} page
 * @param {import("../wire.js").GameView} game
 * @param {() => void} changed
 */
export function openDeal(page, game, changed) {
  dialog({ title: t("alone.title"), class: "alone-sheet" }, (close) => {
    const only = el("div", { class: "table-switch only-winnable" });
    /** Which deals are dealt; the number of one says all there is to say. */
    function drawOnly() {
      const [on, named] = [winnable(game), input.value.trim() !== ""];
      only.classList.toggle("void", named);
      renew(only, [on, named], () => [
        el("b", { id: "only-winnable" }, t("alone.winnable")),
        el("p", { class: "muted small", id: "only-winnable-what" }, t(named ? "alone.winnable.number" : "alone.winnable.what")),
        toggle({ key: "winnable", on, "aria-labelledby": "only-winnable", "aria-describedby": "only-winnable-what", change: (wish) => (keepWinnable(game.key, wish), drawOnly(), changed()) }),
      ]);
    }
    const input = el("input", { on: { input: drawOnly }, class: "field", name: "deal", inputmode: "numeric", autocomplete: "off", placeholder: t("alone.deal.any"), maxlength: 16, enterkeyhint: "go", "aria-describedby": "alone-wrong" });
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
    drawOnly();
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
                  on: { change: () => (keepRules(game, { ...wished(game), [key]: value }, false), drawOnly(), changed()) },
                }),
                valueWords(game.key, key, value),
              ),
            ),
          ),
        ),
      ),
      only,
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
