// @ts-check
// A round in turns: whose turn it is and for how long, a call for who does not look, and moves that are held for a moment
// because nobody could take them back.

import { t } from "../core/i18n.js";
import { createHeld } from "../table/held.js";
import { lay, make } from "../table/render.js";

/** The number of a move that is not sent yet. */
const UNSENT = -1;

/** @typedef {import("../core/store.js").Move} Move */

/** @param {import("./pace.js").Desk} desk @returns {import("./pace.js").Pace} */
export function createTurns({ game, state, socket, table, board, facts, playing, view, nameOf, draw, say, sound }) {
  const turnOf = () => (facts().phase === "over" ? null : /** @type {number | null} */ (facts().turn ?? null));
  /** A move that ends the turn is under way. */
  const ending = () => state.pending.some(({ m }) => game.final?.(state.table?.specs ?? [], m));
  const mine = () => state.me !== null && turnOf() === state.me;
  const open = () => mine() && playing() && !held.move && !ending();
  /** The table is as it is drawn: what a move under way will bring may make another one of the button, or none. */
  const settled = () => open() && !state.pending.length;

  // --- a move that waits ------------------------------------------------------------------------------------------------

  const held = createHeld({
    send(move) {
      if (mine() && playing()) socket.move(move);
    },
  });
  const ring = make("div", "held-ring");
  ring.innerHTML = '<svg viewBox="0 0 100 140" preserveAspectRatio="none" aria-hidden="true"><rect x="2" y="2" width="96" height="136" rx="9" pathLength="100"/></svg>';
  const holds = () => document.documentElement.dataset.hold !== "off";

  /** The round to which the move belongs: every round has the same cards. */
  let heldIn = "";
  const round = () => `${state.room?.match} ${state.table?.round}`;

  /** @param {Move} move */
  function hold(move) {
    heldIn = round();
    const due = state.table?.due[`turn${state.me}`];
    held.hold(move, due && due - performance.now(), draw);
    if (!held.move) return;
    ring.style.setProperty("--held-ms", `${held.ms}ms`);
    say(t("said.held"));
  }
  function release() {
    held.release();
    draw();
  }
  function takeBack() {
    if (held.drop()) say(t("said.taken_back"));
    draw();
  }
  addEventListener("pagehide", held.release);

  // --- a call -----------------------------------------------------------------------------------------------------------

  let called = false;
  /** The title before a call. @type {string | null} */
  let title = null;
  /** A hidden page says in its title that it is its turn, and softly once. */
  function call() {
    const now = mine() && playing();
    if (now && !called && document.hidden) {
      sound("call");
      title ??= document.title;
      document.title = t("table.call", { title });
    }
    if (!now) quiet();
    called = now;
  }
  function quiet() {
    if (title !== null) document.title = title;
    title = null;
  }
  const looked = () => document.hidden || quiet();
  document.addEventListener("visibilitychange", looked);
  call();

  /** @param {number} now */
  function seconds(now) {
    const due = state.table?.due[`turn${turnOf()}`];
    return due === undefined || state.room?.paused ? null : Math.max(0, Math.ceil((due - now) / 1000));
  }

  /** Who moved last: whose card comes flying. @type {number | null} */
  let by = null;
  const nothing = () => {};
  function press() {
    const now = view();
    const button = now && game.button?.(now, settled());
    if (button?.can && settled()) socket.move(button.move);
    draw();
  }

  return {
    open,
    waiting: () => turnOf() === null,
    pending: () => (held.move ? [...state.pending, { k: UNSENT, m: held.move }] : state.pending),
    send: (move) => (game.final?.(state.table?.specs ?? [], move) && holds() ? hold(move) : void socket.move(move)),
    deals: () => state.dealtAt !== null && performance.now() - state.dealtAt < 1000,
    /** A card of somebody's own pile comes from there, any other from who moved. */
    mover(card, below) {
      const { specs = [], piles = {} } = state.table ?? {};
      const owner = specs.find((spec) => spec.owner !== null && piles[spec.id].includes(card))?.owner ?? by;
      return owner === below ? null : owner;
    },
    turnOf,
    button: (now) => game.button?.(now, settled()) ?? null,
    press,
    rail(now) {
      const seen = view();
      const line = (seen && !ending() ? game.line?.(seen, mine()) : null) ?? { key: mine() ? "rail.turn.you" : "rail.turn", slots: {}, card: null };
      return {
        stuck: [],
        passed: null,
        quietSince: null,
        nudge: 0,
        gone: false,
        turn: { seat: turnOf(), mine: mine(), held: held.card === null ? null : { card: held.card }, line, seconds: seconds(now) },
      };
    },
    sheet: () => ({ votes: false, ready: false, wentAt: null, ending: game.ending?.(facts(), state.me, nameOf) ?? { title: "rail.over", text: "", seat: null } }),
    keys: () => (held.move ? "held" : open() ? "turn" : "wait"),
    commands: { ready: nothing, stuck: nothing, button: press, send: release, take_back: takeBack },
    pressed(what) {
      if (what !== "call_off") return false;
      void import("./menu.js").then(({ askCallOff }) => askCallOff({ socket }, game.key));
      return true;
    },
    /** A tap on the card that waits takes it back; any other sends it. */
    tapped(_, card) {
      if (!held.move) return false;
      if (card === held.card) takeBack();
      else release();
      return true;
    },
    hear(event) {
      if (event.type === "table") by = null; // who has moved meanwhile nobody saw
      if (event.type === "frame") by = event.frame.b ?? null;
      if (!mine() || !playing() || round() !== heldIn) held.drop(); // the clock or the host has ended the turn meanwhile
      call();
    },
    drawn() {
      table.classList.toggle("my-turn", mine() && playing());
      const place = held.card === null ? null : board.places.get(held.card);
      if (!place) return ring.remove();
      lay(ring, place);
      if (!ring.isConnected) board.layer.append(ring);
    },
    stop() {
      held.release();
      removeEventListener("pagehide", held.release);
      document.removeEventListener("visibilitychange", looked);
      quiet();
      ring.remove();
    },
  };
}
