// @ts-check
// The wire to one table: hello, one move in flight, silence noticed, the way back after a loss.
//
// Everything from outside (WebSocket, clock, chance, visibility) is handed in, so that a test plays an evening in no time.

import { shared } from "./witness.js";

/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("./store.js").Move} Move */
/** @typedef {import("../wire.js").ClientMessage} ClientMessage */

/** The version of app/wire.py that this page speaks. @type {import("../wire.js").WIRE_VERSION} */
export const WIRE_VERSION = 2;

/** A visible page asks after this much silence ... */
export const SILENCE_MS = 1900;
/** ... and calls the connection lost when nothing came for this long after it asked: shown within 3 s, drawing included. */
export const ANSWER_MS = 900;
/** Traffic is no measure of the way: at least so often a ping goes out beside it. */
export const MEASURE_MS = 10_000;
/** A page that comes and goes in quick turns asks no more often than this: the server counts its messages. */
export const LOOK_MS = 250;
/** The first measure waits until the page has drawn its table, or it would measure the drawing. */
export const SETTLE_MS = 1000;
/** A socket that was not welcomed in this time is given up. */
export const WELCOME_MS = 6000;
/** The longest wait between two tries. */
export const BACKOFF_MS = 5000;
/** A connection that held this long was a good one: the next loss starts with a try at once. */
export const STEADY_MS = 5000;

/** @type {import("../wire.js").CLOSE_ELSEWHERE} */
const CLOSE_ELSEWHERE = 4501;
/** @type {import("../wire.js").CLOSE_COME_BACK} */
const CLOSE_COME_BACK = 4000;
const STAY_AWAY = [1002, 1003, 1007, 1009];
/** @param {number} code */
const staysAway = (code) => STAY_AWAY.includes(code) || (code >= 4500 && code <= 4999);

/**
 * @typedef {object} Timers
 * @property {() => number} now
 * @property {(run: () => void, ms: number) => any} set
 * @property {(id: any) => void} clear
 */
/** @type {Timers} */
const realTimers = {
  now: () => performance.now(),
  set: (run, ms) => setTimeout(run, ms),
  clear: (id) => clearTimeout(id),
};

/**
 * Whether the page is seen, and a call whenever it is worth a look at the connection: shown again, online or offline.
 * @typedef {{visible: () => boolean, on: (listener: () => void) => () => void}} Visibility
 */
/** @type {Visibility} */
const alwaysVisible = { visible: () => true, on: () => () => {} };

/** @param {number} length */
export function randomHex(length) {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @typedef {ReturnType<typeof connect>} Socket */

/**
 * @param {object} given
 * @param {string} given.url
 * @param {Store} given.store
 * @param {new (url: string) => WebSocket} [given.WebSocket]
 * @param {Timers} [given.timers]
 * @param {() => number} [given.random]       between 0 and 1: first move number, jitter
 * @param {(bytes: number) => string} [given.hex]  unguessable bytes in hex: the load's id, the share of the seed
 * @param {Visibility} [given.visibility]
 * @param {() => void} [given.reload]         loads the page again; asked for between rounds only
 */
export function connect({
  url,
  store,
  WebSocket: Wire = globalThis.WebSocket,
  timers = realTimers,
  random = Math.random,
  hex = randomHex,
  visibility = alwaysVisible,
  reload = () => {},
}) {
  const load = hex(8);
  let nextK = Math.floor(random() * 10_000);
  /** @type {WebSocket | null} the living socket; whatever another one reports is not heard */
  let living = null;
  let welcomed = false;
  let welcomedAt = -Infinity;
  let openedAt = -Infinity;
  /** @type {number | null} */
  let inFlight = null;
  let tries = 0;
  let over = false;
  let stale = false;
  /** @type {number | null} */
  let pingedAt = null;
  let measuredAt = -Infinity;

  /** @type {Map<string, any>} one timer a purpose */
  const clocks = new Map();
  /** @param {string} name @param {number} ms @param {() => void} run */
  function after(name, ms, run) {
    stop(name);
    clocks.set(name, timers.set(() => (clocks.delete(name), run()), ms));
  }
  /** @param {string} name */
  function stop(name) {
    if (clocks.has(name)) timers.clear(clocks.get(name));
    clocks.delete(name);
  }

  function open() {
    letGo();
    const ws = new Wire(url);
    living = ws;
    openedAt = timers.now();
    /** @param {(event: any) => void} run */
    const ifLiving = (run) => (/** @type {any} */ event) => living === ws && run(event);
    ws.onopen = ifLiving(() => transmit({ t: "hello", v: WIRE_VERSION, load }));
    ws.onmessage = ifLiving((event) => heard(JSON.parse(event.data)));
    ws.onclose = ifLiving((event) => closed(event.code));
    after("welcome", WELCOME_MS, () => lost(true));
  }

  /** Leaves the living socket: from now on it is nobody's. */
  function letGo() {
    const old = living;
    living = null;
    welcomed = false;
    inFlight = null;
    pingedAt = null;
    for (const name of ["welcome", "silence", "answer", "retry", "measure", "look"]) stop(name);
    old?.close();
  }

  /** @param {ClientMessage} message */
  function transmit(message) {
    living?.send(JSON.stringify(message));
  }

  /** @param {any} message */
  function heard(message) {
    stop("answer");
    listen();
    switch (message.t) {
      case "pong":
        if (pingedAt !== null) store.update({ ping: Math.round(timers.now() - pingedAt) }, { type: "presence" });
        pingedAt = null;
        return;
      case "elsewhere":
        return leave(CLOSE_ELSEWHERE);
      case "reload":
        stale = true;
        return renew();
      case "welcome":
        welcomed = true;
        welcomedAt = timers.now();
        inFlight = null; // what was said about it may be lost; asking twice is safe, waiting for ever is not
        stop("welcome");
        break;
      default:
        if (!welcomed) return;
    }
    if (!store.receive(message)) return lost();
    if (message.t === "welcome") after("measure", SETTLE_MS, measure);
    renew();
    pump();
  }

  /** Starts the wait for silence over again. */
  function listen() {
    after("silence", SILENCE_MS, () => welcomed && visibility.visible() && ask());
    if (welcomed && visibility.visible() && timers.now() - measuredAt >= MEASURE_MS && !clocks.has("measure")) measure();
  }

  /** Asks whether the other side is still there. */
  function ask() {
    measure();
    if (!clocks.has("answer")) after("answer", ANSWER_MS, () => lost(true));
  }

  function measure() {
    measuredAt = timers.now();
    pingedAt ??= timers.now();
    const { ping } = store.state;
    transmit(ping === null ? { t: "ping" } : { t: "ping", ms: Math.min(ping, 60_000) });
  }

  /** This browser's share of the match seed. The page remembers it, to look for it in the seed. */
  function share() {
    const add = hex(16);
    if (welcomed) store.update({ shares: shared(store.state.shares, store.state.room, add) }, { type: "shared" });
    return add;
  }

  /** Sends the next waiting move when none is on its way. */
  function pump() {
    const { pending } = store.state;
    if (!pending.some((move) => move.k === inFlight)) inFlight = null;
    if (!welcomed || inFlight !== null || pending.length === 0) return;
    inFlight = pending[0].k;
    transmit({ t: "move", k: pending[0].k, m: pending[0].m });
  }

  /** A page of another version loads itself again, but never takes a running round away. */
  function renew() {
    const phase = store.state.room?.phase;
    if (stale && phase !== "play") reload();
  }

  /** @param {number} code */
  function closed(code) {
    if (staysAway(code)) return leave(code);
    if (stale && !welcomed) reload();
    // A table that changes hands says so, perhaps twice in a row: who waited long for it does not wait again as for a loss.
    if (welcomed && code === CLOSE_COME_BACK) tries = Math.min(tries, 1);
    lost();
  }

  /** The server does not want this page back: nothing is tried until somebody asks for it. @param {number} code */
  function leave(code) {
    letGo();
    over = true;
    store.update({ connection: code === CLOSE_ELSEWHERE ? "elsewhere" : "gone", closed: code }, { type: "connection" });
    store.drop();
  }

  /** @param {boolean} [silent]  after a long silence, not by a closed socket, whose loss may heal at once */
  function lost(silent = false) {
    if (over) return;
    const steady = timers.now() - welcomedAt >= STEADY_MS;
    if (welcomed && steady) tries = 0;
    letGo();
    if (store.state.connection !== "lost") store.update({ connection: "lost", ping: null }, { type: "connection", silent });
    const longest = tries === 0 ? 0 : Math.min(BACKOFF_MS, 500 * 2 ** (tries - 1));
    tries += 1;
    // Tries are so far apart, counted from their beginnings: who waited long for his table has waited already.
    after("retry", Math.max(0, longest * (0.5 + random() / 2) - (timers.now() - openedAt)), open);
  }

  /** The page is seen or the net is back: no time to lose with a wait that was chosen before. */
  function look() {
    if (over || !visibility.visible()) return;
    if (clocks.has("retry")) {
      tries = 1;
      open();
    } else if (welcomed) {
      const early = measuredAt + LOOK_MS - timers.now();
      if (early > 0) after("look", early, ask);
      else ask();
    }
  }

  const unwatch = visibility.on(look);
  open();

  return {
    /** @param {ClientMessage} message  lost when the connection is: requests, not moves */
    send(message) {
      if (welcomed) transmit(message);
    },

    /**
     * Makes a move: at once, or when those before it are answered.
     * @param {Move} m
     * @returns {number} its number
     */
    move(m) {
      const k = nextK++;
      store.update({ pending: [...store.state.pending, { k, m }] }, { type: "pending" });
      if (over) store.drop();
      pump();
      return k;
    },

    /** Ready or not; with the first Ready of a match goes this browser's share of its seed. @param {boolean} on */
    ready(on) {
      this.send(on ? { t: "ready", on, add: share() } : { t: "ready", on });
    },

    /** The host starts the match. */
    start() {
      this.send({ t: "start", add: share() });
    },

    /** Leaves the table for good. */
    close() {
      over = true;
      unwatch();
      letGo();
    },

    /** Comes back after "elsewhere", "gone" or in the middle of a wait. */
    retry() {
      over = false;
      tries = 1;
      store.update({ connection: "connecting" }, { type: "connection" });
      open();
    },
  };
}
