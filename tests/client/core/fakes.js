// @ts-check
// What the core is tested against: a clock that is wound by hand, a socket that records, a small truth to receive.

/** A clock that stands until it is wound. */
export function fakeTimers() {
  let now = 0;
  let next = 1;
  /** @type {Map<number, {run: () => void, at: number}>} */
  const waiting = new Map();
  return {
    now: () => now,
    /** @param {() => void} run @param {number} ms */
    set(run, ms) {
      waiting.set(next, { run, at: now + ms });
      return next++;
    },
    clear: (/** @type {number} */ id) => waiting.delete(id),
    /** Lets `ms` pass; what is due runs in order, at its own time. @param {number} ms */
    wind(ms) {
      const end = now + ms;
      for (;;) {
        const due = [...waiting].filter(([, clock]) => clock.at <= end).sort((a, b) => a[1].at - b[1].at)[0];
        if (!due) break;
        waiting.delete(due[0]);
        now = due[1].at;
        due[1].run();
      }
      now = end;
    },
    count: () => waiting.size,
  };
}

/** A WebSocket class whose instances are kept in `all`; nothing happens on them unless the test says so. */
export function fakeWebSocket() {
  /** @type {FakeWebSocket[]} */
  const all = [];
  class FakeWebSocket {
    /** @type {((event: any) => void) | null} */ onopen = null;
    /** @type {((event: any) => void) | null} */ onmessage = null;
    /** @type {((event: any) => void) | null} */ onclose = null;
    /** @param {string} url */
    constructor(url) {
      this.url = url;
      /** @type {any[]} */
      this.sent = [];
      this.closed = false;
      this.ended = false;
      all.push(this);
    }
    /** @param {string} text */
    send(text) {
      this.sent.push(JSON.parse(text));
    }
    close() {
      this.closed = true;
    }
    /** The other side accepts. */
    accept() {
      this.onopen?.({});
    }
    /** The other side says something. @param {object} message */
    say(message) {
      this.onmessage?.({ data: JSON.stringify(message) });
    }
    /** The connection ends. @param {number} code */
    end(code) {
      this.ended = true;
      this.onclose?.({ code });
    }
    /** What was sent, of one kind. @param {string} t */
    of(t) {
      return this.sent.filter((message) => message.t === t);
    }
  }
  return {
    WebSocket: /** @type {any} */ (FakeWebSocket),
    all,
    last: () => all[all.length - 1],
    alive: () => all.filter((ws) => !ws.closed && !ws.ended).length,
  };
}

/** @param {Partial<import("../../../static/wire.js").RoomView>} changes @returns {import("../../../static/wire.js").RoomView} */
export const room = (changes = {}) => ({
  code: "KQ7M4X",
  game: "pounce",
  phase: "play",
  host: 0,
  seats: [
    { seat: 0, name: "Mira", bot: null, ready: false, waiting: false, gone: false, total: 0, stand_in: null },
    { seat: 2, name: "Ann", bot: null, ready: false, waiting: false, gone: false, total: 0, stand_in: null },
  ],
  players: [0, 2],
  round: 1,
  options: {},
  commitment: "c0".repeat(32),
  revealed: null,
  adds: [],
  match: 1,
  locked: false,
  open: false,
  talk: true,
  paused: false,
  pausing: [],
  sheet: null,
  due: {},
  ...changes,
});

/** @param {Partial<import("../../../static/wire.js").TableView>} changes @returns {import("../../../static/wire.js").TableView} */
export const table = (changes = {}) => ({
  game: "pounce",
  round: 1,
  specs: [],
  piles: { "0w": [0, "0:TH"], b0: [0, "1:AH"], "1p": [8, "1:4D"] },
  facts: { phase: "race" },
  hints: null,
  due: {},
  ...changes,
});

/** @param {Partial<import("../../../static/wire.js").Welcome>} changes @returns {import("../../../static/wire.js").Welcome} */
export const welcome = (changes = {}) => ({ t: "welcome", v: 1, n: 10, seat: 2, room: room(), table: table(), moved: [], ...changes });
