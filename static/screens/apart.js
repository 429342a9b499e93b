// @ts-check
// A race in which nothing is shared: each plays a table of his own, as alone, and sees of the others only how far they are. Nothing
// is taken back. Who has come to his end, or watches, waits for the others.

import { t } from "../core/i18n.js";
import { sizeOf } from "../table/layout.js";
import { STAY_MS } from "../table/rail.js";
import { badge as signOf, lay, make } from "../table/render.js";
import { press } from "./naming.js";
import { dialog, el, icon, listed, renew } from "./pieces.js";
import { createRising } from "./rising.js";

/** The deal is shown only to those who are there when it begins: with so much of the countdown left. */
const DEAL_LEFT_MS = 2600;
/** So many may sit at a table of a game that has no option for it: app/rules/solitaire_race.py. */
const SEATS = 6;

/** @param {import("./pace.js").Desk} desk @returns {import("./pace.js").Pace} */
export function createApart({ ctx, game, state, socket, table, board, facts, playing, news, view, nameOf, draw, say }) {
  table.classList.add("alone", "apart");
  /** How a seat has come to its end: one's own word counts at once. @param {number} seat @returns {string | null} */
  const ended = (seat) => facts().ended?.[seat] ?? (seat === state.me && state.pending.some(({ m }) => m[0] === "give_up") ? "given_up" : null);
  const up = (/** @type {number} */ seat) => Number(facts().up?.[seat] ?? 0);
  const seats = () => (state.room?.players ?? []).map((_, seat) => seat);
  const racing = () => facts().phase === "race" && playing();
  const open = () => state.me !== null && racing() && ended(state.me) === null;

  const rising = createRising({
    state,
    next() {
      const now = open() && !state.pending.length ? view() : null;
      return now && (game.safe?.(now) ?? null);
    },
    send: (move) => void socket.move(move),
    draw,
  });

  /** Says why nothing happens. @param {string} key @param {number | null} [seat] */
  function tell(key, seat = null) {
    const name = seat === null ? "" : nameOf(seat);
    news().line = { key, slots: {}, seat, until: performance.now() + STAY_MS.news };
    say(t(key, { name }));
    draw();
  }
  function top() {
    if (open() && !rising.start()) tell("solo.said.none_up");
  }

  /** Closes the question whether that was all. */
  let unask = () => {};
  /** Who says that he is done cannot go on, so he is asked. */
  function done() {
    if (!open() || state.me === null) return;
    unask = dialog({ title: t("race.done.title"), class: "ask" }, (close) => [
      el("p", { class: "muted" }, t("race.done.text", { n: up(state.me ?? 0) })),
      el(
        "div",
        { class: "row end" },
        el("button", { class: "btn", on: { click: close } }, t("race.done.stay")),
        el("button", { class: "btn primary", "data-key": "give-up", on: { click: () => (close(), open() && socket.move(["give_up"]), draw()) } }, t("race.done.action")),
      ),
    ]);
  }

  // --- bar, buttons, those who wait -------------------------------------------------------------------------------------

  const count = make("span", "up");
  const bar = make("span", "facts", count);
  const tools = make("section", "tools");
  tools.setAttribute("aria-label", t("race.tools"));
  const standings = make("ol", "standings");
  table.append(tools, standings);

  /** @param {string} key @param {string} sign @param {string} words @param {() => void} run */
  function tool(key, sign, words, run) {
    const button = press("tool", () => open() && run(), icon(sign), make("span", "", words));
    button.dataset.key = key;
    return button;
  }
  const buttons = [tool("top", "top", t("solo.top"), top), tool("done", "flag", t("race.done"), done)];
  const sit = press("btn small primary", () => void ctx.sit(), t("sit.action"));
  sit.dataset.key = "sit";

  /** What stands there instead of buttons that nobody can press any more. */
  function waiting() {
    const { me } = state;
    const how = me === null ? null : ended(me);
    if (facts().phase === "over") return "";
    if (me === null) return t(state.seat === null ? "race.watch" : "race.watch.later");
    if (how === null) return "";
    const words = t(`race.wait.${how}`, { up: up(me) });
    if (how === "won") return words;
    const left = seats().filter((seat) => ended(seat) === null);
    const now = view();
    const away = left.every((seat) => ["away", "gone"].includes(now?.seats[seat].dot ?? ""));
    return `${words} ${t(away ? "race.wait.away" : "race.wait.on", { n: left.length, names: listed(left.map(nameOf)) })}`;
  }
  function drawTools() {
    const words = waiting();
    const over = facts().phase === "over";
    const sits = state.seat === null && (state.room?.seats ?? []).filter(({ gone }) => !gone).length < SEATS;
    renew(tools, [words, sits, over], () => (words ? [make("p", "waits", words), ...(sits ? [sit] : [])] : over ? [] : buttons));
    for (const button of buttons) button.setAttribute("aria-disabled", String(!open()));
    const { tools: box, shape } = board.geometry;
    if (box) lay(tools, box);
    const home = shape === "lying" ? tools : table.querySelector(".bar > .end");
    bar.hidden = state.me === null;
    if (home && home.firstElementChild !== bar) home.prepend(bar);
  }
  function drawFacts() {
    const now = view();
    const n = (now?.specs ?? []).reduce((sum, { id, kind, owner }) => sum + (kind === "foundation" && owner === state.me ? sizeOf(now?.piles[id] ?? [0]) : 0), 0);
    renew(count, n, () => [make("b", "", String(n)), t("solo.of")]);
  }
  /** Who watches has no cards to look at: the seats, large. */
  function drawStandings() {
    const watching = state.me === null;
    table.classList.toggle("watching", watching);
    standings.hidden = !watching;
    const now = watching ? view() : null;
    if (!now) return;
    const { rivals, own } = board.geometry.zones;
    const from = board.geometry.shape === "lying" ? own : rivals;
    lay(standings, { x: own.x, y: from.y, w: own.w, h: own.y + own.h - from.y });
    renew(standings, [now.shown, now.seats], () =>
      now.shown.map(({ count: n, unit, share = 0, look = "" }, seat) => {
        const bar = make("i", "share");
        bar.style.setProperty("--share", String(share));
        const row = make("li", "", signOf(now.seats[seat].owner), make("b", "name", now.seats[seat].name), make("span", "num", String(n)), make("span", "unit", unit), bar);
        row.dataset.look = look;
        return row;
      }),
    );
  }

  /** @returns {import("../table/sheet.js").Ending | null} */
  function ending() {
    const { phase, by } = facts();
    if (phase !== "over") return null;
    const n = state.me === null ? 0 : up(state.me);
    if (by === null || by === undefined) return { title: "race.over", text: "", seat: null };
    if (by === state.me) return { title: "race.first.you", text: "race.first.all", seat: by };
    return { title: "race.first", text: state.me === null ? "race.first.all" : "race.first.rest", seat: by, slots: { n } };
  }

  const nothing = () => {};
  return {
    bar,
    open,
    waiting: () => !racing() && facts().phase !== "over",
    pending: () => (racing() ? state.pending : []),
    send(move) {
      rising.end();
      socket.move(move);
    },
    deals: () => facts().phase === "countdown" && (state.table?.due.go ?? 0) - performance.now() > DEAL_LEFT_MS,
    mover: () => null,
    turnOf: () => null,
    button: () => null,
    press: nothing,
    rail: () => ({ stuck: [], passed: null, quietSince: null, nudge: 0, gone: news().sentBack, turn: null }),
    sheet: () => ({ votes: false, ready: false, wentAt: news().wentAt, ending: ending() }),
    keys: () => (open() ? "apart" : "wait"),
    commands: { ready: nothing, stuck: nothing, button: nothing, send: nothing, take_back: nothing, top },
    pressed: () => false,
    tapped(pile) {
      const { me, table: truth } = state;
      const spec = truth?.specs.find(({ id }) => id === pile);
      const used = me !== null && spec?.kind === "stock" && spec.owner === me && !sizeOf(truth?.piles[pile] ?? [0]);
      if (used && open() && game.flips !== 0 && game.redeals?.(facts(), me) === 0) tell("solo.said.no_redeal");
      return false;
    },
    seat(seat) {
      if (facts().phase !== "over") tell("race.said.hidden", seat);
      return true;
    },
    hear(event) {
      if (event.type === "refused" || event.type === "dropped") rising.end();
      if (event.type === "frame" && event.own && !rising.on && open()) {
        const now = view();
        if (now && game.runsOut?.(now)) rising.start();
      }
      if (!open()) unask();
      rising.rise();
    },
    drawn() {
      drawTools();
      drawFacts();
      drawStandings();
    },
    stop() {
      rising.end();
      unask();
      tools.remove();
      standings.remove();
    },
  };
}
