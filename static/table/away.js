// @ts-check
// Who has been away for so long that the others should not have to wait: a line that breaks for a moment is no reason to ask.

/** So long somebody is away before the host is asked whether a bot shall play. */
export const AWAY_MS = 15_000;
/** In turns everybody waits for one, and he may be thinking: the rules give him a minute. */
export const AWAY_IN_TURNS_MS = 60_000;

/** @param {number} [patience]  in ms */
export function createAway(patience = AWAY_MS) {
  /** @type {Map<number, number>} room seat -> since when */
  const since = new Map();
  /** @type {Set<number>} seats about which the host has said no */
  const answered = new Set();
  return {
    /** @param {number[]} absent  room seats of persons without a connection @param {number} now */
    see(absent, now) {
      for (const seat of [...since.keys()]) {
        if (absent.includes(seat)) continue;
        since.delete(seat);
        answered.delete(seat);
      }
      for (const seat of absent) if (!since.has(seat)) since.set(seat, now);
    },
    /** The host's no, until that person has been here again. @param {number} seat */
    pass: (seat) => void answered.add(seat),
    /** Who has been away longest, and long enough. @param {number} now @returns {number | null} */
    longest(now) {
      for (const [seat, when] of since) if (!answered.has(seat) && now - when >= patience) return seat;
      return null;
    },
  };
}
