// @ts-check
// Motion by difference: compare where the cards were with where they are, and move what differs. Only transform and opacity.
//
// `plan` is arithmetic; the functions below it hand the plan to the browser. A motion never delays anything: the card is at
// its new place from the start, a newer frame takes it on from wherever it is seen.

import { back } from "./cards.js";

/** @typedef {import("./layout.js").Place} Place */
/** @typedef {import("./layout.js").Box} Box */
/** @typedef {"move" | "back" | "fly" | "draw" | "flip" | "deal" | "sweep" | "stay"} Kind */
/**
 * @typedef {object} Motion
 * @property {Kind} kind
 * @property {Place} place      where the card ends
 * @property {Box} from
 * @property {number} ms
 * @property {number} delay
 * @property {boolean} turn     starts face down
 * @property {boolean} ghost    the card is on no place of the new position: it is drawn for this motion only
 * @property {boolean} trail
 */
/**
 * @typedef {object} Hints
 * @property {Set<string>} [refused]                cards whose move was not accepted
 * @property {(card: string) => Box | null} [from]  where a card comes from that was not on the table: a rival's seat
 * @property {import("./game.js").Lie["stock"]} [stock]  where cards are drawn and dealt from
 * @property {Place[]} [finished]                   the kings that finished a pile, on its slot
 * @property {boolean} [deal]                       the first sight of a round
 * @property {boolean} [still]                      nothing moves: another screen size, another seat
 * @property {number} [width]                       of the table, for the length of a flight
 */

export const MS = { play: 140, far: 220, flip: 150, draw: 140, drawStep: 35, deal: 180, dealStep: 24, back: 240, sweep: 420, faded: 70 };
const EASE = { out: "cubic-bezier(.16, .84, .34, 1)", inOut: "cubic-bezier(.5, 0, .2, 1)", back: "cubic-bezier(.3, 1.4, .5, 1)" };

/** Whether two boxes are the same to the eye. @param {Box} a @param {Box} b */
export const same = (a, b) => Math.abs(a.x - b.x) < 0.5 && Math.abs(a.y - b.y) < 0.5 && Math.abs(a.w - b.w) < 0.5 && Math.abs(a.h - b.h) < 0.5;
/** @param {Box} a @param {Box} b @param {number} width */
const flight = (a, b, width) => Math.round(MS.play + (MS.far - MS.play) * Math.min(1, Math.hypot(a.x - b.x, a.y - b.y) / width));

/**
 * What has to move. `before` says where each card is seen at this moment, in flight or in the hand included.
 * @param {Map<string, Place>} before
 * @param {Map<string, Place>} after
 * @param {Hints} [hints]
 * @returns {Motion[]}
 */
export function plan(before, after, hints = {}) {
  const { refused = new Set(), from = () => null, stock, finished = [], deal = false, still = false, width = 1280 } = hints;
  /** @type {Motion[]} */
  const motions = [];
  if (still) return motions;
  /** @param {Kind} kind @param {Place} place @param {Box} box @param {Partial<Motion>} [rest] */
  const add = (kind, place, box, rest) => {
    const ms = kind === "move" || kind === "fly" ? flight(box, place, width) : MS[/** @type {keyof typeof MS} */ (kind)] ?? 0;
    motions.push({ kind, place, from: box, ms, delay: 0, turn: false, ghost: false, trail: false, ...rest });
  };

  const tops = highest(before);
  /** Face-down cards that are known now. @type {Set<string>} */
  const known = new Set();
  let drawn = 0;
  let dealt = 0;
  for (const [key, place] of after) {
    const old = before.get(key);
    const place0 = `${place.pile}/${place.depth}`;
    if (old) {
      if (!same(old, place)) add(refused.has(key) ? "back" : "move", place, old);
      continue;
    }
    const turned = place.card !== null && before.get(place0);
    if (turned && !after.has(place0)) {
      known.add(place0);
      add("flip", place, turned, { turn: true });
    } else if (deal && stock && place.zone === "own" && place.pile !== stock.pile) add("deal", place, stock.box, { delay: MS.dealStep * dealt++ });
    else if (stock && place.pile === stock.into && (stock.hand || place.depth > (tops.get(stock.into) ?? -1))) add("draw", place, stock.box, { delay: MS.drawStep * drawn++, turn: place.card !== null });
    else {
      // What comes to light because a card above it has gone was there all along.
      const uncovered = place.depth < (tops.get(place.pile) ?? 0);
      const box = place.card === null || uncovered ? null : from(place.card);
      if (box) add("fly", place, box, { trail: place.zone === "middle" });
    }
  }
  for (const place of finished) {
    const box = before.get(place.key) ?? from(place.key) ?? place;
    if (before.has(place.key) && same(box, place)) add("sweep", place, box, { ghost: true });
    else add("sweep", place, box, { ghost: true, delay: flight(box, place, width), trail: !before.has(place.key) });
  }

  // What is covered stays until the card that covers it has landed; a waste that is picked up goes to the stock.
  const landing = new Map(motions.map((motion) => [motion.place.pile, motion.delay + (motion.kind === "sweep" ? 0 : motion.ms)]));
  const left = highest(after);
  for (const [key, place] of before) {
    if (after.has(key) || known.has(key) || finished.some((king) => king.key === key) || key.endsWith("/top")) continue;
    const until = landing.get(place.pile) ?? 0;
    if (stock?.back.includes(place.pile) && place.depth > (left.get(place.pile) ?? -1)) {
      // A pile that everybody looks at goes more slowly.
      add("move", { ...place, ...stock.box, card: null, owner: stock.owner ?? place.owner }, place, { ghost: true, ...(place.zone === "middle" && { ms: MS.sweep }) });
    } else if (until && (place.zone === "middle" || place.pile === stock?.into)) {
      add("stay", place, place, { ghost: true, ms: until });
    }
  }
  return motions;
}

/** The depth of the topmost card of every pile. @param {Map<string, Place>} places */
function highest(places) {
  /** @type {Map<string, number>} */
  const out = new Map();
  for (const { pile, depth } of places.values()) out.set(pile, Math.max(depth, out.get(pile) ?? -1));
  return out;
}

// --- in the browser --------------------------------------------------------------------------------------------------------

/** Whether the person asked for less motion. */
export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * A box as a transform. In the hand a card is tilted and a little larger, all cards of a run around the first one's middle.
 * @param {Box & {hung?: number}} box  `hung`: how far below the first card of the hand
 * @param {number} [width]             of the element, if the box is to be reached by scaling
 */
export function at({ x, y, w, h, hung, slant }, width = w) {
  const slanted = slant ? ` translate(${w / 2}px, ${h / 2}px) rotate(${slant}deg) translate(${-w / 2}px, ${-h / 2}px)` : "";
  const held = hung === undefined ? "" : ` translate(${w / 2}px, ${h / 2 - hung}px) rotate(-3deg) scale(1.06) translate(${-w / 2}px, ${hung - h / 2}px)`;
  return `translate(${x}px, ${y}px)${slanted}${held}${width === w ? "" : ` scale(${w / width})`}`;
}

/** Where an element with this place is seen now. @param {HTMLElement} el @param {Place} place @returns {Box} */
export function seenAt(el, place) {
  const { a, b, c, d, e, f } = new DOMMatrix(getComputedStyle(el).transform);
  const scale = Math.hypot(a, b);
  const [w, h] = [place.w * scale, place.h * scale];
  // The middle stays where it is, however the card is turned.
  return { x: e + (place.w * a + place.h * c - w) / 2, y: f + (place.w * b + place.h * d - h) / 2, w, h, slant: (Math.atan2(b, a) * 180) / Math.PI };
}

/** The motion each element is in, or was in last. To ask the browser for it would make it work out the style of the whole page. @type {WeakMap<Element, Animation>} */
const current = new WeakMap();

/** Ends the motion of an element where it stands. @param {Element} el */
export const halt = (el) => current.get(el)?.cancel();

/**
 * Starts a motion of a card's element; the element itself is at its end already.
 * @param {HTMLElement} el
 * @param {Motion} motion
 * @returns {Promise<unknown>} fulfilled when the motion is over or was cut short
 */
export function start(el, motion) {
  halt(el);
  const { kind, place, from, ms, delay } = motion;
  /** @type {Animation} */
  let animation;
  if (kind === "stay") {
    animation = el.animate([{ opacity: 1 }, { opacity: 1 }], { duration: ms });
  } else if (calm()) {
    const faded = kind === "sweep" || (motion.ghost && kind === "move");
    animation = el.animate([{ opacity: faded ? 1 : 0.2 }, { opacity: faded ? 0 : 1 }], { duration: MS.faded });
  } else {
    const first = at(from, place.w);
    const last = at(place);
    if (kind === "back") animation = el.animate(shaken(first, place), { duration: ms });
    else if (kind === "sweep") animation = el.animate(swept(first, place, delay, ms), { duration: delay + ms });
    else if (kind === "deal") animation = el.animate(dealtFrom(first, last), { duration: ms, delay, easing: EASE.out, fill: "backwards" });
    else animation = el.animate([{ transform: first }, { transform: last }], { duration: ms, delay, easing: EASE.out, fill: "backwards" });
    if (motion.turn) turn(el, place.owner, kind === "flip" ? ms : ms + delay);
  }
  current.set(el, animation);
  return animation.finished.catch(() => undefined);
}

/** Out of the stock: before its turn a card is not seen. @param {string} first @param {string} last @returns {Keyframe[]} */
const dealtFrom = (first, last) => [{ transform: first, opacity: 0 }, { opacity: 1, offset: 0.05 }, { transform: last, opacity: 1 }];

/** Home with a little too much, then two shakes of 4 px. @param {string} first @param {Box} place @returns {Keyframe[]} */
function shaken(first, place) {
  const off = (/** @type {number} */ dx) => at({ ...place, x: place.x + dx });
  return [
    { transform: first, easing: EASE.back },
    { transform: off(0), offset: 0.6 },
    { transform: off(4), offset: 0.7 },
    { transform: off(-4), offset: 0.85 },
    { transform: off(0) },
  ];
}

/** Onto the slot, then into the tick at its corner. @param {string} first @param {Place} place @param {number} delay @param {number} ms @returns {Keyframe[]} */
function swept(first, place, delay, ms) {
  const landed = delay / (delay + ms);
  const tick = { x: place.x + place.w * 0.68, y: place.y + place.h * 0.12, w: place.w * 0.18, h: place.h * 0.18 };
  return [
    { transform: first, easing: EASE.out },
    { transform: at(place), opacity: 1, offset: landed, easing: EASE.inOut },
    { transform: at(tick, place.w), opacity: 0 },
  ];
}

/** Shows the back until the card stands on its edge. @param {HTMLElement} el @param {number} owner @param {number} ms */
function turn(el, owner, ms) {
  const face = el.querySelector(".face");
  if (!face) return;
  const cover = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  cover.setAttribute("viewBox", "0 0 100 140");
  cover.setAttribute("class", "cover");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#${back(owner)}`);
  cover.append(use);
  el.append(cover);
  const timing = { duration: ms, easing: "ease-in-out" };
  face.animate([{ transform: "scaleX(0)" }, { transform: "scaleX(0)", offset: 0.5 }, { transform: "none" }], timing);
  cover
    .animate([{ transform: "none" }, { transform: "scaleX(0)", offset: 0.5 }, { transform: "scaleX(0)" }], timing)
    .finished.catch(() => undefined)
    .then(() => cover.remove());
}

/**
 * A fading streak in the owner's colour, from a seat to where its card lands.
 * @param {HTMLElement} layer @param {Motion} motion
 */
export function streak(layer, { from, place, ms }) {
  if (calm()) return;
  const el = document.createElement("div");
  el.className = "trail";
  const x = from.x + from.w / 2;
  const y = from.y + from.h / 2;
  const dx = place.x + place.w / 2 - x;
  const dy = place.y + place.h / 2 - y;
  const thick = place.w / 4;
  el.style.cssText = `width:${Math.hypot(dx, dy)}px;height:${thick}px;--owner:var(--p${place.owner})`;
  layer.append(el);
  const line = `translate(${x}px, ${y - thick / 2}px) rotate(${Math.atan2(dy, dx)}rad)`;
  el.animate(
    [
      { transform: `${line} scaleX(0)`, opacity: 1, easing: EASE.out },
      { transform: `${line} scaleX(1)`, opacity: 0.9, offset: 0.45 },
      { transform: `${line} scaleX(1)`, opacity: 0 },
    ],
    { duration: ms + 180 },
  )
    .finished.catch(() => undefined)
    .then(() => el.remove());
}
