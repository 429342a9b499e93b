// @ts-check
// The short rules of Thumb and Pouch.

import { t } from "../../core/i18n.js";
import { back, front } from "../pieces.js";

/** @param {string} key @param {import("../../core/i18n.js").Slots} [slots] */
const say = (key, slots) => t(`rules.thumb-and-pouch.${key}`, slots);

/** What is said of these rules, part by part. @param {import("../../core/wishes.js").Options} given  every option written out */
export function sentences({ redeals }) {
  const again = redeals === "unlimited" ? say("stock.unlimited") : Number(redeals) ? say("stock.again", { n: Number(redeals) }) : say("stock.none");
  return {
    goal: [say("goal")],
    columns: [say("columns")],
    empty: [say("empty")],
    stock: [say("stock"), again],
    end: [say("end")],
  };
}

export const pictures = () => ({
  goal: { kind: "row3", cards: [front("AS", "s"), front("2S", "s"), front("3S", "s")] },
  columns: { kind: "fan", cards: [front("9D", "s"), front("8H", "s"), front("7C", "s")] },
  empty: { kind: "row3", cards: [front("QC", "s"), front("4H", "s")] },
  stock: { kind: "deck", cards: [back(0), back(0), front("TS", "s")] },
  end: { kind: "row3", cards: [front("QD", "s"), front("KD", "s")] },
});
