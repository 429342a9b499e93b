// @ts-check
// What the pages know of a game before the server has declared it: a first page is whole without an answer.

/**
 * The games in the order in which they are offered. `bots`: so many a person plays against at first, `most` at the most; `solo`: one
 * plays alone.
 * @type {Readonly<Record<string, {bots: number, most: number, solo?: boolean}>>}
 */
export const GAMES = {
  pounce: { bots: 3, most: 7 },
  "spite-and-malice": { bots: 1, most: 5 },
  pontis: { bots: 3, most: 7 },
  "thumb-and-pouch": { bots: 0, most: 0, solo: true },
  "puss-in-the-corner": { bots: 0, most: 0, solo: true },
};
/** The game that comes first, and the one that older pages knew. */
export const FIRST_GAME = "pounce";
