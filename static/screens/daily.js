// @ts-check
// The deal of the day: its card on the first page, and the page of a day's results.

import { dailyPath, dayOf, dayWords, later, leftOf, untilWords } from "../core/daily.js";
import { dealLink, grouped } from "../core/deal.js";
import { GAMES } from "../core/games.js";
import { gameName, t } from "../core/i18n.js";
import { beginDaily } from "./alone.js";
import { clock, el, icon, mark, renew } from "./pieces.js";

/** @typedef {import("../app.js").Page} Page */
/** @typedef {import("../wire.js").DailyDeals} Today */
/** @typedef {import("../wire.js").DailyResults} DayResults */
/** @typedef {import("../core/daily.js").Daily} Daily */

/** The time until the next deal is told anew so often. */
const TICK_MS = 15_000;
/** Results are asked for again so soon, and from then on in such a time: the server remembers a list for a moment. */
const SOON_MS = 2500;
const AGAIN_MS = 10_000;

/** A result in words: "Won", "41 of 52". @param {{won: boolean, up: number}} result */
export const resultWords = ({ won, up }) => (won ? t("daily.won") : t("daily.up", { up }));

/** How far this person has come with a deal of today. @param {Pick<Today["games"][number], "state" | "won" | "up">} game */
export const stateWords = ({ state, won, up }) => (state === "over" ? resultWords({ won, up }) : t(`daily.state.${state}`));

// --- on the first page -------------------------------------------------------------------------------------------------------

/**
 * The card of the day. It has its place before the server has answered, as far as this page knows without it: the games, and the day
 * by its own clock. It is gone when the server has no such deals.
 * @param {Page} page
 * @param {(game: string) => Node[]} art  a game in a picture
 */
export function card(page, art) {
  const element = el("section", { class: "daily panel", "aria-labelledby": "daily-title" });
  const order = Object.keys(GAMES);
  /** @type {Omit<Today, "games"> & {games: (Pick<Today["games"][number], "game"> & Partial<Today["games"][number]>)[]}} */
  let today = { day: dayOf(), ends_ms: leftOf(), games: order.filter((key) => GAMES[key].solo).map((game) => ({ game })) };
  let ends = performance.now() + today.ends_ms;
  let known = false;
  let there = true;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  async function ask() {
    clearTimeout(timer);
    try {
      const found = await page.api.today();
      today = { ...found, games: [...found.games].sort((one, other) => order.indexOf(one.game) - order.indexOf(other.game)) };
      ends = performance.now() + today.ends_ms;
      known = true;
    } catch {
      // The page is whole without it. Where there was a day's deal there will be one again.
      if (known && there) timer = setTimeout(() => void ask(), TICK_MS);
      else element.hidden = true;
      return;
    }
    if (there) draw();
  }

  function draw() {
    const left = ends - performance.now();
    if (known && left <= 0) return void ask();
    const { day, games } = today;
    element.hidden = games.length === 0;
    renew(element, [today, untilWords(left)], () => [
      el(
        "header",
        {},
        el("h2", { id: "daily-title" }, t("daily.of", { day: dayWords(day) })),
        el("p", { class: "muted small" }, t("daily.until", { time: untilWords(left) })),
        el("p", { class: "muted small what" }, t("daily.what")),
      ),
      ...games.map((game) => row(game, day)),
    ]);
    clearTimeout(timer);
    if (known) timer = setTimeout(draw, Math.min(TICK_MS, left));
  }

  /** Until it is known how far this person has come, "Play" leads to his table as well. @param {typeof today.games[number]} one @param {string} day */
  function row({ game, state, code, won = false, up = 0 }, day) {
    const go = () => (code ? page.go(`t/${code}`) : void beginDaily(page, game));
    const words = t(state === "open" ? "daily.go_on" : state === "over" ? "daily.look" : "daily.play");
    return el(
      "div",
      { class: "of", "data-game": game },
      el("div", { class: "art", "aria-hidden": "true" }, art(game)),
      el(
        "div",
        { class: "t" },
        el("b", {}, gameName(game)),
        el("span", { class: `small ${state ? (won ? "won" : "muted") : "unsaid"}` }, won && icon("tick"), stateWords({ state: state ?? "new", won, up })),
      ),
      el(
        "div",
        { class: "row" },
        el("button", { class: `btn ${state === "over" ? "" : "primary"}`, "data-key": `daily-${game}`, "aria-label": t("home.of", { words, game: gameName(game) }), on: { click: go } }, words),
        el("button", { class: "btn quiet", "data-key": `results-${game}`, "aria-label": t("daily.results.of", { game: gameName(game) }), on: { click: () => page.go(dailyPath({ game, day })) } }, t("daily.results")),
      ),
    );
  }

  draw();
  void ask();
  return { element, end: () => ((there = false), clearTimeout(timer)) };
}

// --- the results of a day ----------------------------------------------------------------------------------------------------

/** @param {HTMLElement} root @param {Page} page @param {Daily} daily @returns {() => void} */
export function mount(root, page, { game, day }) {
  let there = true;
  const head = el("header", {});
  const list = el("div", { class: "results" }, el("p", { class: "muted" }, t("daily.loading")));
  /** @param {string} to @param {string} sign @param {string} words @param {boolean} can */
  const arrow = (to, sign, words, can) => el("a", { class: "icon", "data-key": sign, "aria-label": words, title: words, ...(can ? { href: new URL(dailyPath({ game, day: to }), document.baseURI).href } : { "aria-disabled": "true", role: "link" }) }, icon(sign));
  /** A day that begins while somebody looks on can be gone to. */
  const drawHead = () =>
    renew(head, day < dayOf(), () => [
      arrow(later(day, -1), "back", t("daily.before"), true),
      el("div", { class: "t" }, el("h1", {}, t("daily.title")), el("p", {}, dayWords(day, "full"))),
      arrow(later(day, 1), "next", t("daily.after"), day < dayOf()),
    ]);
  const others = Object.keys(GAMES).filter((key) => GAMES[key].solo);
  drawHead();
  root.append(
    el(
      "div",
      { class: "page" },
      el(
        "header",
        { class: "bar" },
        el("button", { class: "brand", on: { click: () => page.go("") } }, mark(), t("app.name")),
        el("div", { class: "end" }, el("button", { class: "icon", "aria-label": t("menu.open"), on: { click: page.menu } }, icon("menu"))),
      ),
      el(
        "main",
        {},
        el(
          "div",
          { class: "day" },
          head,
          el(
            "nav",
            { class: "chips", "aria-label": t("daily.games") },
            others.map((key) => el("a", { class: `chip ${key === game ? "on" : ""}`, "aria-current": key === game ? "page" : null, href: new URL(dailyPath({ game: key, day }), document.baseURI).href }, gameName(key))),
          ),
          el("section", { class: "panel", "aria-label": t("daily.results.of", { game: gameName(game) }) }, list),
        ),
      ),
    ),
  );
  document.title = `${t("daily.of", { day: dayWords(day) })} · ${gameName(game)}`;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let [shown, whole, gone] = [false, false, false];
  /**
   * The results of today grow: somebody comes here as soon as his own is known. Those of another day, or of one that has gone by
   * meanwhile, are asked for until the server has answered.
   * @param {number} next  ms until it is asked again
   */
  async function ask(next) {
    const over = day !== dayOf();
    drawHead();
    try {
      const found = document.hidden && shown ? null : await page.api.results(game, day);
      if (there && found) renew(list, found, () => contents(page, found, dayOf()));
      shown ||= found !== null;
      whole ||= over && found !== null;
    } catch (error) {
      gone = /** @type {{status?: number}} */ (error).status === 404;
      if (there && !shown) renew(list, gone, () => [el("p", { class: "muted" }, t(gone ? "daily.missing" : "home.failed"))]);
    }
    if (there && (day === dayOf() || !(whole || gone))) timer = setTimeout(() => void ask(AGAIN_MS), next);
  }
  void ask(SOON_MS);
  return () => {
    there = false;
    clearTimeout(timer);
  };
}

/** @param {Page} page @param {DayResults} found @param {string} today */
function contents(page, { game, day, number, results, players }, today) {
  const none = el("p", { class: "muted empty" }, t(day === today ? "daily.none" : "daily.none.past"));
  const played = results.some(({ you }) => you);
  /** @type {HTMLElement[]} */
  let foot = [];
  if (number !== null) {
    foot = [
      el("p", { class: "muted small" }, t("daily.number", { deal: grouped(number) })),
      el("a", { class: "btn", "data-key": "play", href: dealLink(new URL(document.baseURI), { game, deal: number, options: {} }) }, t("daily.number.play")),
    ];
  } else if (day === today) {
    foot = [
      el("p", { class: "muted small" }, t("daily.number.hidden")),
      el("button", { class: `btn ${played ? "" : "primary"}`, "data-key": "play", on: { click: () => void beginDaily(page, game) } }, t(played ? "daily.own.again" : "daily.own")),
    ];
  }
  const many = results.length && t("daily.players", { n: players }) + (players > results.length ? `, ${t("daily.best", { n: results.length })}` : "");
  return [
    ...(results.length ? [table(results), el("p", { class: "muted small order" }, t("daily.order"))] : [none]),
    ...(foot.length ? [el("footer", {}, foot)] : []),
    ...(many ? [el("p", { class: "muted small many" }, many)] : []),
  ];
}

/** @param {DayResults["results"]} results */
function table(results) {
  const heads = ["daily.rank", "daily.name", "daily.result", "daily.time", "daily.moves"];
  return el(
    "table",
    {},
    el("thead", {}, el("tr", {}, heads.map((key) => el("th", { scope: "col" }, key === "daily.rank" ? el("span", { class: "unseen" }, t(key)) : t(key))))),
    el(
      "tbody",
      {},
      results.map((one, i) =>
        el(
          "tr",
          { class: one.you ? "you" : null },
          el("td", {}, i + 1),
          el("th", { scope: "row" }, el("span", { class: "nm" }, one.name), one.you && el("small", { class: "me" }, t("daily.you"))),
          el("td", { class: one.won ? "won" : null }, one.won && icon("tick"), resultWords(one), one.helped && el("small", { class: "helped" }, icon("hint"), t("daily.helped"))),
          el("td", {}, clock(one.ms)),
          el("td", {}, one.moves),
        ),
      ),
    ),
  );
}
