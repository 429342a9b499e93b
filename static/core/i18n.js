// @ts-check
// Every sentence of the page, by key. A sentence is whole and has named slots: "{name} was {ms} ms faster".
// One that depends on a number is {one, other}, chosen by the slot `n`.

import en from "../i18n/en.js";

/** @typedef {string | {one: string, other: string}} Sentence */
/** @typedef {Record<string, string | number>} Slots */

/** @type {Record<string, Sentence>} */
const catalogue = en;
const plural = new Intl.PluralRules("en");

/** @param {string} key @param {Record<string, unknown>} slots */
function sentence(key, slots) {
  const found = catalogue[key];
  if (found === undefined || typeof found === "string") return found ?? key;
  return plural.select(Number(slots.n)) === "one" ? found.one : found.other;
}

/**
 * The sentence of a key. A key that is missing shows itself; a test keeps that from happening.
 * @param {string} key
 * @param {Slots} [slots]
 * @returns {string}
 */
export function t(key, slots = {}) {
  return parts(key, slots).join("");
}

/** A race of a solitaire has its name and this. */
const RACE = "-race";
/** Whose words a game uses, the nearest first: a race of a solitaire speaks like all of them, and then like the solitaire. @param {string} game */
const speakers = (game) => (game.endsWith(RACE) ? [game, `solitaire${RACE}`, game.slice(0, -RACE.length)] : [game]);

/**
 * The key under which a game says something in its own words: its name after the first part. "option.target.0" is
 * "option.pontis.target.0" there; null where the game says nothing else.
 * @param {string} game @param {string} key
 */
export const keyIn = (game, key) => speakers(game).map((own) => key.replace(".", `.${own}.`)).find((own) => own in catalogue) ?? null;

/**
 * The sentence of a key as it is said in a game: where one plays hands, and not rounds, it says so.
 * @param {string} game
 * @param {string} key
 * @param {Slots} [slots]
 */
export const inGame = (game, key, slots) => t(keyIn(game, key) ?? key, slots);

/** What a game is called. @param {string} game */
export const gameName = (game) => t(`game.${game}`);

/**
 * The same, cut at its slots, for a screen that puts a badge or a card sign into one.
 * @template Part
 * @param {string} key
 * @param {Record<string, Part>} slots
 * @returns {(string | Part)[]}
 */
export function parts(key, slots) {
  return sentence(key, slots)
    .split(/\{(\w+)\}/)
    .map((piece, index) => (index % 2 === 0 ? piece : slots[piece] ?? `{${piece}}`))
    .filter((piece) => piece !== "");
}
