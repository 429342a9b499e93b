// @ts-check
// The short rules, illustrated, as they are at this table; and what a table's options are called.

import { t } from "../core/i18n.js";
import { back, dialog, el, front } from "./pieces.js";

/** @typedef {Record<string, import("../wire.js").OptionValue>} Options */

/** @type {Options} */
const DEFAULTS = {
  flip_top: "first",
  flip: 3,
  king_stop: "ready",
  target: 100,
  pounce_pile: 9,
  tableau: 5,
  empty_space: "pounce_or_king",
  pounce_on_tableau: false,
  penalty: 2,
  bonus: 0,
};

/** Rules with a name. What is not said has its default. @type {Record<string, Options>} */
export const PRESETS = {
  classic: {},
  nerts: { pounce_pile: 13, tableau: 4, empty_space: "any", pounce_on_tableau: true, flip_top: "third", king_stop: "off" },
};

/** @param {Options} options */
const whole = (options) => ({ ...DEFAULTS, ...options });

/** The name of the rules with these options. @param {Options} options */
export function preset(options) {
  const given = whole(options);
  const found = Object.entries(PRESETS).find(([, chosen]) => {
    const wanted = whole(chosen);
    return Object.keys(DEFAULTS).every((key) => given[key] === wanted[key]);
  });
  return found?.[0] ?? "own";
}

/** "To 100 · pounce pile 9 · five piles · stop on a king: ready". @param {Options} options */
export function rulesLine(options) {
  const { target, pounce_pile: pile, tableau, king_stop: stop } = whole(options);
  const parts = [
    target ? t("rules.line.target", { target: Number(target) }) : t("rules.line.one"),
    t("rules.line.pile", { n: Number(pile) }),
    tableau === 4 ? t("rules.line.four") : t("rules.line.five"),
    t(`rules.line.stop.${stop}`),
  ];
  return parts.join(" · ");
}

/** @param {Options} [options] */
export function open(options = {}) {
  const given = whole(options);
  const open = given.tableau === 4;
  const piles = open ? t("rules.four") : t("rules.five");
  const empty = t(`rules.empty.${given.empty_space}`);
  const flip = given.flip === 1 ? t("rules.flip.one") : given.flip_top === "third" ? t("rules.flip.third") : t("rules.flip.first");
  /** @param {string} title @param {Node[]} pictures @param {string} kind @param {string[]} sentences */
  const part = (title, pictures, kind, ...sentences) =>
    el("section", {}, el("div", { class: `cards ${kind}`, "aria-hidden": "true" }, pictures), el("div", {}, el("h3", {}, title), el("p", {}, sentences.filter(Boolean).join(" "))));
  dialog({ title: t("rules.title"), class: "rules-sheet" }, () => [
    el("p", { class: "lead" }, t("rules.lead")),
    part(t("rules.middle.title"), [front("AH", "s", 1), front("2H", "s", 3), front("3H", "s", 0)], "row3", t("rules.middle")),
    part(t("rules.own.title"), [front("9S", "s"), front("8D", "s"), front("7C", "s")], "fan", piles, t("rules.own"), empty),
    part(t("rules.pounce.title"), [back(0), back(0), front("4D", "s")], "deck", t("rules.pounce", { n: Number(given.pounce_pile) }), given.pounce_on_tableau ? t("rules.pounce.tableau") : t("rules.pounce.middle")),
    part(t("rules.stock.title"), [back(0), front("TC", "s"), front("5H", "s"), front("QS", "s")], "stock", flip, t("rules.stock")),
    part(t("rules.stop.title"), [front("QC", "s", 2), front("KC", "s", 4)], "row3", given.king_stop === "off" ? t("rules.stop.off") : t("rules.stop"), t("rules.stuck")),
    part(
      t("rules.end.title"),
      [front("AC", "s"), front("JH", "s")],
      "row3",
      t("rules.end"),
      Number(given.penalty) > 0 ? t("rules.end.penalty", { n: Number(given.penalty) }) : "",
      Number(given.bonus) > 0 ? t("rules.end.bonus", { n: Number(given.bonus) }) : "",
      given.target ? t("rules.end.target", { target: Number(given.target) }) : t("rules.end.one"),
    ),
    el("section", { class: "hands" }, el("div", {}, el("h3", {}, t("rules.hands.title")), el("p", {}, t("rules.hands")))),
  ]);
}
