// @ts-check
// The short rules of Pontis.

import { t } from "../../core/i18n.js";
import { back, front } from "../pieces.js";

/** @param {string} key @param {import("../../core/i18n.js").Slots} [slots] */
const say = (key, slots) => t(`rules.pontis.${key}`, slots);

/** What is said of these rules, part by part. @param {import("../../core/wishes.js").Options} given  every option written out */
export function sentences(given) {
  const seconds = Number(given.turn_seconds);
  const series = given.series === "dealer_round" ? [say("end.dealer_round")] : Number(given.series) > 1 ? [say("end.series", { n: Number(given.series) })] : [];
  return {
    bank: [say("bank"), ...(given.bases === "suit" ? [say("bank.suit")] : [])],
    wanted: [say("wanted"), say("values")],
    lay: [say("lay")],
    pair: [say("pair")],
    jokers: [say("jokers", { n: Number(given.jokers) })],
    miss: [given.must_lay ? say("miss.must") : say("miss.may"), ...(seconds > 0 ? [say("turn.time", { n: seconds })] : [])],
    end: [say("end"), say(`end.${given.block_points}`), ...series],
  };
}

export const pictures = () => ({
  bank: { kind: "bank", cards: [back(0), front("5H", "s"), front("QC", "s"), front("9S", "s")] },
  wanted: { kind: "row3", cards: [front("KD", "s"), front("9S", "s")] },
  lay: { kind: "row3", cards: [front("4C", "s"), front("3H", "s"), front("AD", "s")] },
  pair: { kind: "row3", cards: [front("6S", "s"), front("6D", "s")] },
  jokers: { kind: "row3", cards: [front("X", "s"), front("X", "s")] },
  miss: { kind: "hand", cards: [front("2C", "v"), front("7D", "v"), front("JS", "v")] },
  end: { kind: "row3", cards: [front("AC", "s"), front("JH", "s"), front("8S", "s")] },
});
