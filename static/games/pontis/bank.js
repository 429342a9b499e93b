// @ts-check
// A look into a bank: its cards in the order in which they were laid, with what each counts. It covers the middle and nothing else.

import { t } from "../../core/i18n.js";
import { isJoker } from "../../table/cards.js";
import { badge, icon, renew } from "../../screens/pieces.js";
import { press } from "../../screens/naming.js";
import { lay, make, mini } from "../../table/render.js";
import { known, written } from "./numbers.js";
import { cardsOf } from "./places.js";
import { countedOf, spoken, sumOf } from "./says.js";

/** @typedef {import("../../table/game.js").Seen} Seen */

/** Space between the cards, the line of a card's value, and the heading. */
const GAP = 6;
const VALUE = 16;
const HEAD = 46;
const WIDEST = 56;
const LEAST = 18;

/** The widest cards that all fit: their width and how many stand side by side. @param {number} count @param {number} w @param {number} h */
export function sizeFor(count, w, h) {
  for (let cw = WIDEST; cw > LEAST; cw--) {
    const per = Math.max(1, Math.floor((w + GAP) / (cw + GAP)));
    if (Math.ceil(count / per) * (cw * 1.4 + VALUE + GAP) <= h) return cw;
  }
  return LEAST;
}

/** A bank in one sentence. @param {Pick<Seen, "position" | "nameOf" | "me">} seen @param {number} seat */
export function told({ position, nameOf, me }, seat) {
  const cards = cardsOf(position, seat);
  const slots = { name: nameOf(seat), sum: sumOf(position, seat), n: cards.length, cards: cards.map((card) => spoken(card, known(position.facts).jokers)).join(", ") };
  if (!cards.length) return t(seat === me ? "pontis.bank.closed_you" : "pontis.bank.closed", slots);
  return t(seat === me ? "pontis.bank.whole_you" : "pontis.bank.whole", slots);
}

/** @param {HTMLElement} table @param {() => void} close */
export function createLook(table, close) {
  const box = make("div", "bank-look");
  box.setAttribute("role", "group");
  box.hidden = true;
  table.querySelector(":scope > .bridge")?.after(box);
  box.addEventListener("click", close);

  return {
    /** @param {Seen} seen @param {number | null} seat */
    draw(seen, seat) {
      box.hidden = seat === null;
      if (seat === null) return;
      const { position, geometry, nameOf, me } = seen;
      const field = geometry.zones.middle;
      lay(box, field);
      const cards = cardsOf(position, seat);
      const counted = countedOf(position, seat);
      box.style.setProperty("--cw", `${sizeFor(cards.length, field.w - 24, field.h - HEAD - 8)}px`);
      box.setAttribute("aria-label", told(seen, seat));
      const { jokers } = known(position.facts);
      renew(box, [seat, cards, jokers, counted, field], () => {
        const cross = press("icon", close, icon("close"));
        cross.setAttribute("aria-label", t("dialog.close"));
        cross.dataset.key = "close-look";
        const title = t(seat === me ? "pontis.bank.title_you" : "pontis.bank.title", { name: nameOf(seat), sum: sumOf(position, seat), n: cards.length });
        const list = make("ol", "laid", ...cards.map((card, i) => make("li", "", mini(card, 40), make("span", "", isJoker(card) ? asNamed(jokers[card]) : String(counted[i])))));
        list.setAttribute("aria-hidden", "true");
        return [make("header", "", badge(position.players[seat]), make("b", "", title), cross), cards.length ? list : make("p", "muted", t("pontis.bank.face_down"))];
      });
    },
    stop: () => box.remove(),
  };
}

/** A joker's rank below it. @param {string | undefined} rank */
const asNamed = (rank) => (rank ? t("pontis.worth", { rank: written(rank) }) : "?");
