// @ts-check
// The part of the first page for who wants to play with anybody: quick game, the open tables, who has won most.

import { FIRST_GAME } from "../core/games.js";
import { lastQuick, keepQuick } from "../core/wishes.js";
import { gameName, t } from "../core/i18n.js";
import { dialog, el, icon, listed, renew } from "./pieces.js";

/** @typedef {import("../app.js").Page} Page */
/** @typedef {import("../wire.js").OpenTable} OpenTable */

const REFRESH_MS = 5000;
/** So many are shown at first. */
const SHORT = 5;

/**
 * @param {Page} page
 * @param {() => string[]} offered  the games that the server has
 */
export function anybody(page, offered) {
  /** @type {OpenTable[] | null} null: nothing is known so far */
  let tables = null;
  let whole = false;
  let game = lastQuick();
  const chips = el("div", { class: "chips", role: "radiogroup", "aria-label": t("home.which") });
  const list = el("div", { class: "tables" });
  const element = el(
    "section",
    { class: "anybody panel", "aria-labelledby": "anybody" },
    el(
      "div",
      { class: "wish" },
      el("h2", { id: "anybody" }, t("anybody.title")),
      el("p", { class: "muted" }, t("anybody.what")),
      chips,
      el(
        "div",
        { class: "row" },
        el("button", { class: "btn", "data-key": "quick", on: { click: () => void page.quick(game) } }, t("anybody.quick")),
        el("button", { class: "btn quiet", "data-key": "leaders", "aria-haspopup": "dialog", on: { click: () => void openLeaders(page, game) } }, t("anybody.leaders")),
      ),
    ),
    list,
  );

  function draw() {
    const games = offered();
    if (!games.includes(game)) game = games[0] ?? FIRST_GAME;
    renew(chips, [games, game], () =>
      games.map((key) =>
        el("label", { class: "chip" }, el("input", { type: "radio", name: "quick-game", "data-key": `quick-${key}`, checked: key === game, on: { change: () => choose(key) } }), gameName(key)),
      ),
    );
    const shown = (tables ?? []).filter((table) => games.includes(table.game));
    renew(list, [tables === null, shown, whole], () => {
      if (tables === null) return [];
      if (shown.length === 0) return [el("p", { class: "empty muted" }, t("anybody.none"))];
      const some = whole ? shown : shown.slice(0, SHORT);
      return [
        el("h3", { class: "cap" }, t("anybody.tables", { n: shown.length })),
        el("ul", {}, some.map((table) => row(page, table))),
        some.length < shown.length && el("button", { class: "btn small quiet", "data-key": "all-tables", on: { click: () => ((whole = true), draw()) } }, t("anybody.all", { n: shown.length })),
      ];
    });
  }

  /** @param {string} key */
  function choose(key) {
    game = key;
    keepQuick(key);
    draw();
  }

  let there = true;
  /** What is known is shown until there is something newer. */
  const refresh = () =>
    page.api.open().then(
      (found) => {
        tables = found;
        if (there) draw();
      },
      () => {},
    );
  const look = () => void (document.visibilityState === "visible" && refresh());
  const clock = setInterval(look, REFRESH_MS);
  document.addEventListener("visibilitychange", look);
  look();
  draw();
  return {
    element,
    draw,
    end() {
      there = false;
      clearInterval(clock);
      document.removeEventListener("visibilitychange", look);
    },
  };
}

/** An open table in words: who sits there, and how it stands. @param {OpenTable} table */
export function describe({ names, bots, phase, free, seats, own_rules }) {
  const who = [...names, ...(bots > 0 ? [t("anybody.bots", { n: bots })] : [])];
  const how = [
    free === 0 ? t("anybody.full") : t("anybody.free", { n: free, seats }),
    phase === "play" ? t("anybody.playing") : phase === "lobby" ? t("anybody.waiting") : t("anybody.between"),
    own_rules && t("anybody.rules"),
  ];
  return { who: listed(who), how: how.filter(Boolean).join(" · ") };
}

/** @param {Page} page @param {OpenTable} table */
function row(page, table) {
  const { code, game, free } = table;
  const { who, how } = describe(table);
  const join = free > 0;
  const words = join ? t("anybody.join") : t("anybody.watch");
  return el(
    "li",
    {},
    el("div", { class: "t" }, el("b", {}, who), el("small", { class: "muted" }, gameName(game), " · ", how)),
    el(
      "button",
      { class: "btn small", "data-key": `table-${code}`, "aria-label": t("anybody.at", { words, who, game: gameName(game) }), on: { click: () => void (join ? page.join(code) : page.go(`t/${code}`)) } },
      join ? null : icon("eye"),
      words,
    ),
  );
}

/** Who has won most matches of a game at open tables. @param {Page} page @param {string} game */
export async function openLeaders(page, game) {
  try {
    const leaders = await page.api.leaders(game);
    dialog({ title: t("leaders.title", { game: gameName(game) }), class: "leaders-sheet" }, () => [
      el("p", { class: "muted small" }, t("leaders.what")),
      leaders.length === 0
        ? el("p", {}, t("leaders.none"))
        : el(
            "table",
            {},
            el("thead", {}, el("tr", {}, el("th", { scope: "col" }, t("leaders.place")), el("th", { scope: "col" }, t("leaders.name")), el("th", { scope: "col" }, t("leaders.won")))),
            el(
              "tbody",
              {},
              leaders.map(({ name, won }) => el("tr", {}, el("td", {}, leaders.findIndex((other) => other.won === won) + 1), el("th", { scope: "row" }, name), el("td", {}, won))),
            ),
          ),
    ]);
  } catch (error) {
    page.regret(error);
  }
}
