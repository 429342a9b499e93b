// @ts-check
// The table without a pointer. Focus is a card or an empty place of one's own; what is picked up has a place that it aims at.
//
//   1 - 9, W, P      pick up from a tableau pile, the waste, the pounce pile, and aim at the best place; again: more or
//                    fewer cards of the run. With a card in the hand, the number of another pile that takes it plays it there
//   Shift and these  play from that pile at once: its top to a build pile, else as much of its run as goes somewhere
//   Space, D         flip the stock, or turn the waste over when the stock is empty; in games with turns Space ends the turn
//   arrows           walk along a fan and to the next pile; with a card in the hand: from place to place that takes it
//   Enter            pick up the card in focus; with a card in the hand: play it where it aims
//   Escape           put it back
//   S                say stuck, or take it back
//   Z, Pause         ask for a pause, or take that back
// Alone U (or Backspace, Ctrl+Z) takes a move back and R (Ctrl+Shift+Z, Ctrl+Y) makes it again; T sends up what may go, S starts the
// deal again, N deals another, I asks for a hint and with Shift for a move that wins.
// In a race at tables of their own T does so too, and nothing else of these.
//
//   M, T, ?          the menu, talk where a round is not silent, the list of keys
//
// In a stop Enter, Space and R say Ready; in a pause they, and Z, want to go on; a discard that waits is sent by them, and taken
// back by Escape and Backspace. Tab goes where there are buttons.
//
// Digits are the keys of the upper row whatever they type (a French keyboard types & there); letters are what is typed, so that
// they are where the cap says, or the key of an English keyboard where no Latin letters are typed. CapsLock changes nothing.
// A held key does nothing twice, but for arrows. With Ctrl, Alt or Meta a key is the browser's.

/** @typedef {import("./layout.js").Place} Place */
/** @typedef {import("./render.js").Picked} Picked */
/** What only a table for one can do. @typedef {"undo" | "redo" | "top" | "restart" | "fresh" | "hint" | "winning"} Alone */
/** What is pressed. @typedef {{key: string, shift: boolean}} Stroke */
/**
 * What the table waits for: a move of anybody or of this seat, of each at his own table, that a held move is sent, Ready in a stop, somebody to go on after a
 * pause, time to pass, or, for who only looks on, nothing.
 * @typedef {"race" | "turn" | "alone" | "apart" | "held" | "stop" | "pause" | "wait" | "watch"} Turn
 */
/**
 * @typedef {object} Situation
 * @property {Turn} turn
 * @property {Spot[]} spots          own cards and empty places that can have the focus
 * @property {string | null} focus   the spot's key
 * @property {Picked | null} picked
 * @property {string[]} targets      where the picked cards may go
 * @property {string | null} aim
 * @property {(pile: string) => string[][]} parts  what can be picked up from a pile, the likeliest first
 * @property {Record<string, string>} piles        key on the keyboard -> pile, or a card of a hand by its place ("0h/2")
 */
/** @typedef {{key: string, pile: string, card: string | null, x: number, y: number, h: number}} Spot */
/**
 * @typedef {{do: "flip" | "ready" | "stuck" | "pause" | "menu" | "talk" | "keys" | "button" | "send" | "take_back" | Alone} | {do: "best", pile: string} | {do: "pick", picked: Picked} | {do: "play", target: string} | {do: "aim", target: string}
 *   | {do: "focus", key: string} | {do: "press", spot: Spot} | {do: "drop"} | null} Action
 */

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * The key of an event, the same on every keyboard.
 * @param {{key: string, code: string, shiftKey: boolean}} event
 * @returns {Stroke}
 */
export function strokeOf({ key, code, shiftKey }) {
  if (key === "?") return { key, shift: false };
  const digit = /^Digit(\d)$/.exec(code);
  if (digit) return { key: digit[1], shift: shiftKey };
  const small = key.length === 1 ? key.toLowerCase() : key;
  const letter = small.length === 1 && small > "~" ? /^Key([A-Z])$/.exec(code) : null;
  return { key: letter ? letter[1].toLowerCase() : small, shift: shiftKey };
}

/** Whether a key that is held down does it again and again. @param {Stroke} stroke */
export const repeats = ({ key }) => key in ARROWS;

/**
 * What a key does now; null when it is not ours.
 * @param {Stroke} stroke
 * @param {Situation} now
 * @returns {Action}
 */
export function press({ key, shift }, now) {
  if (key === "?") return { do: "keys" };
  if (now.turn === "turn" && key in now.piles) return move({ key, shift }, now);
  if (now.turn === "alone") return alone({ key, shift }, now);
  if (now.turn === "apart") return apart({ key, shift }, now);
  if (key === "m") return { do: "menu" };
  if (key === "t") return { do: "talk" };
  const pause = key === "z" || key === "Pause";
  const yes = key === "Enter" || key === " " || key === "r";
  if (now.turn === "stop" && yes) return { do: "ready" };
  if (now.turn === "pause") return pause || yes ? { do: "pause" } : null;
  if (now.turn === "watch") return null;
  if (pause) return { do: "pause" };
  if (now.turn === "held") return key === "Escape" || key === "Backspace" ? { do: "take_back" } : yes ? { do: "send" } : null;
  return now.turn === "race" || now.turn === "turn" ? move({ key, shift }, now) : null;
}

/** @type {Record<string, Alone>} */
const ALONE = { u: "undo", Backspace: "undo", r: "redo", t: "top", s: "restart", n: "fresh" };

/** There is no hurry, nobody to talk to, and every move can be taken back. @param {Stroke} stroke @param {Situation} now @returns {Action} */
function alone({ key, shift }, now) {
  if (key in now.piles) return move({ key, shift }, now);
  if (key === "m") return { do: "menu" };
  if (key === "i") return { do: shift ? "winning" : "hint" };
  if (key in ALONE && !shift) return { do: ALONE[key] };
  return key === " " || key === "d" ? { do: "flip" } : move({ key, shift }, now);
}

/** A table as for one, beside others: what is played is played. @param {Stroke} stroke @param {Situation} now @returns {Action} */
function apart({ key, shift }, now) {
  if (key in now.piles) return move({ key, shift }, now);
  if (key === "m") return { do: "menu" };
  if (key === "z" || key === "Pause") return { do: "pause" };
  if (key === "t") return { do: "top" };
  return key === " " || key === "d" ? { do: "flip" } : move({ key, shift }, now);
}

/**
 * What the keys of every program for taking back and making again mean at a table for one.
 * @param {{key: string, ctrlKey: boolean, metaKey: boolean, altKey: boolean, shiftKey: boolean}} event
 * @returns {"undo" | "redo" | null}
 */
export function chord({ key, ctrlKey, metaKey, altKey, shiftKey }) {
  if (altKey || ctrlKey === metaKey) return null;
  const letter = key.toLowerCase();
  if (letter === "z") return shiftKey ? "redo" : "undo";
  return letter === "y" && ctrlKey && !shiftKey ? "redo" : null;
}

/** @param {Stroke} stroke @param {Situation} now @returns {Action} */
function move({ key, shift }, now) {
  const { picked, targets, aim, focus, spots } = now;
  if (now.turn === "turn" && key === " ") return { do: "button" };
  if (now.turn === "race" && (key === " " || key === "d")) return { do: "flip" };
  if (now.turn === "race" && key === "s") return { do: "stuck" };
  if (key in now.piles) return shift ? { do: "best", pile: now.piles[key] } : pileKey(now.piles[key], now);
  if (key === "Escape") return picked ? { do: "drop" } : null;
  if (key === "Enter") {
    if (picked) return aim === null ? { do: "drop" } : { do: "play", target: aim };
    const spot = spots.find((one) => one.key === focus);
    return spot ? { do: "press", spot } : null;
  }
  const way = ARROWS[key];
  if (!way) return null;
  if (picked) {
    if (!targets.length) return null;
    const at = aim === null ? -1 : targets.indexOf(aim);
    return { do: "aim", target: targets[(at + way[0] + way[1] + targets.length) % targets.length] };
  }
  const next = neighbour(spots, focus, way);
  return next ? { do: "focus", key: next.key } : null;
}

/** @param {string} name @param {Situation} now @returns {Action} */
function pileKey(name, { picked, targets, parts }) {
  const [pile] = name.split("/");
  if (picked && picked.pile !== pile && targets.includes(pile)) return { do: "play", target: pile };
  const choices = parts(name);
  if (!choices.length) return picked ? { do: "drop" } : null;
  const at = picked?.pile === pile ? choices.findIndex((cards) => cards[0] === picked.cards[0]) : -1;
  return { do: "pick", picked: { pile, cards: choices[(at + 1) % choices.length] } };
}

/**
 * The spot that an arrow leads to: along the fan first, then to the nearest pile on that side.
 * @param {Spot[]} spots @param {string | null} focus @param {[number, number]} way
 * @returns {Spot | null}
 */
export function neighbour(spots, focus, [dx, dy]) {
  const from = spots.find((spot) => spot.key === focus);
  if (!from) return spots[0] ?? null;
  // A fan runs downwards; the cards of a hand lie beside each other, as piles do.
  const fan = spots.filter((spot) => spot.pile === from.pile && Math.abs(spot.x - from.x) < 1);
  const along = fan[fan.indexOf(from) + dy];
  if (dy && along) return along;
  let found = null;
  let near = Infinity;
  for (const spot of spots) {
    if (fan.includes(spot)) continue;
    const ahead = dx ? (spot.x - from.x) * dx : (spot.y - from.y) * dy;
    const aside = dx ? Math.abs(spot.y - from.y) : Math.abs(spot.x - from.x);
    if (ahead <= 1) continue;
    const far = ahead + 2 * aside;
    if (far < near) {
      near = far;
      found = spot;
    }
  }
  return found;
}
