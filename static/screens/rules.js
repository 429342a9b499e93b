// @ts-check
// The short rules of a game, illustrated, as they are at this table.

import { inGame } from "../core/i18n.js";
import { whole } from "./options.js";
import { dialog, el } from "./pieces.js";

/** @typedef {import("../core/wishes.js").Options} Options */
/**
 * What a game says of itself, in rules/: part by part the sentences, with every option written out, and the cards that
 * illustrate a part, with how they lie.
 * @typedef {{sentences: (given: Options) => Record<string, string[]>, pictures: () => Record<string, {kind: string, cards: Node[]}>}} Telling
 */

/** @param {import("../wire.js").GameView} game @param {Options} [options] */
export async function open(game, options = {}) {
  const { sentences, pictures } = /** @type {Telling} */ (await import(`./rules/${game.key}.js`));
  const shown = pictures();
  /** @param {string} key */
  const words = (key) => inGame(game.key, `rules.${key}`);
  dialog({ title: words("title"), class: "rules-sheet" }, () => [
    el("p", { class: "lead" }, words("lead")),
    Object.entries(sentences(whole(game, options))).map(([part, said]) =>
      el(
        "section",
        {},
        el("div", { class: `cards ${shown[part].kind}`, "aria-hidden": "true" }, shown[part].cards),
        el("div", {}, el("h3", {}, words(`${part}.title`)), el("p", {}, said.join(" "))),
      ),
    ),
    el("section", { class: "hands" }, el("div", {}, el("h3", {}, words("hands.title")), el("p", {}, words("hands")))),
  ]);
}
