// @ts-check
// The seats: rivals in their row, each showing as much as its width allows, and the plate beside the own cards.

import { t } from "../core/i18n.js";
import { back, boxOf, face, lodFor } from "../table/cards.js";
import { SEAT } from "../table/layout.js";
import { badge, lay, make, mini, picture, write } from "../table/render.js";

/** @typedef {import("../table/render.js").Player} Player */
/** @typedef {import("../table/render.js").View} View */
/** @typedef {import("../table/layout.js").Geometry} Geometry */
/** @typedef {{points: (player: Player) => string, dot: (player: Player) => string, dots: Record<string, string>, stand_in: string}} Words */

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
    const left = make("div", "left", make("div", "front"), make("span", "num"), make("span", "unit"));
    const inside = make("div", "in", who, make("div", "has", left, make("div", "tops"), make("div", "backs")));
    inside.setAttribute("aria-hidden", "true"); // the sentence before it says all of it
    const el = make("button", "seat", make("span", "unseen"), inside);
    el.setAttribute("type", "button");
    el.addEventListener("click", () => tapped(player.seat));
    row.append(el);
    seats.set(player.seat, el);
    return el;
  }

  /** Shows one card in `holder`, or an empty place, and what it is worth. @param {Element} holder @param {string} card @param {number} width @param {string} [worth] */
  function top(holder, card, width, worth = "") {
    const old = /** @type {HTMLElement | null} */ (holder.firstElementChild);
    if (old?.dataset.card === card && (holder.querySelector(".worth")?.textContent ?? "") === worth) return;
    const next = card ? mini(card, width) : make("div", "place");
    if (!card) next.dataset.card = "";
    holder.replaceChildren(next, ...(worth ? [make("span", "worth", worth)] : []));
  }

  return {
    /**
     * @param {View} view
     * @param {Geometry} geometry
     * @param {number[]} rivals  seats of the row, in order
     */
    draw(view, geometry, rivals) {
      const { size, boxes, card } = geometry.seats;
      row.dataset.size = size;
      row.style.setProperty("--seat-card", card ? `${card}px` : "");
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
        const shown = view.shown[seat];
        write(el.querySelector(".unseen"), t(shown.says.key, { ...shown.says.slots, name: player.name, points: words.points(player), dot: words.dot(player) }));
        el.classList.toggle("low", shown.low);
        el.classList.toggle("turn", view.turn === seat);
        el.classList.toggle("bot-plays", player.stand_in === true);
        el.classList.toggle("shown", !view.own && seat === view.seat);
        el.dataset.look = shown.look ?? "";
        el.style.setProperty("--share", String(shown.share ?? 0));
        write(el.querySelector(".name"), player.name);
        const points = shown.points ?? words.points(player);
        write(el.querySelector(".score"), points);
        write(el.querySelector(".num"), String(shown.count));
        write(el.querySelector(".unit"), shown.unit);
        const dot = /** @type {HTMLElement} */ (el.querySelector(".dot"));
        dot.className = `dot ${player.dot}`;
        dot.title = words.dots[player.dot];
        const has = /** @type {HTMLElement} */ (el.querySelector(".has"));
        has.dataset.score = points;
        has.classList.toggle("much", `${shown.count}${points}`.length > MUCH);
        const front = /** @type {HTMLElement} */ (el.querySelector(".front"));
        front.classList.toggle("reserve-frame", shown.framed);
        top(front, shown.card, card ?? SEAT[size].card, shown.worth);
        const tops = /** @type {HTMLElement} */ (el.querySelector(".tops"));
        while (tops.children.length > shown.tops.length) tops.lastElementChild?.remove();
        while (tops.children.length < shown.tops.length) tops.append(make("span"));
        shown.tops.forEach((one, i) => top(tops.children[i], one, card ?? 24));
        const backs = /** @type {HTMLElement} */ (el.querySelector(".backs"));
        const count = shown.backs ?? 0;
        tops.dataset.under = shown.under?.tops ?? "";
        backs.dataset.under = shown.under?.backs ?? "";
        backs.dataset.count = String(count);
        if (backs.children.length === count) return;
        backs.replaceChildren(...Array.from({ length: count }, () => make("div", "card mini", picture("face", boxOf(), back(player.owner)))));
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

/** The open cards of a seat in a row, for the rail. @param {{card: string, look: string}[]} cards */
export function peek(cards) {
  const row = make("span", "tops");
  for (const { card, look } of cards) row.append(card ? make("span", `card mini ${look}`, picture("face", boxOf(), face(card, lodFor(24)))) : make("span", `place mini ${look}`));
  return row;
}

/**
 * The plate: who, how many points, a button; for an onlooker that he watches, and a seat as long as he has none.
 * @param {HTMLElement} own
 * @param {{you: string, watching: string, later: string, of: (goal: number) => string, keys: [string[], string][][]}} words  keys: caps or keys of sentences
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
    ...words.keys.map((line) => make("span", "", ...line.flatMap(([names, what], i) => [i ? ", " : "", ...names.map((key) => (key === "–" ? key : make("kbd", "", key.includes(".") ? t(key) : key))), what && ` ${t(what)}`]))),
  );
  const plate = make("div", "plate", make("div", "me", sign, name, dot), make("div", "pts", points, " ", goal), watch, button, keys);
  own.append(plate);

  return {
    plate,
    /**
     * @param {View} view @param {Geometry} geometry
     * @param {{button: {label: string, can: boolean} | null, sits: boolean}} state  the button's word and whether it does anything; whether he plays in the next round
     */
    draw(view, { own: zone, zones }, { button: given, sits }) {
      const player = view.seats[view.seat];
      const { x, y, w, h } = zone.boxes.plate;
      lay(plate, { x: x - zones.own.x, y: y - zones.own.y, w, h });
      const place = view.own ? zone.boxes.button : undefined;
      button.classList.toggle("placed", place !== undefined);
      if (place) lay(button, { ...place, x: place.x - x, y: place.y - y });
      if (sign.dataset.owner !== String(player.owner)) {
        sign.dataset.owner = String(player.owner);
        sign.replaceChildren(badge(player.owner));
      }
      write(name, view.own ? words.you : player.name);
      dot.className = `dot ${player.dot}`;
      write(points, view.shown[view.seat].points ?? (player.total < 0 ? `−${-player.total}` : String(player.total)));
      write(goal, view.goal ? words.of(view.goal) : "");
      plate.classList.toggle("watching", !view.own);
      write(watch, view.own ? "" : sits ? words.later : words.watching);
      button.hidden = given === null || (!view.own && sits);
      write(button, given?.label ?? "");
      button.toggleAttribute("disabled", !given?.can);
      keys.hidden = !view.own;
    },
  };
}
