// @ts-check
// Pointers, mouse and finger alike: one record, from the press to the drop. It knows where things are, not what they mean.

import { distance } from "./layout.js";

/** @typedef {import("./layout.js").Box} Box */
/** @typedef {import("./render.js").Board} Board */
/** @typedef {import("./render.js").Held} Held */

/** So far a press may slip and still be a tap. */
export const SLIP = 4;
/** A quick press that wanders no further is a tap all the same: a shaky finger, a double click with a slip. */
export const WOBBLE = 8;
/** Two taps on one card within this time are a double tap. */
export const DOUBLE_MS = 350;
/** A drop is taken by a place whose edge is this near, in card widths. */
export const REACH = 0.6;
/** How fast a card rises above the finger, a frame. */
const RISE = 0.3;

/**
 * What the pointer may ask for. A pile's card is null when its empty place was hit.
 * @typedef {object} Hands
 * @property {(pile: string, card: string | null) => string[] | null} lifts   what is picked up there
 * @property {(pile: string, cards: string[]) => {id: string, box: Box}[]} targets
 * @property {(pile: string, cards: string[]) => void} held                   the drag began
 * @property {(aim: string | null) => void} aimed                             where a drop would go now
 * @property {(pile: string, cards: string[], target: string | null, over: string | null) => void} dropped  `over`: the pile beneath, whether or not it takes them
 * @property {(pile: string, card: string | null) => void} tapped
 * @property {(pile: string, card: string | null) => void} best               double tap, right click
 * @property {() => void} missed                                              pressed where nothing lies
 * @property {() => void} slipped                                             it was a tap after all
 * @property {() => void} cancelled
 */

/** @param {Box} box */
const middle = (box) => ({ x: box.x + box.w / 2, y: box.y + box.h / 2 });
/** The gap between two boxes; 0 when they overlap. @param {Box} a @param {Box} b */
const apart = (a, b) => Math.hypot(Math.max(b.x - a.x - a.w, 0, a.x - b.x - b.w), Math.max(b.y - a.y - a.h, 0, a.y - b.y - b.h));

/**
 * The target that takes a drop: the nearest one whose edge is near, unless the card is nearer to where it came from. A long run floats
 * far above a finger, so where the card means none, the finger does that lies on one.
 * @param {Box} card      where the card is
 * @param {Box} home      where it lay
 * @param {{id: string, box: Box}[]} targets
 * @param {{x: number, y: number}} point
 * @param {boolean} touch  a mouse means the place it points at, a finger first of all the card above it
 * @returns {string | null}
 */
export function nearest(card, home, targets, point, touch) {
  const pointed = targets.find(({ box }) => distance(box, point.x, point.y) === 0)?.id ?? null;
  if (pointed && !touch) return pointed;
  const centre = middle(card);
  const far = (/** @type {Box} */ box) => Math.hypot(middle(box).x - centre.x, middle(box).y - centre.y);
  let found = null;
  let near = far(home);
  for (const { id, box } of targets) {
    if (far(box) >= near || apart(card, box) > card.w * REACH) continue;
    found = id;
    near = far(box);
  }
  return found ?? pointed;
}

/**
 * Where the held card is: under the mouse as it was taken, above a finger so that it is seen.
 * @param {{x: number, y: number}} point
 * @param {{x: number, y: number}} grip      of the point in the card
 * @param {number} rise                       0 as taken, 1 above the finger
 * @param {{w: number, h: number}} size      of the whole run
 */
export function carried(point, grip, rise, { w, h }) {
  const above = { x: w / 2, y: Math.min(h, w * 2) * 1.05 };
  return { x: point.x - grip.x - (above.x - grip.x) * rise, y: point.y - grip.y - (above.y - grip.y) * rise };
}

/**
 * Listens on the table until it is stopped.
 * @param {HTMLElement} table
 * @param {Board} board
 * @param {Hands} hands
 */
export function listen(table, board, hands) {
  /**
   * The drag: what is under the pointer since the press.
   * `far` is how far it has been from where it began; `astray` from a turn of the screen until it moves again.
   * @type {{id: number, touch: boolean, began: number, far: number, astray: boolean, on: import("./layout.js").Geometry, pile: string, card: string | null, cards: string[] | null, from: {x: number, y: number}, at: {x: number, y: number},
   *   grip: {x: number, y: number}, steps: number[], home: Box, rise: number, started: boolean} | null}
   */
  let drag = null;
  /** @type {{pile: string, card: string | null, at: number} | null} */
  let lastTap = null;
  let frame = 0;

  /** @param {MouseEvent} event */
  const point = (event) => {
    const box = table.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  /** @param {Event} event */
  const foreign = (event) => /** @type {Element} */ (event.target).closest?.("button, a, input, select, dialog") !== null;

  /** @param {PointerEvent} event */
  function down(event) {
    if (foreign(event)) return;
    board.endDeal();
    if (drag) {
      cancel(); // a second finger
      return;
    }
    if (event.button !== 0) return;
    const at = point(event);
    const hit = board.at(at.x, at.y);
    event.preventDefault();
    if (!hit) {
      lastTap = null;
      return hands.missed();
    }
    table.setPointerCapture(event.pointerId);
    const cards = hands.lifts(hit.pile, hit.card);
    const { home, steps } = lying(cards, at);
    drag = {
      id: event.pointerId,
      touch: event.pointerType === "touch",
      began: event.timeStamp,
      far: 0,
      astray: false,
      on: board.geometry,
      pile: hit.pile,
      card: hit.card,
      cards,
      from: at,
      at,
      grip: { x: at.x - home.x, y: at.y - home.y },
      steps,
      home,
      rise: 0,
      started: false,
    };
  }

  /** Where cards lie, and how far below the first the others do. @param {string[] | null} cards @param {{x: number, y: number}} at  if they lie nowhere */
  function lying(cards, at) {
    const places = cards?.map((card) => board.places.get(card)) ?? [];
    const { x, y, w, h } = places[0] ?? { x: at.x, y: at.y, w: 1, h: 1 };
    return { home: { x, y, w, h }, steps: places.map((place) => (place ? place.y - y : 0)) };
  }

  /** @param {PointerEvent} event */
  function move(event) {
    if (!drag || event.pointerId !== drag.id) return;
    if (!drag.touch && event.buttons === 0) return cancel(); // it was let go where nobody saw it
    drag.at = point(event);
    drag.astray = false;
    drag.far = Math.max(drag.far, Math.hypot(drag.at.x - drag.from.x, drag.at.y - drag.from.y));
    if (drag.started || drag.far <= SLIP) return;
    if (!drag.cards) {
      if (drag.far > WOBBLE) drag = null;
      return;
    }
    drag.started = true;
    hands.held(drag.pile, drag.cards);
    carry();
  }

  /** Each frame: the cards follow, and the targets are looked up again, because others play on. */
  function carry() {
    cancelAnimationFrame(frame);
    if (!drag?.started || !drag.cards) return;
    if (drag.cards.some((card) => board.places.get(card)?.pile !== drag?.pile) || !hands.lifts(drag.pile, drag.cards[0])) return cancel();
    settle();
    const { w, h } = drag.home;
    drag.rise = drag.touch ? drag.rise + (1 - drag.rise) * RISE : 0;
    const { x, y } = carried(drag.at, drag.grip, drag.rise, { w, h: h + drag.steps[drag.steps.length - 1] });
    board.hold({ cards: drag.cards, steps: drag.steps, box: { x, y, w, h } });
    hands.aimed(aim());
    frame = requestAnimationFrame(carry);
  }

  /** The screen may have been turned or resized: the cards are held on, by the same spot, as large as they are now. */
  function settle() {
    if (!drag) return;
    if (drag.on === board.geometry) return;
    const { home, steps } = lying(drag.cards, drag.at);
    const scale = home.w / drag.home.w;
    drag.on = board.geometry;
    drag.astray = true;
    drag.grip = { x: drag.grip.x * scale, y: drag.grip.y * scale };
    drag.home = home;
    drag.steps = steps;
  }

  function aim() {
    if (!drag?.cards || drag.astray || !board.held) return null;
    return nearest(board.held.box, drag.home, hands.targets(drag.pile, drag.cards), drag.at, drag.touch);
  }

  /** The pile beneath the card that is held, or beneath the pointer. @param {{x: number, y: number}} point */
  function beneath(point) {
    const centre = board.held && middle(board.held.box);
    return ((centre && board.at(centre.x, centre.y)) ?? board.at(point.x, point.y))?.pile ?? null;
  }

  /** @param {PointerEvent} event */
  function up(event) {
    if (!drag || event.pointerId !== drag.id) return;
    if (drag.started) {
      // What lies under a finger that has not moved since the screen was turned was not meant.
      settle();
      if (!drag.astray) drag.at = point(event);
      carry();
    }
    const done = drag;
    if (!done) return;
    const tap = !done.started || (done.far <= WOBBLE && event.timeStamp - done.began < DOUBLE_MS);
    const target = done.started && !tap ? aim() : null;
    const over = done.started ? beneath(done.at) : null;
    drag = null;
    cancelAnimationFrame(frame);
    if (done.started && done.cards) {
      board.hold(null);
      if (!tap) {
        lastTap = null;
        return hands.dropped(done.pile, done.cards, target, over);
      }
      hands.slipped();
    }
    const twice = lastTap && lastTap.card !== null && lastTap.card === done.card && lastTap.pile === done.pile && event.timeStamp - lastTap.at < DOUBLE_MS;
    lastTap = twice ? null : { pile: done.pile, card: done.card, at: event.timeStamp };
    if (twice) hands.best(done.pile, done.card);
    else hands.tapped(done.pile, done.card);
  }

  function cancel() {
    if (!drag) return;
    const started = drag.started;
    drag = null;
    cancelAnimationFrame(frame);
    if (!started) return;
    board.hold(null);
    hands.cancelled();
  }

  /** @param {PointerEvent} event */
  const lost = (event) => drag?.id === event.pointerId && cancel();

  /** @param {MouseEvent} event */
  function menu(event) {
    if (foreign(event)) return;
    event.preventDefault();
    // A long press on a touch screen says "contextmenu" too, while the finger is still down: that is no right click.
    if (drag) return;
    const { x, y } = point(event);
    const hit = board.at(x, y);
    if (hit) hands.best(hit.pile, hit.card);
  }

  /** What assistive technology presses has no pointer. @param {MouseEvent} event */
  function click(event) {
    if (event.detail !== 0 || foreign(event)) return;
    const el = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest?.("[data-pile]"));
    if (el?.dataset.pile) hands.tapped(el.dataset.pile, el.dataset.card ?? null);
  }

  const off = [
    on(table, "pointerdown", down),
    on(table, "mousedown", (event) => foreign(event) || event.preventDefault()), // a press is no focus
    on(table, "pointermove", move),
    on(table, "pointerup", up),
    on(table, "pointercancel", lost),
    on(table, "lostpointercapture", lost),
    on(table, "contextmenu", menu),
    on(table, "click", click),
    on(window, "blur", cancel),
    on(document, "visibilitychange", () => document.hidden && cancel()),
  ];
  return {
    cancel,
    /** Whether cards hang at a pointer. */
    get active() {
      return drag?.started ?? false;
    },
    stop() {
      cancel();
      for (const run of off) run();
    },
  };
}

/** @param {EventTarget} el @param {string} type @param {(event: any) => void} listener */
function on(el, type, listener) {
  el.addEventListener(type, listener);
  return () => el.removeEventListener(type, listener);
}
