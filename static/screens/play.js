// @ts-check
// The table while a round is played: store, hand and clock on one side, the drawing modules on the other.

import { t } from "../core/i18n.js";
import { createAway } from "../table/away.js";
import { deckOf } from "../table/cards.js";
import { listen } from "../table/drag.js";
import { withPending } from "../table/fits.js";
import { createHand } from "../table/hand.js";
import { sizeOf } from "../table/layout.js";
import { lineOf, STAY_MS, voted } from "../table/rail.js";
import { createBoard, make } from "../table/render.js";
import { changesIn, sheetOf } from "../table/sheet.js";
import { createBar, SLOW_MS } from "./bar.js";
import { createKeyboard } from "./keyboard.js";
import { openKeys } from "./keys.js";
import { called, pileName } from "./naming.js";
import { createNews } from "./news.js";
import { number } from "./pieces.js";
import { createRail } from "./rail.js";
import { createPlate, createSeats, peek as openCards } from "./seats.js";
import { createSheet } from "./sheet.js";
import { createSounds } from "./sounds.js";
import { openTalk, talkOf } from "./talk.js";

/** @typedef {import("../app.js").Ctx} Ctx */
/** @typedef {import("../table/render.js").View} View */
/** @typedef {import("../table/render.js").Player} Player */
/** @typedef {import("../table/layout.js").GameLayout} GameLayout */

/** The deal is shown only to those who are there when it begins: with so much of the countdown left. */
const DEAL_LEFT_MS = 2600;
/** So many moves of one's own may wait for their answer; then the hand waits too. */
const AHEAD = 4;
/** A connection that is back sooner than this was not lost: the hand stays free and nothing is said. */
const PATIENCE_MS = 250;
/** The level of a bot that plays for somebody away. */
const STAND_IN = "steady";
/** The clock of lines that say a time. */
const TICK_MS = 500;

/**
 * @param {HTMLElement} root
 * @param {Ctx} ctx
 * @returns {() => void}
 */
export function mount(root, ctx) {
  let unmount = () => {};
  let gone = false;
  void import(`../games/${ctx.store.state.room?.game}.js`).then((module) => {
    if (!gone) unmount = open(root, ctx, module.default);
  });
  return () => {
    gone = true;
    unmount();
  };
}

/** @param {HTMLElement} root @param {Ctx} ctx @param {GameLayout} game @returns {() => void} */
function open(root, ctx, game) {
  const { store, socket } = ctx;
  const { state } = store;
  const table = make("main", `table ${game.key}`);
  root.append(table);
  const board = createBoard(table, game, { left: (n) => t("table.left", { n }), stock: (n) => t("table.stock", { n }) });
  const sheetBox = make("div", "sheet");
  // In the order in which Tab and a reader go: bar, seats, middle with its sheet, rail, own cards, plate.
  board.zones.middle.after(sheetBox);
  table.append(board.zones.own);

  /** Whose cards an onlooker looks at. */
  let watched = 0;
  /** @type {Map<string, number>} cards that were drawn elsewhere than they lie in truth, with their move */
  let made = new Map();
  /** @type {{seat: number, until: number} | null} */
  let peek = null;

  /** @returns {Record<string, any>} */
  const facts = () => state.table?.facts ?? {};
  const options = () => state.room?.options ?? {};
  const players = () => state.room?.players ?? [];
  const playing = () => state.room?.phase === "play" && !state.room.paused;
  const racing = () => facts().phase === "race" && playing();
  /** When the connection was lost, as long as it is. @type {number | null} */
  let lostAt = null;
  const cut = () => lostAt !== null && performance.now() - lostAt >= PATIENCE_MS;
  const away = createAway();
  /** A room seat as a seat of the round, or -1. @param {number} place */
  const inRound = (place) => players().indexOf(place);
  /** The seats of the round that want a pause or, in one, to go on. */
  const pausing = () => (state.room?.pausing ?? []).map(inRound).filter((seat) => seat >= 0);
  /** @param {number} seat of the round */
  const nameOf = (seat) => (seat === state.me ? t("table.you") : player(seat).name);

  // --- what is drawn ------------------------------------------------------------------------------------------------------

  /** Truth and own moves together. After a stop no move of before can come true any more. */
  function sight() {
    const { table: truth, me } = state;
    if (!truth) return null;
    const pending = me !== null && racing() ? state.pending : [];
    return { specs: truth.specs, ...withPending(truth.specs, truth.piles, me ?? watched, pending, { flip: Number(options().flip ?? 3) }) };
  }

  /** @param {number} seat */
  const reserveOf = (seat) => state.table?.piles[state.table.specs.find((spec) => spec.kind === "reserve" && spec.owner === seat)?.id ?? ""] ?? [0];

  /** @param {number} seat @returns {Player} */
  function player(seat) {
    const { room, presence } = state;
    const place = room?.players[seat] ?? 0;
    const own = room?.seats.find((one) => one.seat === place);
    const here = own?.bot || own?.stand_in || (presence?.here.includes(place) ?? true);
    const slow = (presence?.ms[String(place)] ?? 0) > SLOW_MS;
    const off = seat === state.me && state.connection !== "open";
    const dot = own?.gone ? "gone" : !here || off ? "away" : own?.bot || own?.stand_in ? "bot" : slow ? "slow" : "ok";
    return { stand_in: Boolean(own?.stand_in) && !own?.gone, seat, owner: place + 1, name: own?.name ?? "", total: own?.total ?? 0, left: sizeOf(reserveOf(seat)), dot };
  }

  /** @returns {View & {made: Map<string, number>} | null} */
  function view() {
    const seen = sight();
    const { table: truth, room, me } = state;
    if (!seen || !truth || !room) return null;
    return {
      ...seen,
      round: truth.round,
      seat: me ?? Math.min(watched, room.players.length - 1),
      own: me !== null,
      players: room.players,
      seats: room.players.map((_, seat) => player(seat)),
      goal: Number(options().target ?? 100),
      waiting: !racing(),
      picked: hand.picked,
      lowest: hand.cards?.cards[0] ?? null,
      targets: hand.targets,
      aim: hand.aim,
      label: (card, pile) => t("card.on", { card: called(card), pile: pileName(truth.specs, pile) }),
    };
  }

  const hand = createHand({
    look() {
      const seen = racing() && !cut() && state.pending.length < AHEAD ? sight() : null;
      return seen && state.me !== null ? { ...seen, me: state.me } : null;
    },
    send(move) {
      if (keyboard.used && Array.isArray(move[2])) ctx.say(t("said.played", { card: called(move[2][0]) }));
      news.refusal = null;
      socket.move(move);
      draw();
    },
    changed: () => draw(),
    nowhere(card) {
      news.nowhere(card);
      draw();
    },
  });

  let asked = 0;
  /** Draws in the next frame, however much happens until then. */
  function soon() {
    asked ||= requestAnimationFrame(() => {
      asked = 0;
      draw();
    });
  }

  /** @param {{still?: boolean}} [how] */
  function draw({ still = false } = {}) {
    hand.check();
    const focused = board.layer.contains(document.activeElement);
    const now = view();
    if (!now) return;
    const rivals = now.seats.map((one) => one.seat).filter((seat) => seat !== state.me);
    const columns = now.specs.filter((spec) => spec.owner === now.seat && spec.kind === "tableau").length;
    const resized = board.resize({ ...screenNow(), players: now.players.length, rivals: rivals.length, columns });
    const refused = new Set([...made].filter(([card, k]) => !now.made.has(card) && !news.confirmed.has(k)).map(([card]) => card));
    made = now.made;
    const deal = facts().phase === "countdown" && (state.table?.due.go ?? 0) - performance.now() > DEAL_LEFT_MS;
    table.classList.toggle("waiting", now.waiting);
    table.classList.toggle("lost", cut());
    board.draw(now, {
      refused,
      still: (still || resized) && !deal,
      deal,
      from: (card) => (deckOf(card) === now.seat ? null : seats.from(card, deckOf(card), table)),
    });
    seats.draw(now, board.geometry, rivals);
    const label = now.own ? t(votesStuck() ? "table.unstuck" : "table.stuck") : t("sit.action");
    plate.draw(now, board.geometry, { label, can: !now.own || (racing() && !cut()), sits: state.seat !== null });
    bar.draw(state, now.own ? now.seats[now.seat] : null, talks());
    keyboard.drawn(focused);
    speakOfTime();
  }

  /** The screen as layout.js wants it, measured again only when it has changed: asking lays the page out. @type {ReturnType<typeof measured> | null} */
  let screen = null;
  function screenNow() {
    return (screen ??= measured());
  }
  function measured() {
    const style = getComputedStyle(table);
    const [top, right, bottom, left] = [style.paddingTop, style.paddingRight, style.paddingBottom, style.paddingLeft].map(parseFloat);
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    return { width: table.clientWidth, height: table.clientHeight, rem, inset: { top, right, bottom, left }, left: document.documentElement.dataset.hand === "left" };
  }

  // --- bar, seats, plate ---------------------------------------------------------------------------------------------------

  const { zones } = board;
  const talks = () => ["open", "watching"].includes(talkOf(state));
  function talk() {
    if (talks()) openTalk(ctx);
  }
  const bar = createBar(zones.bar, { home: () => ctx.go(""), talk, rules: () => ctx.rules(), menu: () => ctx.menu() });
  zones.middle.setAttribute("aria-label", t("table.middle"));

  const seats = createSeats(
    zones.rivals,
    {
      left: t("table.left.unit"),
      points: (one) => number(one.total),
      seat: (one) => t("table.seat", { name: one.name, n: one.left, points: number(one.total), dot: one.stand_in ? t("table.stand_in") : t(`table.dot.${one.dot}`) }),
      dots: { ok: t("table.dot.ok"), slow: t("table.dot.slow"), away: t("table.dot.away"), gone: t("table.dot.gone"), bot: t("table.dot.bot") },
      stand_in: t("lobby.bot"),
    },
    (seat) => {
      if (state.me === null) watched = seat;
      else peek = peek?.seat === seat ? null : { seat, until: performance.now() + STAY_MS.peek };
      draw();
    },
  );
  const plate = createPlate(
    zones.own,
    {
      you: t("table.you"),
      watching: t("table.watching"),
      later: t("table.later"),
      of: (goal) => t("table.of", { goal }),
      keys: [
        [
          [["1", "5"], ""],
          [["P"], ""],
          [["W"], t("table.key.pick")],
        ],
        [
          [[t("table.key.enter")], t("table.key.play")],
          [["?"], t("table.key.all")],
        ],
        [[[t("table.key.space")], t("table.key.flip")]],
      ],
    },
    () => (state.me === null ? void ctx.sit() : vote(votesStuck() ? "unstuck" : "stuck")),
  );

  // --- votes -----------------------------------------------------------------------------------------------------------------

  /** Whether this player says stuck, the answer not waited for. */
  function votesStuck() {
    const last = state.pending.map(({ m }) => m[0]).filter((name) => name === "stuck" || name === "unstuck").pop();
    return last ? last === "stuck" : state.me !== null && /** @type {number[]} */ (facts().stuck ?? []).includes(state.me);
  }
  function stuckSeats() {
    const others = /** @type {number[]} */ (facts().stuck ?? []).filter((seat) => seat !== state.me);
    return (votesStuck() && state.me !== null ? [...others, state.me] : others).sort((a, b) => a - b);
  }
  /** @param {"stuck" | "unstuck" | "pass"} how  pass: not stuck, without having said so */
  function vote(how) {
    if (how === "pass") news.pass();
    else if (state.me !== null && racing() && votesStuck() !== (how === "stuck")) socket.move([how]);
    draw();
  }

  /** Wants a pause or, in one, to go on; or no longer. */
  function pause() {
    const { room, me } = state;
    if (!room || me === null || room.phase !== "play") return;
    const wants = pausing().includes(me);
    socket.send({ t: "pause", on: room.paused ? wants : !wants });
  }

  /** @param {import("../table/rail.js").Button} what */
  function pressed(what) {
    const [claim] = state.claims;
    const absent = away.longest(performance.now());
    if (what === "stuck" || what === "unstuck" || what === "pass") return vote(what);
    if (what === "pause" || what === "unpause") pause();
    else if (what === "no_pause") news.unpaused = voted(pausing());
    else if (what === "stand_in" && absent !== null) socket.send({ t: "bot", seat: absent, level: STAND_IN });
    else if (what === "no_bot" && absent !== null) away.pass(absent);
    else if ((what === "grant" || what === "deny") && claim) socket.send({ t: "grant", id: claim.id, on: what === "grant" });
    draw();
  }

  const rail = createRail(zones.rail, pressed);
  const readyNow = () => state.pending.some(({ m }) => m[0] === "ready");
  function ready() {
    const asked = facts().phase === "stopped" && state.me !== null && options().king_stop !== "auto" && !facts().ready.includes(state.me);
    if (asked && !readyNow()) socket.move(["ready"]);
    draw();
  }
  const sheet = createSheet(sheetBox, { ready, pause });

  // --- what changes with time ----------------------------------------------------------------------------------------------------

  const hosts = () => state.seat !== null && state.room?.host === state.seat;
  /** The first claim, for the host. @returns {import("../table/rail.js").Asked | null} */
  function claimed() {
    const claim = hosts() ? state.claims[0] : undefined;
    return claim ? { id: claim.id, name: claim.name, whose: state.room?.seats.find(({ seat }) => seat === claim.seat)?.name ?? "" } : null;
  }
  /** Somebody who has been away for long, for the host: a seat of the round. @param {number} now */
  function absentSeat(now) {
    const { room, presence } = state;
    const persons = (room?.seats ?? []).filter((one) => !one.bot && !one.gone && !one.stand_in && one.seat !== state.seat && inRound(one.seat) >= 0);
    away.see(presence ? persons.map(({ seat }) => seat).filter((seat) => !presence.here.includes(seat)) : [], now);
    const longest = hosts() ? away.longest(now) : null;
    return longest === null ? null : inRound(longest);
  }

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let clock;
  function speakOfTime() {
    const { table: truth, room, me } = state;
    if (!truth || !room) return;
    const now = performance.now();
    const pressing = [zones.rail, sheetBox].some((box) => box.contains(document.activeElement));
    if (peek && now > peek.until) peek = null;
    const cards = hand.cards;
    const line = lineOf({
      now,
      lost: cut() ? state.pending.length : null,
      paused: room.paused,
      pausing: room.paused ? [] : pausing(),
      unpaused: news.unpaused,
      claim: claimed(),
      away: absentSeat(now),
      phase: facts().phase,
      me,
      players: players().length,
      stuck: stuckSeats(),
      passed: news.passed,
      quietSince: racing() && state.connection === "open" ? news.quietSince : null,
      nudge: Number(options().stuck_nudge_s ?? 60),
      refusal: news.refusal,
      news: news.line,
      hand: cards && { card: cards.cards[0], targets: hand.targets.length, keys: hand.keys },
      peek: peek?.seat ?? null,
      gone: news.sentBack,
    });
    const seen = line?.tone === "peek" && peek ? view() : null;
    const open = () => (seen && peek ? openCards(seen, peek.seat) : null);
    rail.draw(line, { players: players(), nameOf, stuck: stuckSeats(), peek: open, peeked: seen?.piles });

    const given = { now, facts: truth.facts, due: truth.due, piles: truth.piles, me, votes: options().king_stop !== "auto", ready: readyNow(), pause: room.paused ? { wants: pausing(), due: room.due.resume ?? null } : null, wentAt: news.wentAt };
    sheet.draw(sheetOf(given), { players: players(), me, nameOf }, board.geometry.zones.middle);
    if (pressing && document.activeElement === document.body) keyboard.take();
    clearTimeout(clock);
    clock = setTimeout(speakOfTime, Math.min(changesIn(given) ?? TICK_MS, TICK_MS) + 1);
  }

  // --- news, pointer and keyboard ---------------------------------------------------------------------------------------------

  const news = createNews({
    state,
    say: ctx.say,
    nameOf,
    racing,
    stuck: stuckSeats,
    letGo() {
      const had = hand.cards !== null;
      pointer.cancel();
      hand.drop();
      return had;
    },
  });

  const pointer = listen(table, board, {
    lifts: hand.liftable,
    targets(_, cards) {
      const now = view();
      return now ? now.targets.map((id) => ({ id, box: board.box(now, id, cards[0]) })) : [];
    },
    held: hand.take,
    aimed: hand.over,
    dropped: hand.release,
    tapped(pile, card) {
      keyboard.rest();
      hand.tap(pile, card);
    },
    best: hand.best,
    slipped: hand.slipped,
    cancelled: () => hand.drop(),
  });

  /** @returns {import("../table/keys.js").Turn} */
  function turn() {
    if (state.me === null) return "watch";
    if (cut()) return "wait";
    if (state.room?.paused) return "pause";
    if (facts().phase === "stopped") return "stop";
    return racing() ? "race" : "wait";
  }
  const keyboard = createKeyboard(table, {
    state,
    board,
    hand,
    pointer,
    say: ctx.say,
    turn,
    run: { ready, pause, stuck: () => vote(votesStuck() ? "unstuck" : "stuck"), menu: () => ctx.menu(), talk, keys: openKeys },
  });

  /** The connection is there, or not. @param {boolean} silent  found out by a long silence, so it is lost indeed */
  function connected(silent) {
    lostAt = state.connection === "open" ? null : lostAt ?? performance.now() - (silent ? PATIENCE_MS : 0);
    clearTimeout(lostClock);
    if (lostAt === null || cut()) return;
    lostClock = setTimeout(() => draw(), PATIENCE_MS);
  }
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let lostClock;

  // --- life -------------------------------------------------------------------------------------------------------------------

  const size = new ResizeObserver(() => ((screen = null), draw()));
  size.observe(table);
  const off = store.on((event) => {
    news.hear(event);
    if (event.type === "connection") connected(event.silent === true);
    soon();
  });
  // A button that was pressed with a pointer lets the focus go: Space is to flip, not to press it again.
  table.addEventListener("click", ({ detail, target }) => {
    if (detail > 0 && target instanceof Element) target.closest("button")?.blur();
  });
  const silence = createSounds(store);
  const dressed = () => ((screen = null), draw({ still: true })); // the hand may be another one
  addEventListener("pounce:dress", dressed);
  draw();
  return () => {
    off();
    silence();
    removeEventListener("pounce:dress", dressed);
    keyboard.stop();
    size.disconnect();
    pointer.stop();
    clearTimeout(clock);
    clearTimeout(lostClock);
    cancelAnimationFrame(asked);
    table.remove();
  };
}
