// @ts-check
// What the pages are put together from: elements, icons, signs, pictures of cards, dialogs.

import { face } from "../table/cards.js";
import { t } from "../core/i18n.js";

/** @typedef {Node | string | number | false | null | undefined} Child */

/**
 * An element. `on` holds listeners; a property that is true is an empty attribute, one that is false or null is none.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, any>} [given]
 * @param {(Child | Child[])[]} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function el(tag, given = {}, ...children) {
  const element = document.createElement(tag);
  const { on = {}, ...attributes } = given;
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const [event, listener] of Object.entries(on)) element.addEventListener(event, /** @type {EventListener} */ (listener));
  element.append(...children.flat().filter(shown).map((child) => (typeof child === "number" ? String(child) : child)));
  return element;
}
/** @param {Child} child @returns {child is Node | string | number} */
const shown = (child) => child !== false && child !== null && child !== undefined && child !== "";

/** @param {string} source @returns {SVGElement} */
function svg(source) {
  const template = document.createElement("template");
  template.innerHTML = source;
  return /** @type {any} */ (template.content.firstElementChild);
}

/** @type {Record<string, string>} */
const ICONS = {
  back: "M15 5 8 12l7 7",
  next: "M9 5l7 7-7 7",
  menu: "M5 7h14M5 12h14M5 17h14",
  close: "M6 6l12 12M18 6 6 18",
  talk: "M4.5 5.5h15v10.5h-8l-4 3.5v-3.5h-3Z",
  tick: "M5 13l4.5 4.5L19 7",
  undo: "M8 5 4 9l4 4M4 9h9a6 6 0 0 1 0 12H9",
  redo: "M16 5l4 4-4 4M20 9h-9a6 6 0 0 0 0 12h4",
  top: "M12 20V5M6 11l6-6 6 6",
  hint: "M9 17h6M10 20h4M12 3.5a6 6 0 0 0-3.5 10.8c.6.5 1 1.5 1 2.7h5c0-1.2.4-2.2 1-2.7A6 6 0 0 0 12 3.5Z",
  again: "M12 6a7 7 0 1 1-6.6 4.6M12 2.5 8.5 6 12 9.5",
  fresh: "M5 8h14v12H5ZM8 8V4h14v12h-3",
  flag: "M6 21V4h12l-3 4.5 3 4.5H6",
  link: "M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-5.6-5.6l-1.2 1.2M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 5.6 5.6l1.2-1.2",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  down: "M7 10l5 5 5-5",
  lock: "M6.5 11h11v9h-11ZM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2.8v2M12 19.2v2M2.8 12h2M19.2 12h2M5.5 5.5l1.4 1.4M17.1 17.1l1.4 1.4M18.5 5.5l-1.4 1.4M6.9 17.1l-1.4 1.4",
  moon: "M19.5 14.2A8 8 0 0 1 9.8 4.5a8 8 0 1 0 9.7 9.7Z",
  book: "M12 6.5C10 5 7 4.5 4 4.8v13c3-.3 6 .2 8 1.7 2-1.5 5-2 8-1.7v-13c-3-.3-6 .2-8 1.7ZM12 6.5v13",
  chart: "M6 20v-6M12 20V9M18 20V4",
  seal: "M12 3l7 3v5.5c0 4.3-2.9 7.6-7 9.5-4.1-1.9-7-5.2-7-9.5V6ZM8.8 12l2.2 2.3 4.2-4.6",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6Z",
};
/** @param {string} name */
export const icon = (name) => svg(`<svg class="line" viewBox="0 0 24 24" aria-hidden="true"><path d="${ICONS[name]}"/></svg>`);

/** The product's sign. */
export const mark = () =>
  svg(`<svg class="mark" viewBox="0 0 24 24" aria-hidden="true"><rect x="3" y="5" width="11" height="15" rx="2" class="under" transform="rotate(-10 8 12)"/><rect x="10" y="4" width="11" height="15" rx="2" class="over" transform="rotate(8 15 12)"/></svg>`);

/** Colour and sign of a room seat. @param {number} seat */
export function badge(seat) {
  const element = el("span", { class: "badge", "aria-hidden": "true" });
  element.append(svg(`<svg class="sign" viewBox="0 0 24 24"><use href="#shape-${seat + 1}"/></svg>`));
  element.style.background = `var(--p${seat + 1})`;
  element.style.color = `var(--p${seat + 1}-on)`;
  return element;
}

/** A suit's sign in the line of the text. @param {string} suit */
export const suitSign = (suit) => svg(`<svg class="glyph" viewBox="0 0 24 24" aria-hidden="true"><use href="#suit-${suit}"/></svg>`);

/** The symbol `id` of the card art in a card's shape. @param {string} id @param {string} mark  a second symbol on top */
function picture(id, mark = "") {
  const element = el("span", { class: "pic", "aria-hidden": "true" });
  element.append(svg(`<svg viewBox="0 0 100 140"><use href="#${id}"/>${mark && `<use href="#${mark}"/>`}</svg>`));
  return element;
}
/**
 * A card face, `TH` or `X2` for a joker, at a level of detail; with the owner's mark if a room seat is given.
 * @param {string} card @param {string} [detail] @param {number} [seat]
 */
export const front = (card, detail = "f", seat) => picture(face(card.replace(/X\d$/, "X"), /** @type {any} */ (detail)), seat === undefined ? "" : `own-${seat + 1}`);
/** The back of a room seat's cards. @param {number} seat */
export const back = (seat) => picture(`b-${seat + 1}`);

/**
 * The number of milliseconds as people say it: "3 min 41 s".
 * @param {number} ms
 */
export function duration(ms) {
  const seconds = Math.floor(ms / 1000); // as the clock does
  if (seconds < 60) return t("time.seconds", { s: seconds });
  if (seconds < 3600) return t("time.minutes", { m: Math.floor(seconds / 60), s: seconds % 60 });
  return t("time.hours", { h: Math.floor(seconds / 3600), m: Math.floor((seconds % 3600) / 60) });
}

/** Time as a clock shows it: 3:12, 1:03:12. @param {number} ms */
export function clock(ms) {
  const all = Math.max(0, Math.floor(ms / 1000));
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const [hours, minutes, seconds] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

/** Names in one line, the last one joined by "and". @param {string[]} names */
export function listed(names) {
  if (names.length < 2) return names[0] ?? "";
  return t("home.names", { names: names.slice(0, -1).join(", "), last: names[names.length - 1] });
}

/** A number with its real minus. @param {number} value */
export const number = (value) => (value < 0 ? `−${-value}` : String(value));
/** A change: always with its sign. @param {number} value */
export const change = (value) => (value > 0 ? `+${value}` : number(value));

/**
 * Builds the content of `box` anew when `signature` is another than before, and only then: what is pressed, focused or
 * typed into stays while nothing changed. Focus moves to the element with the same data-key; if that is gone, to the one
 * that has its place.
 * @param {HTMLElement} box
 * @param {unknown} signature
 * @param {() => (Child | Child[])[]} build
 */
export function renew(box, signature, build) {
  const text = JSON.stringify(signature);
  if (signatures.get(box) === text) return;
  signatures.set(box, text);
  const keyed = () => /** @type {HTMLElement[]} */ ([...box.querySelectorAll("[data-key]")]);
  const before = keyed();
  const place = before.findIndex((element) => element === document.activeElement);
  box.replaceChildren(...el("div", {}, ...build()).childNodes);
  if (place < 0) return;
  const now = keyed();
  const next = now.find((element) => element.dataset.key === before[place].dataset.key) ?? now[Math.min(place, now.length - 1)];
  next?.focus({ preventScroll: true });
}
/** @type {WeakMap<HTMLElement, string>} */
const signatures = new WeakMap();

/** Dialogs opened so far: each needs a name of its own for its heading. */
let dialogs = 0;
/**
 * A dialog over the page. Escape, its cross and a press beside it close it; focus goes back to where it was.
 * @param {{title: string, class?: string, closed?: () => void}} given
 * @param {(close: () => void) => (Child | Child[])[]} content
 * @returns {() => void} closes it
 */
export function dialog({ title, class: kind = "", closed = () => {} }, content) {
  const id = `dialog-${(dialogs += 1)}`;
  const heading = el("h2", { id }, title);
  const cross = el("button", { class: "icon", type: "button", "aria-label": t("dialog.close"), on: { click: () => box.close() } }, icon("close"));
  const box = el("dialog", { class: `panel ${kind}`, "aria-labelledby": id });
  const body = el("div", { class: "body" }, ...content(() => box.close()));
  if (!body.querySelector("button, input, a, [tabindex]")) body.tabIndex = 0; // what is only read is scrolled by keys too
  box.append(el("header", {}, heading, cross), body);
  box.addEventListener("click", (event) => event.target === box && box.close());
  const opener = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.key : undefined;
  box.addEventListener("close", () => {
    box.remove();
    closed();
    // What opened it may have been drawn anew meanwhile: then nobody has the focus.
    if (opener && document.activeElement === document.body) /** @type {HTMLElement | null} */ (document.querySelector(`[data-key="${opener}"]`))?.focus({ preventScroll: true });
  });
  document.body.append(box);
  box.showModal();
  return () => box.close();
}

/**
 * A second thought before something that cannot be taken back.
 * @param {{title: string, text: string, action: string, stay?: string}} given  `stay`: the words for "better not"
 * @param {() => void} run
 */
export function ask({ title, text, action, stay = t("ask.stay") }, run) {
  dialog({ title, class: "ask" }, (close) => [
    el("p", { class: "muted" }, text),
    el(
      "div",
      { class: "row end" },
      el("button", { class: "btn", on: { click: close } }, stay),
      el("button", { class: "btn primary", on: { click: () => (close(), run()) } }, action),
    ),
  ]);
}

/**
 * Asks for a name. Answers null when it was closed.
 * @param {{title: string, name: string, action: string, hint?: string}} given
 * @returns {Promise<string | null>}
 */
export function askName({ title, name, action, hint }) {
  return new Promise((resolve) => {
    /** @type {string | null} */
    let answer = null;
    dialog({ title, class: "ask", closed: () => resolve(answer) }, (close) => [
      nameForm({ name, action, hint, focus: true, done: (given) => ((answer = given), close()) }),
    ]);
  });
}

/**
 * @param {{name: string, action: string, hint?: string, focus?: boolean, done: (name: string) => void}} given
 */
export function nameForm({ name, action, hint, focus = false, done }) {
  const input = el("input", { class: "field", name: "name", value: name, maxlength: 20, required: true, autofocus: focus, autocomplete: "nickname", spellcheck: "false", "data-key": "name", enterkeyhint: "go" });
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    const given = input.value.trim();
    if (given) done(given);
    else input.focus();
  };
  return el(
    "form",
    { class: "name-form", on: { submit } },
    el("label", {}, el("span", { class: "cap" }, t("name.label")), input),
    hint && el("p", { class: "muted small" }, hint),
    el("button", { class: "btn primary", "data-key": "name-done" }, action),
  );
}
