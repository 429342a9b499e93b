// @ts-check
// What one plays Puss in the Corner with beside the hand: a tap or a key that places the card that waits, the words beside it, and the
// order in which the corners are dealt again.
//
//   Q P A L          the card that waits goes to that corner; dealing again: that corner comes next, or is taken back.
//                    With Shift, or when nothing waits, they are the corner's own top
//   1 - 4, Space     the card that waits goes to that foundation, to any that takes it
//   Enter            deals again, once the order is whole
//   Escape           takes the last corner back

import { t } from "../../core/i18n.js";
import { press } from "../../screens/naming.js";
import { icon, renew } from "../../screens/pieces.js";
import { lay, make, mini } from "../../table/render.js";
import { deals, openOf, partsOf, takers } from "./lie.js";
import { coming, filled, shown, targetOf, toggled, whole } from "./order.js";
import { cornerKeys, cornerName, placing } from "./says.js";
import { cornerAt } from "./square.js";

/** @typedef {import("../../table/game.js").Panel} Panel */
/** @typedef {import("../../table/game.js").Reach} Reach */
/** @typedef {import("../../table/game.js").Seen} Seen */

/** A move that was sent keeps others back until the table has changed, or so long, should it be refused. */
const PATIENCE_MS = 1000;
/** The second tap of two on one corner was meant for the card that the first one has covered. */
const DOUBLE_MS = 350;
/** The cards of the preview: their size, from one to the next, a row, and the number of those that are not shown. */
const SMALL = { w: 24, h: 38, step: 17, more: 34 };
/** What is around the preview, on a screen with room and on a low one. */
const AROUND = { high: 92, low: 74 };
/** A box that is lower than this has its words in one line. */
const LOW = 160;

/** @param {Reach} reach @returns {Panel} */
export function createPanel(reach) {
  const { table, say } = reach;
  /** @type {Seen | null} */
  let seen = null;
  /** Corners in the order in which they are to come. @type {number[]} */
  let named = [];
  /** The corners as they lay when they were dealt again: who takes that back has his order again. */
  let dealt = { corners: "", named: /** @type {number[]} */ ([]) };
  /** What was tapped last, and when. */
  let last = { pile: "", at: -Infinity };
  /** What lay there when a move was sent, and when. @type {{piles: unknown, at: number} | null} */
  let sent = null;

  const words = make("p", "puss-words");
  const sheet = make("div", "puss-order");
  const numbers = make("div", "puss-numbers");
  numbers.setAttribute("aria-hidden", "true");
  sheet.setAttribute("role", "group");
  sheet.setAttribute("aria-label", t("puss.order"));
  // After the cards, before what every table for one has below them.
  const own = table.querySelector(":scope > .own");
  if (own) own.after(words, numbers, sheet);

  const waits = () => sent !== null && sent.piles === seen?.position.piles && performance.now() - sent.at < PATIENCE_MS;
  /** A move of this player would be taken now. */
  const free = () => seen !== null && seen.me !== null && seen.open && !waits();
  const choosing = () => seen !== null && seen.me !== null && deals(seen.position);
  const corners = () => (seen ? partsOf(seen.position).corners : []);
  const full = () => (seen ? filled(seen.position.piles, corners()) : []);
  const order = () => whole(named, full());
  const lying = () => JSON.stringify(corners().map((id) => seen?.position.piles[id]));

  /** @param {import("../../core/store.js").Move} move */
  function send(move) {
    sent = { piles: seen?.position.piles, at: performance.now() };
    reach.send(move);
  }
  /** The card that waits goes to this pile. @param {string} target */
  function place(target) {
    const card = seen && openOf(seen.position);
    if (seen && card && free()) send(["play", partsOf(seen.position).open, [card], target]);
  }

  /** @param {number} corner */
  function name(corner) {
    if (!free() || !full().includes(corner)) return;
    named = toggled(named, corner);
    const at = named.indexOf(corner) + 1;
    const done = order();
    const next = done ? t("puss.said.whole", { n: cards(done).length }) : t("puss.said.next");
    say(`${t(at ? "puss.said.named" : "puss.said.unnamed", { corner: cornerName(corner), at })} ${next}`);
    reach.changed(named.map((one) => corners()[one - 1]));
  }
  function clear() {
    named = [];
    reach.changed();
  }
  function deal() {
    const done = order();
    if (!done || !free()) return;
    dealt = { corners: lying(), named: done };
    send(/** @type {import("../../core/store.js").Move} */ (["redeal", "", [], targetOf(done)]));
    reach.changed();
  }
  /** @param {number[]} corners */
  const cards = (corners) => (seen ? coming(seen.position.piles, partsOf(seen.position).corners, corners) : []);

  // --- what is drawn --------------------------------------------------------------------------------------------------------

  /** @param {Seen} now */
  function drawWords({ position, geometry: { own } }) {
    words.hidden = choosing();
    lay(words, own.boxes.words);
    const text = position.own && position.facts.phase === "play" ? placing(position) : "";
    if (words.textContent !== text) words.textContent = text;
  }

  /** The number of every corner that is named, and, pale, that of the last one. @param {Seen} now */
  function drawNumbers({ geometry: { cw, own } }) {
    const all = choosing() ? order() ?? named : [];
    const size = Math.min(44, Math.max(26, cw * 0.4)); // what the card is stays to be read
    renew(numbers, [all, named.length, own.boxes.board, cw], () =>
      all.map((corner, i) => {
        const box = cornerAt(own.boxes.board, cw, corner - 1);
        const el = make("b", i < named.length ? "" : "follows", String(i + 1));
        lay(el, { x: box.x + (box.w - size) / 2, y: box.y + (box.h - size) / 2, w: size, h: size });
        return el;
      }),
    );
  }

  /** @param {Seen} now */
  function drawSheet({ position, geometry: { own } }) {
    const chooses = choosing();
    sheet.hidden = !chooses;
    if (!chooses) return;
    const box = own.boxes.order;
    lay(sheet, box);
    const done = order();
    const rest = full().length - named.length;
    sheet.classList.toggle("low", box.h < LOW);
    renew(sheet, [named, done, position.facts.redeals, box, free()], () => {
      const all = cards(done ?? named);
      const count = shown(all.length, box.w, box.h - (box.h < LOW ? AROUND.low : AROUND.high), SMALL);
      const more = all.length - count;
      const line = done ? t("puss.order.ready", { n: all.length }) : named.length ? t("puss.order.next", { n: rest }) : t("puss.order.first");
      const row = make("div", "coming", ...all.slice(0, count).map((card) => mini(card, SMALL.w)), ...(more > 0 ? [make("span", "more", t("puss.order.more", { n: more }))] : []));
      row.setAttribute("role", "img");
      row.setAttribute("aria-label", t("puss.order.coming", { n: all.length }));
      const go = press("btn primary", deal, t("puss.order.deal"));
      go.dataset.key = "deal";
      go.toggleAttribute("disabled", !done || !free());
      const cross = press("icon", clear, icon("close"));
      cross.dataset.key = "clear";
      cross.setAttribute("aria-label", t("puss.order.clear"));
      cross.hidden = !named.length;
      return [make("p", "asks", line), ...(all.length ? [row] : []), make("div", "do", go, cross)];
    });
  }

  // --- taps and keys --------------------------------------------------------------------------------------------------------

  /** The number of a corner's pile, 0 for any other. @param {string} pile */
  const cornerOf = (pile) => corners().indexOf(pile) + 1;

  /** @param {string} key @param {boolean} shift */
  function struck(key, shift) {
    const { foundations } = partsOf(/** @type {Seen} */ (seen).position);
    const open = seen && openOf(seen.position);
    const corner = cornerKeys.indexOf(key) + 1;
    if (choosing()) {
      if (corner && !shift) return name(corner), true;
      if (key === "Enter" && order()) return deal(), true;
      if ((key === "Escape" || key === "Backspace") && named.length) return name(named[named.length - 1]), true;
      return key === " ";
    }
    if (shift || seen?.picked) return false;
    if (corner && open) return place(corners()[corner - 1]), true;
    if (!/^[1-4 ]$/.test(key)) return false;
    const able = seen && open ? takers(seen.position, partsOf(seen.position).open) : [];
    const target = key === " " ? able[0] : able.find((id) => id === foundations[Number(key) - 1]);
    if (target) place(target);
    else if (open) say(t("puss.said.nowhere"));
    return true;
  }

  /** @type {Panel} */
  const panel = {
    draw(next) {
      const before = seen;
      seen = next;
      if (!choosing()) named = [];
      else if (!before || !deals(before.position)) named = dealt.corners === lying() ? dealt.named : [];
      named = named.filter((corner) => full().includes(corner));
      drawWords(next);
      drawNumbers(next);
      drawSheet(next);
    },
    tap(pile, card) {
      if (!seen || seen.me === null || pile === "") return false;
      const { position } = seen;
      const { stock, open, foundations } = partsOf(position);
      const corner = cornerOf(pile);
      if (pile === stock) return true; // nobody turns it
      const again = pile === last.pile && performance.now() - last.at < DOUBLE_MS;
      if (choosing()) {
        if (!corner) return false;
        last = { pile, at: performance.now() };
        name(corner);
        return true;
      }
      if (seen.picked) {
        last = { pile, at: performance.now() };
        return false;
      }
      if (openOf(position) === null) return corner > 0 && again;
      const takes = takers(position, open);
      if (foundations.includes(pile) && takes.includes(pile)) return place(pile), true;
      // A top that can go up is picked up by a tap, any other is covered.
      if (!corner || (card !== null && takers(position, pile).length)) return false;
      if (again) return true;
      last = { pile, at: performance.now() };
      place(pile);
      return true;
    },
    best(pile, card) {
      if (!choosing()) return panel.tap?.(pile, card) ?? false;
      const corner = cornerOf(pile);
      // The first of both taps has named it.
      if (corner && pile === last.pile && performance.now() - last.at < DOUBLE_MS) name(corner);
      return !corner;
    },
    key({ key, shift }) {
      if (!seen || seen.me === null || !seen.open) return false;
      const mine = struck(key, shift);
      if (mine) table.dataset.keys = "";
      return mine;
    },
    stop() {
      words.remove();
      numbers.remove();
      sheet.remove();
    },
  };
  return panel;
}
