// @ts-check
// What the pages know of a game before the server has declared it: a first page is whole without an answer.

/**
 * The games in the order in which they are offered. `bots`: so many a person plays against at first, `most` at the most; `solo`: one
 * plays alone; `race`: of that solitaire, at whose picture it is offered.
 * @type {Readonly<Record<string, {bots: number, most: number, solo?: boolean, race?: string}>>}
 */
export const GAMES = {
  pounce: { bots: 3, most: 7 },
  "spite-and-malice": { bots: 1, most: 5 },
  pontis: { bots: 3, most: 7 },
  "thumb-and-pouch": { bots: 0, most: 0, solo: true },
  "puss-in-the-corner": { bots: 0, most: 0, solo: true },
  "thumb-and-pouch-race": { bots: 0, most: 0, race: "thumb-and-pouch" },
  "puss-in-the-corner-race": { bots: 0, most: 0, race: "puss-in-the-corner" },
};
/** Whether bots play it. Of a game that this page does not know that is for the server to say. @param {string} game */
export const hasBots = (game) => GAMES[game]?.most !== 0;
/** The game that comes first, and the one that older pages knew. */
export const FIRST_GAME = "pounce";
