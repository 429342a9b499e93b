// @ts-check
// A solitaire as a race: the game of one, at the table of whoever looks, and above it how far the others are.
//
// The solitaire's own modules draw and say what is on the own table. They are given that table alone (own.js), so they know of no race.

import { factsOf, mine, specsOf, told } from "./own.js";
import { heard, sentences, shown } from "./says.js";

/** @typedef {import("../../table/game.js").Game} Game */
/** @typedef {import("../../table/game.js").Change} Change */
/** @typedef {import("../../table/layout.js").Box} Box */
/** What is covered by the countdown and in a pause, from the boxes of the own zone. @typedef {(boxes: Record<string, Box>) => Box} Cover */

/** A seat that is wider has everything in one line. */
const ONE_LINE = 150;
const WIDEST = 260;
/** The height of a seat with one line, and with two. */
const HIGH = { one: 38, two: 50 };

/** A change as the game of the own seat sees it. @param {Change} change @param {number} me @returns {Change} */
const ownChange = ({ specs, before, after, by }, me) => ({
  specs: specsOf(specs, me),
  before: { piles: before.piles, facts: factsOf(before.facts, me) },
  after: { piles: after.piles, facts: factsOf(after.facts, me) },
  me,
  by: by === me ? by : null,
});

/** @param {Game} inner @param {Cover} cover @returns {Game} */
export function raceOf(inner, cover) {
  const { createPanel, pileName, final, safe, runsOut } = inner;
  return {
    key: `${inner.key}-race`,
    like: inner.key,
    pace: "race",
    apart: true,
    style: [...(inner.style ? [inner.style].flat() : []), "static/style/solitaire-race.css"],
    flips: inner.flips,
    counts: (specs, piles, seat) => inner.counts(specsOf(specs, seat), piles, seat),
    middle: inner.middle,
    own(shape, w, h, screen) {
      const zone = inner.own(shape, w, h, screen);
      return { ...zone, boxes: { ...zone.boxes, cover: { ...cover(zone.boxes) } } };
    },
    seats({ rem = 16 }, _, width) {
      return { widest: WIDEST, high: Math.ceil((width >= ONE_LINE ? HIGH.one : HIGH.two) * (rem / 16)) };
    },
    // Nobody sees the cards of somebody else.
    lie: (geometry, position) => (position.own ? inner.lie(geometry, mine(position)) : { places: new Map(), wells: [], tags: [], finished: [] }),
    title: (room, facts, seat = null) => (seat === null ? "" : inner.title(room, factsOf(facts, seat))),
    shown,
    peek: () => [],
    pileName: pileName && ((specs, pile) => pileName(specsOf(specs, specs.find(({ id }) => id === pile)?.owner ?? 0), pile)),
    redeals: (facts, seat) => told(facts).redeals[seat],
    sentences(change) {
      const { me, by, after } = change;
      const plays = me !== null && by === me && factsOf(after.facts, me).phase === "play"; // of its end the race speaks
      return [...(plays ? inner.sentences(ownChange(change, me)) : []), ...sentences(change)];
    },
    heard(change) {
      const { me, by } = change;
      const news = heard(change);
      return news.length || me === null || by !== me ? news : inner.heard(ownChange(change, me));
    },
    keys: inner.keys,
    plateKeys: [],
    pileKeys: (specs, seat) => inner.pileKeys(specsOf(specs, seat), seat),
    final,
    safe: safe && ((position) => safe(mine(position))),
    runsOut: runsOut && ((position) => runsOut(mine(position))),
    createPanel:
      createPanel &&
      ((reach) => {
        const panel = createPanel(reach);
        return { ...panel, draw: (seen) => panel.draw({ ...seen, position: mine(seen.position) }) };
      }),
  };
}
