// @ts-check
// What this page knows of its table: the server's truth, and the own moves that are not answered yet.
//
// Nothing here is drawn and nothing predicted: a screen draws the truth plus `pending`.
// `receive()` takes the server's messages, `update()` is the door for the socket's own news. Values inside the state
// are replaced, never changed in place, so what a listener keeps from "before" stays as it was.

import { witnessed } from "./witness.js";

/** @typedef {import("../wire.js").RoomView} RoomView */
/** @typedef {import("../wire.js").TableView} TableView */
/** @typedef {import("../wire.js").Frame} Frame */
/** @typedef {import("../wire.js").Piles} Piles */
/** @typedef {import("../wire.js").Presence} Presence */
/** @typedef {import("../wire.js").Welcome} Welcome */
/** @typedef {import("../wire.js").Said} Said */
/** @typedef {import("../wire.js").ClaimView} ClaimView */
/** @typedef {import("./witness.js").Deal} Deal */
/** @typedef {import("./witness.js").Share} Share */
/** @typedef {import("../wire.js").ServerMessage} ServerMessage */

/** @typedef {(string | string[])[]} Move  [name, source, [cards], target], trailing empties left out */
/** @typedef {{k: number, m: Move}} PendingMove */
/** @typedef {"connecting" | "open" | "lost" | "elsewhere" | "gone"} Connection */

/**
 * @typedef {object} State
 * @property {Connection} connection
 * @property {number | null} closed       the close code that made the connection "gone" or "elsewhere"
 * @property {string} code                the table's code
 * @property {number | null} seat         own seat in the room
 * @property {number | null} me           own seat in the round: an index into room.players
 * @property {RoomView | null} room       `due` holds deadlines in performance.now() milliseconds
 * @property {Presence | null} presence
 * @property {TableView | null} table     `due` holds deadlines in performance.now() milliseconds
 * @property {number | null} dealtAt      when this page saw the running round being dealt; null when it came later
 * @property {number} n                   number of the last entry that is in this state; -1 before the first welcome
 * @property {boolean} saving             the store is slow or away: moves wait
 * @property {number | null} ping         last round trip in milliseconds
 * @property {PendingMove[]} pending      moves sent or waiting, oldest first
 * @property {string[]} sealed            every commitment this page has seen, oldest first
 * @property {Share[]} shares             what this browser added to the seeds of matches
 * @property {Deal[]} deals               the deals of the running or last match that this page saw
 * @property {Said[]} said                the newest lines and reactions, oldest first
 * @property {ClaimView[]} claims         open claims, as far as this page is told of them
 */

/**
 * @typedef {{type: "room"} | {type: "table"} | {type: "presence"} | {type: "connection", silent?: boolean} | {type: "saving"} | {type: "you"}
 *   | {type: "pending"} | {type: "shared"} | {type: "claims"}
 *   | {type: "said", said: Said, fresh: boolean}
 *   | {type: "hint", hint: import("../wire.js").Hinted}
 *   | {type: "frame", frame: Frame, before: Piles, own: boolean}
 *   | {type: "refused", k: number, m: Move, code: string, by: number | null, ms: number | null}
 *   | {type: "sorry", what: string, code: string}
 *   | {type: "dropped", moves: PendingMove[]}} StoreEvent
 */

/** @typedef {ReturnType<typeof createStore>} Store */

/** So many lines of talk are kept. */
const SAID_KEPT = 50;
/** What is said so soon after a welcome was said before it: the server repeats its newest lines then. */
const REPEATED_MS = 500;

/**
 * @param {{now?: () => number, code?: string, sealed?: string[], shares?: Share[], deals?: Deal[]}} [given]  `sealed`,
 *   `shares` and `deals`: what an earlier load of this page knew
 */
export function createStore({ now = () => performance.now(), code = "", sealed = [], shares = [], deals = [] } = {}) {
  /** @type {State} */
  const state = {
    connection: "connecting",
    closed: null,
    code,
    seat: null,
    me: null,
    room: null,
    presence: null,
    table: null,
    dealtAt: null,
    n: -1,
    saving: false,
    ping: null,
    pending: [],
    sealed: [...sealed],
    shares: [...shares],
    deals: [...deals],
    said: [],
    claims: [],
  };
  let welcomedAt = -Infinity;
  /** The round of the table: the next match begins with a first one again. @type {string | null} */
  let running = null;
  /** @type {Set<(event: StoreEvent) => void>} */
  const listeners = new Set();

  /** @param {StoreEvent[]} events */
  function tell(events) {
    for (const event of events) for (const listener of [...listeners]) if (listeners.has(listener)) listener(event);
  }

  /**
   * Milliseconds from now become deadlines: a page that stood still counts down right when it wakes.
   * @template {{due: Record<string, number>}} View
   * @param {View} view
   * @returns {View}
   */
  const dated = (view) => ({ ...view, due: deadlines(view.due) });
  /** @param {Record<string, number>} due */
  const deadlines = (due) => Object.fromEntries(Object.entries(due).map(([name, ms]) => [name, now() + ms]));

  /**
   * Who comes or goes may begin or end the wait before play goes on after a pause.
   * @param {Record<string, number> | null | undefined} due
   * @returns {StoreEvent[]}
   */
  function roomDue(due) {
    if (!due || !state.room || Object.keys(due).join() === Object.keys(state.room.due).join()) return [];
    state.room = dated({ ...state.room, due });
    return [{ type: "room" }];
  }

  function findMe() {
    const index = state.room && state.seat !== null ? state.room.players.indexOf(state.seat) : -1;
    state.me = index < 0 ? null : index;
  }

  /** @param {RoomView} room */
  function takeRoom(room) {
    state.room = dated(room);
    if (room.phase === "lobby") state.table = null;
    if (room.commitment && !state.sealed.includes(room.commitment)) state.sealed = [...state.sealed, room.commitment];
  }

  /** Keeps a deal as it lies: before the first move every open card is where the shuffle put it.
   * @param {boolean} began  the round has just begun */
  function witness(began) {
    if (state.room && state.table) state.deals = witnessed(state.deals, state.room, state.table, state.seat, began);
  }

  /** A move names its cards, but every round has the same names: no move outlives its round.
   * @param {TableView | null} table
   * @returns {StoreEvent[]} */
  function takeTable(table) {
    const round = table && [table.game, state.room?.match, table.round].join();
    const same = round !== null && state.table !== null && round === running;
    running = round;
    state.table = table && dated(table);
    if (!same) state.dealtAt = now();
    return same ? [] : dropPending();
  }

  /** @returns {StoreEvent[]} */
  function dropPending() {
    const moves = state.pending;
    state.pending = [];
    return moves.length ? [{ type: "dropped", moves }] : [];
  }

  /** @param {(move: PendingMove) => boolean} answered */
  function answer(answered) {
    const left = state.pending.filter((move) => !answered(move));
    const changed = left.length !== state.pending.length;
    if (changed) state.pending = left;
    return changed;
  }

  /** @param {Welcome} message */
  function welcome(message) {
    const missed = message.n - state.n;
    state.n = message.n;
    state.seat = message.seat;
    takeRoom(message.room);
    const dropped = takeTable(message.table ?? null);
    state.dealtAt = null;
    witness(false);
    findMe();
    welcomedAt = now();
    state.claims = []; // who is asked or asks hears of it again
    const sent = state.pending.length;
    answer((move) => message.moved.includes(move.k));
    // In turns a move is meant for what was seen: if more has happened than own moves, that turn may be over.
    if (state.table?.facts.turn !== undefined && missed > sent - state.pending.length) dropped.push(...dropPending());
    const opened = state.connection !== "open";
    state.connection = "open";
    state.closed = null;
    state.saving = false; // if moves wait, that is said after the welcome
    tell([...(opened ? [/** @type {StoreEvent} */ ({ type: "connection" })] : []), { type: "you" }, { type: "table" }, { type: "room" }, ...dropped]);
  }

  /** @param {Frame} frame */
  function frameCame(frame) {
    if (frame.n <= state.n) return true;
    if (frame.n !== state.n + 1 || state.n < 0) return false;
    /** @type {StoreEvent[]} */
    const events = [];
    state.n = frame.n;
    const before = state.table ? state.table.piles : {};
    const own = frame.k != null && frame.b === state.me && answer((move) => move.k === frame.k);
    const played = state.room?.phase === "play";
    if (frame.room) takeRoom(frame.room);
    if (frame.table) {
      const dropped = takeTable(frame.table);
      witness(!played); // a table that comes while a round runs is another view of it
      events.push({ type: "table" }, ...dropped);
    } else if (state.table && (frame.p || frame.x || frame.d || frame.u)) {
      const piles = frame.p ? { ...before, ...frame.p } : before;
      const due = frame.d ? deadlines(frame.d) : state.table.due;
      const hints = frame.p || frame.x ? (frame.h ?? null) : state.table.hints;
      state.table = { ...state.table, piles, facts: frame.x ?? state.table.facts, hints, due, ...(frame.u ? { steps: frame.u } : {}) };
    }
    findMe();
    if (!frame.table && (frame.b != null || frame.p || frame.x || frame.d || frame.u)) events.push({ type: "frame", frame, before, own });
    if (frame.room) events.push({ type: "room" });
    tell(events);
    return true;
  }

  /** Numbers begin again when the server does, so a line is known by all of it, and only where it can come twice.
   * @param {Said} message */
  function said(message) {
    const repeated = now() - welcomedAt < REPEATED_MS;
    const line = JSON.stringify(message);
    if (repeated && state.said.some((known) => JSON.stringify(known) === line)) return;
    state.said = [...state.said, message].slice(-SAID_KEPT);
    tell([{ type: "said", said: message, fresh: !repeated }]);
  }

  /** @param {import("../wire.js").Refused} message */
  function refused(message) {
    const move = state.pending.find((waiting) => waiting.k === message.k);
    if (!move) return;
    const dropped = state.pending.filter((waiting) => waiting !== move);
    state.pending = [];
    /** @type {StoreEvent[]} */
    const events = [{ type: "refused", k: move.k, m: move.m, code: message.code, by: message.by ?? null, ms: message.ms ?? null }];
    if (dropped.length) events.push({ type: "dropped", moves: dropped });
    tell(events);
  }

  return {
    state,

    /**
     * Changes the state, then tells the listeners.
     * @param {Partial<State>} patch
     * @param {StoreEvent[]} events
     */
    update(patch, ...events) {
      Object.assign(state, patch);
      tell(events);
    },

    /**
     * Takes one message of the server.
     * @param {ServerMessage} message
     * @returns {boolean} false when frames are missing before this one: the caller must ask for the whole table
     */
    receive(message) {
      if (!("t" in message)) return frameCame(message);
      switch (message.t) {
        case "welcome":
          welcome(message);
          break;
        case "you":
          state.seat = message.seat;
          findMe();
          tell([{ type: "you" }]);
          break;
        case "no":
          refused(message);
          break;
        case "ok":
          if (answer((move) => move.k === message.k)) tell([{ type: "pending" }]);
          break;
        case "sorry":
          tell([{ type: "sorry", what: message.what, code: message.code }]);
          break;
        case "saving":
          state.saving = message.on;
          tell([{ type: "saving" }]);
          break;
        case "presence":
          state.presence = message;
          tell([...roomDue(message.due), { type: "presence" }]);
          break;
        case "said":
          said(message);
          break;
        case "hint":
          tell([{ type: "hint", hint: message }]);
          break;
        case "claims":
          state.claims = message.claims;
          tell([{ type: "claims" }]);
          break;
      }
      return true;
    },

    /** Gives the waiting moves up, as when the table is gone. */
    drop() {
      tell(dropPending());
    },

    /**
     * @param {(event: StoreEvent) => void} listener
     * @returns {() => void} takes the listener off again
     */
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
