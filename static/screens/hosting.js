// @ts-check
// Seats and their table: what the host can do with each, what everybody may know of it, and the claims of those who
// say that a seat is theirs. The lobby uses the pieces; while a match runs the menu opens the whole as a dialog.

import { FIRST_GAME, GAMES, hasBots } from "../core/games.js";
import { keepBots, lastBots, LEVELS } from "../core/wishes.js";
import { inGame, keyIn, t } from "../core/i18n.js";
import { stepper, toggle } from "./options.js";
import { ask, askName, badge, dialog, el, icon, renew } from "./pieces.js";

/** @typedef {import("../app.js").Ctx} Ctx */
/** @typedef {import("../core/store.js").State} State */
/** @typedef {import("../wire.js").RoomView} RoomView */
/** @typedef {import("../wire.js").SeatView} SeatView */
/** @typedef {import("../wire.js").ClaimView} ClaimView */
/** @typedef {"claim" | "level" | "stand_in" | "end_stand_in" | "host" | "free" | "remove" | "remove_bot"} Tool */
/** @typedef {Pick<State, "room" | "seat" | "presence" | "claims">} View  what the tools are chosen by */

// --- what can be done now -----------------------------------------------------------------------------------------

/** @param {Pick<State, "room" | "seat">} state */
export const isHost = ({ room, seat }) => seat !== null && room?.host === seat;

/** Whether the seat's person is away, as far as is known. @param {Pick<State, "presence">} state @param {SeatView} chair */
export const isAway = ({ presence }, chair) => chair.bot === null && !chair.gone && presence !== null && !presence.here.includes(chair.seat);

/** The own claim of somebody who has asked for a seat. @param {View} state @param {number} seat */
export const ownClaim = (state, seat) => (isHost(state) ? undefined : state.claims.find((claim) => claim.seat === seat));

/**
 * What this person can do with a seat just now.
 * @param {View} state
 * @param {SeatView} chair
 * @returns {Tool[]}
 */
export function tools(state, chair) {
  const { room, seat } = state;
  if (!room || chair.seat === seat || chair.gone) return [];
  const host = isHost(state);
  if (chair.bot !== null) return host ? ["level", "remove_bot"] : [];
  const away = isAway(state, chair);
  const running = room.phase === "play" || room.phase === "between";
  const playing = room.phase === "play" && seat !== null && room.players.includes(seat);
  /** @type {[Tool, boolean][]} */
  const all = [
    ["claim", away && !playing && !ownClaim(state, chair.seat)],
    ["stand_in", host && away && running && room.players.includes(chair.seat) && hasBots(room.game)],
    ["end_stand_in", host && chair.stand_in !== null],
    ["host", host && !away],
    ["free", host && away],
    ["remove", host],
  ];
  return all.filter(([, possible]) => possible).map(([tool]) => tool);
}

/**
 * What this person can end just now: the round that runs, the match, or both.
 * @param {Pick<State, "room" | "seat">} state
 * @returns {("call_off" | "end")[]}
 */
export function endings(state) {
  const { room } = state;
  if (!room || !isHost(state) || room.phase === "lobby") return [];
  const calls = room.phase === "play" && !room.paused && keyIn(room.game, "menu.call_off") !== null;
  if (!calls) return ["end"];
  // A race is a whole match: called off it has its winner, and all tables are shown.
  return GAMES[room.game]?.race ? ["call_off"] : ["call_off", "end"];
}

// --- levels ---------------------------------------------------------------------------------------------------------

/**
 * The levels of bots with a word on each.
 * @param {{game: string, key: string, legend: string, value: string | null, change: (level: string) => void}} given
 */
export function levelChoice({ game, key, legend, value, change }) {
  return el(
    "fieldset",
    { class: "levels" },
    el("legend", { class: "cap" }, legend),
    LEVELS.map((level) =>
      el(
        "label",
        { class: "level" },
        el("input", { type: "radio", name: key, "data-key": `${key}-${level}`, checked: level === value, on: { change: () => change(level) } }),
        el("b", {}, t(`level.${level}`)),
        el("span", { class: "muted small" }, inGame(game, `level.${level}.help`)),
      ),
    ),
  );
}

/** Asks for the level of the bots to come, and keeps it. @param {string} game @param {() => void} done */
export function chooseLevel(game, done) {
  dialog({ title: t("level.title"), class: "levels-sheet", closed: done }, () => [
    levelChoice({ game, key: "next-level", legend: t("level.title"), value: lastBots(game).level, change: (level) => keepBots(game, { level }) }),
  ]);
}

/** The opponents of somebody who plays against bots: how many, and how good. @param {string} game @param {() => void} play @param {() => void} changed */
export function openBots(game, play, changed) {
  const box = el("div", { class: "bots" });
  /** @param {Partial<import("../core/wishes.js").Bots>} bots */
  const keep = (bots) => (keepBots(game, bots), changed(), draw());
  const draw = () => {
    const { count, level } = lastBots(game);
    renew(box, [count, level], () => [
      el(
        "div",
        { class: "count" },
        el("b", { id: "bots-count" }, t("home.bots.count")),
        stepper({ key: "bots", name: t("home.bots.count"), values: Array.from({ length: GAMES[game].most }, (_, index) => index + 1), value: count, change: (wanted) => keep({ count: wanted }), "aria-labelledby": "bots-count" }),
      ),
      levelChoice({ game, key: "bots-level", legend: t("level.title"), value: level, change: (wanted) => keep({ level: wanted }) }),
    ]);
  };
  dialog({ title: t("home.bots.title"), class: "bots-sheet" }, (close) => [
    box,
    el("button", { class: "btn primary", "data-key": "play-bots", on: { click: () => (close(), play()) } }, t("home.bots.play")),
  ]);
  draw();
}

// --- claims ---------------------------------------------------------------------------------------------------------

/** @param {RoomView} room @param {number} seat */
const nameAt = (room, seat) => room.seats.find((chair) => chair.seat === seat)?.name ?? "";

/**
 * Who claims which seat, as the host is asked it: what has come since `before`, in words. For whoever tells it while a
 * match runs, when no question may take the keyboard away.
 * @param {Pick<State, "room" | "seat" | "claims">} state
 * @param {ClaimView[]} [before]
 */
export function claimNews(state, before = []) {
  const { room, claims } = state;
  if (!room || !isHost(state)) return [];
  return claims.filter(({ id }) => before.every((claim) => claim.id !== id)).map(({ name, seat }) => t("hosting.claim", { name, whose: nameAt(room, seat) }));
}

/** The open claims: questions with their two answers for the host, a sentence for who has asked. @param {Ctx} ctx */
export function claimLines({ store, socket }) {
  const { state } = store;
  const { room } = state;
  if (!room) return [];
  const host = isHost(state);
  return state.claims.map(({ id, seat, name }) => {
    const whose = nameAt(room, seat);
    if (!host) return el("p", { class: "claim muted small" }, t("hosting.claim.own", { whose }));
    /** @param {boolean} on */
    const answer = (on) => () => socket.send({ t: "grant", id, on });
    return el(
      "div",
      { class: "claim" },
      el("p", {}, t("hosting.claim", { name, whose })),
      el("button", { class: "btn small", "data-key": `grant-${id}`, "aria-label": t("hosting.claim.give.of", { name, whose }), on: { click: answer(true) } }, t("hosting.claim.give")),
      el("button", { class: "btn small quiet", "data-key": `refuse-${id}`, "aria-label": t("hosting.claim.no.of", { name, whose }), on: { click: answer(false) } }, t("hosting.claim.no")),
    );
  });
}

/** The seats that this person may say are his: their persons are away. @param {View} state */
export const claimable = (state) => (state.room?.seats ?? []).filter((chair) => tools(state, chair).includes("claim"));

/** @param {Ctx} ctx @param {SeatView} chair */
export const claimButton = (ctx, { seat, name }) =>
  el("button", { class: "btn small", "data-key": `claim-${seat}`, "aria-label": t("lobby.claim.of", { name }), on: { click: () => void claim(ctx, seat) } }, t("lobby.claim"));

/** Says that a seat is one's own. @param {Ctx} ctx @param {number} seat */
async function claim(ctx, seat) {
  const { state } = ctx.store;
  const own = state.room?.seats.find((chair) => chair.seat === state.seat)?.name;
  const name = own ?? (ctx.name() || (await askName({ title: t("hosting.claim.name"), name: "", action: t("hosting.claim.ask") })));
  if (name) ctx.socket.send({ t: "claim", seat, name });
}

// --- one seat ---------------------------------------------------------------------------------------------------------

/** @typedef {(ctx: Ctx, chair: SeatView) => HTMLElement} ToolButton */
/** @param {string} key @param {string} words @param {() => void} run */
const item = (key, words, run) => el("button", { class: "btn", "data-key": key, on: { click: run } }, words);
/** @param {Ctx["store"]} store */
const gameOf = (store) => store.state.room?.game ?? FIRST_GAME;

/** @type {Record<Tool, ToolButton>} */
const BUTTONS = {
  claim: (ctx, { seat, name }) => item("tool-claim", t("lobby.claim.of", { name }), () => void claim(ctx, seat)),
  level: ({ socket, store }, { seat, bot }) =>
    levelChoice({ game: gameOf(store), key: "tool-level", legend: t("level.title"), value: bot, change: (level) => (keepBots(gameOf(store), { level }), socket.send({ t: "bot", seat, level })) }),
  stand_in: ({ socket, store }, { seat, name, stand_in }) =>
    stand_in === null
      ? item("tool-stand", t("hosting.stand_in", { name }), () => socket.send({ t: "bot", seat, level: lastBots(gameOf(store)).level }))
      : levelChoice({ game: gameOf(store), key: "tool-stand", legend: t("hosting.stand_in.title", { name }), value: stand_in, change: (level) => socket.send({ t: "bot", seat, level }) }),
  end_stand_in: ({ socket }, { seat }) => item("tool-stand-end", t("hosting.stand_in.end"), () => socket.send({ t: "bot", seat, level: null })),
  host: ({ socket }, { seat, name }) =>
    item("tool-host", t("hosting.hand", { name }), () =>
      ask({ title: t("hosting.hand.title", { name }), text: t("hosting.hand.text", { name }), action: t("hosting.hand.action") }, () => socket.send({ t: "host", seat })),
    ),
  free: ({ socket }, { seat, name }) =>
    item("tool-free", t("hosting.free", { name }), () =>
      ask({ title: t("hosting.free.title", { name }), text: t("hosting.free.text", { name }), action: t("hosting.free.action") }, () => socket.send({ t: "free", seat })),
    ),
  remove: ({ socket }, { seat, name }) =>
    item("tool-remove", t("hosting.remove", { name }), () =>
      ask({ title: t("hosting.remove.title", { name }), text: t("hosting.remove.text", { name }), action: t("hosting.remove.action") }, () => socket.send({ t: "remove", seat })),
    ),
  remove_bot: ({ socket }, { seat }) => item("tool-remove", t("hosting.remove.bot"), () => socket.send({ t: "remove", seat })),
};

/** What can be done with one seat. It closes when the seat is another person's or nobody's. @param {Ctx} ctx @param {number} seat */
export function openSeat(ctx, seat) {
  const { state } = ctx.store;
  const chairNow = () => state.room?.seats.find((chair) => chair.seat === seat);
  const first = chairNow();
  if (!first) return;
  const box = el("div", { class: "items" });
  const draw = () => {
    const chair = chairNow();
    if (!chair || chair.gone || (chair.bot === null) !== (first.bot === null)) return close();
    const now = tools(state, chair);
    const asked = ownClaim(state, seat);
    if (now.length === 0 && !asked) return close();
    renew(box, [chair, now, asked], () => [...now.map((tool) => BUTTONS[tool](ctx, chair)), asked && el("p", { class: "muted small" }, t("hosting.claim.own", { whose: chair.name }))]);
  };
  const off = watch(ctx, draw);
  const close = dialog({ title: first.name, class: "seat-sheet", closed: off }, () => [box]);
  draw();
}

/** Runs at everything by which seats and claims change. @param {Ctx} ctx @param {() => void} draw */
const watch = ({ store }, draw) => store.on(({ type }) => ["room", "you", "presence", "claims"].includes(type) && draw());

// --- the table --------------------------------------------------------------------------------------------------------

/** Open, lock and talk: switches for the host, sentences for everybody else. @param {Ctx} ctx @param {(keyof typeof TABLE)[]} which */
export function tableSwitches(ctx, which) {
  const { room } = ctx.store.state;
  const host = isHost(ctx.store.state);
  return which.map((key) => {
    const { on, label, help, is, send } = TABLE[key];
    const now = room !== null && on(room);
    if (!host) return el("p", { class: "table-fact muted small" }, key === "lock" && now && icon("lock"), is(now));
    return el(
      "div",
      { class: "table-switch" },
      el("b", { id: `table-${key}` }, label()),
      el("p", { class: "muted small", id: `table-${key}-help` }, help()),
      toggle({ key: `table-${key}`, on: now, change: (wanted) => ctx.socket.send(send(wanted)), "aria-labelledby": `table-${key}`, "aria-describedby": `table-${key}-help` }),
    );
  });
}
const TABLE = {
  open: {
    on: (/** @type {RoomView} */ room) => room.open,
    label: () => t("hosting.open"),
    help: () => t("hosting.open.help"),
    is: (/** @type {boolean} */ on) => (on ? t("hosting.open.on") : t("hosting.open.off")),
    send: (/** @type {boolean} */ on) => ({ t: /** @type {const} */ ("open"), on }),
  },
  lock: {
    on: (/** @type {RoomView} */ room) => room.locked,
    label: () => t("hosting.lock"),
    help: () => t("hosting.lock.help"),
    is: (/** @type {boolean} */ on) => (on ? t("hosting.locked") : t("hosting.unlocked")),
    send: (/** @type {boolean} */ on) => ({ t: /** @type {const} */ ("lock"), on }),
  },
  talk: {
    on: (/** @type {RoomView} */ room) => room.talk,
    label: () => t("hosting.talk"),
    help: () => t("hosting.talk.help"),
    is: (/** @type {boolean} */ on) => (on ? t("hosting.talk.on") : t("hosting.talk.off")),
    send: (/** @type {boolean} */ on) => ({ t: /** @type {const} */ ("let_talk"), on }),
  },
};

/** What the host has changed at the table, in words. @param {RoomView} before @param {RoomView} now */
export function tableNews(before, now) {
  const host = now.seats.find((chair) => chair.seat === now.host);
  return [
    before.open !== now.open && (now.open ? t("hosting.said.opened") : t("hosting.said.closed")),
    before.locked !== now.locked && (now.locked ? t("hosting.said.locked") : t("hosting.said.unlocked")),
    before.talk !== now.talk && (now.talk ? t("hosting.said.talk") : t("hosting.said.quiet")),
    before.host !== null && before.host !== now.host && host && t("lobby.said.host", { name: host.name }),
  ].filter((words) => typeof words === "string");
}

// --- all seats ----------------------------------------------------------------------------------------------------------

/** How a seat is doing, in some words. @param {State} state @param {SeatView} chair @returns {string[]} */
export function facts(state, chair) {
  const { room, seat } = state;
  return [
    chair.seat === seat && t("lobby.you"),
    chair.seat === room?.host && t("lobby.host"),
    chair.bot !== null && t("lobby.bot"),
    chair.bot !== null && t(`level.${chair.bot}`),
    chair.bot === null && chair.seat !== seat && (chair.gone ? t("hosting.gone") : isAway(state, chair) ? t("lobby.away") : t("hosting.here")),
    chair.stand_in !== null && t("hosting.stands_in", { level: t(`level.${chair.stand_in}`) }),
    chair.waiting && room && room.phase !== "lobby" && inGame(room.game, "hosting.waiting"),
  ].filter((words) => typeof words === "string");
}

/** The button that opens what can be done with a seat. @param {Ctx} ctx @param {SeatView} chair */
export const toolsButton = (ctx, chair) =>
  el("button", { class: "icon more", "data-key": `tools-${chair.seat}`, "aria-label": t("lobby.tools", { name: chair.name }), "aria-haspopup": "dialog", on: { click: () => openSeat(ctx, chair.seat) } }, icon("more"));

/** Everybody's seat, the open claims and the table: the same for the host and, to be read, for the others. @param {Ctx} ctx */
export function openSeats(ctx) {
  const { state } = ctx.store;
  const box = el("div", { class: "seats-list" });
  const draw = () => {
    const { room } = state;
    if (!room) return;
    const chairs = [...room.seats].sort((one, other) => one.seat - other.seat);
    const possible = chairs.map((chair) => tools(state, chair));
    renew(box, [chairs.map((chair) => [chair.name, facts(state, chair)]), possible, state.claims, room.open, room.locked, room.talk, isHost(state)], () => [
      ...claimLines(ctx),
      el(
        "ul",
        {},
        chairs.map((chair, index) =>
          el(
            "li",
            { class: "chair" },
            badge(chair.seat),
            el("div", { class: "nm" }, el("b", {}, chair.name), el("small", {}, facts(state, chair).map((words) => el("span", {}, words)))),
            possible[index].length > 0 && el("div", { class: "st" }, isHost(state) ? toolsButton(ctx, chair) : claimButton(ctx, chair)),
          ),
        ),
      ),
      el("section", { class: "table-facts" }, el("h3", {}, t("hosting.table")), ...tableSwitches(ctx, ["open", "lock", "talk"])),
    ]);
  };
  const off = watch(ctx, draw);
  dialog({ title: t("hosting.title"), class: "seats-sheet", closed: off }, () => [box]);
  draw();
}
