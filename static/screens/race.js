// @ts-check
// A round that all play at once: the countdown, stops that ask for Ready, votes when nobody can go on.

import { t } from "../core/i18n.js";
import { deckOf } from "../table/cards.js";

/** The deal is shown only to those who are there when it begins: with so much of the countdown left. */
const DEAL_LEFT_MS = 2600;

/** @param {import("./pace.js").Desk} desk @returns {import("./pace.js").Pace} */
export function createRace({ state, socket, facts, options, playing, news, draw }) {
  const open = () => facts().phase === "race" && playing();

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
    if (how === "pass") news().pass();
    else if (state.me !== null && open() && votesStuck() !== (how === "stuck")) socket.move([how]);
    draw();
  }
  const turnVote = () => vote(votesStuck() ? "unstuck" : "stuck");

  const readyNow = () => state.pending.some(({ m }) => m[0] === "ready");
  function ready() {
    const asked = facts().phase === "stopped" && state.me !== null && options().king_stop !== "auto" && !facts().ready.includes(state.me);
    if (asked && !readyNow()) socket.move(["ready"]);
    draw();
  }
  const nothing = () => {};

  return {
    open,
    waiting: () => !open(),
    // After a stop no move of before can come true any more.
    pending: () => (open() ? state.pending : []),
    send: (move) => void socket.move(move),
    deals: () => facts().phase === "countdown" && (state.table?.due.go ?? 0) - performance.now() > DEAL_LEFT_MS,
    mover: (card, below) => (deckOf(card) === below ? null : deckOf(card)),
    turnOf: () => null,
    button: () => ({ label: t(votesStuck() ? "table.unstuck" : "table.stuck"), can: open() }),
    press: turnVote,
    rail: () => ({
      stuck: stuckSeats(),
      passed: news().passed,
      quietSince: open() && state.connection === "open" ? news().quietSince : null,
      nudge: Number(options().stuck_nudge_s ?? 60),
      gone: news().sentBack,
      turn: null,
    }),
    sheet: () => ({ votes: options().king_stop !== "auto", ready: readyNow(), wentAt: news().wentAt, ending: null }),
    keys: () => (facts().phase === "stopped" ? "stop" : open() ? "race" : "wait"),
    commands: { ready, stuck: turnVote, button: nothing, send: nothing, take_back: nothing },
    pressed(what) {
      if (what !== "stuck" && what !== "unstuck" && what !== "pass") return false;
      vote(what);
      return true;
    },
    tapped: () => false,
    hear: nothing,
    drawn: nothing,
    stop: nothing,
  };
}
