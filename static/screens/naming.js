// @ts-check
// How cards, piles and seats are called and shown in a line.

import { t } from "../core/i18n.js";
import { isJoker, rankOf, RANKS, suitOf } from "../table/cards.js";
import { make } from "../table/render.js";
import { badge, suitSign } from "./pieces.js";

/** A card as it is said: "ten of hearts". @param {string} card */
export const called = (card) => (isJoker(card) ? t("card.joker") : t("card.name", { rank: t(`rank.${RANKS[rankOf(card)]}`), suit: t(`suit.${suitOf(card)}`) }));

/** A card as it is written: 10 and the suit's sign. @param {string} card */
export function written(card) {
  const rank = RANKS[rankOf(card)];
  const el = isJoker(card) ? make("b", "card-name", t("card.joker")) : make("b", "card-name", rank === "T" ? "10" : rank, suitSign(suitOf(card)));
  el.setAttribute("aria-label", called(card));
  return el;
}

/** A key of the keyboard. @param {string} name */
export const keycap = (name) => make("kbd", "", name);

/**
 * A pile by its kind and number: "pile 3". "new" is a build pile that does not exist yet.
 * @param {import("../wire.js").PileSpec[]} specs @param {string} pile
 */
export function pileName(specs, pile) {
  const spec = specs.find((one) => one.id === pile);
  const alike = specs.filter((one) => one.owner === spec?.owner && one.kind === spec?.kind);
  return t(`pile.${spec?.kind ?? "new"}`, { n: alike.findIndex((one) => one.id === pile) + 1 });
}

/**
 * The signs of all seats, those who said it first, the others pale.
 * @param {number[]} players  room seats @param {number[]} said  seats of the round @param {string} label
 */
export function votes(players, said, label) {
  const row = make("span", "votes", ...said.map((seat) => badge(players[seat])));
  const rest = players.filter((_, seat) => !said.includes(seat));
  if (rest.length) row.append(make("span", "no", ...rest.map(badge)));
  row.setAttribute("role", "img");
  row.setAttribute("aria-label", label);
  return row;
}

/** A button that does not send forms. @param {string} cls @param {() => void} run @param {...(Node | string)} children */
export function press(cls, run, ...children) {
  const button = make("button", cls, ...children);
  button.setAttribute("type", "button");
  button.addEventListener("click", run);
  return button;
}
