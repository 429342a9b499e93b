// @ts-check
// Few and soft sounds, made of oscillators and a breath of noise; nothing is loaded. Off until somebody chooses them.
//
// A phone call, a locked screen or another app takes the sound away, and some browsers give it back only in answer to a
// touch, some never to the same context. So the context is looked after at every touch, key and return to the page, and
// one whose clock does not move is replaced.

/** @typedef {"lay" | "lay_far" | "flip" | "refused" | "finished" | "tick" | "go" | "stop" | "stuck" | "pounce" | "call"} Sound */
/**
 * One part of a sound. Times are in seconds; `hz` null is noise.
 * @typedef {{hz: number | null, to?: number, at: number, for: number, loud: number}} Note
 */

const SOFT = 0.16;
/** @type {Record<Sound, Note[]>} */
export const NOTES = {
  lay: [{ hz: null, at: 0, for: 0.045, loud: 0.5 }],
  lay_far: [{ hz: null, at: 0, for: 0.035, loud: 0.16 }],
  flip: [0, 0.06, 0.12].map((at) => ({ hz: null, at, for: 0.03, loud: 0.28 })),
  refused: [{ hz: 196, to: 147, at: 0, for: 0.16, loud: 0.5 }],
  finished: [523, 659].map((hz, i) => ({ hz, at: i * 0.09, for: 0.22, loud: 0.4 })),
  tick: [{ hz: 587, at: 0, for: 0.07, loud: 0.35 }],
  go: [{ hz: 880, at: 0, for: 0.22, loud: 0.45 }],
  stop: [659, 494].map((hz, i) => ({ hz, at: i * 0.13, for: 0.28, loud: 0.5 })),
  stuck: [{ hz: 330, at: 0, for: 0.24, loud: 0.4 }],
  pounce: [523, 659, 784, 1047].map((hz, i) => ({ hz, at: i * 0.11, for: 0.34, loud: 0.5 })),
  call: [784, 1047].map((hz, i) => ({ hz, at: i * 0.12, for: 0.25, loud: 0.4 })),
};

/** The same sound again is not made before this: a handful of cards at once is one sound. */
export const APART_MS = 60;
/** A context that says it runs while its clock has stood still this long is dead. */
export const DEAD_MS = 1500;
/** A sound that the browser lets out later than this is not made any more. */
export const LATE_MS = 150;
/** After so long a silence the device is let go, since it costs a phone its battery. */
export const IDLE_MS = 20_000;

/** What is heard of an own move, at once and not when the server has answered. @param {string} move @returns {Sound | null} */
export const heardOf = (move) => (move === "play" ? "lay" : move === "flip" || move === "pickup" ? "flip" : null);

/**
 * @param {object} given
 * @param {() => AudioContext} given.make    a new context
 * @param {() => boolean} given.chosen       whether this person wants sounds
 * @param {() => number} [given.now]
 * @param {(run: () => void, ms: number) => any} [given.later]
 * @param {(id: any) => void} [given.cancel]
 */
export function createSound({ make, chosen, now = () => performance.now(), later = setTimeout, cancel = clearTimeout }) {
  /** @type {AudioContext | null} */
  let context = null;
  /** @type {AudioBuffer | null} */
  let breath = null;
  /** The context's clock when it was last looked at, and when that was. */
  let seen = { clock: -1, at: 0 };
  /** @type {Map<Sound, number>} */
  const last = new Map();
  /** @type {any} */
  let idle = 0;

  function dead() {
    if (!context) return true;
    if (context.state === "closed") return true;
    return context.state === "running" && context.currentTime === seen.clock && now() - seen.at > DEAD_MS;
  }

  /** A context that sounds, as far as the browser lets us. */
  function awake() {
    if (dead()) {
      context?.close().catch(() => {});
      context = make();
      breath = null;
      seen = { clock: -1, at: now() };
    }
    const living = /** @type {AudioContext} */ (context);
    if (living.currentTime !== seen.clock) seen = { clock: living.currentTime, at: now() };
    if (living.state !== "running") living.resume().catch(() => {});
    return living;
  }

  /** Lets the device go when nothing is heard for long. */
  function rest() {
    cancel(idle);
    idle = later(() => void context?.suspend().catch(() => {}), IDLE_MS);
  }

  /** @param {AudioContext} on */
  function noise(on) {
    if (breath) return breath;
    breath = on.createBuffer(1, Math.ceil(on.sampleRate * 0.1), on.sampleRate);
    const data = breath.getChannelData(0);
    for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
    return breath;
  }

  /** @param {AudioContext} on @param {Note} note */
  function sound(on, { hz, to, at, for: length, loud }) {
    const start = on.currentTime + at;
    const volume = on.createGain();
    volume.gain.setValueAtTime(0.0001, start);
    volume.gain.exponentialRampToValueAtTime(loud * SOFT, start + 0.008);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
    volume.connect(on.destination);
    if (hz === null) {
      const source = on.createBufferSource();
      const paper = on.createBiquadFilter();
      paper.type = "bandpass";
      paper.frequency.value = 1900;
      paper.Q.value = 0.8;
      source.buffer = noise(on);
      source.connect(paper).connect(volume);
      source.start(start);
      source.stop(start + length);
    } else {
      const source = on.createOscillator();
      source.type = "triangle";
      source.frequency.setValueAtTime(hz, start);
      if (to) source.frequency.exponentialRampToValueAtTime(to, start + length);
      source.connect(volume);
      source.start(start);
      source.stop(start + length);
    }
  }

  return {
    /** @param {Sound} name */
    play(name) {
      if (!chosen()) return;
      const at = now();
      if (at - (last.get(name) ?? -Infinity) < APART_MS) return;
      last.set(name, at);
      const on = awake();
      const make = () => NOTES[name].forEach((note) => sound(on, note));
      if (on.state === "running") make();
      // What waits too long would all be heard at once when the sound comes back.
      else on.resume().then(() => on === context && now() - at <= LATE_MS && make(), () => {});
      rest();
    },
    /** Somebody touched the page or came back to it: the moment in which a browser lets sounds begin again. */
    touched() {
      if (!chosen()) return;
      awake();
      rest();
    },
    /** Lets the device go when sounds are switched off or the table is left. */
    close() {
      cancel(idle);
      context?.close().catch(() => {});
      context = null;
    },
  };
}
