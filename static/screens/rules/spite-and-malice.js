// @ts-check
// The short rules of Spite & Malice.

import { t } from "../../core/i18n.js";
import { back, front } from "../pieces.js";

/** @param {string} key @param {import("../../core/i18n.js").Slots} [slots] */
const say = (key, slots) => t(`rules.spite-and-malice.${key}`, slots);

/** What is said of these rules, part by part. @param {import("../../core/wishes.js").Options} given  every option written out */
export function sentences(given) {
  const [target, seconds] = [given.target, given.turn_seconds].map(Number);
  return {
    goal: [say("goal", { n: Number(given.pay_off) })],
    centre: [given.centre_stacks === 4 ? say("four") : say("three"), say("centre")],
    kings: [say("kings"), given.king_as_ace ? say("kings.ace") : say("kings.no_ace")],
    turn: [say("turn"), given.refill ? say("refill") : say("no_refill"), ...(seconds > 0 ? [say("turn.time", { n: seconds })] : [])],
    sides: [say("sides")],
    stock: [say(`stock.${given.exhausted}`)],
    end: [say("end"), target ? say("end.target", { target }) : say("end.one"), say(`first.${given.first}`)],
  };
}

export const pictures = () => ({
  goal: { kind: "deck", cards: [back(0), back(0), front("7H", "s")] },
  centre: { kind: "row3", cards: [front("AS", "s"), front("2H", "s"), front("3C", "s")] },
  kings: { kind: "row3", cards: [front("8D", "s"), front("KS", "s"), front("TH", "s")] },
  turn: { kind: "hand", cards: [front("4C", "v"), front("6H", "v"), front("9S", "v"), front("JD", "v"), front("KC", "v")] },
  sides: { kind: "fan", cards: [front("QS", "s"), front("5D", "s"), front("JC", "s")] },
  stock: { kind: "deck", cards: [back(2), back(2), back(2)] },
  end: { kind: "row3", cards: [back(1), front("TC", "s")] },
});
