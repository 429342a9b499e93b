// @ts-check
// The arithmetic of Pontis as it is said: what two tops ask for, and what chosen cards make. Which lays are allowed is the
// server's word (hints); this only finds the sentence for it. A rank is a letter, "A" to "K".

import { t } from "../../core/i18n.js";
import { isJoker, RANKS } from "../../table/cards.js";

/** @typedef {import("../../wire.js").Facts} Facts */
/**
 * What everybody knows of a game (app/rules/games/pontis, facts). Ranks are letters.
 * @typedef {object} Known
 * @property {"open" | "name" | "lay" | "over"} phase
 * @property {number | null} turn
 * @property {string[] | null} tops            of the seat before and of the one whose turn it is, while a lay is wanted
 * @property {number[] | "pair" | null} wanted
 * @property {number} misses                   in a row
 * @property {Record<string, string>} jokers   card -> the rank that it was named
 * @property {"out" | "block" | "stopped" | null} ending
 * @property {number | null} by                who laid the last card
 * @property {number[]} won
 * @property {number[][] | null} counts        after a block: the points of every card of every bank
 */
/** What a turn asks for: one of several numbers, or a pair. @typedef {{numbers: number[], pair: boolean}} Want */
/** A sum or a difference. @typedef {{a: number, b: number, plus: boolean, n: number}} Sum */

const HIGH_ACE = 14;

/** What a card of this rank may be worth. @param {string} rank */
export const values = (rank) => (rank === "A" ? [1, HIGH_ACE] : [RANKS.indexOf(rank) + 1]);

/** What it counts on a bank. @param {string} rank */
export const points = (rank) => (rank === "A" ? HIGH_ACE : RANKS.indexOf(rank) + 1);

/** A rank as it is written. @param {string} rank */
export const written = (rank) => (rank === "T" ? "10" : rank);

/** The rank of a card; a joker's as it was named, "" as long as it was not. @param {string} card @param {Record<string, string>} [named] */
export const rankIn = (card, named = {}) => (isJoker(card) ? named[card] ?? "" : card[card.length - 2]);

/** @param {Facts} facts @returns {Known} */
export const known = (facts) => /** @type {any} */ (facts);

/** What the facts say is wanted; null while nobody is to lay. @param {Facts} facts @returns {Want | null} */
export function wantOf(facts) {
  const { wanted } = known(facts);
  if (!wanted) return null;
  return wanted === "pair" ? { numbers: [], pair: true } : { numbers: wanted, pair: false };
}

/** All that two cards make together, sums first. @param {string} one @param {string} other @returns {Sum[]} */
export function made(one, other) {
  /** @type {Sum[]} */
  const out = [];
  for (const x of values(one)) for (const y of values(other)) out.push({ a: x, b: y, plus: true, n: x + y });
  for (const x of values(one)) for (const y of values(other)) if (x !== y) out.push({ a: Math.max(x, y), b: Math.min(x, y), plus: false, n: Math.abs(x - y) });
  return out;
}

/** How the tops lead to what is wanted: a difference for each number. @param {string[]} tops @param {Want} want @returns {Sum[]} */
export function gaps(tops, { numbers }) {
  const all = tops.length === 2 ? made(tops[0], tops[1]).filter(({ plus }) => !plus) : [];
  return numbers.flatMap((n) => all.find((sum) => sum.n === n) ?? []);
}

/** @param {Sum} sum */
export const sumText = ({ a, b, plus }) => t(plus ? "pontis.plus" : "pontis.minus", { a, b });

/** The numbers that will do: "4", "1 or 12", "a pair". @param {Want} want */
export const wantText = ({ numbers, pair }) => (pair ? t("pontis.pair") : numbers.length > 1 ? t("pontis.or", { a: numbers[0], b: numbers[1] }) : String(numbers[0]));

/** How these ranks answer what is wanted: "7 − 3", "a pair", a number alone; "" if they do not. @param {Want} want @param {string[]} ranks */
export function answer({ numbers, pair }, ranks) {
  if (ranks.length === 1) return String(values(ranks[0]).find((value) => numbers.includes(value)) ?? "");
  if (pair) return ranks[0] === ranks[1] ? t("pontis.pair") : "";
  const sum = made(ranks[0], ranks[1]).find(({ n }) => numbers.includes(n));
  return sum ? sumText(sum) : "";
}

/** Every number that two cards make, for whom they do not serve: "4 or 10". @param {string[]} ranks */
export function makes([one, other]) {
  const numbers = [...new Set(made(one, other).map(({ n }) => n))].sort((a, b) => a - b);
  return numbers.length > 1 ? t("pontis.or", { a: numbers.slice(0, -1).join(", "), b: numbers[numbers.length - 1] }) : String(numbers[0]);
}
