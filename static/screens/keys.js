// @ts-check
// All keys of the table, in groups: what table/keys.js does, for people.

import { inGame, t } from "../core/i18n.js";
import { dialog, el } from "./pieces.js";

/** @typedef {import("../table/game.js").KeyLine} KeyLine */

/** The keys of every table. @type {KeyLine[]} */
export const COMMON = [
  [["Z"], "keys.pause"],
  [["←", "↑", "↓", "→"], "keys.walk"],
  [["keys.tab"], "keys.tabs"],
  [["M"], "keys.menu"],
  [["T"], "keys.talk"],
  [["?"], "keys.help"],
];

/** Those of a table for one: nobody is asked for a pause or a word there. @type {KeyLine[]} */
export const ALONE = [
  [["U", "keys.undo"], "solo.keys.undo"],
  [["R", "keys.redo"], "solo.keys.redo"],
  [["T"], "solo.keys.top"],
  [["S"], "solo.keys.restart"],
  [["N"], "solo.keys.fresh"],
  [["I"], "solo.keys.hint"],
  [["keys.shift", "+", "I"], "solo.keys.winning"],
  ...COMMON.filter(([[key]]) => key !== "Z" && key !== "T"),
];

/** Those of a race in which each has a table of his own. @type {KeyLine[]} */
export const APART = [[["T"], "solo.keys.top"], ...COMMON.filter(([[key]]) => key !== "T")];

/**
 * The list of keys of a game, the table's last. What a game says of a row of keys is all that is said of it.
 * @param {[string, KeyLine[]][]} own @param {KeyLine[]} [every]  those of every table of its kind
 * @returns {[string, KeyLine[]][]}
 */
export function groups(own, every = COMMON) {
  const said = own.flatMap(([, lines]) => lines.map(([keys]) => keys.join()));
  const table = own.find(([title]) => title === "keys.table")?.[1] ?? [];
  return [...own.filter(([title]) => title !== "keys.table"), ["keys.table", [...table, ...every.filter(([keys]) => !said.includes(keys.join()))]]];
}

const BETWEEN = ["–", "+"];

/** The list of the keys of a game. @param {string} key */
export async function openKeysOf(key) {
  const { default: game } = await import(`../games/${key}.js`);
  openKeys(game);
}

/** @param {Pick<import("../table/game.js").Game, "key" | "keys" | "pace" | "apart">} game */
export function openKeys(game) {
  dialog({ title: t("keys.title"), class: "keys-sheet" }, () =>
    groups(game.keys, game.pace === "solo" ? ALONE : game.apart ? APART : COMMON).map(([title, lines]) =>
      el(
        "section",
        {},
        el("h3", { class: "cap" }, t(title)),
        el("dl", {}, lines.flatMap(([keys, what]) => [el("dt", {}, keys.map((key) => (BETWEEN.includes(key) ? key : el("kbd", {}, key.includes(".") ? t(key) : key)))), el("dd", {}, inGame(game.key, what))])),
      ),
    ),
  );
}
