// @ts-check
// The short rules of Puss in the Corner.

import { t } from "../../core/i18n.js";
import { back, front } from "../pieces.js";

/** @param {string} key @param {import("../../core/i18n.js").Slots} [slots] */
const say = (key, slots) => t(`rules.puss-in-the-corner.${key}`, slots);

/** What is said of these rules, part by part. @param {import("../../core/wishes.js").Options} given  every option written out */
export function sentences(given) {
  const redeals = Number(given.redeals);
  return {
    square: [say("square")],
    open: [say("open"), say("open.corner")],
    corners: [say("corners")],
    again: redeals ? [say("again", { n: redeals }), say("again.order")] : [say("again.none")],
    end: [say("end"), say("end.points")],
  };
}

export const pictures = () => ({
  square: { kind: "row3", cards: [front("AS", "s"), front("2C", "s"), front("3S", "s")] },
  open: { kind: "deck", cards: [back(0), back(0), front("TS", "s")] },
  corners: { kind: "fan", cards: [front("KH", "s"), front("4D", "s"), front("JC", "s")] },
  again: { kind: "deck", cards: [back(2), back(2), back(2)] },
  end: { kind: "row3", cards: [front("QD", "s"), front("KH", "s")] },
});
