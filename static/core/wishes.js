// @ts-check
// What this browser remembers of its host: the bots that he plays with, and the rules that he used last.
//
// What is read back may be of an older page, or written by hand: everything is checked against the game's declaration.

import { FIRST_GAME, GAMES } from "./games.js";

/** @typedef {import("../wire.js").GameView} GameView */
/** @typedef {Record<string, import("../wire.js").OptionValue>} Options */
/** @typedef {{count: number, level: string}} Bots */

const BOTS = "pounce.bots";
const RULES = "pounce.rules";
const QUICK = "pounce.quick";
const WINNABLE = "pounce.winnable";
/** With so many redeals luck decides much: there only deals are wished for that can be won, unless somebody says otherwise. */
const SHORT = [0, 1];
/** The levels of bots, the easiest first. */
export const LEVELS = ["easy", "steady", "sharp"];

/** @param {string} key @returns {any} */
function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null; // storage is forbidden, or holds something else
  }
}
/** @param {string} key @param {unknown} value */
function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // storage is forbidden: nothing is remembered
  }
}

/** What is kept of the bots, by game. Older pages knew one game and kept its bots bare. @returns {Record<string, any>} */
function keptBots() {
  const all = read(BOTS);
  if (!all || typeof all !== "object") return {};
  return "level" in all || "count" in all ? { [FIRST_GAME]: all } : all;
}

/** The bots of last time in a game. @param {string} game @returns {Bots} */
export function lastBots(game) {
  const { bots, most } = GAMES[game] ?? GAMES[FIRST_GAME];
  const { count, level } = keptBots()[game] ?? {};
  return {
    count: Number.isInteger(count) && count >= 1 && count <= most ? count : bots,
    level: LEVELS.includes(level) ? level : "steady",
  };
}
/** @param {string} game @param {Partial<Bots>} bots */
export const keepBots = (game, bots) => write(BOTS, { ...keptBots(), [game]: { ...lastBots(game), ...bots } });

/** The game of the last quick game. */
export function lastQuick() {
  const game = read(QUICK);
  return Object.keys(GAMES).includes(game) && !GAMES[game].solo ? game : FIRST_GAME;
}
/** @param {string} game */
export const keepQuick = (game) => write(QUICK, game);

/** Whether only deals are wished for that can be won, as this browser said last or as these rules ask for. @param {string} game @param {Options} options @returns {boolean} */
export function wantsWinnable(game, options) {
  const wish = read(WINNABLE)?.[game];
  return typeof wish === "boolean" ? wish : SHORT.includes(Number(options.redeals));
}
/** @param {string} game @param {boolean} on */
export const keepWinnable = (game, on) => write(WINNABLE, { ...read(WINNABLE), [game]: on });

/** Those options that the game has, with values that it knows. @param {GameView} game @param {unknown} given @returns {Options} */
export function known(game, given) {
  const options = /** @type {Options} */ (given && typeof given === "object" ? given : {});
  return Object.fromEntries(game.options.filter(({ key, choices }) => choices.includes(options[key])).map(({ key }) => [key, options[key]]));
}

/** The rules of the host's last table, null for none. @param {GameView} game @returns {Options | null} */
export const lastRules = (game) => found(game, "last");
/** The host's own rules, which are neither of the presets, null for none. @param {GameView} game @returns {Options | null} */
export const ownRules = (game) => found(game, "own");

/** @param {GameView} game @param {"last" | "own"} which */
function found(game, which) {
  const kept = read(RULES)?.[game.key]?.[which];
  return kept ? known(game, kept) : null;
}

/** Keeps the rules for the next table, and as the host's own if they are. @param {GameView} game @param {Options} options @param {boolean} own */
export function keepRules(game, options, own) {
  const all = read(RULES) ?? {};
  write(RULES, { ...all, [game.key]: { ...all[game.key], last: options, ...(own ? { own: options } : {}) } });
}
