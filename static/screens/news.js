// @ts-check
// What has happened at the table since this page looks on, as the rail and the sheet need it, and said aloud once.

import { inGame, t } from "../core/i18n.js";
import { sizeOf } from "../table/layout.js";
import { refusalKey, STAY_MS, voted } from "../table/rail.js";
import { momentOf, sentences } from "../table/speak.js";
import { called } from "./naming.js";

/** @typedef {import("../core/store.js").StoreEvent} StoreEvent */

/**
 * @param {object} given
 * @param {import("../core/store.js").State} given.state
 * @param {(text: string) => void} given.say
 * @param {(seat: number) => string} given.nameOf
 * @param {import("../table/game.js").Game} given.game
 * @param {() => boolean} given.live       moves are taken from this seat
 * @param {() => number[]} given.stuck     the seats that say stuck
 * @param {() => boolean} given.letGo      play has stopped: puts back what is in the hand; whether there was anything
 */
export function createNews({ state, say, nameOf, game, live, stuck, letGo }) {
  /** @type {import("../table/speak.js").Moment} what the last sentences were about */
  let moment = momentOf(state);
  const told = {
    /** @type {import("../table/rail.js").Refusal | null} */
    refusal: null,
    /** @type {import("../table/rail.js").News | null} */
    line: null,
    /** @type {string | null} the votes that "I can play" has answered */
    passed: null,
    /** @type {number | null} when Go was */
    wentAt: null,
    quietSince: performance.now(),
    /** @type {string | null} the wishes for a pause that "Not now" has answered */
    unpaused: null,
    /** A stop sent cards back. */
    sentBack: false,
    /** Moves that came true. @type {Set<number>} */
    confirmed: new Set(),

    /** @param {StoreEvent} event */
    hear(event) {
      const now = performance.now();
      if (event.type === "refused" && (game.pace === "turns" || live())) {
        const card = Array.isArray(event.m[2]) ? event.m[2][0] : null;
        const { code, by, ms } = event;
        told.refusal = { code, by, ms, card, until: now + STAY_MS.refusal };
        say(inGame(game.key, refusalKey(told.refusal), { name: by === null ? "" : nameOf(by), ms: ms ?? 0, card: card ? called(card) : "" }));
      }
      if (event.type === "frame" && event.own && event.frame.k != null) told.confirmed.add(event.frame.k);
      if (event.type === "frame") turned(event.frame.b ?? null, now);
      if (event.type === "table" || event.type === "room") turned(null, now, event.type === "table");
    },
    /** A card that was to go to its best place has none. @param {string} card */
    nowhere(card) {
      told.refusal = { code: "nowhere", by: null, ms: null, card, until: performance.now() + STAY_MS.nowhere };
      say(inGame(game.key, "rail.nowhere", { card: called(card) }));
    },
    /** "I can play", without having said stuck. */
    pass() {
      told.passed = voted(stuck());
      told.quietSince = performance.now();
    },
  };

  /** The table has changed. @param {number | null} by  the seat that moved @param {number} now @param {boolean} [whole]  it came whole: nobody saw how */
  function turned(by, now, whole = false) {
    const truth = state.table;
    if (!truth) return;
    const was = moment;
    moment = momentOf(state);
    const { phase, turn } = truth.facts;
    if (moment.paused && !was.paused) letGo();
    if (game.pace === "turns") {
      if (turn !== was.facts.turn) told.refusal = null;
      if (!live()) letGo();
    } else if (phase !== was.facts.phase || (game.pace !== "solo" && moment.paused !== was.paused)) {
      // Alone, who asks to go on may hold a card before the server has said that play does.
      told.sentBack = phase === "race" ? false : letGo();
      told.wentAt = phase === "race" && was.facts.phase === "countdown" && !moment.paused ? now : null;
      told.quietSince = now;
      told.refusal = null;
      told.line = null;
    }
    if (told.unpaused !== voted(moment.pausing)) told.unpaused = null;
    if (told.passed !== voted(stuck())) told.passed = null; // whoever takes it back and says it again asks again
    if (truth.specs.some(({ id }) => !(id in was.piles))) return arrived(moment); // the first sight of a table: nothing happened before these eyes
    if (truth.specs.some(({ id, owner }) => owner === null && sizeOf(truth.piles[id]) > sizeOf(was.piles[id]))) {
      told.quietSince = now;
      told.passed = null;
    }
    const people = game.pace === "solo" ? [] : sentences(was, moment, state.me);
    if (whole && game.pace === "turns") {
      tell(people, now);
      return arrived(was);
    }
    tell([...game.sentences({ specs: truth.specs, before: was, after: moment, me: state.me, by }), ...people], now);
  }

  /** @param {import("../table/speak.js").Sentence[]} happened @param {number} now */
  function tell(happened, now) {
    for (const { key, seat, suit, card, n, rail: weighty, slots } of happened) {
      say(t(key, { ...slots, name: seat === null ? "" : nameOf(seat), n, suit: suit ? t(`suit.${suit}`) : "", card: card ? called(card) : "" }));
      if (weighty) told.line = { key, seat, slots: { ...slots, n, suit: suit ?? "" }, card, until: now + STAY_MS.news };
    }
  }

  /** Who comes to a table in turns, or back to it, hears whose turn it is, and not who may have moved meanwhile. @param {import("../table/speak.js").Moment} was */
  function arrived(was) {
    if (game.pace !== "turns" || !state.table) return;
    const before = { piles: moment.piles, facts: { ...was.facts, turn: null } };
    tell(game.sentences({ specs: state.table.specs, before, after: moment, me: state.me, by: null }), performance.now());
  }
  arrived(moment);
  return told;
}
