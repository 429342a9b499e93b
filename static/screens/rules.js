// @ts-check
// The short rules, illustrated, as they are at this table.

import { t } from "../core/i18n.js";
import { whole } from "./options.js";
import { back, dialog, el, front } from "./pieces.js";

/** @typedef {import("../core/wishes.js").Options} Options */

/** What is said of these rules, part by part. @param {import("../wire.js").GameView} game @param {Options} [options] */
export function sentences(game, options = {}) {
  const given = whole(game, options);
  const [penalty, bonus, target] = [given.penalty, given.bonus, given.target].map(Number);
  const flip = given.flip === 1 ? t("rules.flip.one") : given.flip_top === "third" ? t("rules.flip.third") : t("rules.flip.first");
  return {
    middle: [t("rules.middle")],
    own: [given.tableau === 4 ? t("rules.four") : t("rules.five"), t("rules.own"), t(`rules.empty.${given.empty_space}`)],
    pounce: [t("rules.pounce", { n: Number(given.pounce_pile) }), given.pounce_on_tableau ? t("rules.pounce.tableau") : t("rules.pounce.middle")],
    stock: [flip, t("rules.stock")],
    stop: [given.king_stop === "off" ? t("rules.stop.off") : t("rules.stop"), t("rules.stuck")],
    end: [
      t("rules.end"),
      ...(penalty > 0 ? [t("rules.end.penalty", { n: penalty })] : []),
      ...(bonus > 0 ? [t("rules.end.bonus", { n: bonus })] : []),
      target ? t("rules.end.target", { target }) : t("rules.end.one"),
    ],
  };
}

/** @param {import("../wire.js").GameView} game @param {Options} [options] */
export function open(game, options) {
  const { middle, own, pounce, stock, stop, end } = sentences(game, options);
  /** @param {string} title @param {Node[]} pictures @param {string} kind @param {string[]} said */
  const part = (title, pictures, kind, said) =>
    el("section", {}, el("div", { class: `cards ${kind}`, "aria-hidden": "true" }, pictures), el("div", {}, el("h3", {}, title), el("p", {}, said.join(" "))));
  dialog({ title: t("rules.title"), class: "rules-sheet" }, () => [
    el("p", { class: "lead" }, t("rules.lead")),
    part(t("rules.middle.title"), [front("AH", "s", 1), front("2H", "s", 3), front("3H", "s", 0)], "row3", middle),
    part(t("rules.own.title"), [front("9S", "s"), front("8D", "s"), front("7C", "s")], "fan", own),
    part(t("rules.pounce.title"), [back(0), back(0), front("4D", "s")], "deck", pounce),
    part(t("rules.stock.title"), [back(0), front("TC", "s"), front("5H", "s"), front("QS", "s")], "stock", stock),
    part(t("rules.stop.title"), [front("QC", "s", 2), front("KC", "s", 4)], "row3", stop),
    part(t("rules.end.title"), [front("AC", "s"), front("JH", "s")], "row3", end),
    el("section", { class: "hands" }, el("div", {}, el("h3", {}, t("rules.hands.title")), el("p", {}, t("rules.hands")))),
  ]);
}
