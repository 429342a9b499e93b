// @ts-check
// The solitaires that were played to their end in this browser: what is kept of each, and what they come to.
//
// A game is known by its table and its match, so it is counted once, however often its table is opened again. An end can be taken
// back: a better one takes the place of the first. What was forgotten is an end, and not its game: whoever takes it back and comes to
// another one has that counted. What is read back may be damaged or written by hand: only what makes sense counts.

import { GAMES } from "./games.js";

/** @typedef {Record<string, import("../wire.js").OptionValue>} Options */
/**
 * A game at its end. `up`: cards on the foundations; `helped`: the solver showed how it goes on; `day`: whose deal it was; `last`: when
 * it ended for the last time (as `ms`), where that was no better end.
 * @typedef {{id: string, game: string, options: Options, won: boolean, up: number, ms: number, moves: number, helped: boolean, day?: string, last?: number}} Ended
 */
/** @typedef {{games: Ended[], forgotten: string[]}} Kept  oldest first; `forgotten`: ends (`endName`) that are not to come back */

const KEY = "pounce.solo";
/** So many games are remembered, the newest. */
export const MOST = 2000;
/** So many of those that were forgotten could still be open somewhere. */
const FORGOTTEN = 50;
/** All cards of a deal. */
export const DECK = 52;

/** @param {unknown} value @param {number} most @returns {value is number} */
const count = (value, most) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= most;
/** @param {unknown} value @returns {value is Record<string, unknown>} */
const record = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** The game that was written down, null for anything else. @param {unknown} given @returns {Ended | null} */
function readEnded(given) {
  if (!record(given) || !record(given.options)) return null;
  const { id, game, won, up, ms, moves, helped, day, last } = given;
  if (typeof id !== "string" || typeof game !== "string" || !Object.hasOwn(GAMES, game) || !GAMES[game].solo) return null;
  if (!count(up, DECK) || !count(ms, Number.MAX_SAFE_INTEGER) || !count(moves, Number.MAX_SAFE_INTEGER)) return null;
  const options = Object.entries(given.options).filter(([, value]) => ["string", "number", "boolean"].includes(typeof value));
  return { id, game, options: /** @type {Options} */ (Object.fromEntries(options)), won: won === true, up, ms, moves, helped: helped === true, ...(typeof day === "string" ? { day } : {}), ...(count(last, Number.MAX_SAFE_INTEGER) ? { last } : {}) };
}

/** @returns {Kept} */
function read() {
  /** @type {unknown} */
  let kept = null;
  try {
    kept = JSON.parse(localStorage.getItem(KEY) ?? "null");
  } catch {
    // storage is forbidden, or holds something else
  }
  const { games, forgotten } = record(kept) ? kept : { games: null, forgotten: null };
  return {
    games: (Array.isArray(games) ? games : []).flatMap((one) => readEnded(one) ?? []),
    forgotten: (Array.isArray(forgotten) ? forgotten : []).filter((id) => typeof id === "string"),
  };
}
/** @param {Kept} kept */
function write({ games, forgotten }) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ games: games.slice(-MOST), forgotten: forgotten.slice(-FORGOTTEN) }));
  } catch {
    // storage is forbidden or full: nothing more is counted
  }
}

/** Whether an end of a game is better than another. @param {Ended} one @param {Ended} other */
const better = (one, other) => (one.won !== other.won ? one.won : one.up > other.up);

/**
 * The games with one more; where it is known already, with the better of its ends.
 * @param {Ended[]} games @param {Ended} ended
 */
export function counted(games, ended) {
  if (games.every(({ id }) => id !== ended.id)) return [...games, ended];
  return games.map((one) => {
    if (one.id !== ended.id) return one;
    if (better(ended, one)) return ended;
    return ended.ms === one.ms ? one : { ...one, last: ended.ms };
  });
}

/**
 * What is kept of the game of a table that has come to its end, null where that is no game of one's own.
 * @param {Pick<import("./store.js").State, "room" | "me">} state @param {number} moves
 * @returns {Ended | null}
 */
export function endOf({ room, me }, moves) {
  if (!room?.sheet || room.phase !== "over" || me === null) return null;
  const { code, match, game, options, sheet, helped, day } = room;
  return { id: `${code}:${match}`, game, options, won: sheet.winners.length > 0, up: sheet.rows[0]?.points ?? 0, ms: sheet.lasted, moves, helped: helped ?? false, ...(day ? { day } : {}) };
}

/** The name of the end that a game came to last: no two ends of it are reached in the same time. @param {Ended} ended */
const endName = ({ id, ms, last = ms }) => `${id} ${last}`;

/** Counts a game. @param {Ended | null} ended */
export function keepEnd(ended) {
  const kept = read();
  if (ended && !kept.forgotten.includes(endName(ended))) write({ ...kept, games: counted(kept.games, ended) });
}

/** The games of a kind that were played to their end, oldest first. @param {string} game */
export const endedGames = (game) => read().games.filter((one) => one.game === game);

/** Forgets the games of a kind: their ends are not counted again when their tables are opened again. @param {string} game */
export function forget(game) {
  const { games, forgotten } = read();
  const gone = games.filter((one) => one.game === game).map(endName);
  write({ games: games.filter((one) => one.game !== game), forgotten: [...forgotten, ...gone] });
}

/** The same text for the same options. @param {Options} options */
export const ruleSet = (options) => JSON.stringify(Object.entries(options).sort(([one], [other]) => (one < other ? -1 : 1)));

/** Games by the options they were played with; what was played last comes first. @param {Ended[]} games @returns {Map<string, Ended[]>} */
export function byOptions(games) {
  /** @type {Map<string, Ended[]>} */
  const sets = new Map([...games].reverse().map(({ options }) => [ruleSet(options), []]));
  for (const one of games) sets.get(ruleSet(one.options))?.push(one);
  return sets;
}

/**
 * What games come to. Where the solver helped they are counted apart: they neither make a streak nor break one.
 * @param {Ended[]} games  oldest first
 */
export function sums(games) {
  const own = games.filter(({ helped }) => !helped);
  const times = own.filter(({ won }) => won).map(({ ms }) => ms);
  let [streak, longest] = [0, 0];
  for (const { won } of own) {
    streak = won ? streak + 1 : 0;
    longest = Math.max(longest, streak);
  }
  return {
    ...score(own),
    streak,
    longest,
    best: times.length ? Math.min(...times) : null,
    average: times.length ? times.reduce((sum, ms) => sum + ms, 0) / times.length : null,
    helped: score(games.filter(({ helped }) => helped)),
    daily: score(games.filter(({ day }) => day !== undefined)),
  };
}
/** @param {Ended[]} games */
const score = (games) => ({ played: games.length, won: games.filter(({ won }) => won).length });
