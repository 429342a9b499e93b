// @ts-check
// The first page: a code, a new table, the games, a seat that is kept.

import { dayWords } from "../core/daily.js";
import { grouped, readDeal } from "../core/deal.js";
import { isCode, readCode } from "../core/share.js";
import { FIRST_GAME, GAMES } from "../core/games.js";
import { gameName, inGame, t } from "../core/i18n.js";
import { lastBots, lastRules } from "../core/wishes.js";
import { begin, openDeal, wished, wishWords } from "./alone.js";
import { anybody } from "./anybody.js";
import { card } from "./daily.js";
import { askName, back, dialog, el, front, icon, listed, mark, renew } from "./pieces.js";

/** @typedef {import("../app.js").Page} Page */
/** @typedef {import("../app.js").Me} Me */

/** A game in a picture. @type {Record<string, () => Node[]>} */
const ART = {
  pounce: () => [back(4), back(1), back(3), back(2), front("AS")],
  "spite-and-malice": () => [front("TC", "s"), front("JD", "s"), front("KH", "s")],
  pontis: () => [front("9S", "s"), front("KD", "s")],
  "thumb-and-pouch": () => [front("6D", "s"), front("5S", "s")],
  "puss-in-the-corner": () => [front("AH", "s"), front("AC", "s")],
};
/** Kept seats that are shown, and games for one: the newest. */
const KEPT = 2;
const UNFINISHED = 4;

/**
 * @param {HTMLElement} root
 * @param {Page} page
 * @returns {() => void}
 */
export function mount(root, page) {
  const name = el("button", { class: "btn quiet small", on: { click: rename } });
  const kept = el("div", { class: "kept" });
  /** Races of solitaires: each is offered at its solitaire. */
  let races = Object.keys(GAMES).filter((game) => GAMES[game].race);
  const panels = Object.fromEntries(Object.keys(GAMES).filter((game) => !GAMES[game].race).map((game) => [game, GAMES[game].solo ? solo(game) : panel(game)]));
  const others = Object.keys(panels).flatMap((game) => (game === FIRST_GAME ? [] : panels[game]));
  const offered = () => [...Object.keys(panels).filter((game) => !panels[game].hidden && !GAMES[game].solo), ...races];
  const strangers = anybody(page, offered);
  const daily = card(page, (game) => ART[game]?.() ?? []);
  const home = el("div", { class: "home" }, hero(), join(), kept, panels[FIRST_GAME], daily.element, el("div", { class: "others" }, others), strangers.element);
  root.append(
    el(
      "div",
      { class: "page" },
      el(
        "header",
        { class: "bar" },
        el("span", { class: "brand" }, mark(), t("app.name")),
        el("div", { class: "end" }, name, el("button", { class: "icon", "aria-label": t("menu.open"), on: { click: page.menu } }, icon("menu"))),
      ),
      el("main", {}, home),
    ),
  );

  let there = true;
  draw(null);
  // The games are known before the server has said which of them it offers: nothing has to make room for another later.
  page.api.games().then(offer, () => {});
  // without an answer the page is whole too: it only does not know of kept seats
  page.api.me().then((me) => there && draw(me), () => {});

  /** @param {Me | null} me */
  function draw(me) {
    name.textContent = page.name() || t("home.name");
    const all = me?.tables ?? [];
    const tables = [...all.filter(({ game }) => !GAMES[game]?.solo).slice(0, KEPT), ...all.filter(({ game }) => GAMES[game]?.solo).slice(0, UNFINISHED)];
    kept.hidden = tables.length === 0;
    home.classList.toggle("has-kept", tables.length > 0);
    renew(kept, tables, () => tables.map(keptSeat));
  }

  /** @param {import("../wire.js").GameView[]} games */
  function offer(games) {
    for (const [game, box] of Object.entries(panels)) box.hidden = games.every(({ key }) => key !== game);
    for (const race of races) /** @type {HTMLElement} */ (home.querySelector(`[data-key="${race}"]`)).hidden = games.every(({ key }) => key !== race);
    races = races.filter((race) => games.some(({ key }) => key === race));
    strangers.draw();
  }

  /** @param {import("../app.js").KeptSeat} table */
  function keptSeat({ code, game, names, round, seat, deal, day }) {
    if (GAMES[game]?.solo) return unfinished(code, game, deal, day);
    const who = names.length === 0 ? t("home.kept.alone") : t("home.kept.with", { names: listed(names) });
    const when = round > 0 ? inGame(game, "home.kept.round", { round }) : t("home.kept.lobby");
    return el(
      "section",
      { class: "panel back" },
      back(seat),
      el("div", { class: "t" }, el("h2", {}, t("home.kept.title")), el("p", { class: "muted small" }, t("home.kept.what", { game: gameName(game), who, when }))),
      el("button", { class: "btn primary", on: { click: () => page.go(`t/${code}`) } }, t("home.kept.return")),
    );
  }

  /** A game for one that waits. @param {string} code @param {string} game @param {number} [deal] @param {string} [day]  whose deal it is */
  function unfinished(code, game, deal, day) {
    const words = day ? t("daily.unfinished", { day: dayWords(day) }) : deal ? t("home.kept.deal", { deal: grouped(deal) }) : t("home.kept.unfinished");
    return el(
      "section",
      { class: "panel back" },
      back(0),
      el("div", { class: "t" }, el("h2", {}, gameName(game)), el("p", { class: "muted small" }, words)),
      el("button", { class: "btn primary", "data-key": `return-${code}`, on: { click: () => page.go(`t/${code}`) } }, t("home.kept.return")),
    );
  }

  async function rename() {
    await page.rename();
    name.textContent = page.name() || t("home.name");
  }

  function hero() {
    return el("div", { class: "hero" }, el("h1", {}, t("home.title")), el("p", {}, t("home.promise")));
  }

  function join() {
    const input = el("input", {
      class: "field", name: "code", placeholder: t("home.code"), "aria-label": t("home.code"), maxlength: 12,
      autocomplete: "off", autocapitalize: "characters", spellcheck: "false", enterkeyhint: "go",
    });
    const wrong = el("p", { class: "wrong small", role: "alert", id: "wrong-code" });
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      const code = readCode(input.value.replace(/^.*\/t\//, "")); // a whole link may be pasted
      if (isCode(code)) return page.go(`t/${code}`);
      wrong.textContent = input.value.trim() ? t("home.code.wrong") : t("home.code.none");
      input.setAttribute("aria-describedby", wrong.id);
      input.focus();
    };
    return el(
      "form",
      { class: "join panel", novalidate: true, on: { submit } },
      el("h2", { class: "cap" }, t("home.code.have")),
      el(
        "div",
        { class: "row" },
        input,
        el("button", { class: "btn" }, t("home.join")),
        el("button", { class: "btn", type: "button", "data-key": "new", on: { click: choose } }, t("home.new")),
      ),
      wrong,
    );
  }

  /** A new table, of which game? Where there is but one it is opened. */
  function choose() {
    const games = offered();
    if (games.length < 2) return void open(games[0] ?? FIRST_GAME);
    dialog({ title: t("home.which"), class: "which-sheet" }, (close) =>
      games.map((game) =>
        el(
          "button",
          { class: "btn choose", "data-key": `new-${game}`, on: { click: () => (close(), void open(game)) } },
          el("span", { class: "art", "aria-hidden": "true" }, ART[GAMES[game].race ?? game]()),
          el("span", { class: "t" }, el("b", {}, gameName(game)), el("span", { class: "muted small" }, inGame(game, "home.what"))),
        ),
      ),
    );
  }

  /** What there is to do with a game. The first one is the largest, and says how it goes. @param {string} game */
  function panel(game) {
    const first = game === FIRST_GAME;
    const id = `game-${game}`;
    /** @param {string} words  as they are seen: who cannot see beside which game they stand hears its name with them */
    const spoken = (words) => (first ? null : t("home.of", { words, game: gameName(game) }));
    /** @param {string} key @param {Node[]} pictures */
    const step = (key, pictures) => el("li", {}, el("span", { class: "cards" }, pictures), el("p", {}, t(key)));
    return el(
      "section",
      { class: `game panel ${first ? "first" : ""}`, "data-game": game, "aria-labelledby": id },
      el("div", { class: "art", "aria-hidden": "true" }, ART[game]()),
      el(
        "div",
        { class: "text" },
        el("h2", { id }, gameName(game)),
        el("p", { class: "muted" }, inGame(game, "home.what")),
        el("p", { class: "how" }, inGame(game, "home.how")),
        el(
          "div",
          { class: "row" },
          el("button", { class: `btn ${first ? "primary" : ""}`, "aria-label": spoken(t("home.friends.short")), on: { click: () => void open(game) } }, first ? t("home.friends") : t("home.friends.short")),
          el("button", { class: "btn", "aria-label": spoken(t("home.bots.short")), on: { click: () => void against(game) } }, first ? t("home.bots") : t("home.bots.short")),
          which(game, spoken),
          el("button", { class: "btn quiet", "aria-label": spoken(t("home.rules")), on: { click: () => page.rules(game) } }, icon("book"), t("home.rules")),
        ),
      ),
      first &&
        el(
          "ol",
          { class: "steps" },
          step("home.step.build", [front("AS", "s", 1), front("2S", "s", 0), front("3S", "s", 2)]),
          step("home.step.own", [front("9D", "s"), front("8S", "s"), front("7H", "s")]),
          step("home.step.pounce", [back(0), back(0), front("4C", "s")]),
        ),
    );
  }

  /** A game for one: played at once, as it was played last. @param {string} game */
  function solo(game) {
    const id = `game-${game}`;
    const spoken = (/** @type {string} */ words) => t("home.of", { words, game: gameName(game) });
    const declared = async () => (await page.api.games()).find(({ key }) => key === game);
    const which = el("button", { class: "btn quiet which", "data-key": `deal-${game}`, "aria-haspopup": "dialog", on: { click: () => void choose() } });
    const say = () => void declared().then((view) => {
      const words = view ? wishWords(view) : "";
      which.replaceChildren(words, icon("down"));
      which.setAttribute("aria-label", spoken(t("alone.choose", { which: words })));
    }, () => {});
    async function choose() {
      const view = await declared().catch(page.regret);
      if (view) openDeal(page, view, say);
    }
    const stats = () => import("./stats.js").then(({ openStats }) => openStats(page, game), page.regret);
    async function play() {
      const view = await declared().catch(page.regret);
      if (view) await begin(page, game, { options: wished(view) });
    }
    say();
    return el(
      "section",
      { class: "game panel", "data-game": game, "aria-labelledby": id },
      el("div", { class: "art", "aria-hidden": "true" }, ART[game]()),
      el(
        "div",
        { class: "text" },
        el("h2", { id }, gameName(game)),
        el("p", { class: "muted" }, inGame(game, "home.what")),
        el("p", { class: "how" }, inGame(game, "home.how")),
        el(
          "div",
          { class: "row" },
          el("button", { class: "btn", "aria-label": spoken(t("solo.play")), "data-key": `play-${game}`, on: { click: () => void play() } }, t("solo.play")),
          el("button", { class: "btn", "aria-label": spoken(t("home.race")), "data-key": `${game}-race`, on: { click: () => void open(`${game}-race`) } }, t("home.race")),
          which,
          el("button", { class: "btn quiet", "aria-label": spoken(t("home.rules")), on: { click: () => page.rules(game) } }, icon("book"), t("home.rules")),
        ),
      ),
      el("button", { class: "icon", title: t("stats.title"), "aria-label": spoken(t("stats.title")), "data-key": `stats-of-${game}`, on: { click: () => void stats() } }, icon("chart")),
    );
  }

  /** The address names a deal: it is played at once, and the way back leads to this page. */
  function linked() {
    const wish = readDeal(location.hash);
    if (!wish) return;
    void begin(page, wish.game, wish, () => history.replaceState(null, "", location.pathname));
  }
  addEventListener("hashchange", linked);
  linked();

  /** The button that says against which bots the button beside it plays. @param {string} game @param {(words: string) => string | null} spoken */
  function which(game, spoken) {
    const button = el("button", { class: "btn quiet which", "data-key": `bots-${game}`, "aria-haspopup": "dialog", on: { click: () => void chooseBots() } });
    const say = () => {
      const { count, level } = lastBots(game);
      const words = t("home.bots.which", { n: count, level: t(`level.${level}`) });
      const label = t("home.bots.choose", { which: words });
      button.replaceChildren(words, icon("down"));
      button.setAttribute("aria-label", spoken(label) ?? label);
    };
    async function chooseBots() {
      try {
        (await import("./hosting.js")).openBots(game, () => void against(game), say);
      } catch (error) {
        page.regret(error);
      }
    }
    say();
    return button;
  }
  /** One press: the bots of last time. @param {string} game */
  const against = (game) => {
    const { count, level } = lastBots(game);
    return open(game, { bots: count, level, start: true });
  };

  /** The rules of this host's last table. They must leave a chair for every bot. @param {string} key @param {number} bots */
  async function rules(key, bots) {
    const game = (await page.api.games()).find((one) => one.key === key);
    const options = game && lastRules(game);
    if (!game || (!options && bots === 0)) return options;
    const seats = game.options.find((option) => option.key === "players");
    const wanted = Number(options?.players ?? seats?.default ?? 0);
    return seats && wanted < bots + 1 ? { ...options, players: bots + 1 } : options;
  }

  let opening = false;
  /** Opens a table and sits down at it. @param {string} game @param {{bots?: number, level?: string, start?: boolean}} [more] */
  async function open(game, more = {}) {
    if (opening) return;
    opening = true;
    try {
      const known = page.name() || (await askName({ title: t("name.title"), name: "", action: t("home.open"), hint: t("name.hint") }));
      if (!known) return;
      const [{ code }, options] = await Promise.all([page.api.create(game), rules(game, more.bots ?? 0)]);
      if (there) page.go(`t/${code}`, { name: known, options, ...more });
    } catch (error) {
      page.regret(error);
    } finally {
      opening = false;
    }
  }

  return () => {
    there = false;
    removeEventListener("hashchange", linked);
    strangers.end();
    daily.end();
  };
}
