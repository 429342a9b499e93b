// @ts-check
// The short rules of Pounce.

import { t } from "../../core/i18n.js";
import { back, front } from "../pieces.js";

/** What is said of these rules, part by part. @param {import("../../core/wishes.js").Options} given  every option written out */
export function sentences(given) {
  const [penalty, bonus, target] = [given.penalty, given.bonus, given.target].map(Number);
  const flip = given.flip === 1 ? t("rules.flip.one") : given.flip_top === "third" ? t("rules.flip.third") : t("rules.flip.first");
  return {
    middle: [t("rules.middle")],
    own: [given.tableau === 4 ? t("rules.four") : t("rules.five"), t("rules.own"), t(`rules.empty.${given.empty_space}`)],
    pile: [t("rules.pile", { n: Number(given.pounce_pile) }), given.pounce_on_tableau ? t("rules.pile.tableau") : t("rules.pile.middle")],
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

export const pictures = () => ({
  middle: { kind: "row3", cards: [front("AH", "s", 1), front("2H", "s", 3), front("3H", "s", 0)] },
  own: { kind: "fan", cards: [front("9S", "s"), front("8D", "s"), front("7C", "s")] },
  pile: { kind: "deck", cards: [back(0), back(0), front("4D", "s")] },
  stock: { kind: "stock", cards: [back(0), front("TC", "s"), front("5H", "s"), front("QS", "s")] },
  stop: { kind: "row3", cards: [front("QC", "s", 2), front("KC", "s", 4)] },
  end: { kind: "row3", cards: [front("AC", "s"), front("JH", "s")] },
});
