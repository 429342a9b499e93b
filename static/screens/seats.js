// @ts-check
// The seats: rivals in their row, each showing as much as its width allows, and the plate beside the own cards.

import { lodFor, face, boxOf } from "../table/cards.js";
import { SEAT, shownOf, sizeOf } from "../table/layout.js";
import { badge, lay, make, mini, picture, write } from "../table/render.js";

/** @typedef {import("../table/render.js").Player} Player */
/** @typedef {import("../table/render.js").View} View */
/** @typedef {import("../table/layout.js").Geometry} Geometry */
/** @typedef {{left: string, points: (player: Player) => string, seat: (player: Player) => string, dots: Record<string, string>, stand_in: string}} Words */

/** From this many pounce cards down the number is brass. */
export const LOW = 3;
/** With more figures than this, a narrow seat puts the points below the number. */
const MUCH = 3;

/**
 * @param {HTMLElement} row
 * @param {Words} words
 * @param {(seat: number) => void} tapped
 */
export function createSeats(row, words, tapped) {
  /** @type {Map<number, HTMLElement>} */
  const seats = new Map();

  /** @param {Player} player */
  function build(player) {
    const who = make("div", "who", badge(player.owner), make("span", "name"), make("i", "dot"), make("span", "stand-in", words.stand_in), make("span", "score"));
    const left = make("div", "left", make("div", "reserve-frame"), make("span", "num"), make("span", "unit", words.left));
    const inside = make("div", "in", who, make("div", "has", left, make("div", "tops")));
    inside.setAttribute("aria-hidden", "true"); // the sentence before it says all of it
    const el = make("button", "seat", make("span", "unseen"), inside);
    el.setAttribute("type", "button");
    el.addEventListener("click", () => tapped(player.seat));
    row.append(el);
    seats.set(player.seat, el);
    return el;
  }

  /** Shows one card of a pile in `holder`, or an empty place. @param {Element} holder @param {string | undefined} card @param {number} width */
  function top(holder, card, width) {
    const old = /** @type {HTMLElement | null} */ (holder.firstElementChild);
    if (old?.dataset.card === (card ?? "")) return;
    const next = card ? mini(card, width) : make("div", "place");
    if (!card) next.dataset.card = "";
    holder.replaceChildren(next);
  }

  return {
    /**
     * @param {View} view
     * @param {Geometry} geometry
     * @param {number[]} rivals  seats of the row, in order
     */
    draw(view, geometry, rivals) {
      const { size, boxes } = geometry.seats;
      row.dataset.size = size;
      for (const [seat, el] of seats) {
        if (rivals.includes(seat)) continue;
        el.remove();
        seats.delete(seat);
      }
      rivals.forEach((seat, i) => {
        const player = view.seats[seat];
        let el = seats.get(seat) ?? build(player);
        if (el.dataset.owner !== String(player.owner)) {
          el.remove();
          el = build(player);
          el.dataset.owner = String(player.owner);
        }
        const box = boxes[i];
        const zone = geometry.zones.rivals;
        lay(el, { ...box, x: box.x - zone.x, y: box.y - zone.y });
        write(el.querySelector(".unseen"), words.seat(player));
        el.classList.toggle("low", player.left <= LOW);
        el.classList.toggle("bot-plays", player.stand_in === true);
        el.classList.toggle("shown", !view.own && seat === view.seat);
        write(el.querySelector(".name"), player.name);
        write(el.querySelector(".score"), words.points(player));
        write(el.querySelector(".num"), String(player.left));
        const dot = /** @type {HTMLElement} */ (el.querySelector(".dot"));
        dot.className = `dot ${player.dot}`;
        dot.title = words.dots[player.dot];
        const has = /** @type {HTMLElement} */ (el.querySelector(".has"));
        has.dataset.score = words.points(player);
        has.classList.toggle("much", `${player.left}${words.points(player)}`.length > MUCH);
        const mine = view.specs.filter((spec) => spec.owner === seat);
        const reserve = mine.find((spec) => spec.kind === "reserve");
        if (reserve) top(/** @type {Element} */ (el.querySelector(".reserve-frame")), topOf(view, reserve.id), SEAT[size].card);
        const tops = /** @type {Element} */ (el.querySelector(".tops"));
        const tableau = mine.filter((spec) => spec.kind === "tableau");
        while (tops.children.length < tableau.length) tops.append(make("span"));
        tableau.forEach((spec, t) => top(tops.children[t], topOf(view, spec.id), 24));
      });
    },

    /** Where a rival's card comes from: where it was shown, else the seat. @param {string} card @param {number} seat @param {HTMLElement} table */
    from(card, seat, table) {
      const el = seats.get(seat);
      if (!el) return null;
      const shown = /** @type {HTMLElement | null} */ (el.querySelector(`[data-card="${card}"]`));
      const origin = table.getBoundingClientRect();
      if (shown?.offsetWidth) {
        const box = shown.getBoundingClientRect();
        return { x: box.left - origin.left, y: box.top - origin.top, w: box.width, h: box.height };
      }
      const box = el.getBoundingClientRect();
      const w = 30;
      return { x: box.left - origin.left + (box.width - w) / 2, y: box.bottom - origin.top - 42, w, h: 42 };
    },
  };
}

/** @param {View} view @param {string} id @returns {string | undefined} */
function topOf({ piles }, id) {
  const shown = shownOf(piles[id]);
  return sizeOf(piles[id]) ? shown[shown.length - 1] : undefined;
}

/** The open cards of a seat in a row, for the rail. @param {View} view @param {number} seat */
export function peek(view, seat) {
  const row = make("span", "tops");
  for (const { id, owner, kind } of view.specs) {
    if (owner !== seat || (kind !== "tableau" && kind !== "waste")) continue;
    const card = topOf(view, id);
    row.append(card ? make("span", `card mini ${kind}`, picture("face", boxOf(), face(card, lodFor(24)))) : make("span", `place mini ${kind}`));
  }
  return row;
}

/**
 * The plate: who, how many points, Stuck; for an onlooker that he watches, and a seat as long as he has none.
 * @param {HTMLElement} own
 * @param {{you: string, watching: string, later: string, of: (goal: number) => string, keys: [string[], string][][]}} words
 * @param {() => void} pressed
 */
export function createPlate(own, words, pressed) {
  const sign = make("span", "sign-of");
  const name = make("span", "nm");
  const dot = make("i", "dot");
  const points = make("span");
  const goal = make("small");
  const watch = make("p", "watch");
  const button = make("button", "btn small");
  button.setAttribute("type", "button");
  button.addEventListener("click", pressed);
  const keys = make(
    "div",
    "keys",
    ...words.keys.map((line) => make("span", "", ...line.flatMap(([names, what], i) => [i ? ", " : "", ...names.flatMap((key, j) => [j ? "–" : "", make("kbd", "", key)]), what && ` ${what}`]))),
  );
  const plate = make("div", "plate", make("div", "me", sign, name, dot), make("div", "pts", points, " ", goal), watch, button, keys);
  own.append(plate);

  return {
    plate,
    /**
     * @param {View} view @param {Geometry} geometry
     * @param {{label: string, can: boolean, sits: boolean}} state  the button's word, whether it does anything, whether he plays in the next round
     */
    draw(view, { own: zone, zones }, { label, can, sits }) {
      const player = view.seats[view.seat];
      const { x, y, w, h } = zone.boxes.plate;
      lay(plate, { x: x - zones.own.x, y: y - zones.own.y, w, h });
      if (sign.dataset.owner !== String(player.owner)) {
        sign.dataset.owner = String(player.owner);
        sign.replaceChildren(badge(player.owner));
      }
      write(name, view.own ? words.you : player.name);
      dot.className = `dot ${player.dot}`;
      write(points, player.total < 0 ? `−${-player.total}` : String(player.total));
      write(goal, view.goal ? words.of(view.goal) : "");
      plate.classList.toggle("watching", !view.own);
      write(watch, view.own ? "" : sits ? words.later : words.watching);
      button.hidden = !view.own && sits;
      write(button, label);
      button.toggleAttribute("disabled", !can);
      keys.hidden = !view.own;
    },
  };
}
