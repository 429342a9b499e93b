// @ts-check
// Hints at a table for one: asked for, said in the rail and shown on the cards until the next move or tap. None is made by itself.
//
// A fair hint comes at a press. What shows how the deal is won is a choice of its own, and says before the first time that the game is
// marked for it.

import { inGame, t } from "../core/i18n.js";
import { at, calm } from "../table/animate.js";
import { shownOf, sizeOf } from "../table/layout.js";
import { make } from "../table/render.js";
import { called, pileName } from "./naming.js";
import { ask as askFirst, dialog, el, renew } from "./pieces.js";

/** @typedef {import("../wire.js").Hinted} Hinted */
/** @typedef {import("../wire.js").HintKind} HintKind */
/** @typedef {Pick<import("../table/game.js").Position, "specs" | "piles">} Lying */
/** @typedef {import("../table/rail.js").Hint} Line */

/** Who thinks no longer than this shows no sign of it. */
export const PATIENCE_MS = 300;
/** While the question before is still being thought about this one is asked again: so often, and so long. */
export const AGAIN_MS = 400;
export const AGAIN_MOST = 15;
/** A press of this length means the choice of hints. */
export const LONG_MS = 500;
/** A click comes so soon after the finger was lifted. */
const RELEASE_MS = 80;
/** The ghost of the cards on its way, and while it fades where it arrives. */
const GLIDE_MS = 700;
const FADE_MS = 350;

// --- what a hint says and shows ------------------------------------------------------------------------------------------------

/** Nothing can be done about these but to go back or begin again. @param {Hinted} hint */
export const isVerdict = ({ say }) => say === "none" || say === "lost";

/** How a move is put into words: onto a card, up where none lies yet, to an empty place, in a corner; or its own name. @param {Hinted} hint @param {Lying} lying */
function formOf({ m }, { specs, piles }) {
  if (m?.[0] !== "play") return m?.[0] === "flip" ? "flip" : "redeal";
  const target = String(m[3]);
  const kind = specs.find(({ id }) => id === target)?.kind;
  if (kind === "waste") return "corner";
  if (sizeOf(piles[target])) return "onto";
  return kind === "foundation" ? "up" : "empty";
}

/**
 * The sentence of a hint, null where it is said by the sheet of verdicts.
 * @param {Hinted} hint @param {Lying} lying @param {(pile: string) => string} nameOf  of piles
 * @returns {Line | null}
 */
export function lineOf(hint, lying, nameOf) {
  const { say, how, m } = hint;
  /** @type {Line} */
  const line = { key: "", slots: {}, cards: {} };
  if (say === "unknown") return { ...line, key: how === "fair" ? "hint.unknown.fair" : "hint.unknown" };
  if (!m) return say === "redeal" ? { ...line, key: "hint.redeal" } : null;
  const form = formOf(hint, lying);
  if (form !== "flip" && form !== "redeal") {
    const [, source, cards, target] = /** @type {[string, string, string[], string]} */ (m);
    const top = shownOf(lying.piles[target]).at(-1);
    line.cards = { card: cards[0], ...(form === "onto" && typeof top === "string" ? { onto: top } : {}) };
    line.slots = { place: nameOf(target), from: nameOf(source) };
  }
  if (say === "lost") return { ...line, key: "hint.lost.up" };
  if (say === "winning") return { ...line, key: `hint.winning.${form}` };
  return { ...line, key: ["onto", "up", "empty"].includes(form) ? `hint.${say}.${form}` : `hint.${form}` };
}

/** A line as it is heard. @param {string} game @param {Line} line */
export function spoken(game, { key, slots, cards }) {
  const text = inGame(game, key, { ...slots, ...Object.fromEntries(Object.entries(cards).map(([slot, card]) => [slot, called(card)])) });
  return `${text[0].toUpperCase()}${text.slice(1)}.`;
}

/**
 * What is marked on the table: cards that go, where they go, the stock, or piles in the order in which they are taken.
 * @param {Hinted} hint @param {Lying} lying
 * @returns {{cards: string[], target: string | null, order: string[]}}
 */
export function marksOf({ m }, { specs, piles }) {
  const none = { cards: [], target: null, order: [] };
  if (!m) return none;
  const [name, , cards, target] = /** @type {[string, string, string[], string]} */ (m);
  if (name === "play") return { ...none, cards, target };
  if (name !== "redeal") return { ...none, target: specs.find(({ kind }) => kind === "stock")?.id ?? null };
  const heaps = specs.filter(({ kind }) => kind === "waste").map(({ id }) => id);
  return { ...none, order: [...target].map((digit) => heaps[Number(digit) - 1]).filter((id) => id !== undefined && sizeOf(piles[id]) > 0) };
}

// --- asking and showing --------------------------------------------------------------------------------------------------------

/**
 * @param {Pick<import("./pace.js").Desk, "game" | "state" | "socket" | "table" | "board" | "view" | "draw" | "letGo" | "say">
 *   & {open: () => boolean, tell: (key: string) => void}} given  `open`: a game is under way; `tell`: says why nothing happens
 */
export function createHint({ game, state, socket, table, board, view, draw, letGo, say, open, tell }) {
  /** What is being thought about. @type {{how: HintKind, asked: number, late: boolean} | null} */
  let waiting = null;
  /** @type {Hinted | null} */
  let shown = null;
  /** The sheet of a verdict was closed, the marks stay. */
  let closed = false;
  /** The next drawing lets the ghost go. */
  let glides = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let clock;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let again;
  const marks = make("div", "hint-marks");
  const ghosts = make("div", "hint-ghosts");
  for (const layer of [marks, ghosts]) layer.setAttribute("aria-hidden", "true");
  table.append(marks, ghosts);
  const stopped = new AbortController();

  /** @param {string} pile */
  const nameOf = (pile) => game.pileName?.(state.table?.specs ?? [], pile) ?? pileName(state.table?.specs ?? [], pile);
  const line = (/** @type {Lying} */ lying) => shown && lineOf(shown, lying, nameOf);
  /** The order of corners is followed tap by tap: it stays until it is used. */
  const lasts = () => shown?.m?.[0] === "redeal";

  function settle() {
    clearTimeout(clock);
    clearTimeout(again);
    waiting = null;
  }
  /** What was shown is over. Answers whether there was anything. */
  function clear() {
    const had = shown !== null;
    shown = null;
    ghosts.replaceChildren();
    return had;
  }

  /** @param {HintKind} how */
  function ask(how) {
    if (waiting) return;
    if (!open()) return tell("hint.sorry.not_now");
    letGo(); // a card in the hand has marks of its own
    if (shown?.how === how) return show(shown); // the table is as it was: so is the answer
    clear();
    waiting = { how, asked: 0, late: false };
    clock = setTimeout(() => {
      if (waiting) waiting.late = true;
      say(t("hint.thinking"));
      draw();
    }, PATIENCE_MS);
    send();
    draw();
  }
  /** It is asked about the cards as they lie when all that was played before is answered. */
  function send() {
    if (!waiting || state.pending.length) return;
    waiting.asked += 1;
    socket.send({ t: "hint", how: waiting.how });
  }

  /** @param {Hinted} hint */
  function show(hint) {
    shown = hint;
    closed = false;
    glides = true;
    const now = view();
    const words = now && lineOf(hint, now, nameOf);
    const verdict = verdictOf(hint);
    say(verdict ? `${verdict.title}. ${verdict.text}` : words ? spoken(game.key, words) : "");
    const order = now ? marksOf(hint, now).order : [];
    if (order.length) say(t("hint.order", { names: order.map(nameOf).join(", ") })); // it is seen on the corners
    draw();
  }

  /** @param {Hinted} hint */
  function verdictOf(hint) {
    if (!isVerdict(hint)) return null;
    const card = Array.isArray(hint.m?.[2]) ? called(hint.m[2][0]) : "";
    const text = t(`hint.${hint.say}.text${card ? ".up" : ""}`, { card });
    return { title: t(`hint.${hint.say}.title`), text };
  }

  /** What shows how it is won is told first that it marks the game. */
  function winning() {
    if (state.room?.helped) return ask("winning");
    if (!open()) return tell("hint.sorry.not_now");
    askFirst({ title: t("hint.ask.title"), text: t("hint.ask.text"), action: t("hint.ask.action"), stay: t("hint.ask.stay") }, () => ask("winning"));
  }
  /** Which hint? */
  function choose() {
    if (!open()) return tell("hint.sorry.not_now");
    dialog({ title: t("hint.title"), class: "hint-sheet" }, (close) =>
      /** @type {[HintKind, string][]} */ ([
        ["fair", t("hint.fair.what")],
        ["winning", t(state.room?.helped ? "hint.winning.again" : "hint.winning.what")],
      ]).map(([how, what]) =>
        el(
          "button",
          { class: "btn choose", type: "button", "data-key": `hint-${how}`, on: { click: () => (close(), ask(how)) } },
          el("span", { class: "t" }, el("b", {}, t(`hint.${how}`)), el("span", { class: "muted small" }, what)),
        ),
      ),
    );
  }

  // --- marks ---------------------------------------------------------------------------------------------------------------------

  /** @param {import("../table/layout.js").Box} place @param {string} cls @param {string} [number] */
  function mark({ x, y, w, h, slant }, cls, number) {
    const box = make("div", cls, ...(number ? [make("b", "", number)] : []));
    if (number && slant) /** @type {HTMLElement} */ (box.firstChild).style.rotate = `${-slant}deg`; // to be read
    box.style.cssText = `left:${x}px;top:${y}px;width:${w}px;height:${h}px${slant ? `;rotate:${slant}deg` : ""}`;
    return box;
  }

  function drawn() {
    const now = shown ? view() : null;
    // Cards in the hand have marks of their own.
    const seen = shown && now && now.lowest === null ? marksOf(shown, now) : { cards: [], target: null, order: [] };
    const lifted = new Set(seen.cards);
    for (const card of table.querySelectorAll(".pack > .card.hinted")) if (!lifted.has(/** @type {HTMLElement} */ (card).dataset.card ?? "")) card.classList.remove("hinted");
    for (const card of seen.cards) board.element(card)?.classList.add("hinted");
    const target = seen.target === null ? null : board.box(seen.target, seen.cards[0] ?? "");
    const order = seen.order.map((pile) => board.box(pile, ""));
    renew(marks, [target, order, seen.cards.length], () => [
      ...(target ? [mark(target, seen.cards.length ? "hint-target" : "hint-target glows")] : []),
      ...order.flatMap((box, i) => (box ? [mark(box, "hint-order", String(i + 1))] : [])),
    ]);
    if (glides && seen.cards.length && target && now) glide(seen.cards, target, now);
    glides = false;
  }

  /** The cards are seen to go there, once, and stay where they are. @param {string[]} cards @param {import("../table/layout.js").Box} goal @param {Lying} lying */
  function glide(cards, goal, { specs, piles }) {
    ghosts.replaceChildren();
    if (calm()) return;
    const first = board.places.get(cards[0]);
    const target = String(shown?.m?.[3]);
    const fanned = specs.find(({ id }) => id === target)?.kind === "tableau" && sizeOf(piles[target]) > 0;
    const below = fanned ? board.geometry.cw * 0.31 : 0;
    for (const card of cards) {
      const place = board.places.get(card);
      const face = board.element(card)?.querySelector(".face")?.cloneNode(true);
      if (!first || !place || !face) continue;
      const ghost = make("div", "card", face);
      ghost.style.cssText = `width:${place.w}px;height:${place.h}px`;
      const [from, to] = [at(place), at({ ...goal, y: goal.y + below + place.y - first.y }, place.w)];
      ghosts.append(ghost);
      ghost
        .animate([{ transform: from, opacity: 0.95, easing: "cubic-bezier(.5, 0, .2, 1)" }, { transform: to, opacity: 0.95, offset: GLIDE_MS / (GLIDE_MS + FADE_MS) }, { transform: to, opacity: 0 }], { duration: GLIDE_MS + FADE_MS, fill: "both" })
        .finished.catch(() => undefined)
        .then(() => ghost.remove());
    }
  }

  // --- what ends it --------------------------------------------------------------------------------------------------------------

  /** @param {Event} event */
  function pressed({ target }) {
    if (!shown || lasts() || (target instanceof Element && target.closest(".tool[data-key=hint], .end-sheet, .icon[data-key=menu]"))) return;
    clear();
    draw();
  }
  table.addEventListener("pointerdown", pressed, { capture: true, signal: stopped.signal });
  document.addEventListener("pounce:winning", winning, { signal: stopped.signal }); // the menu's
  document.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Escape" || !shown || event.defaultPrevented || document.querySelector("dialog[open]")) return;
      clear();
      draw();
    },
    { signal: stopped.signal },
  );

  /** The finger that has opened the choice is still down: when it is let go, nothing there is pressed. */
  function awaitRelease() {
    const heard = new AbortController();
    const { signal } = heard;
    document.addEventListener("click", (event) => (event.preventDefault(), event.stopImmediatePropagation()), { capture: true, signal });
    document.addEventListener("pointerdown", () => heard.abort(), { capture: true, signal }); // the next press is meant
    for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, () => setTimeout(() => heard.abort(), RELEASE_MS), { capture: true, signal });
  }

  /** A long press of the button, or one of the other mouse button, asks which hint. @param {HTMLElement} button */
  function listen(button) {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let held;
    const { signal } = stopped;
    const up = () => clearTimeout(held);
    // A finger that rests is both a long press and a call for the browser's menu.
    const opened = () => (up(), document.querySelector("dialog[open]") || choose());
    const longed = () => (opened(), awaitRelease());
    button.addEventListener("pointerdown", ({ button: which }) => void (which === 0 && (held = setTimeout(longed, LONG_MS))), { signal });
    for (const name of ["pointerup", "pointercancel", "pointerleave"]) button.addEventListener(name, up, { signal });
    button.addEventListener("contextmenu", (event) => (event.preventDefault(), opened()), { signal });
  }

  return {
    ask,
    winning,
    choose,
    listen,
    drawn,
    clear,
    /** Thought about for so long that it is to be seen. */
    get thinks() {
      return waiting?.late ?? false;
    },
    /** The line of the rail. */
    line() {
      const now = shown ? view() : null;
      return now && line(now);
    },
    /** What is said over the cards, until somebody wants to go on all the same. */
    verdict: () => (shown && !closed ? verdictOf(shown) : null),
    close() {
      closed = true;
      if (!shown?.m) clear();
      draw();
    },
    /** Who names piles in another order than the proposed one needs its numbers no more. @param {string[]} piles */
    ordered(piles) {
      const now = shown && lasts() ? view() : null;
      const { order } = shown && now ? marksOf(shown, now) : { order: piles };
      if (!piles.every((pile, i) => pile === order[i])) clear();
    },
    /** @param {import("../core/store.js").StoreEvent} event */
    hear(event) {
      if (event.type === "hint") {
        if (!waiting || event.hint.how !== waiting.how) return;
        settle();
        // Between the answer and its way here a move may have come.
        if (event.hint.n === state.n && !state.pending.length) show(event.hint);
        else draw();
      } else if (event.type === "sorry" && event.what === "hint") {
        if (!waiting) return;
        if (event.code === "too_fast" && waiting.asked < AGAIN_MOST) return void (again = setTimeout(send, AGAIN_MS));
        settle();
        tell(event.code === "too_fast" ? "hint.sorry.too_fast" : "hint.sorry.not_now");
      } else if (waiting?.asked === 0 && (["frame", "table", "refused", "dropped"].includes(event.type) || (event.type === "pending" && !state.pending.length))) {
        send(); // what was played before is answered: with a frame, a refusal, or a word that nothing has changed
      } else if (event.type === "pending" || event.type === "table" || event.type === "connection" || (event.type === "frame" && (event.frame.p || event.frame.x || event.frame.u))) {
        settle();
        clear();
      } else if (event.type === "room" && state.room?.phase !== "play") {
        settle();
        clear();
      }
    },
    stop() {
      settle();
      stopped.abort();
      marks.remove();
      ghosts.remove();
    },
  };
}
