// @ts-check
// A game for one: nobody is waited for, no time runs while nobody looks, and every move can be taken back.
//
// Undo, redo and restart are moves of the room: only the server knows what they lead to, so nothing is drawn until it answers, and
// nothing else is moved meanwhile. Several of them wait in their order.

import { dailyPath, dayOf } from "../core/daily.js";
import { inGame, t } from "../core/i18n.js";
import { endOf, keepEnd } from "../core/tally.js";
import { sizeOf } from "../table/layout.js";
import { STAY_MS } from "../table/rail.js";
import { lay, make } from "../table/render.js";
import { begin, beginDaily } from "./alone.js";
import { createHint } from "./hint.js";
import { press } from "./naming.js";
import { askName, clock, duration, icon, renew } from "./pieces.js";
import { createRising } from "./rising.js";

/** @typedef {import("../core/store.js").Move} Move */
/** @typedef {"undo" | "redo" | "restart"} Rewind */

const REWINDS = ["undo", "redo", "restart"];
/** @param {{m: Move}} move */
const rewinds = ({ m }) => REWINDS.includes(String(m[0]));

/**
 * How many steps can be taken back and made again once all that waits has happened.
 * @param {number[]} steps @param {{m: Move}[]} pending
 * @returns {[number, number]}
 */
export function stepsAfter([back, forward], pending) {
  for (const { m } of pending) {
    if (m[0] === "undo") [back, forward] = back > 0 ? [back - 1, forward + 1] : [back, forward];
    else if (m[0] === "redo") [back, forward] = forward > 0 ? [back + 1, forward - 1] : [back, forward];
    else [back, forward] = [back + 1, 0];
  }
  return [back, forward];
}

/** Moves up to the first step back: what comes after it is made on cards that nobody knows yet. @template {{m: Move}} Pending @param {Pending[]} pending @returns {Pending[]} */
export function drawn(pending) {
  const at = pending.findIndex(rewinds);
  return at < 0 ? pending : pending.slice(0, at);
}

/** @param {import("./pace.js").Desk} desk @returns {import("./pace.js").Pace} */
export function createSolo({ ctx, game, state, socket, table, board, facts, news, view, draw, letGo, say }) {
  table.classList.add("alone");
  const mine = () => state.me !== null;
  const over = () => state.room?.phase === "over";
  const won = () => (state.room?.sheet?.winners.length ?? 0) > 0;
  /** What was asked of the room, until it has answered: true for a pause. @type {boolean | null} */
  let asked = null;
  /** Whether a move would find the table paused: one that follows the wish to go on would not. */
  const stands = () => asked ?? Boolean(state.room?.paused);
  const playing = () => state.room?.phase === "play" && !stands();
  const open = () => mine() && playing() && !state.pending.some(rewinds);
  const steps = () => stepsAfter(state.table?.steps ?? [0, 0], state.pending);

  /** Says why nothing happens. @param {string} key */
  function tell(key) {
    news().line = { key, slots: {}, seat: null, until: performance.now() + STAY_MS.news };
    say(t(key));
    draw();
  }

  // --- back and forward -------------------------------------------------------------------------------------------------

  /** @param {Rewind} what */
  function can(what) {
    if (!mine() || stands() || (over() && won())) return false;
    const [back, forward] = steps();
    return what === "redo" ? forward > 0 : back > 0 && (what === "undo" || state.pending.at(-1)?.m[0] !== "restart");
  }
  /** @param {Rewind} what */
  function rewind(what) {
    rising.end();
    if (can(what)) {
      socket.move([what]);
      say(t(`solo.said.${what}`));
    }
    draw();
  }

  // --- cards that go up by themselves -----------------------------------------------------------------------------------

  /** Steps back that are not answered. @type {Set<number>} */
  const steppedBack = new Set();
  const rising = createRising({
    state,
    next() {
      const now = open() && !state.pending.length ? view() : null;
      return now && (game.safe?.(now) ?? null);
    },
    send: (move) => void socket.move(move),
    draw,
  });
  function top() {
    if (open() && !rising.start()) tell("solo.said.none_up");
  }

  // --- another deal -----------------------------------------------------------------------------------------------------

  /** @param {number | null} deal  null: any */
  async function fresh(deal) {
    const { room } = state;
    if (!room) return;
    const touched = steps().some((n) => n > 0);
    await begin(ctx, room.game, { deal, options: room.options }, () => {
      if (mine() && !touched && !over() && !room.day) socket.send({ t: "leave" }); // nothing was played: nothing to come back to
    });
  }
  /** The same cards again: at this table where that can be taken back, else at a new one. Those of a day are played at one table. */
  const again = () => (can("restart") ? rewind("restart") : void fresh(state.room?.deal ?? null));
  const repeats = () => can("restart") || !state.room?.day;
  let there = true;
  /** To the results of the day. Whoever has told nobody a name may do it on the way: it is this table that says it to the results. */
  async function results() {
    const { room } = state;
    if (!room?.day) return;
    if (mine() && room.day === dayOf() && !ctx.name()) {
      const name = await askName({ title: t("daily.as"), name: "", action: t("daily.results"), hint: t("daily.as.what", { name: t("solo.player") }) });
      if (!there) return; // the way led elsewhere
      if (name !== null) {
        socket.send({ t: "rename", name });
        await ctx.api.rename(name).catch(ctx.regret);
      }
    }
    if (there) ctx.go(dailyPath({ game: room.game, day: room.day }));
  }
  /** What an onlooker sees, played by himself. */
  function ownDeal() {
    const { room } = state;
    if (!room?.day) return void fresh(room?.deal ?? null);
    if (room.day === dayOf()) void beginDaily(ctx, room.game);
    else void results();
  }

  // --- hints ------------------------------------------------------------------------------------------------------------

  const hint = createHint({ game, state, socket, table, board, view, draw, letGo, say, open: () => mine() && playing() && !rising.on && state.connection === "open", tell });

  // --- time -------------------------------------------------------------------------------------------------------------

  /** How long it had been played when a pause began. */
  let stood = 0;
  /** @param {number} now */
  function played(now) {
    const { room } = state;
    if (room?.sheet && over()) return room.sheet.lasted;
    return room?.paused ? stood : now - (room?.due.began ?? now);
  }
  const stand = () => (stood = performance.now() - (state.room?.due.began ?? performance.now()));
  stand();

  /** No time passes at a page that is hidden. */
  function look() {
    const { room } = state;
    if (!room || !mine() || room.phase !== "play" || state.connection !== "open") return void (asked = null);
    const hidden = document.hidden;
    if (room.paused === asked) asked = null;
    if (stands() === hidden) return;
    asked = hidden;
    socket.send({ t: "pause", on: hidden });
  }
  document.addEventListener("visibilitychange", look);
  look();

  // --- bar, buttons, end ------------------------------------------------------------------------------------------------

  const count = make("span", "up");
  const time = make("span", "time");
  time.setAttribute("role", "timer");
  const helped = make("span", "helped", icon("hint"), make("span", "", t("hint.helped")));
  helped.setAttribute("role", "img");
  helped.setAttribute("aria-label", t("hint.helped.what"));
  helped.title = t("hint.helped.what");
  const moves = make("span", "moves");
  const bar = make("span", "facts", helped, count, moves, time);
  const tools = make("section", "tools");
  tools.setAttribute("aria-label", t("solo.tools"));
  tools.addEventListener("mousedown", (event) => event.preventDefault()); // a click leaves Space to the stock
  const end = make("section", "end-sheet");
  end.hidden = true;
  table.append(tools, end);

  /** @type {[string, string, () => void, () => boolean][]} */
  const TOOLS = [
    ["undo", "undo", () => rewind("undo"), () => can("undo")],
    ["redo", "redo", () => rewind("redo"), () => can("redo")],
    ["hint", "hint", () => hint.ask("fair"), open],
    ["top", "top", top, open],
    ["restart", "again", () => rewind("restart"), () => can("restart")],
    ["fresh", "fresh", () => void fresh(null), mine],
  ];
  const buttons = TOOLS.map(([key, sign, run, may]) => {
    const button = press("tool", () => may() && run(), icon(sign), make("span", "", t(`solo.${key}`)));
    button.dataset.key = key;
    tools.append(button);
    if (key === "hint") hint.listen(button);
    return { key, button, may };
  });
  const own = press("btn small primary", ownDeal, t(state.room?.day ? "daily.own" : "solo.own"));
  own.dataset.key = "own";
  tools.append(own);

  function drawTools() {
    for (const { key, button, may } of buttons) {
      if (key === "hint") {
        button.classList.toggle("thinks", hint.thinks);
        button.setAttribute("aria-busy", String(hint.thinks));
      }
      button.hidden = !mine();
      button.setAttribute("aria-disabled", String(!may()));
    }
    own.hidden = mine();
    const { tools: box, shape } = board.geometry;
    if (box) lay(tools, box);
    const home = shape === "lying" ? tools : table.querySelector(".bar > .end");
    if (home && bar.parentElement !== home) home.prepend(bar);
  }

  /** To give up is a step, and no move. */
  const moved = () => (state.table?.steps?.[0] ?? 0) - (facts().ended === "given_up" ? 1 : 0);
  function drawFacts() {
    const now = view();
    const up = (now?.specs ?? []).reduce((sum, { id, kind }) => sum + (kind === "foundation" ? sizeOf(now?.piles[id] ?? [0]) : 0), 0);
    helped.hidden = !state.room?.helped;
    renew(count, up, () => [make("b", "", String(up)), t("solo.of")]);
    renew(moves, moved(), () => [t("solo.moves", { n: moved() })]);
  }
  function drawTime() {
    const text = clock(played(performance.now()));
    if (time.textContent !== text) time.textContent = text;
  }

  /** @param {string} key @param {() => void} run @param {boolean} first */
  function choice(key, run, first) {
    const button = press(`btn ${first ? "primary" : ""}`, run, t(`solo.end.${key}`));
    button.dataset.key = `end-${key}`;
    return button;
  }
  /** The way to the statistics: a sign, since there is no room on a phone for one more word. */
  function numbers() {
    const open = () => import("./stats.js").then(({ openStats }) => openStats(ctx, game.key, state.room?.options), ctx.regret);
    const button = press("btn sign-only", () => void open(), icon("chart"));
    button.dataset.key = "end-stats";
    button.title = t("stats.title");
    button.setAttribute("aria-label", button.title);
    return button;
  }
  /** The title of the end that was said. */
  let told = "";
  function drawEnd() {
    const sheet = over() ? state.room?.sheet : null;
    const verdict = sheet ? null : hint.verdict();
    end.hidden = !(sheet || verdict) || state.pending.some(rewinds);
    if (!sheet) told = "";
    if (sheet) drawOver(sheet);
    else if (verdict) drawVerdict(verdict);
    const place = board.geometry.zones.own;
    const { height } = board.geometry.screen;
    const where = sheet && won() ? `top:${place.y + place.h * 0.58}px;transform:translate(-50%,-50%)` : `bottom:${height - place.y - place.h}px`;
    end.style.cssText = `left:${place.x + place.w / 2}px;max-width:${place.w}px;${where}`;
  }
  /** @param {import("../wire.js").Sheet} sheet */
  function drawOver(sheet) {
    const { ended } = facts();
    const n = moved();
    const title = inGame(game.key, `solo.end.title.${won() ? "won" : ended === "given_up" ? "given_up" : "stuck"}`);
    const text = t(won() ? "solo.end.text.won" : "solo.end.text.lost", { n, time: duration(sheet.lasted), up: sheet.rows[0]?.points ?? 0 });
    const day = state.room?.day;
    renew(end, [title, text, mine(), can("undo"), repeats(), state.room?.helped], () => [
      make("h2", "", title),
      make("p", "", text),
      ...(state.room?.helped ? [make("p", "helped", icon("hint"), t("hint.helped.what"))] : []),
      make(
        "div",
        "row",
        ...(mine() && can("undo") ? [choice("undo", () => rewind("undo"), true)] : []),
        ...(day ? [choice("results", () => void results(), won())] : []),
        choice("fresh", () => void fresh(null), won() && !day),
        ...(repeats() ? [choice("again", again, false)] : []),
        choice("home", () => ctx.go(""), false),
        ...(mine() ? [numbers()] : []),
      ),
    ]);
    if (told === title) return;
    told = title;
    say(`${title}${title.endsWith("!") ? "" : "."} ${text}`);
    keepEnd(endOf(state, n));
  }
  /** Nothing helps any more, by what a hint found: but the table goes on, for who wants to. @param {{title: string, text: string}} verdict */
  function drawVerdict({ title, text }) {
    renew(end, [title, text, can("undo")], () => {
      const cross = press("icon", hint.close, icon("close"));
      cross.dataset.key = "end-close";
      cross.setAttribute("aria-label", t("hint.dismiss"));
      return [
        cross,
        make("h2", "", title),
        make("p", "", text),
        make(
          "div",
          "row",
          ...(can("undo") ? [choice("undo", () => rewind("undo"), true)] : []),
          ...(can("restart") ? [choice("again", again, !can("undo"))] : []),
          choice("fresh", () => void fresh(null), !can("undo")),
        ),
      ];
    });
  }

  // The deal is seen by who is there when it begins.
  const dealtAt = (state.table?.steps ?? [1]).every((n) => n === 0) && played(performance.now()) < 3000 ? performance.now() : -Infinity;
  const nothing = () => {};

  return {
    bar,
    open,
    waiting: () => false,
    pending: () => drawn(state.pending),
    send(move) {
      rising.end();
      socket.move(move);
    },
    deals: () => performance.now() - dealtAt < 1000,
    mover: () => null,
    turnOf: () => null,
    button: () => null,
    press: nothing,
    rail() {
      drawTime();
      return { stuck: [], passed: null, quietSince: null, nudge: 0, gone: false, turn: null, phase: "play", paused: false, hint: hint.line() };
    },
    sheet: () => null,
    keys: () => (mine() ? "alone" : "watch"),
    commands: {
      ready: nothing,
      stuck: nothing,
      button: nothing,
      send: nothing,
      take_back: nothing,
      undo: () => rewind("undo"),
      redo: () => rewind("redo"),
      restart: () => rewind("restart"),
      top,
      fresh: () => void fresh(null),
      hint: () => hint.ask("fair"),
      winning: hint.winning,
    },
    pressed: () => false,
    ordered: hint.ordered,
    tapped(pile) {
      const spec = state.table?.specs.find(({ id }) => id === pile);
      if (spec?.kind === "stock" && open() && game.flips !== 0 && facts().redeals === 0 && !sizeOf(state.table?.piles[pile] ?? [0])) tell("solo.said.no_redeal");
      return false;
    },
    hear(event) {
      hint.hear(event);
      if (event.type === "room" && state.room?.paused) stand();
      if (event.type === "connection") asked = null;
      if (event.type === "refused" || event.type === "dropped") rising.end();
      if (event.type === "frame" && event.own && !rising.on && open()) {
        const now = view();
        // After a step back somebody wants to look, not to see it happen again.
        if (now && !steppedBack.has(event.frame.k ?? -1) && game.runsOut?.(now)) rising.start();
      }
      if (event.type === "pending") for (const move of state.pending) if (rewinds(move)) steppedBack.add(move.k);
      look();
      rising.rise();
    },
    drawn() {
      drawTools();
      drawFacts();
      drawTime();
      drawEnd();
      hint.drawn();
    },
    stop() {
      there = false;
      hint.stop();
      rising.end();
      document.removeEventListener("visibilitychange", look);
      tools.remove();
      end.remove();
    },
  };
}
