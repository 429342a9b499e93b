// @ts-check
// The menu of every screen: the rules, the look, the name; at a table also leaving it and, for its host, ending the match.

import { inGame, keyIn, t } from "../core/i18n.js";
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
        ctx && room && !alone && item(t("menu.seats"), () => void seats(ctx)),
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
      choice(t("menu.hold"), "hold", [
        ["on", t("menu.hold.on")],
        ["off", t("menu.hold.off")],
      ]),
      choice(t("menu.sound"), "sound", [
        ["off", t("menu.off")],
        ["on", t("menu.on")],
      ]),
      ctx && room && (seat !== null || room.phase !== "lobby") &&
        el(
          "div",
          { class: "items" },
          seat !== null && room.host === seat && room.phase === "play" && !room.paused && keyIn(room.game, "menu.call_off") && item(inGame(room.game, "menu.call_off"), () => askCallOff(ctx, room.game)),
          seat !== null && room.host === seat && room.phase !== "lobby" && !alone && item(t("menu.end"), () => askEnd(ctx)),
          alone ? null : seat !== null ? item(t("menu.leave"), ctx.leave) : item(t("sit.title"), () => void ctx.sit()),
          item(t("menu.home"), () => ctx.go("")),
        ),
    ];
  });
}

/** @param {Ctx} ctx */
async function seats(ctx) {
  (await import("./hosting.js")).openSeats(ctx);
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
