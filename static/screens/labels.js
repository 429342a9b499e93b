// @ts-check
// The name of each own pile on the keyboard, at its upper right corner, where no face has anything. CSS shows them while the
// keyboard is in use.

import { t } from "../core/i18n.js";
import { make } from "../table/render.js";

/** A slanting card is named at the middle of its right side. @param {import("../table/layout.js").Box} box @param {number} slant */
function sideOf({ x, y, w, h }, slant) {
  const angle = (slant * Math.PI) / 180;
  return { x: x + (w / 2) * Math.cos(angle) + 8, y: y + h / 2 + (w / 2) * Math.sin(angle), w: w / 2 };
}

/** @param {HTMLElement} table */
export function createLabels(table) {
  const layer = make("div", "key-labels");
  layer.setAttribute("aria-hidden", "true");
  table.append(layer);
  /** @type {Map<string, HTMLElement>} */
  const labels = new Map();

  return {
    /** @param {import("../table/render.js").Board} board @param {Record<string, string>} piles  key -> pile, or a card of a hand: "0h/2" */
    draw(board, piles) {
      /** @type {Map<string, {right: number, top: number}>} */
      const corners = new Map();
      for (const place of board.places.values()) {
        const { pile, depth, zone } = place;
        if (zone !== "own") continue;
        const { x, y, w } = place.slant ? sideOf(place, place.slant) : place;
        const { right, top } = corners.get(pile) ?? { right: -Infinity, top: Infinity };
        corners.set(pile, { right: Math.max(right, x + w), top: Math.min(top, y) });
        corners.set(`${pile}/${depth}`, { right: x + w, top: y });
      }
      for (const [key, label] of labels) if (!(key in piles)) label.remove(), labels.delete(key);
      for (const [key, pile] of Object.entries(piles)) {
        const place = /** @type {HTMLElement | null} */ (table.querySelector(`.under-cards > [data-pile="${pile}"]`));
        // Read from its style: to measure it would lay the page out in the middle of a drawing.
        const corner = corners.get(pile) ?? (place && { right: parseFloat(place.style.left) + parseFloat(place.style.width), top: parseFloat(place.style.top) });
        if (!corner) {
          labels.get(key)?.remove();
          labels.delete(key);
          continue;
        }
        const label = labels.get(key) ?? make("kbd", "", key === " " ? t("table.key.space") : key.toUpperCase());
        if (!labels.has(key)) layer.append(label);
        labels.set(key, label);
        const at = `translate(${Math.round(corner.right)}px, ${Math.round(corner.top)}px) translate(-100%, -50%)`;
        if (label.dataset.at === at) continue;
        label.dataset.at = at;
        label.style.transform = at;
      }
    },
  };
}
