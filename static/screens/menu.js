// @ts-check
// The menu of every screen: the rules, the look, the name; at a table also leaving it and, for its host, ending the match.

import { dailyPath } from "../core/daily.js";
import { dealLink } from "../core/deal.js";
import { gameName, inGame, t } from "../core/i18n.js";
import { share } from "../core/share.js";
import { endings, openSeats } from "./hosting.js";
import { openKeysOf } from "./keys.js";
import { ask, dialog, el } from "./pieces.js";

/** @typedef {import("../app.js").Page} Page */
/** @typedef {import("../app.js").Ctx} Ctx */

/** Changes what theme.js reads. @param {string} key @param {string} value */
export function dress(key, value) {
  try {
    localStorage.setItem(`pounce.${key}`, value);
  } catch {
    document.documentElement.dataset[key] = value; // storage is forbidden: for this page only
    return;
  }
  dispatchEvent(new Event("pounce:dress"));
}

/**
 * @param {string} legend
 * @param {string} key  of the root's data
 * @param {[string, string][]} choices  value and its words
 */
function choice(legend, key, choices) {
  return el(
    "fieldset",
    { class: "choice" },
    el("legend", {}, legend),
    el(
      "div",
      { class: "chips" },
      choices.map(([value, words]) =>
        el(
          "label",
          { class: "chip" },
          el("input", { type: "radio", name: key, value, checked: document.documentElement.dataset[key] === value, on: { change: () => dress(key, value) } }),
          words,
        ),
      ),
    ),
  );
}

/** Whether a game has moves that are held for a moment before they are sent. @param {Pick<import("../table/game.js").Game, "pace" | "final">} game */
export const holds = ({ pace, final }) => pace === "turns" && final !== undefined;

/** Whether such a move waits: a choice that is there when the game of the table is known to have one. @param {string} [game] */
function holdChoice(game) {
  const box = choice(t("menu.hold"), "hold", [
    ["on", t("menu.hold.on")],
    ["off", t("menu.hold.off")],
  ]);
  box.hidden = true;
  // At a table the module is there already; where it cannot be had there is nothing to choose.
  if (game) import(`../games/${game}.js`).then((module) => (box.hidden = !holds(module.default)), () => {});
  return box;
}

/**
 * @param {Page} page
 * @param {Ctx} [ctx]  at a table
 */
export function openMenu(page, ctx) {
  dialog({ title: t("menu.title"), class: "menu" }, (close) => {
    /** @param {string} words @param {() => void} run */
    const item = (words, run) => el("button", { class: "btn", on: { click: () => (close(), run()) } }, words);
    const room = ctx?.store.state.room;
    const alone = Boolean(ctx?.store.state.table?.steps);
    const seat = ctx?.store.state.seat ?? null;
    return [
      el(
        "div",
        { class: "items" },
        ctx && room && !alone && room.phase === "play" && !room.paused && ctx.store.state.me !== null && pauseItem(ctx, item),
        ctx && room && item(inGame(room.game, "menu.rules"), ctx.rules),
        item(t("menu.keys"), () => void openKeysOf(room?.game ?? "pounce").catch(page.regret)),
        ctx && room && !alone && item(t("menu.seats"), () => openSeats(ctx)),
        ctx && room && alone && seat !== null && room.phase === "play" && !room.paused && item(t("hint.winning"), () => document.dispatchEvent(new Event("pounce:winning"))),
        ctx && alone && shareItem(ctx),
        ctx && room && alone && item(t("stats.title"), () => void stats(ctx, room).catch(page.regret)),
        ctx && room && alone && seat !== null && room.phase === "play" && item(t("solo.give_up"), () => ctx.socket.send({ t: "call_off" })),
        item(t("menu.name"), () => void page.rename()),
      ),
      choice(t("menu.theme"), "theme", [
        ["dark", t("menu.dark")],
        ["light", t("menu.light")],
      ]),
      choice(t("menu.deck"), "deck", [
        ["two", t("menu.two")],
        ["four", t("menu.four")],
      ]),
      choice(t("menu.hand"), "hand", [
        ["right", t("menu.right")],
        ["left", t("menu.left")],
      ]),
      holdChoice(room?.game),
      choice(t("menu.sound"), "sound", [
        ["off", t("menu.off")],
        ["on", t("menu.on")],
      ]),
      ctx && room && (seat !== null || room.phase !== "lobby") &&
        el(
          "div",
          { class: "items" },
          alone ? null : endings(ctx.store.state).map((what) => (what === "end" ? item(t("menu.end"), () => askEnd(ctx)) : item(inGame(room.game, "menu.call_off"), () => askCallOff(ctx, room.game)))),
          alone ? null : seat !== null ? item(t("menu.leave"), ctx.leave) : item(t("sit.title"), () => void ctx.sit()),
          item(t("menu.home"), () => ctx.go("")),
        ),
    ];
  });
}

/** The link with which anybody plays the same cards; of a day's deal, to its results. @param {Ctx} ctx */
function shareItem({ store, say }) {
  const { room } = store.state;
  if (!room?.deal && !room?.day) return null;
  const { game, deal, day, options } = room;
  const base = new URL(document.baseURI);
  const link = day ? new URL(dailyPath({ game, day }), base).href : dealLink(base, { game, deal: Number(deal), options });
  const words = t(day ? "daily.share" : "solo.share");
  const button = el("button", { class: "btn", "data-key": "share", on: { click: () => void send() } }, words);
  const line = el("input", { class: "field link", readonly: true, value: link, "aria-label": words, hidden: true });
  async function send() {
    const done = await share(link, gameName(room?.game ?? ""), {
      write: "clipboard" in navigator && navigator.clipboard ? (text) => navigator.clipboard.writeText(text) : undefined,
    });
    line.hidden = done !== "shown";
    if (done === "shown") line.select();
    button.textContent = t(done === "shown" ? "lobby.copy.hand" : "lobby.copied");
    say(button.textContent);
  }
  return [button, line];
}

/** @param {Ctx} ctx @param {import("../wire.js").RoomView} room */
async function stats(ctx, { game, options }) {
  (await import("./stats.js")).openStats(ctx, game, options);
}

/** Asks for a pause, or no longer. @param {Ctx} ctx @param {(words: string, run: () => void) => HTMLElement} item */
function pauseItem({ store, socket }, item) {
  const { room, seat } = store.state;
  const asks = seat !== null && room?.pausing.includes(seat);
  return item(t(asks ? "menu.unpause" : "menu.pause"), () => socket.send({ t: "pause", on: !asks }));
}

/** The host ends the hand or game that runs, after a second thought; the match goes on. @param {Pick<Ctx, "socket">} ctx @param {string} game */
export function askCallOff(ctx, game) {
  ask({ title: inGame(game, "call_off.title"), text: inGame(game, "call_off.text"), action: inGame(game, "menu.call_off") }, () => ctx.socket.send({ t: "call_off" }));
}

/** The host ends the match, after a second thought. @param {Ctx} ctx */
function askEnd(ctx) {
  if (ctx.store.state.room?.phase === "over") return ctx.socket.send({ t: "end" });
  ask({ title: t("end.title"), text: t("end.text"), action: t("end.action") }, () => ctx.socket.send({ t: "end" }));
}
