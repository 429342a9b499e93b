// @ts-check
// All keys of the table, in groups: what table/keys.js does, for people.

import { t } from "../core/i18n.js";
import { dialog, el } from "./pieces.js";

/** Groups of lines: the keys, and the sentence about them. @type {[string, [string[], string][]][]} */
export const GROUPS = [
  [
    "keys.cards",
    [
      [["1", "–", "5"], "keys.pile"],
      [["P"], "keys.reserve"],
      [["W"], "keys.waste"],
      [["keys.shift", "+", "1", "–", "5", "P", "W"], "keys.best"],
      [["keys.space"], "keys.flip"],
    ],
  ],
  [
    "keys.picked",
    [
      [["keys.enter"], "keys.play"],
      [["←", "→"], "keys.aim"],
      [["1", "–", "5"], "keys.onto"],
      [["keys.again"], "keys.run"],
      [["keys.esc"], "keys.back"],
    ],
  ],
  [
    "keys.table",
    [
      [["S"], "keys.stuck"],
      [["keys.enter"], "keys.ready"],
      [["Z"], "keys.pause"],
      [["←", "↑", "↓", "→"], "keys.walk"],
      [["keys.tab"], "keys.tabs"],
      [["M"], "keys.menu"],
      [["T"], "keys.talk"],
      [["?"], "keys.help"],
    ],
  ],
];

const BETWEEN = ["–", "+"];

export function openKeys() {
  dialog({ title: t("keys.title"), class: "keys-sheet" }, () =>
    GROUPS.map(([title, lines]) =>
      el(
        "section",
        {},
        el("h3", { class: "cap" }, t(title)),
        el("dl", {}, lines.flatMap(([keys, what]) => [el("dt", {}, keys.map((key) => (BETWEEN.includes(key) ? key : el("kbd", {}, key.includes(".") ? t(key) : key)))), el("dd", {}, t(what))])),
      ),
    ),
  );
}
