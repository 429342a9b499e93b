// @ts-check
// What the pages know of a game before the server has declared it: a first page is whole without an answer.

/**
 * The games in the order in which they are offered. `bots`: so many a person plays against at first, `most` at the most.
 * @type {Readonly<Record<string, {bots: number, most: number}>>}
 */
export const GAMES = {
  pounce: { bots: 3, most: 7 },
  "spite-and-malice": { bots: 1, most: 5 },
  pontis: { bots: 3, most: 7 },
};
/** The game that comes first, and the one that older pages knew. */
export const FIRST_GAME = "pounce";
