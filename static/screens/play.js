// @ts-check
// The table while a round is played: store, hand and clock on one side, the drawing modules on the other.

import { inGame, t } from "../core/i18n.js";
import { AWAY_IN_TURNS_MS, createAway } from "../table/away.js";
import { listen } from "../table/drag.js";
import { withPending } from "../table/fits.js";
import { createHand } from "../table/hand.js";
import { lineOf, STAY_MS, voted } from "../table/rail.js";
import { createBoard, make } from "../table/render.js";
import { changesIn, sheetOf } from "../table/sheet.js";
import { createApart } from "./apart.js";
import { createBar, SLOW_MS } from "./bar.js";
import { createKeyboard } from "./keyboard.js";
import { openKeys } from "./keys.js";
import { called, pileName } from "./naming.js";
import { createNews } from "./news.js";
import { number } from "./pieces.js";
import { createRace } from "./race.js";
import { createRail } from "./rail.js";
import { createPlate, createSeats, peek as openCards } from "./seats.js";
import { createSheet } from "./sheet.js";
import { createSolo } from "./solo.js";
import { createSounds } from "./sounds.js";
import { styled } from "./styled.js";
import { openTalk, talkOf } from "./talk.js";
import { createTurns } from "./turns.js";

/** @typedef {import("../app.js").Ctx} Ctx */
/** @typedef {import("../table/render.js").View} View */
/** @typedef {import("../table/render.js").Player} Player */
/** @typedef {import("../table/game.js").Game} Game */

/** So many moves of one's own may wait for their answer; then the hand waits too. */
const AHEAD = 4;
/** A connection that is back sooner than this was not lost: the hand stays free and nothing is said. */
const PATIENCE_MS = 250;
/** The level of a bot that plays for somebody away. */
const STAND_IN = "steady";
/** The clock of lines that say a time. */
const TICK_MS = 500;
/** Lines of the rail that ask the host something, or say why nothing happens. */
const QUESTIONS = ["rail.away", "rail.away.wait", "rail.claim"];
const PACES = { race: createRace, turns: createTurns, solo: createSolo };

/**
 * The table of a game, when its module and its style sheet are there.
 * @param {string} key
 * @returns {Promise<{mount: (root: HTMLElement, ctx: Ctx) => () => void}>}
 */
export async function load(key) {
  const { default: game } = await import(`../games/${key}.js`);
  const sheets = [...(game.pace === "solo" || game.apart ? ["static/style/solo.css"] : []), ...[game.style ?? []].flat()];
  await Promise.all(sheets.map(styled));
  return { mount: (root, ctx) => open(root, ctx, game) };
}

/** @param {HTMLElement} root @param {Ctx} ctx @param {Game} game @returns {() => void} */
function open(root, ctx, game) {
  const { store, socket } = ctx;
  const { state } = store;
  const table = make("main", ["table", game.like, game.key].filter(Boolean).join(" "));
  root.append(table);
  const board = createBoard(table, game, { stock: (n) => t("table.stock", { n }) });
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
  /** When the connection was lost, as long as it is. @type {number | null} */
  let lostAt = null;
  const cut = () => lostAt !== null && performance.now() - lostAt >= PATIENCE_MS;
  const away = createAway(game.pace === "turns" ? AWAY_IN_TURNS_MS : undefined);
  /** A room seat as a seat of the round, or -1. @param {number} place */
  const inRound = (place) => players().indexOf(place);
  /** The seats of the round that want a pause or, in one, to go on. */
  const pausing = () => (state.room?.pausing ?? []).map(inRound).filter((seat) => seat >= 0);
  /** @param {number} seat of the round */
  const nameOf = (seat) => (seat === state.me ? t("table.you") : player(seat).name);

  /** No chair is free, also from the next round. */
  const full = () => (state.room?.seats ?? []).filter(({ gone }) => !gone).length >= Number(options().players ?? Infinity);

  // --- what is drawn ------------------------------------------------------------------------------------------------------

  /** Truth and own moves together. */
  function sight() {
    const { table: truth, me } = state;
    if (!truth) return null;
    const pending = me === null ? [] : pace.pending();
    return { specs: truth.specs, ...withPending(truth.specs, truth.piles, me ?? watched, pending, { flip: Number(options().flip ?? game.flips ?? 3) }) };
  }

  /** @param {number} seat @returns {Player} */
  function player(seat) {
    const { room, presence } = state;
    const place = room?.players[seat] ?? 0;
    const own = room?.seats.find((one) => one.seat === place);
    const here = own?.bot || own?.stand_in || (presence?.here.includes(place) ?? true);
    const slow = (presence?.ms[String(place)] ?? 0) > SLOW_MS;
    const off = seat === state.me && state.connection !== "open";
    const dot = own?.gone ? "gone" : !here || off ? "away" : own?.bot || own?.stand_in ? "bot" : slow ? "slow" : "ok";
    return { stand_in: Boolean(own?.stand_in) && !own?.gone, seat, owner: place + 1, name: own?.name ?? "", total: own?.total ?? 0, dot };
  }

  /** @returns {View & {made: Map<string, number>} | null} */
  function view() {
    const seen = sight();
    const { table: truth, room, me } = state;
    if (!seen || !truth || !room) return null;
    const position = { ...seen, facts: truth.facts, options: options(), seat: me ?? Math.min(watched, room.players.length - 1), own: me !== null, players: room.players };
    return {
      ...position,
      round: truth.round,
      shown: room.players.map((_, seat) => game.shown(position, seat)),
      turn: pace.turnOf(),
      seats: room.players.map((_, seat) => player(seat)),
      goal: Number(options().target ?? 0),
      waiting: pace.waiting(),
      picked: hand.picked,
      raised: panel?.chosen ?? [],
      dim: panel?.dim ?? [],
      lowest: hand.cards?.cards[0] ?? null,
      targets: hand.targets,
      aim: hand.aim,
      label: (card, pile) => t("card.on", { card: called(card), pile: nameOfPile(truth.specs, pile) }),
    };
  }

  /** A move would be taken now. */
  const free = () => pace.open() && !cut();
  /** @param {import("../core/store.js").Move} move */
  function send(move) {
    news.refusal = null;
    pace.send(move);
    draw();
  }
  /** @param {import("../wire.js").PileSpec[]} specs @param {string} pile */
  const nameOfPile = (specs, pile) => game.pileName?.(specs, pile) ?? pileName(specs, pile);

  const sounds = createSounds(store, game);
  const pace = (game.apart ? createApart : PACES[/** @type {keyof typeof PACES} */ (game.pace)])({
    ctx, game, state, socket, table, board, facts, options, playing, news: () => news, view, nameOf, draw: () => draw(), letGo: () => void hand.drop(), say: ctx.say, sound: sounds.play,
  });
  const panel = game.createPanel?.({ table, send, changed: (order) => (order && pace.ordered?.(order), draw()), say: ctx.say, room: () => state.room }) ?? null;

  const hand = createHand({
    look() {
      const seen = free() && state.pending.length < AHEAD ? sight() : null;
      if (!seen || state.me === null) return null;
      const redeals = game.redeals ? game.redeals(facts(), state.me) : facts().redeals;
      return { ...seen, me: state.me, turns: game.flips !== 0, again: redeals !== 0 };
    },
    send(move) {
      if (keyboard.used && Array.isArray(move[2])) ctx.say(t("said.played", { card: called(move[2][0]) }));
      send(move);
    },
    final: (move) => game.final?.(state.table?.specs ?? [], move) ?? false,
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
    const resized = board.resize({ ...screenNow(), players: now.players.length, rivals: rivals.length, counts: game.counts(now.specs, now.piles, now.seat) });
    const refused = new Set([...made].filter(([card, k]) => !now.made.has(card) && !news.confirmed.has(k)).map(([card]) => card));
    made = now.made;
    const deal = pace.deals();
    table.classList.toggle("waiting", now.waiting);
    table.classList.toggle("lost", cut());
    board.draw(now, {
      refused,
      still: (still || resized) && !deal,
      deal,
      from(card) {
        const mover = pace.mover(card, now.seat);
        return mover === null ? null : seats.from(card, mover, table);
      },
    });
    seats.draw(now, board.geometry, rivals);
    const button = now.own ? pace.button(now) : full() ? null : { label: t("sit.action"), can: true };
    plate.draw(now, board.geometry, { button: button && { ...button, can: button.can && !(now.own && cut()) }, sits: state.seat !== null });
    bar.draw(state, now.own ? now.seats[now.seat] : null, talks());
    panel?.draw({ position: now, geometry: board.geometry, me: state.me, open: free(), hints: state.table?.hints ?? null, picked: hand.cards, nameOf });
    pace.drawn();
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
  const bar = createBar(zones.bar, game, { home: () => ctx.go(""), talk, rules: () => ctx.rules(), menu: () => ctx.menu() }, pace.bar);
  zones.middle.setAttribute("aria-label", inGame(game.key, "table.middle"));

  const seats = createSeats(
    zones.rivals,
    {
      points: (one) => number(one.total),
      dot: (one) => (one.stand_in ? t("table.stand_in") : t(`table.dot.${one.dot}`)),
      dots: { ok: t("table.dot.ok"), slow: t("table.dot.slow"), away: t("table.dot.away"), gone: t("table.dot.gone"), bot: t("table.dot.bot") },
      stand_in: t("lobby.bot"),
    },
    (seat) => {
      if (panel?.seat?.(seat) || pace.seat?.(seat)) return;
      if (state.me === null) watched = seat;
      else peek = peek?.seat === seat ? null : { seat, until: performance.now() + STAY_MS.peek };
      const seen = peek && view();
      if (seen) {
        const cards = game.peek(seen, seat).flatMap(({ card }) => (card ? [called(card)] : []));
        ctx.say(cards.length ? t("said.peek", { name: nameOf(seat), cards: cards.join(", ") }) : t("said.peek.none", { name: nameOf(seat) }));
      }
      draw();
    },
  );
  const plate = createPlate(
    zones.own,
    {
      you: t("table.you"),
      watching: t("table.watching"),
      later: inGame(game.key, "table.later"),
      of: (goal) => t("table.of", { goal }),
      keys: game.plateKeys,
    },
    () => (state.me === null ? void ctx.sit() : pace.press()),
  );

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
    if (pace.pressed(what)) return;
    if (what === "pause" || what === "unpause") pause();
    else if (what === "no_pause") news.unpaused = voted(pausing());
    else if (what === "stand_in" && absent !== null) socket.send({ t: "bot", seat: absent, level: STAND_IN });
    else if (what === "no_bot" && absent !== null) away.pass(absent);
    else if ((what === "grant" || what === "deny") && claim) socket.send({ t: "grant", id: claim.id, on: what === "grant" });
    draw();
  }

  const rail = createRail(zones.rail, game.key, pressed);
  const cover = createSheet(sheetBox, { ready: () => pace.commands.ready(), pause });

  // --- what changes with time ----------------------------------------------------------------------------------------------------

  const hosts = () => state.seat !== null && state.room?.host === state.seat;
  /** The first claim, for the host. @returns {import("../table/rail.js").Asked | null} */
  function claimed() {
    const claim = hosts() ? state.claims[0] : undefined;
    return claim ? { id: claim.id, name: claim.name, whose: state.room?.seats.find(({ seat }) => seat === claim.seat)?.name ?? "" } : null;
  }
  /** Somebody who has been away for long: a seat of the round. @param {number} now */
  function absentSeat(now) {
    const { room, presence } = state;
    const persons = (room?.seats ?? []).filter((one) => !one.bot && !one.gone && !one.stand_in && one.seat !== state.seat && inRound(one.seat) >= 0);
    away.see(presence ? persons.map(({ seat }) => seat).filter((seat) => !presence.here.includes(seat)) : [], now);
    const longest = away.longest(now);
    return longest === null ? null : inRound(longest);
  }

  /** The question that was heard last. */
  let heard = "";
  /** Questions that nothing else tells are told when they come up. @param {import("../table/rail.js").Line | null} line */
  function ask(line) {
    const asks = line && QUESTIONS.includes(line.key) ? t(line.key, { ...line.slots, name: line.seat === null ? line.slots.name ?? "" : nameOf(line.seat) }) : "";
    if (asks && asks !== heard) ctx.say(asks);
    heard = asks;
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
    const paced = pace.rail(now);
    const absent = absentSeat(now);
    // What becomes of a seat is the host's to say; the others hear why nothing happens.
    if (paced.turn && absent !== null && absent === paced.turn.seat && !hosts()) paced.turn.line = { key: "rail.away.wait", slots: {}, card: null };
    const line = lineOf({
      now,
      lost: cut() ? state.pending.length : null,
      paused: room.paused,
      pausing: room.paused ? [] : pausing(),
      unpaused: news.unpaused,
      claim: claimed(),
      away: hosts() && !game.apart ? absent : null, // a bot plays nobody's solitaire
      phase: facts().phase,
      me,
      players: players().length,
      ...paced,
      refusal: news.refusal,
      news: news.line,
      hand: cards && { card: cards.cards[0], targets: hand.targets.length, keys: hand.keys },
      peek: peek?.seat ?? null,
    });
    ask(line);
    const seen = line?.tone === "peek" && peek ? view() : null;
    const open = () => (seen && peek ? openCards(game.peek(seen, peek.seat)) : null);
    rail.draw(line, { players: players(), nameOf, stuck: paced.stuck, peek: open, peeked: seen?.piles });

    const covering = pace.sheet();
    const given = covering && { now, facts: truth.facts, due: truth.due, piles: truth.piles, me, pause: room.paused ? { wants: pausing(), due: room.due.resume ?? null } : null, ...covering };
    cover.draw(given && sheetOf(given), { players: players(), me, nameOf }, board.geometry.zones.middle);
    if (pressing && document.activeElement === document.body) keyboard.take();
    clearTimeout(clock);
    clock = setTimeout(speakOfTime, Math.min((given && changesIn(given)) ?? TICK_MS, TICK_MS) + 1);
  }

  // --- news, pointer and keyboard ---------------------------------------------------------------------------------------------

  const news = createNews({
    state,
    say: ctx.say,
    nameOf,
    game,
    live: () => pace.open(),
    stuck: () => pace.rail(performance.now()).stuck,
    letGo() {
      const had = hand.cards !== null;
      pointer.cancel();
      hand.drop();
      return had;
    },
  });

  const pointer = listen(table, board, {
    lifts: (pile, card) => hand.liftable(pile, card) ?? panel?.lifts?.(pile, card) ?? null,
    targets(_, cards) {
      const now = view();
      return (now?.targets ?? []).flatMap((id) => {
        const box = board.box(id, cards[0]);
        return box ? [{ id, box }] : [];
      });
    },
    held: (pile, cards) => void (hand.liftable(pile, cards[0]) && hand.take(pile, cards)),
    aimed: hand.over,
    dropped(pile, cards, target, over) {
      if (hand.held) return hand.release(pile, cards, target);
      panel?.drop?.(cards, over);
      draw();
    },
    tapped(pile, card) {
      keyboard.rest();
      if (pace.tapped(pile, card) || panel?.tap?.(pile, card)) return;
      hand.tap(pile, card);
    },
    best(pile, card) {
      if (!pace.tapped(pile, card) && !(panel?.best ? panel.best(pile, card) : panel?.tap?.(pile, card))) hand.best(pile, card);
    },
    missed: () => void pace.tapped("", null),
    slipped: hand.slipped,
    cancelled: () => void (hand.drop() || draw()),
  });

  /** @returns {import("../table/keys.js").Turn} */
  function turn() {
    if (state.me === null) return "watch";
    if (cut()) return "wait";
    return state.room?.paused && game.pace !== "solo" ? "pause" : pace.keys(); // alone nobody has to be asked to go on
  }
  const keyboard = createKeyboard(table, {
    state,
    board,
    hand,
    pointer,
    say: ctx.say,
    turn,
    game,
    panel,
    placeName: nameOfPile,
    run: { ...pace.commands, pause, menu: () => ctx.menu(), talk, keys: () => openKeys(game) },
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
    pace.hear(event);
    if (event.type === "connection") connected(event.silent === true);
    soon();
  });
  // A button that was pressed with a pointer lets the focus go: Space is to flip, not to press it again.
  table.addEventListener("click", ({ detail, target }) => {
    if (detail > 0 && target instanceof Element) target.closest("button")?.blur();
  });
  const dressed = () => ((screen = null), draw({ still: true })); // the hand may be another one
  addEventListener("pounce:dress", dressed);
  draw();
  return () => {
    off();
    sounds.stop();
    pace.stop();
    panel?.stop();
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
