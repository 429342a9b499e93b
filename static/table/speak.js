// @ts-check
// What happened, as whole sentences for the live region (and, the weighty ones, for the rail). Not each flip: what changes
// one's own chances.

import { suitOf } from "./cards.js";
import { FULL, shownOf, sizeOf } from "./layout.js";

/** @typedef {import("../wire.js").PileSpec} PileSpec */
/** @typedef {import("../wire.js").Piles} Piles */
/**
 * What is compared with the moment before. `gone`: seats whose player has given them up; `bots`: those where a bot stands in; `host`: the host's.
 * @typedef {{piles: Piles, facts: Record<string, any>, gone: number[], bots: number[], paused: boolean, pausing: number[], host: number | null}} Moment
 */
/**
 * A sentence: its key, whose name and suit it takes, and whether it is worth a line on the rail.
 * @typedef {{key: string, seat: number | null, suit: string | null, n: number, rail: boolean}} Sentence
 */

/** From this many pounce cards down, everybody should know. */
export const LOW = 3;

/** @param {Pick<import("../core/store.js").State, "room" | "table">} state @returns {Moment} */
export function momentOf({ room, table }) {
  /** @param {(seat: import("../wire.js").SeatView) => boolean} holds */
  const seats = (holds) => (room?.players ?? []).flatMap((place, seat) => (room?.seats.some((one) => one.seat === place && holds(one)) ? [seat] : []));
  return {
    piles: table?.piles ?? {},
    facts: table?.facts ?? {},
    gone: seats(({ gone }) => gone),
    bots: seats(({ stand_in: level, gone }) => level !== null && !gone),
    paused: room?.paused ?? false,
    pausing: room?.paused ? [] : seats(({ seat }) => room?.pausing.includes(seat) ?? false),
    host: seats(({ seat }) => room?.host === seat)[0] ?? null,
  };
}

/** @param {string} key @param {number | null} seat @param {Partial<Sentence>} [rest] @returns {Sentence} */
const say = (key, seat, rest) => ({ key, seat, suit: null, n: 0, rail: false, ...rest });

/**
 * @param {PileSpec[]} specs
 * @param {Moment} before
 * @param {Moment} after
 * @param {{me: number | null, by: number | null}} who  own seat, and the seat that moved
 * @returns {Sentence[]}
 */
export function sentences(specs, before, after, { me, by }) {
  /** @type {Sentence[]} */
  const out = [];
  const { facts: old } = before;
  const { facts } = after;
  for (const { id, owner, kind } of specs) {
    if (owner !== null || kind !== "foundation" || before.piles[id] === after.piles[id] || by === null) continue;
    const had = sizeOf(before.piles[id]);
    const has = sizeOf(after.piles[id]);
    if (has <= had) continue;
    const suit = suitOf(shownOf(after.piles[id])[after.piles[id].length - 2]);
    if (has === FULL && facts.phase === "race") out.push(say(by === me ? "said.finished_you" : "said.finished", by, { suit, rail: by !== me }));
    else if (had === 0 && by !== me) out.push(say("said.started", by, { suit }));
  }
  for (const { id, owner, kind } of specs) {
    if (kind !== "reserve" || owner === null || owner === me || before.piles[id] === after.piles[id]) continue;
    const n = sizeOf(after.piles[id]);
    if (n > 0 && n <= LOW && n < sizeOf(before.piles[id])) out.push(say("said.low", owner, { n, rail: true }));
  }
  for (const seat of /** @type {number[]} */ (facts.stuck ?? [])) {
    if (seat !== me && !(old.stuck ?? []).includes(seat)) out.push(say("said.stuck", seat));
  }
  for (const seat of after.gone) if (!before.gone.includes(seat)) out.push(say("said.left", seat, { rail: true }));
  for (const seat of after.bots) if (!before.bots.includes(seat)) out.push(say("said.stand_in", seat, { rail: true }));
  for (const seat of before.bots) if (!after.bots.includes(seat) && !after.gone.includes(seat)) out.push(say("said.returned", seat, { rail: true }));
  if (after.host !== null && after.host !== before.host) out.push(say(after.host === me ? "said.host_you" : "said.host", after.host, { rail: true }));
  for (const seat of after.pausing) if (seat !== me && !before.pausing.includes(seat)) out.push(say("said.pausing", seat));
  if (after.paused !== before.paused) out.push(say(after.paused ? "said.paused" : "said.on", null));
  if (facts.phase !== old.phase) out.push(...turned(facts, old.phase, me, after.piles));
  return out;
}

/** @param {Record<string, any>} facts @param {string} was @param {number | null} me @param {Piles} piles @returns {Sentence[]} */
function turned(facts, was, me, piles) {
  const by = facts.by ?? null;
  switch (facts.phase) {
    case "countdown":
      return [say("said.look", null)];
    case "race":
      return [say(was === "countdown" ? "said.go" : "said.on", null)];
    case "stopped": {
      const pile = piles[facts.pile];
      const suit = pile ? suitOf(shownOf(pile)[pile.length - 2]) : null;
      return [say(by === me ? "said.stop_you" : "said.stop", by, { suit })];
    }
    case "stuck":
      return [say("said.pulling", null)];
    case "over":
      return [by === null ? say("said.nobody", null) : say(by === me ? "said.pounce_you" : "said.pounce", by)];
    default:
      return [];
  }
}
