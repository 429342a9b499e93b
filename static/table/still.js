// @ts-check
// A table that is only looked at: its places and cards as a game lays them, in a box that may have any width, and nothing that moves.

import { back, boxOf, face, lodFor } from "./cards.js";
import { make, picture } from "./render.js";

/** @typedef {import("./layout.js").Box} Box */

/** Numbers that are worth to be seen: of cards in a stock, and in a corner. */
const NUMBERS = ["count", "beside"];

/**
 * @param {Pick<import("./game.js").Game, "key" | "like" | "own" | "lie">} game
 * @param {import("./game.js").Position} position
 * @param {number} width @param {number} height  as which it is laid out; on the page everything is a part of it
 */
export function still(game, position, width, height) {
  const screen = { width, height, players: position.players.length, rivals: 0, counts: {} };
  const own = game.own("medium", width, height, screen);
  const none = { x: 0, y: 0, w: 0, h: 0 };
  const zones = { bar: none, rivals: none, middle: none, rail: none, own: { x: 0, y: 0, w: width, h: height } };
  const lie = game.lie({ shape: "medium", zones, cw: own.cw, middle: { height: 0 }, own, seats: { size: "xs", boxes: [] }, screen }, position);
  const wide = (/** @type {number} */ px) => `${(px / width) * 100}%`;
  const high = (/** @type {number} */ px) => `${(px / height) * 100}%`;
  /** @param {Box} box @param {HTMLElement} el */
  const placed = ({ x, y, w, h, slant }, el) => {
    el.style.cssText = `left:${wide(x)};top:${high(y)};width:${wide(w)};height:${high(h)}${slant ? `;rotate:${slant}deg` : ""}`;
    return el;
  };
  /** @param {import("./game.js").Tag} tag */
  const number = ({ text, x, y, look }) => {
    const el = make("span", `tag ${look}`, text);
    el.style.cssText = `left:${wide(x)};top:${high(y)}`;
    return el;
  };
  const cards = [...lie.places.values()].sort((one, other) => one.z - other.z);
  const box = make(
    "div",
    `still ${game.like ?? game.key}`,
    ...lie.wells.map((well) => placed(well.box, make("div", `place ${well.look}`))),
    ...cards.map((place) => placed(place, make("div", "card", picture("face", boxOf(), place.card === null ? back(place.owner) : face(place.card, lodFor(place.w)))))),
    ...lie.tags.filter(({ look }) => NUMBERS.includes(look)).map(number),
  );
  box.style.cssText = `aspect-ratio:${width} / ${height};--cw:${(own.cw / width) * 100}cqw`;
  return box;
}
