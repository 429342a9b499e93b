// @ts-check
// What happened, as whole sentences for the live region (and, the weighty ones, for the rail). What happened to the cards is the
// game's to say (Game.sentences): not each flip, but what changes one's own chances.

/** @typedef {import("../wire.js").Piles} Piles */
/**
 * What is compared with the moment before. `gone`: seats whose player has given them up; `bots`: those where a bot stands in; `host`: the host's.
 * @typedef {{piles: Piles, facts: Record<string, any>, gone: number[], bots: number[], paused: boolean, pausing: number[], host: number | null}} Moment
 */
/**
 * A sentence: its key, whose name, which suit and card it takes, and whether it is worth a line on the rail. `slots`: the game's own.
 * @typedef {{key: string, seat: number | null, suit: string | null, card: string | null, n: number, rail: boolean, slots: Record<string, string | number>}} Sentence
 */

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
export const say = (key, seat, rest) => ({ key, seat, suit: null, card: null, n: 0, rail: false, slots: {}, ...rest });

/**
 * What happened to the people at the table.
 * @param {Moment} before
 * @param {Moment} after
 * @param {number | null} me  own seat
 * @returns {Sentence[]}
 */
export function sentences(before, after, me) {
  /** @type {Sentence[]} */
  const out = [];
  for (const seat of after.gone) if (!before.gone.includes(seat)) out.push(say("said.left", seat, { rail: true }));
  for (const seat of after.bots) if (!before.bots.includes(seat)) out.push(say(seat === me ? "said.stand_in_you" : "said.stand_in", seat, { rail: true }));
  for (const seat of before.bots) if (!after.bots.includes(seat) && !after.gone.includes(seat)) out.push(say(seat === me ? "said.returned_you" : "said.returned", seat, { rail: true }));
  if (after.host !== null && after.host !== before.host) out.push(say(after.host === me ? "said.host_you" : "said.host", after.host, { rail: true }));
  for (const seat of after.pausing) if (seat !== me && !before.pausing.includes(seat)) out.push(say("said.pausing", seat));
  if (after.paused !== before.paused) out.push(say(after.paused ? "said.paused" : "said.on", null));
  return out;
}
