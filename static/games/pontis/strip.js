// @ts-check
// The row between rail and hand: what the turn may be done with. Buttons lay, pass, open, name a joker; once cards of the hand
// are chosen, it says what they make, which of two lies on top, and lays them.

import { t } from "../../core/i18n.js";
import { icon, renew } from "../../screens/pieces.js";
import { press } from "../../screens/naming.js";
import { isJoker, RANKS } from "../../table/cards.js";
import { lay as put, make, mini } from "../../table/render.js";
import { laysWith } from "./choice.js";
import { answer, makes, rankIn, wantText, written } from "./numbers.js";
import { spoken } from "./says.js";

/** @typedef {import("../../table/game.js").Seen} Seen */
/** @typedef {import("./choice.js").Choice} Choice */
/** @typedef {import("./choice.js").Lay} Lay */
/** @typedef {import("./choice.js").May} May */
/** @typedef {import("./choice.js").Reading} Reading */
/** @typedef {import("./numbers.js").Want} Want */
/** What is drawn. @typedef {{may: May, choice: Choice, reading: Reading, want: Want, hand: string[], all: boolean}} Shown */
/**
 * What a press may ask for. `top`: which of the lay's cards is to lie on top.
 * @typedef {object} Hands
 * @property {(lay: Lay, top: string) => void} lay
 * @property {() => void} doLay             the chosen cards
 * @property {(card: string) => void} top
 * @property {(joker: string, rank: string) => void} name   "" to think again
 * @property {(rank: string) => void} nameBase
 * @property {() => void} open
 * @property {() => void} pass
 * @property {() => void} clear
 * @property {(all: boolean) => void} more
 */

/** A card's width in the strip. */
const MINI = 22;
/** More ranks than this need the whole row of a phone. */
const MANY = 5;
/** So many lays have a number on the keyboard. */
const NUMBERED = 9;

/**
 * The lays that are offered with this choice: all, or those that a chosen card goes into. One joker is as good as another.
 * @param {Lay[]} lays @param {Choice} choice @returns {Lay[]}
 */
export function offered(lays, { cards }) {
  if (cards.length > 1) return [];
  const all = cards.length ? laysWith(lays, cards).filter((lay) => lay.cards.length > 1) : lays;
  const alike = new Set();
  return all.filter((lay) => {
    const key = lay.cards.map((card) => (isJoker(card) && !cards.includes(card) ? "joker" : card)).sort().join(" ");
    return !alike.has(key) && alike.add(key);
  });
}

/** The ranks that a lay gives its cards, where there is but one way. @param {Lay} lay @returns {Record<string, string>} */
export function namesOf({ cards, ways }) {
  const jokers = cards.filter(isJoker);
  return ways.length === 1 ? Object.fromEntries(jokers.map((joker, i) => [joker, ways[0][i]])) : {};
}

/** Whether a press can lay it at once: no joker wants a rank. @param {Lay} lay */
export const ready = ({ ways }) => ways.length <= 1;

/** What a lay answers with; "" while a joker has several ways. @param {Lay} lay @param {Want} want */
const answerOf = (lay, want) => (ready(lay) ? answer(want, lay.cards.map((card) => rankIn(card, namesOf(lay)))) : "");

/** What the chosen cards make, in words. @param {Shown} shown */
export function verdict({ choice, reading, want }) {
  const wanted = wantText(want);
  const { cards } = choice;
  if (reading.kind === "ask") return t("pontis.verdict.ask");
  if (reading.kind === "part") return t(want.pair ? "pontis.verdict.part_pair" : "pontis.verdict.part", { rank: written(rankIn(cards[0])), wanted });
  if (reading.kind === "lay") {
    const said = answer(want, cards.map((card) => rankIn(card, reading.named)));
    return want.pair || cards.length === 1 ? said : t("pontis.verdict.makes", { sum: said, n: totalOf(want, cards.map((card) => rankIn(card, reading.named))) });
  }
  if (cards.length === 1) return t("pontis.verdict.alone", { wanted });
  if (cards.some(isJoker)) return t("pontis.verdict.no_joker", { wanted });
  if (want.pair) return t("pontis.verdict.no_pair");
  return t("pontis.verdict.not", { made: makes(cards.map((card) => rankIn(card))), wanted });
}

/** Which of the wanted numbers two ranks make. @param {Want} want @param {string[]} ranks */
const totalOf = (want, ranks) => want.numbers.find((n) => answer({ numbers: [n], pair: false }, ranks)) ?? want.numbers[0];

/** A button that keeps its focus when the row is built anew. @param {string} key @param {string} cls @param {() => void} run @param {string} label @param {...(Node | string)} children */
function button(key, cls, run, label, ...children) {
  const el = press(cls, run, ...children);
  el.dataset.key = key;
  if (label) el.setAttribute("aria-label", label);
  return el;
}

/**
 * Where the focus goes when what was pressed is gone: to what it asked for, and from a rank to the button that lays.
 * @param {Reading} reading @param {string} focused  the key of what had the focus
 */
export function nextIn({ kind }, focused) {
  if (kind === "ask") return focused.startsWith("rank ") || focused === "clear" ? "" : ".rank";
  return kind === "lay" && focused.startsWith("rank ") ? "[data-key=lay]" : "";
}

/** @param {HTMLElement} table @param {Hands} run */
export function createStrip(table, run) {
  const strip = make("div", "lays");
  strip.setAttribute("role", "group");
  strip.setAttribute("aria-label", t("pontis.lays"));
  strip.hidden = true;
  table.querySelector(":scope > .rail")?.after(strip);
  let last = "";

  /** One card is one button; of two, the half that is pressed lies on top. @param {Lay} lay @param {number} n @param {Want} want */
  function layButton(lay, n, want) {
    const { cards } = lay;
    const names = namesOf(lay);
    const key = cards.join(" ");
    const said = answerOf(lay, want);
    const shown = cards.length === 1 && !isJoker(cards[0]) ? "" : said;
    const number = n < NUMBERED ? [make("kbd", "", String(n + 1))] : [];
    const [low, high] = cards.map((card) => spoken(card, names));
    if (!ready(lay)) {
      const label = high ? t("pontis.lay.choose_two", { low, high }) : t("pontis.lay.choose", { card: low });
      return button(key, "lay", () => run.lay(lay, cards.at(-1) ?? ""), label, ...number, ...cards.map((card) => mini(card, MINI)), make("i", "", t("pontis.lay.rank")));
    }
    if (cards.length === 1) return button(key, "lay", () => run.lay(lay, cards[0]), t("pontis.lay.one", { card: low, sum: said }), ...number, mini(cards[0], MINI), ...(shown ? [make("i", "", shown)] : []));
    const halves = cards.map((card, i) => {
      const label = t("pontis.lay.two", { below: i ? low : high, top: i ? high : low, sum: said });
      return button(`${key} ${i}`, "half", () => run.lay(lay, card), label, ...(i ? [] : number), mini(card, MINI), ...(i ? [make("i", "", shown)] : []));
    });
    const pair = make("span", "lay two", ...halves);
    pair.dataset.lay = key;
    return pair;
  }

  /** The ranks that a joker may be named. @param {string[]} ranks @param {(rank: string) => void} named */
  const rankButtons = (ranks, named) => make("span", "ranks", ...ranks.map((rank) => button(`rank ${rank}`, "rank", () => named(rank), t("pontis.rank", { rank: written(rank) }), written(rank))));

  /** What is chosen. @param {Shown} shown @param {Node[]} pass */
  function composed(shown, pass) {
    const { choice, reading } = shown;
    const { cards } = choice;
    const says = make("span", `verdict ${reading.kind}`, verdict(shown));
    const cross = button("clear", "icon", run.clear, t("pontis.clear"), icon("close"));
    if (reading.kind === "ask") return [make("div", `compose ${reading.ranks.length > MANY ? "many" : ""}`, ...cards.map((card) => mini(card, MINI)), says, rankButtons(reading.ranks, (rank) => run.name(reading.joker, rank)), cross, ...pass)];
    const named = reading.kind === "lay" ? reading.named : {};
    const again = cards.filter((card) => choice.named[card]).map((joker) => button(`again ${joker}`, "btn small", () => run.name(joker, ""), t("pontis.rename", { rank: written(choice.named[joker]) }), t("pontis.worth", { rank: written(choice.named[joker]) })));
    if (reading.kind !== "lay") return [make("div", "compose", ...cards.map((card) => mini(card, MINI)), says, cross, ...pass)];
    const tops = cards.length < 2 ? [mini(cards[0], MINI)] : [make("span", "on-top", t("pontis.on_top")), toggles(shown, named)];
    const go = button("lay", "btn primary", run.doLay, "", t("pontis.do.lay"));
    return [make("div", "compose", ...(cards.length < 2 ? [...tops, says] : [says, ...tops]), ...again, go, cross, ...pass)];
  }

  /** Which of two lies on top: in the order of the hand, so that they do not jump. @param {Shown} shown @param {Record<string, string>} named */
  function toggles({ choice: { cards }, hand }, named) {
    const top = cards[cards.length - 1];
    const both = hand.filter((card) => cards.includes(card));
    const group = make(
      "span",
      "toggle",
      ...both.map((card) => {
        const el = button(`top ${card}`, card === top ? "on" : "", () => run.top(card), t("pontis.top", { card: spoken(card, named) }), mini(card, MINI));
        el.setAttribute("aria-pressed", String(card === top));
        return el;
      }),
    );
    group.setAttribute("role", "group");
    group.setAttribute("aria-label", t("pontis.on_top"));
    return group;
  }

  /** @param {Shown} shown */
  function content(shown) {
    const { may, choice, want, all } = shown;
    if (may.do === "open") return [button("open", "btn primary", run.open, "", t("pontis.do.open"))];
    if (may.do === "name") return [rankButtons(RANKS, run.nameBase)];
    const pass = may.pass ? [button("pass", may.lays.length ? "btn" : "btn primary", run.pass, "", t("pontis.do.pass"))] : [];
    if (choice.cards.length) return [...composed(shown, pass), ...offered(may.lays, choice).map((lay, i) => layButton(lay, i, want)), ...more(all)];
    if (!may.lays.length) return [make("span", "verdict none", want.pair ? t("pontis.none.pair") : t("pontis.none", { wanted: wantText(want) })), ...pass];
    return [...offered(may.lays, choice).map((lay, i) => layButton(lay, i, want)), ...more(all), ...pass];
  }

  /** @param {boolean} all */
  const more = (all) => [button("more", "lay more", () => run.more(!all), "", all ? t("pontis.fewer") : "")];

  /** As many lays as there is room for; the rest behind a button that says how many. @param {Shown} shown @param {number} height */
  function fit(shown, height) {
    strip.classList.toggle("all", shown.all);
    const lays = /** @type {HTMLElement[]} */ ([...strip.querySelectorAll(":scope > .lay:not(.more)")]);
    const rest = /** @type {HTMLElement | null} */ (strip.querySelector(":scope > .more"));
    if (!rest) return;
    const last = /** @type {HTMLElement} */ (strip.lastElementChild);
    const under = (/** @type {HTMLElement} */ el) => el.offsetTop + el.offsetHeight > height + 1;
    for (const el of lays) el.hidden = false;
    rest.hidden = true;
    const over = lays.findIndex(under);
    if (over < 0 && (last === rest || !under(last))) return;
    rest.hidden = false;
    if (shown.all) return;
    let kept = over < 0 ? lays.length : over;
    do {
      kept = Math.max(0, kept - (rest.textContent ? 1 : 0));
      lays.forEach((el, i) => (el.hidden = i >= kept));
      rest.textContent = t("pontis.more", { n: lays.length - kept });
      rest.setAttribute("aria-label", t("pontis.more.label", { n: lays.length - kept }));
    } while (kept > 0 && (under(rest) || under(last)));
    rest.hidden = under(rest);
  }

  return {
    /** @param {Seen} seen @param {Shown | null} shown */
    draw({ geometry }, shown) {
      const box = geometry.own.boxes.strip;
      strip.hidden = shown === null;
      put(strip, box);
      const signature = JSON.stringify([shown, box.w, box.h]);
      if (signature === last) return;
      last = signature;
      const focused = strip.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement).dataset.key ?? "" : null;
      renew(strip, signature, () => (shown ? content(shown) : []));
      const next = focused === null || !shown ? "" : nextIn(shown.reading, focused);
      if (next) /** @type {HTMLElement | null} */ (strip.querySelector(next))?.focus({ preventScroll: true });
      if (shown) fit(shown, box.h);
    },
    stop: () => strip.remove(),
  };
}
