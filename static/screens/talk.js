// @ts-check
// What people say to each other: eight quick words and short lines, before the match and between rounds.

import { kept } from "../core/kept.js";
import { t } from "../core/i18n.js";
import { badge, dialog, el, renew } from "./pieces.js";

/** @typedef {import("../app.js").Ctx} Ctx */
/** @typedef {import("../core/store.js").State} State */
/** @typedef {import("../wire.js").Said} Said */

/** The quick words, in the order of an evening. @type {import("../wire.js").Reaction[]} */
const REACTIONS = ["hello", "well_played", "thanks", "wow", "ouch", "so_close", "again", "sorry"];
/** What a line may hold: the server cuts what is longer. */
const LONGEST = 120;
/** An answer that does not come is not waited for: the line can be sent again. */
const ANSWER_MS = 4000;

/**
 * Whether this page's person may talk now: "off" by the host, "quiet" while a round runs, "watching" without a seat.
 * @param {Pick<State, "room" | "seat">} state
 * @returns {"open" | "off" | "quiet" | "watching"}
 */
export function talkOf({ room, seat }) {
  if (!room || !room.talk) return "off";
  if (room.phase === "play" && room.options.silence !== false) return "quiet";
  return seat === null ? "watching" : "open";
}

/** What was said, in words. @param {Said} said */
export const wordsOf = ({ text, react }) => (react ? t(`react.${react}`) : text ?? "");

// --- who is not heard in this browser ---------------------------------------------------------------------------------

/** By table, for browsers that forbid storage too. @type {Map<string, number[]>} */
const muted = new Map();
/** @param {string} code */
const store = (code) => kept(`pounce.muted.${code}`);

/** The room seats that this browser does not hear. A seat that was given up is forgotten: who sits down there next is somebody else.
 * @param {Pick<State, "code" | "room">} state @returns {number[]} */
export function mutedAt({ code, room }) {
  /** @type {number[]} */
  const seats = muted.get(code) ?? store(code).read() ?? [];
  const left = room ? seats.filter((seat) => room.seats.some((chair) => chair.seat === seat)) : seats;
  if (left.length < seats.length) keepMuted(code, left);
  return left;
}
/** @param {string} code @param {number[]} seats */
function keepMuted(code, seats) {
  muted.set(code, seats);
  store(code).write(seats);
}

/** @param {Pick<State, "code" | "room">} state @param {number} seat @param {boolean} on */
export function mute(state, seat, on) {
  keepMuted(state.code, [...mutedAt(state).filter((other) => other !== seat), ...(on ? [seat] : [])]);
}

// --- the panel --------------------------------------------------------------------------------------------------------

/**
 * The talk of the table, in a box of its own.
 * @param {HTMLElement} root
 * @param {Ctx} ctx
 * @returns {() => void}
 */
export function mountTalk(root, ctx) {
  const { state } = ctx.store;
  const log = el("div", { class: "log", role: "log", "aria-label": t("talk.log"), tabindex: 0 });
  const head = el("div", { class: "row" });
  const hint = el("p", { class: "muted small hint", role: "status" });
  const words = el("div", { class: "chips", role: "group", "aria-label": t("talk.quick") }, REACTIONS.map(chip));
  const input = el("input", {
    class: "field", "aria-label": t("talk.line"), placeholder: t("talk.line"), maxlength: LONGEST, autocomplete: "off", enterkeyhint: "send",
    on: { focus: () => visualViewport?.addEventListener("resize", uncover), blur: () => visualViewport?.removeEventListener("resize", uncover) },
  });
  const form = el("form", { class: "row", on: { submit } }, input, el("button", { class: "btn" }, t("talk.send")));
  const box = el("section", { class: "panel talk", "aria-label": t("talk.title") }, head, log, words, form, hint);
  root.append(box);

  /** @param {import("../wire.js").Reaction} what */
  function chip(what) {
    return el("button", { class: "chip", type: "button", on: { click: () => send({ t: "react", what }) } }, t(`react.${what}`));
  }

  /** The line that is on its way. */
  let waiting = "";
  let sentAt = 0;

  /** @param {Event} event */
  function submit(event) {
    event.preventDefault();
    const text = input.value.trim();
    if (!text || (waiting && performance.now() - sentAt < ANSWER_MS)) return;
    if (!send({ t: "say", text })) return;
    waiting = text;
    sentAt = performance.now();
  }

  /** @param {import("../wire.js").Say | import("../wire.js").React} message */
  function send(message) {
    hint.textContent = state.connection === "open" ? "" : t("talk.lost");
    if (state.connection === "open") ctx.socket.send(message);
    return state.connection === "open";
  }

  /** The keyboard of a phone has come up over the page. */
  function uncover() {
    input.scrollIntoView({ block: "center" });
  }

  /** @param {Said} said */
  function lineOf(said) {
    const own = said.seat === state.seat;
    return el(
      "div",
      { class: own ? "own" : "" },
      badge(said.seat),
      el("p", {}, el("b", {}, own ? t("talk.you") : said.name), " ", el("bdi", { class: said.react ? "quick" : "" }, wordsOf(said))),
    );
  }

  function drawLog() {
    const quiet = mutedAt(state);
    log.replaceChildren(...state.said.filter((said) => !quiet.includes(said.seat)).map(lineOf));
    log.hidden = log.childElementCount === 0;
    log.scrollTop = log.scrollHeight;
  }

  function draw() {
    const now = talkOf(state);
    const others = state.room?.seats.filter((chair) => chair.seat !== state.seat).length ?? 0;
    renew(head, [now === "off", others > 0], () => [
      el("h2", {}, t("talk.title")),
      others > 0 && now !== "off" && el("button", { class: "btn small quiet", type: "button", "data-key": "mute", on: { click: chooseMuted } }, t("talk.mute")),
    ]);
    words.hidden = form.hidden = now !== "open";
    box.classList.toggle("off", now === "off");
    if (now !== "open") hint.textContent = t(`talk.${now}`);
    else if (standing) hint.textContent = "";
    standing = now !== "open";
  }
  /** The hint says why nobody can talk, and not what came of a line. */
  let standing = false;

  /** Everybody whom this browser can be deaf to. */
  function chooseMuted() {
    dialog({ title: t("talk.mute.title"), class: "ask" }, () => {
      const quiet = mutedAt(state);
      const others = state.room?.seats.filter((chair) => chair.seat !== state.seat) ?? []; // bots say a word too
      return [
        el("p", { class: "muted" }, t("talk.mute.text")),
        el("ul", { class: "muting" }, others.map(({ seat, name }) => {
          const press = el("button", { class: "btn small", "aria-pressed": String(quiet.includes(seat)), "aria-label": t("talk.mute.one", { name }), on: { click: change } });
          const told = () => (press.textContent = press.getAttribute("aria-pressed") === "true" ? t("talk.mute.on") : t("talk.mute.do"));
          function change() {
            const on = press.getAttribute("aria-pressed") !== "true";
            press.setAttribute("aria-pressed", String(on));
            mute(state, seat, on);
            told();
            drawLog();
          }
          told();
          return el("li", {}, badge(seat), el("b", {}, name), press);
        })),
      ];
    });
  }

  const off = ctx.store.on((event) => {
    if (event.type === "said") {
      const { said } = event;
      if (said.seat === state.seat && waiting && !said.react) {
        if (input.value.trim() === waiting) input.value = "";
        waiting = "";
      }
      if (mutedAt(state).includes(said.seat)) return;
      log.append(lineOf(said));
      while (log.childElementCount > state.said.length) log.firstChild?.remove();
      log.hidden = false;
      log.scrollTop = log.scrollHeight;
    }
    if (event.type === "sorry" && (event.what === "say" || event.what === "react")) {
      waiting = "";
      hint.textContent = t(event.code === "too_fast" ? "talk.slow" : event.code === "bad_name" ? "talk.empty" : "talk.not_now");
    }
    if (event.type === "connection") waiting = "";
    if (event.type === "room" || event.type === "you") draw();
  });
  drawLog();
  draw();
  return () => {
    off();
    visualViewport?.removeEventListener("resize", uncover);
    box.remove();
  };
}

/** The same talk over the table, where a round that is not silent runs. @param {Ctx} ctx */
export function openTalk(ctx) {
  const box = el("div", {});
  const unmount = mountTalk(box, ctx);
  dialog({ title: t("talk.title"), class: "talking", closed: unmount }, () => [box]);
}
