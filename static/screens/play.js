// @ts-check
// The table while a round is played: store, hand and clock on one side, the drawing modules on the other.

import { t } from "../core/i18n.js";
import { deckOf } from "../table/cards.js";
import { listen } from "../table/drag.js";
import { withPending } from "../table/fits.js";
import { createHand } from "../table/hand.js";
import { sizeOf } from "../table/layout.js";
import { lineOf, STAY_MS } from "../table/rail.js";
import { createBoard, make } from "../table/render.js";
import { changesIn, sheetOf } from "../table/sheet.js";
import { createBar, SLOW_MS } from "./bar.js";
import { createKeyboard } from "./keyboard.js";
import { called, pileName } from "./naming.js";
import { createNews } from "./news.js";
import { number } from "./pieces.js";
import { createRail } from "./rail.js";
import { createPlate, createSeats, peek as openCards } from "./seats.js";
import { createSheet } from "./sheet.js";

/** @typedef {import("../app.js").Ctx} Ctx */
/** @typedef {import("../table/render.js").View} View */
/** @typedef {import("../table/render.js").Player} Player */
/** @typedef {import("../table/layout.js").GameLayout} GameLayout */

/** The deal is shown only to those who are there when it begins: with so much of the countdown left. */
const DEAL_LEFT_MS = 2600;
/** So many moves of one's own may wait for their answer; then the hand waits too. */
const AHEAD = 4;
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
  table.append(sheetBox);

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
  const racing = () => facts().phase === "race" && state.room?.phase === "play";
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
    const here = own?.bot || (presence?.here.includes(place) ?? true);
    const slow = (presence?.ms[String(place)] ?? 0) > SLOW_MS;
    const cut = seat === state.me && state.connection !== "open";
    const dot = own?.gone ? "gone" : !here || cut ? "away" : own?.bot ? "bot" : slow ? "slow" : "ok";
    return { seat, owner: place + 1, name: own?.name ?? "", total: own?.total ?? 0, left: sizeOf(reserveOf(seat)), dot };
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
      const seen = racing() && state.pending.length < AHEAD ? sight() : null;
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
    table.classList.toggle("lost", state.connection !== "open");
    board.draw(now, {
      refused,
      still: (still || resized) && !deal,
      deal,
      from: (card) => (deckOf(card) === now.seat ? null : seats.from(card, deckOf(card), table)),
    });
    seats.draw(now, board.geometry, rivals);
    const label = now.own ? t(votesStuck() ? "table.unstuck" : "table.stuck") : t("sit.action");
    plate.draw(now, board.geometry, { label, can: !now.own || racing(), sits: state.seat !== null });
    bar.draw(state, now.own ? now.seats[now.seat] : null);
    keyboard.keepFocus(focused);
    speakOfTime();
  }

  /** The screen as layout.js wants it. */
  function screenNow() {
    const style = getComputedStyle(table);
    const [top, right, bottom, left] = [style.paddingTop, style.paddingRight, style.paddingBottom, style.paddingLeft].map(parseFloat);
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    return { width: table.clientWidth, height: table.clientHeight, rem, inset: { top, right, bottom, left }, left: document.documentElement.dataset.hand === "left" };
  }

  // --- bar, seats, plate ---------------------------------------------------------------------------------------------------

  const { zones } = board;
  const bar = createBar(zones.bar, { home: () => ctx.go(""), rules: () => ctx.rules(), menu: () => ctx.menu() });
  zones.middle.setAttribute("aria-label", t("table.middle"));

  const seats = createSeats(
    zones.rivals,
    {
      left: t("table.left.unit"),
      points: (one) => number(one.total),
      seat: (one) => t("table.seat", { name: one.name, n: one.left, points: number(one.total), dot: t(`table.dot.${one.dot}`) }),
      dots: { ok: t("table.dot.ok"), slow: t("table.dot.slow"), away: t("table.dot.away"), gone: t("table.dot.gone"), bot: t("table.dot.bot") },
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
        [[[t("table.key.space")], t("table.key.flip")]],
        [
          [["1", "5"], t("table.key.piles")],
          [["W"], t("table.key.waste")],
        ],
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

  const rail = createRail(zones.rail, vote);
  const readyNow = () => state.pending.some(({ m }) => m[0] === "ready");
  function ready() {
    const asked = facts().phase === "stopped" && state.me !== null && options().king_stop !== "auto" && !facts().ready.includes(state.me);
    if (asked && !readyNow()) socket.move(["ready"]);
    draw();
  }
  const sheet = createSheet(sheetBox, ready);

  // --- what changes with time ----------------------------------------------------------------------------------------------------

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let clock;
  function speakOfTime() {
    const { table: truth, me } = state;
    if (!truth) return;
    const now = performance.now();
    if (peek && now > peek.until) peek = null;
    const cards = hand.cards;
    const line = lineOf({
      now,
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

    const given = { now, facts: truth.facts, due: truth.due, piles: truth.piles, me, votes: options().king_stop !== "auto", ready: readyNow(), wentAt: news.wentAt };
    sheet.draw(sheetOf(given), { players: players(), me, nameOf }, board.geometry.zones.middle);
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
    cancelled: () => hand.drop(),
  });

  const keyboard = createKeyboard({ state, board, hand, pointer, say: ctx.say, racing, ready });

  // --- life -------------------------------------------------------------------------------------------------------------------

  const size = new ResizeObserver(() => draw());
  size.observe(table);
  const off = store.on((event) => {
    news.hear(event);
    soon();
  });
  // A button that was pressed with a pointer lets the focus go: Space is to flip, not to press it again.
  table.addEventListener("click", ({ detail, target }) => {
    if (detail > 0 && target instanceof Element) target.closest("button")?.blur();
  });
  draw();
  return () => {
    off();
    keyboard.stop();
    size.disconnect();
    pointer.stop();
    clearTimeout(clock);
    cancelAnimationFrame(asked);
    table.remove();
  };
}
