// @ts-check
// The middle: whose tops are compared, the number that they ask for under its arch, how it comes about, and the misses.

import { parts, t } from "../../core/i18n.js";
import { bankOf, bridgeOf, cardsOf, compared } from "./places.js";
import { renew } from "../../screens/pieces.js";
import { lay, make, write } from "../../table/render.js";
import { gaps, known, sumText, wantOf, wantText, written } from "./numbers.js";
import { spoken, sumOf } from "./says.js";

/** @typedef {import("../../table/game.js").Seen} Seen */
/**
 * @typedef {object} Words
 * @property {{name: string, sum: number}[]} captions  of the seat before and of the one whose turn it is
 * @property {string} number
 * @property {string} sum         how it comes about, or what everybody waits for
 * @property {string} misses
 * @property {string} whole       all of it in a sentence
 */

const ARCH = '<svg class="arch" viewBox="0 0 130 34" aria-hidden="true"><path d="M4 32C30-6 100-6 126 32"/></svg>';
/** A number of more letters stands smaller. */
const SHORT = 2;

/** @param {Pick<Seen, "position" | "me" | "nameOf">} seen @returns {Words} */
export function wordsOf({ position, me, nameOf }) {
  const { players } = position;
  const facts = known(position.facts);
  const { turn, before } = compared(position);
  const captions = [before, turn].map((seat) => ({ name: nameOf(seat), sum: sumOf(position, seat) }));
  const misses = facts.misses && facts.phase !== "over" ? t("pontis.misses", { n: facts.misses, of: players.length }) : "";
  const want = wantOf(position.facts);
  if (facts.phase === "over") return { captions, number: "", sum: "", misses, whole: "" };
  if (!want) {
    const opens = facts.phase === "open";
    const sum = turn === me ? t(opens ? "pontis.bridge.open_you" : "pontis.bridge.name_you") : t(opens ? "pontis.bridge.open" : "pontis.bridge.name", { name: nameOf(turn) });
    return { captions, number: "?", sum, misses, whole: sum };
  }
  const tops = /** @type {string[]} */ (facts.tops);
  const sums = gaps(tops, want).map(sumText);
  const sum = want.pair ? t("pontis.bridge.equal", { rank: written(tops[0]) }) : sums.length > 1 ? t("pontis.bridge.sums", { a: sums[0], b: sums[1] }) : sums[0] ?? "";
  const [first, second] = [before, turn].map((seat) => spoken(cardsOf(position, seat).at(-1) ?? "", facts.jokers));
  return { captions, number: wantText(want), sum, misses, whole: t("pontis.bridge.whole", { before: nameOf(before), first, name: nameOf(turn), second, wanted: wantText(want) }) };
}

/** @param {HTMLElement} table */
export function createBridge(table) {
  const captions = [make("span", "cap"), make("span", "cap theirs")];
  const arch = make("div", "arch-box");
  arch.innerHTML = ARCH;
  const number = make("b", "n");
  const sum = make("span", "eq");
  const span = make("div", "span", arch, number, sum);
  const misses = make("span", "misses");
  const ring = make("div", "bank-ring");
  const whole = make("p", "unseen");
  for (const part of [...captions, span, misses]) part.setAttribute("aria-hidden", "true");
  const bridge = make("div", "bridge", whole, span, ...captions, misses, ring);
  table.querySelector(":scope > .middle")?.after(bridge);

  return {
    /** @param {Seen} seen @param {boolean} ready  the chosen cards may be laid, or the base opened: a tap on the own bank does it */
    draw(seen, ready) {
      const { position, geometry } = seen;
      const boxes = bridgeOf(geometry);
      const words = wordsOf(seen);
      bridge.style.setProperty("--bw", `${boxes.turn.w}px`);
      captions.forEach((caption, i) => {
        lay(caption, boxes.captions[i]);
        const { name, sum: points } = words.captions[i];
        renew(caption, words.captions[i], () => parts("pontis.caption", { name: make("span", "nm", name), sum: String(points) }).map((part) => (part instanceof Node ? part : make("span", "", part))));
      });
      lay(span, boxes.span);
      write(number, words.number);
      number.className = words.number.length <= SHORT ? "n" : "n long";
      write(sum, words.sum);
      sum.classList.toggle("alone", words.number === "?");
      lay(misses, boxes.misses);
      write(misses, words.misses);
      write(whole, words.whole);
      ring.hidden = !ready || bankOf(position.specs, compared(position).turn) === "";
      if (!ring.hidden) lay(ring, boxes.turn);
    },
    stop: () => bridge.remove(),
  };
}
