// @ts-check
// How the solitaires went in this browser: game by game and rules by rules, in numbers and a small chart.

import { byOptions, DECK, endedGames, forget, ruleSet, sums } from "../core/tally.js";
import { GAMES } from "../core/games.js";
import { gameName, t } from "../core/i18n.js";
import { valueWords } from "./options.js";
import { ask, clock, dialog, el, renew } from "./pieces.js";

/** @typedef {import("../core/tally.js").Ended} Ended */
/** @typedef {import("../core/tally.js").Options} Options */

/** So many games are shown one by one. */
const SHOWN = 30;

/** Options in some words: "2 redeals". @param {string} game @param {Options} options */
const rulesOf = (game, options) => Object.entries(options).map(([key, value]) => valueWords(game, key, value)).join(" · ");

/** A game in the words that stand for its bar. @param {Ended} ended */
export const barWords = ({ won, helped, up }) => t(`stats.bar${won ? ".won" : ""}${helped ? ".helped" : ""}`, { up });

/**
 * @param {Pick<import("../app.js").Page, "say">} page
 * @param {string} game  which is shown first
 * @param {Options} [options]  the rules that are shown first, where something was played by them
 */
export function openStats(page, game, options = {}) {
  const body = el("div", { class: "stats" });
  let set = ruleSet(options);

  /** @param {string} key @param {string} words @param {boolean} on @param {() => void} run */
  const chip = (key, words, on, run) => el("button", { class: `chip ${on ? "on" : ""}`, "data-key": key, "aria-pressed": String(on), on: { click: () => (run(), draw()) } }, words);

  function draw() {
    const sets = byOptions(endedGames(game));
    if (!sets.has(set)) set = sets.keys().next().value ?? "";
    const games = sets.get(set) ?? [];
    renew(body, [game, set, [...sets]], () => [
      el("div", { class: "chips", role: "group", "aria-label": t("stats.games") }, Object.keys(GAMES).filter((key) => GAMES[key].solo).map((key) => chip(`stats-${key}`, gameName(key), key === game, () => (game = key)))),
      sets.size > 0 &&
        el("div", { class: "chips", role: "group", "aria-label": t("stats.rules") }, [...sets].map(([key, [{ options: given }]]) => chip(`stats-${key}`, rulesOf(game, given), key === set, () => (set = key)))),
      ...(games.length > 0 ? [...figures(games), chart(games), el("p", { class: "muted small" }, t("stats.when"))] : [el("p", { class: "none" }, t("stats.none"))]),
      el(
        "div",
        { class: "row where" },
        el("p", { class: "muted small" }, t("stats.where")),
        sets.size > 0 && el("button", { class: "btn quiet", "data-key": "stats-clear", on: { click: clear } }, t("stats.clear")),
      ),
    ]);
  }

  function clear() {
    const name = gameName(game);
    ask({ title: t("stats.clear.title"), text: t("stats.clear.text", { game: name }), action: t("stats.clear.action"), stay: t("stats.clear.stay") }, () => {
      forget(game);
      page.say(t("stats.cleared"));
      draw();
    });
  }

  draw();
  dialog({ title: t("stats.title"), class: "stats-sheet" }, () => [body]);
}

/** @param {Ended[]} games */
function figures(games) {
  const { played, won, streak, longest, best, average, helped, daily } = sums(games);
  /** @param {string} key @param {string | number} value */
  const figure = (key, value) => el("div", {}, el("dt", {}, t(`stats.${key}`)), el("dd", {}, value));
  /** @param {number | null} ms */
  const time = (ms) => (ms === null ? t("stats.no_time") : clock(ms));
  return [
    el(
      "dl",
      { class: "figures" },
      figure("played", played),
      figure("won", played ? t("stats.share", { n: won, percent: Math.round((100 * won) / played) }) : won),
      figure("streak", streak),
      figure("best", time(best)),
      figure("average", time(average)),
      figure("longest", longest),
    ),
    daily.played + helped.played > 0 &&
      el(
        "div",
        { class: "small" },
        helped.played > 0 && el("p", {}, t("stats.helped", { n: helped.played, won: helped.won })),
        daily.played > 0 && el("p", {}, t("stats.daily", { n: daily.played, won: daily.won })),
      ),
  ];
}

/** The cards up in the last games, as bars. @param {Ended[]} all */
function chart(all) {
  const games = all.slice(-SHOWN);
  const bars = games.map(({ won, helped, up }) => {
    const bar = el("i", { class: `${won ? "won" : ""} ${helped ? "helped" : ""}` });
    bar.style.height = `${(100 * up) / DECK}%`;
    return bar;
  });
  const said = t("stats.chart.said", { n: games.length, bars: games.map(barWords).join(", ") });
  return el(
    "figure",
    { class: "chart" },
    el("div", { class: "plot", role: "img", "aria-label": said }, bars),
    el("figcaption", { class: "muted tiny", "aria-hidden": "true" }, t("stats.chart", { n: games.length })),
  );
}
