// @ts-check
// The hand: what is picked up or held, where it may go, and the moves that come of it. Pointer and keyboard both end here,
// so what one can do the other can. No DOM: it sees the piles through `look` and sends moves through `send`.

import { best, fits, isGoal, lifts, NEW, stockMove, targets } from "./fits.js";
import { shownOf } from "./layout.js";

/** @typedef {import("../core/store.js").Move} Move */
/** @typedef {import("../wire.js").PileSpec} PileSpec */
/** @typedef {import("../wire.js").Piles} Piles */
/** @typedef {import("./render.js").Picked} Picked */
/**
 * @typedef {object} Sight
 * @property {PileSpec[]} specs
 * @property {Piles} piles   as drawn
 * @property {number} me
 * @property {boolean} [turns]  false: the stock is not turned by hand
 * @property {boolean} [again]  false: nor the waste turned over
 */
/**
 * @param {object} given
 * @param {() => Sight | null} given.look          null: no move is accepted now
 * @param {(move: Move) => void} given.send
 * @param {() => void} given.changed               something is to be drawn anew
 * @param {(card: string) => void} given.nowhere   asked for the best place of a card that has none
 * @param {(move: Move) => boolean} [given.final]  a move that nobody makes without meaning it: no shortcut leads to it
 */
export function createHand({ look, send, changed, nowhere, final = () => false }) {
  /** @type {Picked | null} */
  let picked = null;
  /** @type {Picked | null} what hangs at the pointer */
  let held = null;
  /** @type {Picked | null} what was picked up before that */
  let before = null;
  /** @type {string | null} */
  let aim = null;
  let keys = false;

  /** @param {string} pile */
  function specOf(pile) {
    return look()?.specs.find((spec) => spec.id === pile) ?? null;
  }

  /** What may be picked up with a card: where only the top may go, any card of the pile means it. @param {string} pile @param {string | null} card */
  function liftable(pile, card) {
    const sight = look();
    const spec = specOf(pile);
    if (!sight || !spec || spec.owner !== sight.me) return null;
    const shown = shownOf(sight.piles[pile]);
    const meant = spec.gives === "run" ? card ?? shown[0] : (spec.gives === "any" && card) || shown[shown.length - 1];
    return meant === undefined ? null : lifts(sight.specs, sight.piles, sight.me, pile, meant);
  }

  /** The best place of cards, for a shortcut. @param {Sight} sight @param {string} pile @param {string[]} cards */
  function bestFor({ specs, piles, me }, pile, cards) {
    const target = best(specs, piles, me, pile, cards);
    return target === null || final(["play", pile, cards, target]) ? null : target;
  }

  /** @param {Picked | null} what @returns {string[]} */
  function placesFor(what) {
    const sight = look();
    return sight && what ? targets(sight.specs, sight.piles, sight.me, what.pile, what.cards) : [];
  }

  function empty() {
    picked = null;
    held = null;
    aim = null;
    keys = false;
  }

  /** @param {string} pile @param {string[]} cards @param {string} target */
  function play(pile, cards, target) {
    const sight = look();
    const legal = sight && fits(sight.specs, sight.piles, sight.me, pile, cards, target);
    empty();
    if (legal) send(["play", pile, cards, target]);
    else changed();
  }

  function flip() {
    const sight = look();
    const move = sight && stockMove(sight.specs, sight.piles, sight.me);
    if (move === null || sight?.turns === false || (move === "pickup" && sight?.again === false)) return;
    send([move]);
  }

  /** @param {Picked | null} next @param {boolean} [byKeys] */
  function pick(next, byKeys = false) {
    picked = next;
    keys = byKeys && next !== null;
    aim = null;
    const sight = look();
    if (keys && next && sight) aim = best(sight.specs, sight.piles, sight.me, next.pile, next.cards) ?? placesFor(next)[0] ?? null;
    changed();
  }

  /** Every part of a pile that can be picked up, short before long; of "0h/2" the third card alone. @param {string} name @returns {string[][]} */
  function partsOf(name) {
    const [pile, at] = name.split("/");
    const all = shownOf(look()?.piles[pile] ?? [0])
      .filter((_, i) => at === undefined || i === Number(at))
      .map((card) => liftable(pile, card))
      .filter((cards) => cards !== null)
      .reverse();
    return all.filter((cards, i) => all.findIndex((other) => other.length === cards.length) === i);
  }

  const hand = {
    /** Whether a move would be taken now. */
    get free() {
      return look() !== null;
    },
    get picked() {
      return picked;
    },
    get held() {
      return held;
    },
    /** What is in the hand either way. */
    get cards() {
      return held ?? picked;
    },
    get aim() {
      return aim;
    },
    /** Picked up by keyboard. */
    get keys() {
      return keys;
    },
    /** Where it may go. */
    get targets() {
      return placesFor(held ?? picked);
    },
    flip,
    pick,
    play,
    liftable,
    /** What can be picked up from a pile, the parts that have somewhere to go first, short before long. @param {string} name @returns {string[][]} */
    parts(name) {
      const [pile] = name.split("/");
      const different = partsOf(name);
      const going = different.filter((cards) => placesFor({ pile, cards }).length > 0);
      return going.length ? going : different.slice(0, 1);
    },
    /** @param {string} target */
    aimAt(target) {
      aim = target;
      changed();
    },
    /** Puts everything back. Answers whether there was anything. */
    drop() {
      const had = held !== null || picked !== null;
      empty();
      if (had) changed();
      return had;
    },
    /** After others have moved: what is picked may be gone. */
    check() {
      if (picked && liftable(picked.pile, picked.cards[0])?.length !== picked.cards.length) empty();
      if (keys && aim !== null && !placesFor(picked).includes(aim)) aim = placesFor(picked)[0] ?? null;
    },

    // --- what the pointer asks for (drag.js) -------------------------------------------------------------------------

    /** @param {string} pile @param {string[]} cards */
    take(pile, cards) {
      before = picked;
      empty();
      held = { pile, cards };
      changed();
    },
    /** It was no drag but a tap that slipped: what was picked up before is in the hand again. */
    slipped() {
      empty();
      picked = before;
      changed();
    },
    /** @param {string | null} target */
    over(target) {
      if (aim === target) return;
      aim = target;
      changed();
    },
    /** @param {string} pile @param {string[]} cards @param {string | null} target */
    release(pile, cards, target) {
      empty();
      if (target) play(pile, cards, target);
      else changed();
    },
    /** A tap picks up, plays what is picked up, or flips. @param {string} pile @param {string | null} card */
    tap(pile, card) {
      if (!look()) return;
      const now = picked;
      if (now && placesFor(now).includes(pile)) return play(now.pile, now.cards, pile);
      const spec = specOf(pile);
      if (spec?.kind === "stock" && spec.owner === look()?.me) {
        empty();
        flip();
        return changed();
      }
      const cards = liftable(pile, card);
      pick(cards && !(now && now.pile === pile && now.cards[0] === cards[0]) ? { pile, cards } : null);
    },
    /** @param {string} pile @param {string | null} card */
    best(pile, card) {
      const sight = look();
      if (!sight) return;
      const spec = specOf(pile);
      // What lies where all cards are to come is not brought down by a shortcut.
      if (spec?.kind === "stock" || isGoal(sight.specs, pile)) return hand.tap(pile, card);
      const cards = liftable(pile, card);
      if (!cards) return;
      const target = bestFor(sight, pile, cards);
      if (target) return play(pile, cards, target);
      pick(null);
      nowhere(cards[0]);
    },
    /** From a pile at once: its top to a shared pile, else as much of its run as goes somewhere. @param {string} name */
    bestOf(name) {
      const [pile] = name.split("/");
      const sight = look();
      const all = sight && !isGoal(sight.specs, pile) ? partsOf(name) : [];
      if (!sight || !all.length) return;
      const goals = all.map((cards) => bestFor(sight, pile, cards));
      const shared = goals.findIndex((goal) => goal !== null && (goal === NEW || isGoal(sight.specs, goal)));
      const at = shared >= 0 ? shared : goals.map((goal) => goal !== null).lastIndexOf(true);
      const goal = goals[at];
      if (goal) return play(pile, all[at], goal);
      pick(null);
      nowhere(all[0][0]);
    },
  };
  return hand;
}
