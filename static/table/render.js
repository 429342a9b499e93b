// @ts-check
// The table as elements: one per card, keyed by its name and moved by transform only. It draws what it is given and knows
// no rule; what to draw is decided in screens/play.js.

import { at, halt, plan, same, seenAt, start, streak } from "./animate.js";
import { back, boxOf as artBox, face, lodFor, ownerMark, shape, sprite, suitSign } from "./cards.js";
import { arrange, boxOf, distance, placeAt } from "./layout.js";

/** @typedef {import("../wire.js").PileSpec} PileSpec */
/** @typedef {import("../wire.js").Piles} Piles */
/** @typedef {import("./layout.js").Place} Place */
/** @typedef {import("./layout.js").Box} Box */
/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./game.js").Lie} Lie */
/** @typedef {import("./layout.js").Screen} Screen */
/** @typedef {import("./animate.js").Hints} Hints */
/** @typedef {"ok" | "slow" | "away" | "gone" | "bot"} Dot */
/** @typedef {{seat: number, owner: number, name: string, total: number, dot: Dot, stand_in?: boolean}} Player  of the round, by its seat there */
/** @typedef {{pile: string, cards: string[]}} Picked */
/**
 * A position, and what of it is held, picked, aimed at and said.
 * @typedef {import("./game.js").Position & Looks} View
 */
/**
 * @typedef {object} Looks
 * @property {number} round
 * @property {Player[]} seats
 * @property {import("./game.js").Shown[]} shown  what stands on the seats
 * @property {number | null} turn  whose turn it is, in games with turns
 * @property {number} goal         points that win the match, 0: one round
 * @property {boolean} waiting     nobody's move is accepted now
 * @property {Picked | null} picked
 * @property {string[]} raised     more cards that are chosen
 * @property {string[]} dim        cards that step back
 * @property {string | null} lowest  of the cards that are picked or held
 * @property {string[]} targets    piles that may take them
 * @property {string | null} aim   the one that would take it now
 * @property {(card: string, pile: string) => string} label  how a card is called
 */
/** @typedef {{cards: string[], box: Box, steps: number[]}} Held  the first card's box; how far below it the others hang */

/** @param {Held} hand @param {number} i */
const hanging = ({ box, steps }, i) => ({ ...box, y: box.y + steps[i], hung: steps[i], slant: 0 });

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element. @param {string} tag @param {string} [cls] @param {...(Node | string)} children
 * @returns {HTMLElement}
 */
export function make(tag, cls = "", ...children) {
  const el = document.createElement(tag);
  if (cls) el.className = cls;
  el.append(...children);
  return el;
}

/** A drawing that shows one or more symbols. @param {string} cls @param {string} box @param {...string} ids */
export function picture(cls, box, ...ids) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", cls);
  svg.setAttribute("viewBox", box);
  svg.setAttribute("aria-hidden", "true");
  for (const id of ids) {
    const use = document.createElementNS(SVG, "use");
    use.setAttribute("href", `#${id}`);
    svg.append(use);
  }
  return svg;
}

/** An owner's sign on its colour. @param {number} owner */
export function badge(owner) {
  const el = make("span", "badge", picture("sign", "0 0 24 24", shape(owner)));
  el.style.cssText = `background:var(--p${owner});color:var(--p${owner}-on)`;
  return el;
}

/** A card that is only looked at. @param {string} card @param {number} width */
export const mini = (card, width) => {
  const el = make("div", "card mini", picture("face", artBox(), face(card, lodFor(width))));
  el.dataset.card = card;
  return el;
};

/** Writes only what differs: most of a table stays as it was. @param {Node | null} el @param {string} text */
export function write(el, text) {
  if (el && el.textContent !== text) el.textContent = text;
}

/** @type {WeakMap<Element, string>} */
const laid = new WeakMap();
/** Puts an element somewhere. A style that is written again costs as much as a new one. @param {Element} el @param {Box} box */
export function lay(el, { x, y, w, h, slant }) {
  const css = `left:${x}px;top:${y}px;width:${w}px;height:${h}px${slant ? `;rotate:${slant}deg` : ""}`;
  if (laid.get(el) === css) return;
  laid.set(el, css);
  /** @type {HTMLElement} */ (el).style.cssText = css;
}

/** Puts the card symbols into the page, once. */
function ensureSprite() {
  if (!document.getElementById(suitSign("S"))) document.body.insertAdjacentHTML("afterbegin", sprite());
}

/** @typedef {ReturnType<typeof createBoard>} Board */

/**
 * @param {HTMLElement} table   the element that fills the screen
 * @param {Game} game
 * @param {{stock: (n: number) => string}} words
 */
export function createBoard(table, game, words) {
  ensureSprite();
  /** @type {import("./layout.js").Geometry} */
  let geometry;
  /** @type {Screen | null} */
  let screen = null;
  /** @type {Map<string, Place>} */
  let places = new Map();
  /** @type {Map<string, Place>} */
  let previous = new Map();
  /** @type {Map<string, HTMLElement>} */
  const elements = new Map();
  /** @type {Map<string, {el: HTMLElement, place: Place}>} cards that are drawn for a motion only */
  const ghosts = new Map();
  /** @type {Held | null} */
  let held = null;
  /** @type {Held | null} let go since the last drawing: the next one moves the cards from there */
  let released = null;
  /** @type {View | null} */
  let shown = null;
  /** Elements in the air: they stay above the resting cards until the motion is over. @type {Map<HTMLElement, import("./animate.js").Motion>} */
  const flying = new Map();
  let flights = 0;

  const zones = Object.fromEntries(["bar", "rivals", "middle", "rail", "own"].map((name) => [name, make("section", name)]));
  const under = make("div", "under-cards");
  const cards = make("div", "pack");
  table.append(...Object.values(zones), under, cards);

  const ghost = make("div", "card ghost");

  /** What lay where in the last drawing. @type {Lie} */
  let lain = { places: new Map(), wells: [], tags: [], finished: [] };
  /** @type {Map<string, HTMLElement>} the places under the cards */
  const wellEls = new Map();
  /** @type {Map<string, HTMLElement>} */
  const tagEls = new Map();

  /**
   * New boxes for everything, when the screen, the seats or what the game counts are others than before. Answers whether it is the
   * screen or the seats: cards that only make room for fewer or more are seen to move. @param {Screen} next
   */
  function resize(next) {
    if (screen && JSON.stringify(screen) === JSON.stringify(next)) return false;
    const other = JSON.stringify({ ...screen, counts: null }) !== JSON.stringify({ ...next, counts: null });
    screen = next;
    geometry = arrange(next, game);
    table.dataset.shape = geometry.shape;
    table.toggleAttribute("data-aside", geometry.zones.rail === geometry.own.boxes.rail);
    table.dataset.tile = String(geometry.middle.kind === "tile");
    table.style.setProperty("--cw", `${geometry.cw}px`);
    for (const [name, box] of Object.entries(geometry.zones)) lay(zones[name], box);
    return other;
  }

  /** Places and words, each an element of its own for as long as it is there. */
  function drawPlaces() {
    const { wells, tags } = lain;
    keep(wellEls, wells, under, ({ sign }) => make("div", "", ...(sign ? [picture("hint", "0 0 24 24", suitSign(/** @type {any} */ (sign)))] : [])), (el, { pile, box, look, state = "" }) => {
      lay(el, box);
      const cls = `place ${look}`;
      if (el.className !== cls) el.className = cls;
      if ((el.dataset.pile ?? "") !== pile) {
        if (pile) el.dataset.pile = pile;
        else delete el.dataset.pile;
      }
      if (el.dataset.state === state) return;
      el.dataset.state = state;
      el.querySelector(".tick")?.remove();
      if (state === "done") el.append(tick());
    });
    keep(tagEls, tags, cards, () => make("span"), (el, { text, x, y, look }) => {
      write(el, text);
      const cls = `tag ${look}`;
      if (el.className !== cls) el.className = cls;
      const where = `translate(${x}px, ${y}px) translate(-50%, -100%)`;
      if (el.style.transform !== where) el.style.transform = where;
    });
  }

  function tick() {
    const svg = picture("tick", "0 0 24 24");
    svg.innerHTML = '<path d="M5 13l4.5 4.5L19 7"/>';
    return svg;
  }

  /** @param {HTMLElement} el @param {Place} place @param {View} view */
  function dress(el, place, view) {
    const lod = place.lod ?? (place.tile ? "t" : lodFor(place.w));
    const art = place.card === null ? back(place.owner) : face(place.card, lod);
    const look = `${art} ${place.mark ? place.owner : 0} ${place.tile}`;
    if (el.dataset.look !== look) {
      el.dataset.look = look;
      const ids = place.mark ? [art, ownerMark(place.owner, place.tile)] : [art];
      el.querySelector(".face")?.remove();
      el.prepend(picture("face", artBox(place.tile ? "t" : "f"), ...ids));
    }
    const picked = (view.picked?.cards.includes(place.key) ?? false) || view.raised.includes(place.key);
    if (el.classList.contains("sel") !== picked) el.classList.toggle("sel", picked);
    const dim = view.dim.includes(place.key);
    if (el.classList.contains("dim") !== dim) el.classList.toggle("dim", dim);
    const speaks = view.own && place.zone === "own" && (place.card !== null || place.key.endsWith("/top"));
    if (speaks && el.tabIndex === 0) el.tabIndex = -1; // whichever is to be reached by Tab is chosen after the drawing
    const sign = `${place.key} ${place.pile} ${place.zone} ${place.w} ${place.h} ${speaks && place.depth}`;
    if (el.dataset.sign === sign) return; // most cards lie as they lay: nothing is written
    el.dataset.sign = sign;
    el.dataset.key = place.key;
    el.dataset.pile = place.pile;
    el.dataset.zone = place.zone;
    if (place.card) el.dataset.card = place.card;
    el.style.width = `${place.w}px`;
    el.style.height = `${place.h}px`;
    if (speaks) {
      el.setAttribute("role", "button");
      el.tabIndex = -1;
      el.setAttribute("aria-label", place.card ? view.label(place.card, place.pile) : words.stock(place.depth + 1));
    } else if (place.card) {
      el.setAttribute("role", "img");
      el.removeAttribute("tabindex");
      el.setAttribute("aria-label", view.label(place.card, place.pile));
    } else {
      el.setAttribute("aria-hidden", "true");
    }
  }

  /** Where every card is seen now: at its place, in flight, or in the hand. */
  function seen() {
    /** @type {Map<string, Place>} */
    const out = new Map();
    for (const [key, place] of places) {
      const el = elements.get(key);
      out.set(key, el && flying.has(el) ? { ...place, ...seenAt(el, place) } : place);
    }
    for (const [key, { el, place }] of ghosts) if (!out.has(key)) out.set(key, { ...place, ...seenAt(el, place) });
    const hand = held ?? released;
    hand?.cards.forEach((card, i) => {
      const place = places.get(card);
      if (place) out.set(card, { ...place, ...hanging(hand, i) });
    });
    return out;
  }

  /**
   * Draws a position and moves what changed.
   * @param {View} view
   * @param {Pick<Hints, "refused" | "from" | "deal" | "still">} [hints]
   */
  function draw(view, hints = {}) {
    const fresh = shown?.round !== view.round;
    const other = shown?.seat !== view.seat;
    const before = fresh ? new Map() : seen();
    const inHands = new Set([...(held?.cards ?? []), ...(released?.cards ?? [])]);
    released = null;
    const done = new Set(lain.finished.map(({ key }) => key));
    lain = game.lie(geometry, view);
    const finished = fresh ? [] : lain.finished.filter(({ key }) => !done.has(key));
    previous = places;
    places = lain.places;
    // What flies to where it still belongs goes on flying; only another goal starts a motion anew.
    for (const [key, place] of places) {
      const goal = previous.get(key);
      if (goal && before.has(key) && !inHands.has(key) && same(goal, place)) before.set(key, place);
    }
    drawPlaces();
    const motions = plan(before, places, {
      ...hints,
      still: hints.still || (fresh ? !hints.deal : other),
      finished,
      stock: lain.stock,
      width: screen?.width,
    });
    const moving = new Map(motions.map((motion) => [motion.place.key, motion]));

    for (const [key, el] of elements) {
      if (places.has(key)) continue;
      elements.delete(key);
      const motion = moving.get(key);
      if (motion?.ghost) haunt(key, el, motion, view);
      else vanish(key, el);
    }
    for (const motion of motions) if (motion.ghost && !ghosts.has(motion.place.key)) haunt(motion.place.key, newElement(), motion, view);
    for (const [key, place] of places) {
      const ghostly = ghosts.get(key);
      if (ghostly) vanish(key, ghostly.el);
      let el = elements.get(key);
      if (!el) {
        el = newElement();
        elements.set(key, el);
      }
      dress(el, place, view);
      const inHand = held?.cards.includes(key);
      if (!inHand) {
        const where = at(place);
        if (el.dataset.at !== where) {
          el.dataset.at = where;
          el.style.transform = where;
        }
        if (!flying.has(el)) el.style.zIndex = String(place.z);
      }
      const motion = moving.get(key);
      if (motion && !inHand) void fly(el, motion);
    }
    drawHeld();
    drawMarks(view);
    shown = view;
  }

  function newElement() {
    const el = make("div", "card");
    cards.append(el);
    return el;
  }

  /** @param {HTMLElement} el @param {import("./animate.js").Motion} motion */
  function fly(el, motion) {
    flights = (flights + 1) % 1000;
    flying.set(el, motion);
    el.style.zIndex = String(1000 + flights);
    el.classList.add("flight");
    if (motion.trail) streak(cards, motion);
    return start(el, motion).then(() => {
      if (flying.get(el) === motion) land(el);
    });
  }

  /** Down among the resting cards. @param {HTMLElement} el */
  function land(el) {
    flying.delete(el);
    el.classList.remove("flight");
    const place = places.get(el.dataset.key ?? "");
    if (place && !el.classList.contains("held")) el.style.zIndex = String(place.z);
  }

  /** Keeps an element for the length of a motion. @param {string} key @param {HTMLElement} el @param {import("./animate.js").Motion} motion @param {View} view */
  function haunt(key, el, motion, view) {
    ghosts.set(key, { el, place: motion.place });
    if (motion.kind === "stay") {
      const z = Math.min(2, Number(el.style.zIndex) || 0);
      el.style.zIndex = String(z - 1);
      setTimeout(() => ghosts.get(key)?.el === el && vanish(key, el), motion.ms + 50);
      return;
    }
    dress(el, motion.place, view);
    el.style.transform = at(motion.place);
    void fly(el, motion).then(() => ghosts.get(key)?.el === el && vanish(key, el));
  }

  /** @param {string} key @param {HTMLElement} el */
  function vanish(key, el) {
    el.remove();
    flying.delete(el);
    if (ghosts.get(key)?.el === el) ghosts.delete(key);
  }

  // --- what is held, picked, aimed at -------------------------------------------------------------------------------------

  /** The cards in the hand, each frame anew; null lets them go (they stay where they are seen until the next `draw`). @param {Held | null} next */
  function hold(next) {
    if (held && !next) released = held;
    held = next;
    drawHeld();
  }

  function drawHeld() {
    for (const [key, el] of elements) {
      const i = held ? held.cards.indexOf(key) : -1;
      el.classList.toggle("held", i >= 0);
      if (i < 0 || !held) continue;
      halt(el);
      flying.delete(el);
      el.style.zIndex = String(5000 + i);
      el.style.transform = at(hanging(held, i));
      delete el.dataset.at;
    }
    // The place of a held card stays as a ghost only if nothing is known to lie beneath it.
    const place = held && places.get(held.cards[0]);
    const spec = place && shown?.specs.find((one) => one.id === place.pile);
    const bare = place && spec?.kind === "reserve" && place.depth > 0;
    if (!bare || !place?.card) return ghost.remove();
    if (ghost.dataset.card !== place.card) ghost.replaceChildren(picture("face", artBox(), face(place.card, lodFor(place.w))));
    ghost.dataset.card = place.card;
    lay(ghost, place);
    if (!ghost.isConnected) under.append(ghost);
  }

  /** Rings and arrows over the places that may take the cards. @param {View} view */
  function drawMarks(view) {
    const { lowest } = view;
    const wanted = new Map((lowest === null ? [] : view.targets).flatMap((id) => {
      const box = boxOf(lain, id, lowest);
      return box ? [[id, box]] : [];
    }));
    for (const el of /** @type {NodeListOf<HTMLElement>} */ (cards.querySelectorAll(".legal"))) if (!wanted.has(el.dataset.target ?? "")) el.remove();
    for (const [id, box] of wanted) {
      let el = /** @type {HTMLElement | null} */ (cards.querySelector(`.legal[data-target="${id}"]`));
      if (!el) {
        el = make("div", "legal");
        el.dataset.target = id;
        cards.append(el);
      }
      lay(el, box);
      el.classList.toggle("aim", id === view.aim);
    }
  }

  return {
    zones,
    layer: cards,
    resize,
    draw,
    hold,
    /** Every card lies where it was dealt: whoever touches the table does not want to wait for the show. */
    endDeal() {
      for (const [el, { kind }] of flying) if (kind === "deal") for (const animation of el.getAnimations()) animation.finish();
    },
    get geometry() {
      return geometry;
    },
    get places() {
      return places;
    },
    get held() {
      return held;
    },
    /** Where a card lay before the last drawing. @param {string} key */
    before: (key) => previous.get(key) ?? null,
    /** The element of a card or face-down place. @param {string} key */
    element: (key) => elements.get(key) ?? null,
    /** What lies under a point: a card, or an empty place. @param {number} x @param {number} y @returns {{pile: string, card: string | null, place: Place | null} | null} */
    at(x, y) {
      const place = placeAt(places.values(), x, y);
      if (place) return { pile: place.pile, card: place.card, place };
      const well = lain.wells.find(({ pile, box }) => pile && distance(box, x, y) <= 4);
      return well ? { pile: well.pile, card: null, place: null } : null;
    },
    /** Where a card would lie on a pile, as it was drawn last. @param {string} target @param {string} card */
    box: (target, card) => boxOf(lain, target, card),
  };
}

/**
 * An element for each thing, for as long as the thing is there.
 * @template {{key: string}} Thing
 * @param {Map<string, HTMLElement>} known @param {Thing[]} things @param {HTMLElement} layer
 * @param {(thing: Thing) => HTMLElement} build @param {(el: HTMLElement, thing: Thing) => void} dress
 */
function keep(known, things, layer, build, dress) {
  const now = new Set(things.map(({ key }) => key));
  for (const [key, el] of known) if (!now.has(key)) el.remove(), known.delete(key);
  for (const thing of things) {
    const el = known.get(thing.key) ?? build(thing);
    if (!known.has(thing.key)) {
      known.set(thing.key, el);
      layer.append(el);
    }
    dress(el, thing);
  }
}
