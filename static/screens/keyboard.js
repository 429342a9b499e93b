// @ts-check
// The keyboard at the table: what keys.js decides is done here, the focus kept, and each move said to those who listen.

import { t } from "../core/i18n.js";
import { chord, press, repeats, strokeOf } from "../table/keys.js";
import { createLabels } from "./labels.js";
import { called } from "./naming.js";

/** @typedef {import("../table/keys.js").Action} Action */

/** What keys do beside moves. @typedef {Record<"ready" | "stuck" | "pause" | "menu" | "talk" | "keys" | "button" | "send" | "take_back", () => void> & Partial<Record<import("../table/keys.js").Alone, () => void>>} Commands */

/** A game's panel hears keys in these: one may look at things while others move. */
const PANEL = ["turn", "alone", "apart", "wait", "watch"];

/**
 * @param {HTMLElement} table
 * @param {object} given
 * @param {import("../core/store.js").State} given.state
 * @param {import("../table/render.js").Board} given.board
 * @param {ReturnType<typeof import("../table/hand.js").createHand>} given.hand
 * @param {{active: boolean, cancel: () => void}} given.pointer
 * @param {(text: string) => void} given.say
 * @param {() => import("../table/keys.js").Turn} given.turn
 * @param {import("../table/game.js").Game} given.game
 * @param {import("../table/game.js").Panel | null} given.panel
 * @param {(specs: import("../wire.js").PileSpec[], pile: string) => string} given.placeName
 * @param {Commands} given.run
 */
export function createKeyboard(table, { state, board, hand, pointer, say, turn, game, panel, placeName, run }) {
  /** The card in focus, and whether the last move came from the keyboard. */
  let focus = "";
  let used = false;
  const labels = createLabels(table);
  const stop = new AbortController();

  const piles = () => (state.table && state.me !== null ? game.pileKeys(state.table.specs, state.me) : {});

  /** Own cards that can have the focus, and the stock. */
  function spots() {
    const own = [...board.places.values()].filter(({ zone, pile, card, key }) => zone === "own" && (key.endsWith("/top") || hand.liftable(pile, card)?.[0] === card));
    return own.map(({ key, pile, card, x, y, h }) => ({ key, pile, card, x, y, h }));
  }

  /** One own card can be reached by Tab; when the one in focus has gone, the focus stays near. @param {boolean} had  a card had it */
  function keepFocus(had) {
    if (state.me === null || !hand.free) return; // while nothing may be moved, nothing can have the focus that has not got it
    const all = spots();
    if (!all.some((spot) => spot.key === focus)) {
      const last = [board.places.get(focus), board.before(focus)].find((place) => place?.zone === "own");
      const near = all.filter((spot) => spot.pile === last?.pile).pop() ?? all[0];
      focus = near?.key ?? "";
      if (had) board.element(focus)?.focus({ preventScroll: true });
    }
    for (const { key } of all) {
      const el = board.element(key);
      if (el) el.tabIndex = key === focus ? 0 : -1;
    }
  }

  /** After every drawing. @param {boolean} had  a card had the focus */
  function drawn(had) {
    keepFocus(had);
    if ("keys" in table.dataset) name();
  }

  /** The labels, while they are seen. */
  function name() {
    const stock = state.table?.specs.find(({ owner, kind }) => owner === state.me && kind === "stock")?.id;
    labels.draw(board, { ...piles(), ...(stock && state.me !== null && game.flips !== 0 ? { " ": stock } : {}) });
  }

  /** @param {KeyboardEvent} event */
  function keyed(event) {
    const on = event.target instanceof Element ? event.target : null;
    const back = turn() === "alone" && !on?.closest("input, textarea, select") && !document.querySelector("dialog[open]") ? chord(event) : null;
    if (back) {
      event.preventDefault();
      return run[back]?.();
    }
    if (event.ctrlKey || event.altKey || event.metaKey || event.getModifierState("AltGraph") || event.defaultPrevented || document.querySelector("dialog[open]")) return;
    if (on?.closest("input, textarea, select") || ((event.key === " " || event.key === "Enter") && on?.closest("button, a"))) return;
    if (event.key === "Escape" && pointer.active) return pointer.cancel();
    const stroke = strokeOf(event);
    const again = event.repeat && !repeats(stroke);
    if (!again && PANEL.includes(turn()) && panel?.key?.(stroke)) return event.preventDefault();
    const action = press(stroke, {
      turn: turn(),
      spots: spots(),
      focus: document.activeElement === board.element(focus) ? focus : null,
      picked: hand.picked,
      targets: hand.targets,
      aim: hand.aim,
      parts: hand.parts,
      piles: piles(),
    });
    if (!action) return;
    event.preventDefault();
    used = true;
    table.dataset.keys = "";
    name();
    if (!again) act(action);
  }

  /** @param {NonNullable<Action>} action */
  function act(action) {
    if (action.do === "flip") return hand.flip();
    if (action.do === "best") return hand.bestOf(action.pile);
    if (action.do in run) return run[/** @type {keyof Commands} */ (action.do)]?.();
    if (action.do === "focus") {
      focus = action.key;
      keepFocus(false);
      return board.element(focus)?.focus({ preventScroll: true });
    }
    if (action.do === "press" && action.spot.card === null) return hand.flip();
    if (action.do === "press" || action.do === "pick") {
      const { pile, cards } = action.do === "pick" ? action.picked : { pile: action.spot.pile, cards: hand.liftable(action.spot.pile, action.spot.card) };
      if (!cards) return;
      focus = cards[0];
      hand.pick({ pile, cards }, true);
      board.element(focus)?.focus({ preventScroll: true });
      return say(t("said.picked", { card: called(cards[0]), n: hand.targets.length }));
    }
    const { picked } = hand;
    if (!picked) return;
    if (action.do === "aim") {
      hand.aimAt(action.target);
      const top = state.table?.piles[action.target]?.slice(-1)[0];
      const place = placeName(state.table?.specs ?? [], action.target);
      return say(t("said.aim", { place: typeof top === "string" ? t("card.on", { card: called(top), pile: place }) : place }));
    }
    if (action.do === "play") return hand.play(picked.pile, picked.cards, action.target);
    say(t("said.back", { card: called(picked.cards[0]) }));
    hand.drop();
  }

  document.addEventListener("keydown", keyed, { signal: stop.signal });
  table.addEventListener("pointerdown", () => delete table.dataset.keys, { signal: stop.signal });
  return {
    drawn,
    /** The own cards take the focus that a button had which is gone. */
    take: () => board.element(focus)?.focus({ preventScroll: true }),
    /** Whether the last move came from here. */
    get used() {
      return used;
    },
    /** A pointer has moved something. */
    rest() {
      used = false;
    },
    stop: () => stop.abort(),
  };
}
