// @ts-check
// The table while a round is played: store, hand and clock on one side, the drawing modules on the other.

import { t } from "../core/i18n.js";
import { deckOf } from "../table/cards.js";
import { listen } from "../table/drag.js";
import { withPending } from "../table/fits.js";
import { createHand } from "../table/hand.js";
import { pileKeys, press as pressKey } from "../table/keys.js";
import { sizeOf } from "../table/layout.js";
import { lineOf, STAY_MS, voted } from "../table/rail.js";
import { createBoard, make } from "../table/render.js";
import { changesIn, sheetOf } from "../table/sheet.js";
import { goneOf, sentences } from "../table/speak.js";
import { called, pileName, press } from "./naming.js";
import { badge, icon, number, renew } from "./pieces.js";
import { createRail } from "./rail.js";
import { createPlate, createSeats, peek as openCards } from "./seats.js";
import { createSheet } from "./sheet.js";

/** @typedef {import("../app.js").Ctx} Ctx */
/** @typedef {import("../core/store.js").StoreEvent} StoreEvent */
/** @typedef {import("../table/render.js").View} View */
/** @typedef {import("../table/render.js").Player} Player */
/** @typedef {import("../table/layout.js").GameLayout} GameLayout */

/** A round trip longer than this counts as slow. */
const SLOW_MS = 250;
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
  /** Moves that came true. @type {Set<number>} */
  const confirmed = new Set();
  /** @type {import("../table/rail.js").Refusal | null} */
  let refusal = null;
  /** @type {import("../table/rail.js").News | null} */
  let news = null;
  /** @type {{seat: number, until: number} | null} */
  let peek = null;
  /** @type {string | null} the votes that "I can play" has answered */
  let passed = null;
  /** @type {number | null} when Go was */
  let wentAt = null;
  let quietSince = performance.now();
  let sentBack = false;
  /** The card in focus, and whether the last move came from the keyboard. */
  let focus = "";
  let usesKeys = false;
  /** What the last sentences were about. */
  /** @type {import("../table/speak.js").Moment} */
  let moment = { piles: state.table?.piles ?? {}, facts: state.table?.facts ?? {}, gone: goneOf(state.room) };

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
      if (usesKeys && Array.isArray(move[2])) ctx.say(t("said.played", { card: called(move[2][0]) }));
      refusal = null;
      socket.move(move);
      draw();
    },
    changed: () => draw(),
    nowhere(card) {
      refusal = { code: "nowhere", by: null, ms: null, card, until: performance.now() + STAY_MS.nowhere };
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
    const refused = new Set([...made].filter(([card, k]) => !now.made.has(card) && !confirmed.has(k)).map(([card]) => card));
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
    drawBar();
    keepFocus(focused);
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
  const what = make("span", "what");
  const mine = make("span", "ping mine");
  const ping = make("span", "ping");
  /** @param {string} name @param {string} label @param {() => void} run */
  function tool(name, label, run) {
    const button = press("icon", run, icon(name));
    button.setAttribute("aria-label", label);
    button.title = label;
    return button;
  }
  zones.bar.append(
    tool("back", t("table.home"), () => ctx.go("")),
    make("h1", "", t("app.name")),
    what,
    make("div", "end", mine, ping, tool("book", t("table.rules"), () => ctx.rules()), tool("menu", t("menu.open"), () => ctx.menu())),
  );
  zones.middle.setAttribute("aria-label", t("table.middle"));

  function drawBar() {
    const { room, ping: ms, connection, me } = state;
    const goal = Number(options().target ?? 100);
    const title = goal ? t("table.round", { round: room?.round ?? 1, goal }) : t("table.round.one");
    if (what.textContent !== title) what.textContent = title;
    const open = connection === "open";
    const dot = !open ? "away" : (ms ?? 0) > SLOW_MS ? "slow" : "ok";
    renew(ping, [dot, ms], () => [make("i", `dot ${dot}`), open ? ms !== null && t("table.ping", { ms }) : t("table.ping.none")]);
    const own = me === null ? null : player(me);
    renew(mine, [own?.owner, own?.total], () => (own ? [badge(own.owner - 1), make("b", "", number(own.total))] : []));
  }

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
    if (how === "pass") {
      passed = voted(stuckSeats());
      quietSince = performance.now();
    } else if (state.me !== null && racing() && votesStuck() !== (how === "stuck")) socket.move([how]);
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
      passed,
      quietSince: racing() && state.connection === "open" ? quietSince : null,
      nudge: Number(options().stuck_nudge_s ?? 60),
      refusal,
      news,
      hand: cards && { card: cards.cards[0], targets: hand.targets.length, keys: hand.keys },
      peek: peek?.seat ?? null,
      gone: sentBack,
    });
    const seen = line?.tone === "peek" && peek ? view() : null;
    const open = () => (seen && peek ? openCards(seen, peek.seat) : null);
    rail.draw(line, { players: players(), nameOf, stuck: stuckSeats(), peek: open, peeked: seen?.piles });

    const given = { now, facts: truth.facts, due: truth.due, piles: truth.piles, me, votes: options().king_stop !== "auto", ready: readyNow(), wentAt };
    sheet.draw(sheetOf(given), { players: players(), me, nameOf }, board.geometry.zones.middle);
    clearTimeout(clock);
    clock = setTimeout(speakOfTime, Math.min(changesIn(given) ?? TICK_MS, TICK_MS) + 1);
  }

  // --- news from the store ----------------------------------------------------------------------------------------------------

  /** @param {StoreEvent} event */
  function heard(event) {
    const now = performance.now();
    if (event.type === "refused" && racing()) {
      const card = Array.isArray(event.m[2]) ? event.m[2][0] : null;
      const { code, by, ms } = event;
      refusal = { code, by, ms, card, until: now + STAY_MS.refusal };
      const name = card ? called(card) : "";
      ctx.say(code === "taken" && by !== null ? t("rail.taken", { name: nameOf(by), ms: ms ?? 0, card: name }) : t(`refused.${code}`, { card: name }));
    }
    if (event.type === "frame" && event.own && event.frame.k != null) confirmed.add(event.frame.k);
    if (event.type === "frame") turned(event.frame.b ?? null, now);
    if (event.type === "table" || event.type === "room") turned(null, now);
    soon();
  }

  /** The table has changed. @param {number | null} by  the seat that moved @param {number} now */
  function turned(by, now) {
    const truth = state.table;
    if (!truth) return;
    const was = moment;
    moment = { piles: truth.piles, facts: truth.facts, gone: goneOf(state.room) };
    const { phase } = facts();
    if (phase !== was.facts.phase) {
      sentBack = hand.cards !== null;
      if (phase !== "race") {
        pointer.cancel();
        hand.drop();
      }
      wentAt = phase === "race" && was.facts.phase === "countdown" ? now : null;
      quietSince = now;
      refusal = null;
      news = null;
    }
    if (passed !== voted(stuckSeats())) passed = null; // whoever takes it back and says it again asks again
    if (truth.specs.some(({ id }) => !(id in was.piles))) return; // the first sight of a table: nothing happened before these eyes
    if (truth.specs.some(({ id, owner }) => owner === null && sizeOf(truth.piles[id]) > sizeOf(was.piles[id]))) {
      quietSince = now;
      passed = null;
    }
    for (const { key, seat, suit, n, rail: weighty } of sentences(truth.specs, was, moment, { me: state.me, by })) {
      ctx.say(t(key, { name: seat === null ? "" : nameOf(seat), n, suit: suit ? t(`suit.${suit}`) : "" }));
      if (weighty) news = { key, seat, slots: { n, suit: suit ?? "" }, until: now + STAY_MS.news };
    }
  }

  // --- pointer and keyboard -------------------------------------------------------------------------------------------------------

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
      usesKeys = false;
      hand.tap(pile, card);
    },
    best: hand.best,
    cancelled: () => hand.drop(),
  });

  /** Own cards that can have the focus, and the stock. */
  function spots() {
    const own = [...board.places.values()].filter(({ zone, pile, card, key }) => zone === "own" && (key.endsWith("/top") || hand.liftable(pile, card)?.[0] === card));
    return own.map(({ key, pile, card, x, y, h }) => ({ key, pile, card, x, y, h }));
  }

  /** One own card can be reached by Tab; when the one in focus has gone, the focus stays near. @param {boolean} had  a card had it */
  function keepFocus(had) {
    if (state.me === null || !racing()) return;
    const all = spots();
    if (!all.some((spot) => spot.key === focus)) {
      const last = board.places.get(focus) ?? board.before(focus);
      const near = all.filter((spot) => spot.pile === last?.pile).pop() ?? all[0];
      focus = near?.key ?? "";
      if (had) board.element(focus)?.focus({ preventScroll: true });
    }
    for (const { key } of all) {
      const el = board.element(key);
      if (el) el.tabIndex = key === focus ? 0 : -1;
    }
  }

  /** @param {KeyboardEvent} event */
  function keyed(event) {
    const on = event.target instanceof Element ? event.target : null;
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented || document.querySelector("dialog[open]")) return;
    if (on?.closest("input, textarea, select") || ((event.key === " " || event.key === "Enter") && on?.closest("button, a"))) return;
    if (event.key === "Escape" && pointer.active) return pointer.cancel();
    if (event.key === "Enter" && facts().phase === "stopped") return ready();
    if (state.me === null || !state.table) return;
    const action = pressKey(event.key, {
      spots: spots(),
      focus: document.activeElement === board.element(focus) ? focus : null,
      picked: hand.picked,
      targets: hand.targets,
      aim: hand.aim,
      parts: hand.parts,
      piles: pileKeys(state.table.specs, state.me),
    });
    if (!action) return;
    event.preventDefault();
    usesKeys = true;
    if (!(event.repeat && action.do === "flip")) act(action);
  }

  /** @param {NonNullable<import("../table/keys.js").Action>} action */
  function act(action) {
    if (action.do === "flip") return hand.flip();
    if (action.do === "focus") {
      focus = action.key;
      keepFocus(false);
      return board.element(focus)?.focus({ preventScroll: true });
    }
    if (action.do === "press" && action.spot.card === null) return hand.flip();
    if (action.do === "press" || action.do === "pick") {
      const { pile, cards } = action.do === "pick" ? action.picked : { pile: action.spot.pile, cards: hand.liftable(action.spot.pile, action.spot.card) };
      if (!cards) return;
      focus = cards[0];
      hand.pick({ pile, cards }, true);
      board.element(focus)?.focus({ preventScroll: true });
      return ctx.say(t("said.picked", { card: called(cards[0]), n: hand.targets.length }));
    }
    const { picked } = hand;
    if (!picked) return;
    if (action.do === "aim") {
      hand.aimAt(action.target);
      const top = state.table?.piles[action.target]?.slice(-1)[0];
      const place = pileName(state.table?.specs ?? [], action.target);
      return ctx.say(t("said.aim", { place: typeof top === "string" ? t("card.on", { card: called(top), pile: place }) : place }));
    }
    if (action.do === "play") return hand.play(picked.pile, picked.cards, action.target);
    ctx.say(t("said.back", { card: called(picked.cards[0]) }));
    hand.drop();
  }

  // --- life -------------------------------------------------------------------------------------------------------------------

  const size = new ResizeObserver(() => draw());
  size.observe(table);
  const off = store.on(heard);
  document.addEventListener("keydown", keyed);
  // A button that was pressed with a pointer lets the focus go: Space is to flip, not to press it again.
  table.addEventListener("click", ({ detail, target }) => {
    if (detail > 0 && target instanceof Element) target.closest("button")?.blur();
  });
  draw();
  return () => {
    off();
    document.removeEventListener("keydown", keyed);
    size.disconnect();
    pointer.stop();
    clearTimeout(clock);
    cancelAnimationFrame(asked);
    table.remove();
  };
}
