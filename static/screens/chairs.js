// @ts-check
// The chairs of the lobby: who sits where, how each is doing, and what can be done there.

import { hasBots } from "../core/games.js";
import { keepBots, lastBots, LEVELS } from "../core/wishes.js";
import { t } from "../core/i18n.js";
import { chooseLevel, claimButton, isAway, isHost, openSeat, ownClaim, tools, toolsButton } from "./hosting.js";
import { back, badge, el, icon } from "./pieces.js";

/** @typedef {import("../app.js").Ctx} Ctx */
/** @typedef {import("../wire.js").SeatView} SeatView */

/** @param {Ctx} ctx @param {SeatView} chair */
export function chairRow(ctx, chair) {
  const { state } = ctx.store;
  const host = chair.seat === state.room?.host;
  /** @param {string | false} words */
  const fact = (words) => words && el("span", {}, words);
  return el(
    "li",
    { class: `chair ${chair.bot === null ? "" : "of-bot"}` },
    back(chair.seat),
    el(
      "div",
      { class: "nm" },
      el("b", {}, chair.name),
      el(
        "small",
        {},
        fact(chair.seat === state.seat && t("lobby.you")),
        fact(host && t("lobby.host")),
        chair.bot === null ? el("span", { "data-ms": chair.seat }) : [fact(t("lobby.bot")), fact(!isHost(state) && t(`level.${chair.bot}`))],
      ),
    ),
    badge(chair.seat),
    el("div", { class: "st" }, chair.bot === null ? personState(ctx, chair) : botState(ctx, chair, chair.bot)),
  );
}

/** @param {Ctx} ctx @param {SeatView} chair @param {string} bot  its level */
function botState(ctx, { seat, name }, bot) {
  if (!isHost(ctx.store.state)) return [];
  return [
    levelButton({ key: `level-${seat}`, level: bot, label: t("level.of", { name, level: t(`level.${bot}`) }), press: () => openSeat(ctx, seat) }),
    el("button", { class: "btn small quiet", "data-key": `remove-${seat}`, "aria-label": t("lobby.remove.bot", { name }), on: { click: () => ctx.socket.send({ t: "remove", seat }) } }, t("lobby.remove")),
  ];
}

/** @param {Ctx} ctx @param {SeatView} chair */
function personState(ctx, chair) {
  const { state } = ctx.store;
  const possible = tools(state, chair);
  const quiet = (/** @type {string} */ words) => el("span", { class: "muted" }, words);
  const how = isAway(state, chair)
    ? [el("i", { class: "dot away" }), quiet(t("lobby.away"))]
    : chair.ready
      ? [icon("tick"), el("span", {}, t("lobby.ready"))]
      : [quiet(chair.seat === state.room?.host ? t("lobby.starts") : t("lobby.unready"))];
  if (ownClaim(state, chair.seat)) return [quiet(t("lobby.claimed"))];
  if (isHost(state)) return [...how, possible.length > 0 && toolsButton(ctx, chair)];
  if (!possible.includes("claim")) return how;
  return [...how, claimButton(ctx, chair)];
}

/** The next empty seat; the host puts a bot there, of the level that he chose last, where the game has any. @param {Ctx} ctx @param {string} game @param {() => void} redraw */
export function emptyChair(ctx, game, redraw) {
  const { level } = lastBots(game);
  const add = () => {
    keepBots(game, { level });
    ctx.socket.send({ t: "add_bot", level });
  };
  return freeChair(
    t("lobby.empty"),
    isHost(ctx.store.state) && hasBots(game) && [
      levelButton({ key: "level-next", level, label: t("lobby.add.level", { level: t(`level.${level}`) }), press: () => chooseLevel(game, redraw) }),
      el("button", { class: "btn small", "data-key": "add-bot", on: { click: add } }, t("lobby.add")),
    ],
  );
}

/** Where all seats are taken and the game knows more: the host adds one. @param {Ctx} ctx @param {() => void} more */
export const moreChairs = (ctx, more) =>
  isHost(ctx.store.state) && freeChair(t("lobby.taken"), [el("button", { class: "btn small", "data-key": "add-bot", on: { click: more } }, t("lobby.more"))]);

/** @param {string} words @param {HTMLElement[] | false} tools */
const freeChair = (words, tools) => el("li", { class: "chair empty" }, el("span", { class: "pic place" }), el("div", { class: "nm" }, words), tools && el("div", { class: "st" }, tools));

/** @param {{key: string, level: string, label: string, press: () => void}} given */
const levelButton = ({ key, level, label, press }) =>
  el(
    "button",
    { class: "btn small quiet pick", "data-key": key, "aria-label": label, "aria-haspopup": "dialog", on: { click: press } },
    el("span", {}, t(`level.${level}`)),
    el("span", { class: "bars", "data-level": LEVELS.indexOf(level) + 1, "aria-hidden": "true" }, el("i"), el("i"), el("i")),
  );
