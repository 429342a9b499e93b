// @ts-check
// What one plays Pontis with: the chosen cards, the buttons, the keys. Where choosing ends, a move begins.
//
//   arrows        walk in the hand, row by row        Enter, Space  choose the card in focus; Enter on a chosen one lays
//   1 - 9         lay what the n-th button says; with Shift the other card on top
//   X             the other card on top               L             lay what is chosen
//   A 2-9 0 J Q K name a joker                        Escape        choose nothing
//   O, P          open the base, pass                 W, B          say what is wanted, look at the own bank

import { t } from "../../core/i18n.js";
import { bankOf, handOf, handSpots, sorted } from "./places.js";
import { createBridge, wordsOf } from "./bridge.js";
import { createLook, told } from "./bank.js";
import { layFor, mayOf, moveOf, namedAs, NOTHING, read, toggled, topped, swapped, useful, within } from "./choice.js";
import { createStrip, namesOf, offered, ready, verdict } from "./strip.js";
import { RANKS } from "../../table/cards.js";
import { shownOf } from "../../table/layout.js";
import { wantOf } from "./numbers.js";
import { spoken } from "./says.js";

/** @typedef {import("../../table/game.js").Panel} Panel */
/** @typedef {import("../../table/game.js").Reach} Reach */
/** @typedef {import("../../table/game.js").Seen} Seen */
/** @typedef {import("./choice.js").Choice} Choice */
/** @typedef {import("./choice.js").Lay} Lay */

/** A move that was sent keeps others back until the table has changed, or so long, should it be refused. */
const PATIENCE_MS = 1000;
/** A plate that is lower than this is one line; from here on it has room for the reminder of the keys. */
const LOW_PLATE = 72;
const WITH_KEYS = 128;
const NO_WANT = { numbers: [], pair: false };

/** The n-th card after a step in the hand: along the row, or to the nearest one in the next. @param {{x: number, y: number}[]} spots @param {number} at @param {string} key */
export function stepped(spots, at, key) {
  if (key === "ArrowLeft") return Math.max(0, at - 1);
  if (key === "ArrowRight") return Math.min(spots.length - 1, at + 1);
  const from = spots[at];
  const ahead = spots.map((spot, i) => ({ i, dx: Math.abs(spot.x - from.x), dy: key === "ArrowDown" ? spot.y - from.y : from.y - spot.y })).filter(({ dy }) => dy > 1);
  const near = Math.min(...ahead.map(({ dy }) => dy));
  return ahead.filter(({ dy }) => dy === near).sort((a, b) => a.dx - b.dx)[0]?.i ?? at;
}

/** The rank that a key names. @param {string} key */
export const rankOfKey = (key) => (key === "0" ? "T" : RANKS.includes(key.toUpperCase()) && key !== "t" ? key.toUpperCase() : "");

/** @param {Reach} reach @returns {Panel} */
export function createPanel(reach) {
  const { table, say } = reach;
  /** @type {Seen | null} */
  let seen = null;
  /** @type {Choice} */
  let choice = NOTHING;
  /** All lays are shown, and the strip scrolls. */
  let all = false;
  /** Whose bank is looked at. @type {number | null} */
  let looked = null;
  /** The card of the hand that the keyboard is at, and where that is. */
  let focus = "";
  let place = 0;
  /** What was on the table when a move was sent, and when. @type {{facts: unknown, at: number} | null} */
  let sent = null;
  /** @type {{chosen: string[], dim: string[]}} as the last drawing had them */
  let drawn = { chosen: [], dim: [] };

  const may = () => (seen && seen.me !== null && seen.open ? mayOf(seen.hints) : null);
  const lays = () => may()?.lays ?? [];
  const reading = () => read(lays(), choice);
  const want = () => (seen && wantOf(seen.position.facts)) ?? NO_WANT;
  /** The own cards in the order in which they lie. */
  const hand = () => (seen && seen.me !== null ? sorted(shownOf(seen.position.piles[handOf(seen.position.specs, seen.me)] ?? [0])) : []);

  /** @param {import("../../core/store.js").Move} move */
  function send(move) {
    if (!seen || (sent && sent.facts === seen.position.facts && performance.now() - sent.at < PATIENCE_MS)) return;
    sent = { facts: seen.position.facts, at: performance.now() };
    choice = NOTHING;
    all = false;
    reach.send(move);
  }
  /** @param {string[]} cards @param {Record<string, string>} named */
  function sendLay(cards, named) {
    if (seen && seen.me !== null) send(moveOf(handOf(seen.position.specs, seen.me), bankOf(seen.position.specs, seen.me), cards, named));
  }
  function doLay() {
    const now = reading();
    if (now.kind === "lay") sendLay(choice.cards, now.named);
  }
  function open() {
    if (may()?.do === "open") send(["open"]);
  }
  function pass() {
    if (may()?.pass) send(["pass"]);
  }
  /** @param {string} rank */
  function nameBase(rank) {
    if (may()?.do === "name") send(["name", "", [], rank]);
  }

  /** Another choice, and what comes of it, said. @param {Choice} next */
  function choose(next) {
    choice = next;
    all = false;
    const now = reading();
    if (!choice.cards.length) say(t("pontis.said.nothing"));
    else if (now.kind === "ask") say(t("pontis.said.ask", { ranks: now.ranks.map((rank) => t(`rank.${rank}`)).join(", ") }));
    else {
      const named = now.kind === "lay" ? now.named : choice.named;
      const [one, other] = choice.cards.map((card) => spoken(card, named));
      const said = verdict({ may: /** @type {any} */ (may()), choice, reading: now, want: want(), hand: hand(), all });
      say(other ? t("pontis.said.two_chosen", { below: one, top: other, verdict: said }) : t("pontis.said.one_chosen", { card: one, verdict: said }));
    }
    reach.changed();
  }

  /** A button of the strip. @param {Lay} lay @param {string} top */
  function press(lay, top) {
    const cards = lay.cards.length > 1 && lay.cards[0] === top ? [...lay.cards].reverse() : lay.cards;
    const exact = layFor(lays(), cards);
    if (!exact) return;
    if (ready(exact)) sendLay(cards, namesOf(exact));
    else choose({ cards, named: {} });
  }

  /** @param {number | null} seat */
  function look(seat) {
    looked = looked === seat ? null : seat;
    if (looked !== null && seen) say(told(seen, looked));
    reach.changed();
  }

  const bridge = createBridge(table);
  const view = createLook(table, () => look(null));
  const strip = createStrip(table, {
    lay: press,
    doLay,
    top: (card) => choose(topped(choice, card)),
    name: (joker, rank) => choose(namedAs(choice, joker, rank)),
    nameBase,
    open,
    pass,
    clear: () => choose(NOTHING),
    more(next) {
      all = next;
      reach.changed();
    },
  });

  /** The n-th lay of those that are offered. @param {number} n @param {boolean} turned  the other card on top */
  function nth(n, turned) {
    const lay = offered(lays(), choice)[n];
    if (lay) press(lay, (turned ? lay.cards[0] : lay.cards.at(-1)) ?? "");
    return lay !== undefined;
  }

  /** @param {string} key */
  function walk(key) {
    const cards = hand();
    if (!cards.length || !seen) return false;
    const at = elementOf(focus)?.contains(document.activeElement) ? cards.indexOf(focus) : -1;
    place = at < 0 ? Math.min(place, cards.length - 1) : stepped(cards.map((_, i) => handSpots(/** @type {Seen} */ (seen).geometry, cards.length)(i)), at, key);
    focus = cards[place];
    keepFocus(true);
    return true;
  }
  /** @param {string} card @returns {HTMLElement | null} */
  const elementOf = (card) => (card ? table.querySelector(`.pack > .card[data-key="${card}"]`) : null);
  /** One card of the hand is reached by Tab. @param {boolean} take  it takes the focus */
  function keepFocus(take) {
    const cards = hand();
    if (!cards.includes(focus)) {
      place = Math.max(0, Math.min(place, cards.length - 1));
      focus = cards[place] ?? "";
    }
    for (const card of cards) {
      const el = elementOf(card);
      if (!el) continue;
      el.tabIndex = card === focus ? 0 : -1;
      el.setAttribute("aria-pressed", String(choice.cards.includes(card)));
    }
    if (take) elementOf(focus)?.focus({ preventScroll: true });
  }

  /** Enter or Space on the card in focus. @param {boolean} enter */
  function chooseFocused(enter) {
    if (!elementOf(focus)?.contains(document.activeElement)) return false;
    if (enter && choice.cards.includes(focus) && reading().kind === "lay") doLay();
    else choose(toggled(choice, focus));
    return true;
  }

  /** The joker that waits for a rank: what it may be. */
  function asked() {
    const now = reading();
    return now.kind === "ask" ? now : null;
  }

  /** @type {Record<string, (shift: boolean) => boolean>} */
  const KEYS = {
    // Cards that were chosen by pointer are laid as well.
    Enter: () => chooseFocused(true) || (reading().kind === "lay" && (doLay(), true)),
    " ": () => chooseFocused(false),
    Escape() {
      if (looked !== null) look(null);
      else if (choice.cards.length) choose(NOTHING);
      else if (all) (all = false), reach.changed();
      else return false;
      return true;
    },
    x() {
      if (choice.cards.length > 1) choose(swapped(choice));
      return true;
    },
    l: () => (doLay(), true),
    o: () => (open(), true),
    p: () => (pass(), true),
    w() {
      if (seen) say(wordsOf(seen).whole);
      return true;
    },
    b() {
      if (seen && seen.me !== null) look(seen.me);
      return true;
    },
  };

  const panel = {
    /** @param {Seen} next */
    draw(next) {
      const waited = may() === null;
      seen = next;
      if (sent && sent.facts !== next.position.facts) sent = null;
      const now = may();
      const lost = document.activeElement === document.body && "keys" in table.dataset;
      choice = now?.do === "lay" ? within(choice, hand()) : NOTHING;
      if (!now) all = false;
      if (now && waited) looked = null; // the own turn has begun: the tops are to be seen
      const read = reading();
      bridge.draw(next, now?.do === "open" || read.kind === "lay");
      strip.draw(next, now && { may: now, choice, reading: read, want: want(), hand: hand(), all });
      view.draw(next, looked);
      const { h } = next.geometry.own.boxes.plate;
      table.dataset.plate = h < LOW_PLATE ? "low" : h < WITH_KEYS ? "short" : "";
      keepFocus(lost && now !== null);
      const looks = { chosen: panel.chosen, dim: panel.dim };
      if (JSON.stringify(looks) !== JSON.stringify(drawn)) queueMicrotask(reach.changed); // the cards were drawn before this was known
      drawn = looks;
    },
    /** @param {string} pile @param {string | null} card */
    tap(pile, card) {
      if (!seen) return false;
      const { position, me } = seen;
      const spec = position.specs.find(({ id }) => id === pile);
      if (looked !== null) {
        look(null);
        if (spec?.kind !== "hand") return true;
      }
      if (spec?.kind === "tableau" && spec.owner !== null) {
        if (spec.owner === me && may()?.do === "open") open();
        else if (spec.owner === me && reading().kind === "lay") doLay();
        else look(spec.owner);
        return true;
      }
      if (spec?.owner !== me || card === null) return false;
      if (may()?.do === "lay") choose(toggled(choice, card));
      return true;
    },
    /** Any card of the hand may be carried, since it is the sum that counts. @param {string} pile @param {string | null} card */
    lifts: (pile, card) => (seen && seen.me !== null && card !== null && may()?.do === "lay" && pile === handOf(seen.position.specs, seen.me) ? [card] : null),
    /** A card that is carried is chosen, and laid over the own bank if that makes a lay. @param {string[]} cards @param {string | null} over */
    drop([card], over) {
      if (!seen || over === null || over === handOf(seen.position.specs, seen.me ?? -1)) return;
      if (!choice.cards.includes(card)) choose(toggled(choice, card));
      const bank = seen.position.specs.find(({ id }) => id === over);
      if (bank?.owner === seen.me && reading().kind === "lay") doLay();
    },
    /** @param {number} seat */
    seat(seat) {
      look(seat);
      return true;
    },
    /** @param {{key: string, shift: boolean}} stroke */
    key({ key, shift }) {
      const rank = rankOfKey(key);
      const ask = asked();
      const did = () => {
        if (rank && may()?.do === "name") return nameBase(rank), true;
        if (ask && rank) return ask.ranks.includes(rank) && choose(namedAs(choice, ask.joker, rank)), true;
        if (key.startsWith("Arrow")) return walk(key);
        if (/^[1-9]$/.test(key)) return nth(Number(key) - 1, shift);
        return KEYS[key]?.(shift) ?? false;
      };
      const mine = did();
      if (mine) table.dataset.keys = "";
      return mine;
    },
    get chosen() {
      return choice.cards;
    },
    /** Cards that no lay wants, or none with the card that is chosen. A joker goes with nearly all. */
    get dim() {
      if (may()?.do !== "lay") return [];
      const can = useful(lays(), choice.cards.length === 1 && reading().kind !== "not" ? choice.cards : []);
      return hand().filter((card) => !can.has(card) && !choice.cards.includes(card));
    },
    stop() {
      bridge.stop();
      strip.stop();
      view.stop();
    },
  };
  return panel;
}
