// @ts-check
// The first page: a code, a new table, a seat that is kept.

import { isCode, readCode } from "../core/share.js";
import { t } from "../core/i18n.js";
import { lastBots, lastRules } from "../core/wishes.js";
import { askName, back, el, front, icon, listed, mark, renew } from "./pieces.js";

/** @typedef {import("../app.js").Page} Page */
/** @typedef {import("../app.js").Me} Me */

const GAME = "pounce";
/** Kept seats that are shown: the newest. */
const KEPT = 2;

/**
 * @param {HTMLElement} root
 * @param {Page} page
 * @returns {() => void}
 */
export function mount(root, page) {
  const name = el("button", { class: "btn quiet small", on: { click: rename } });
  const kept = el("div", { class: "kept" });
  const which = el("button", { class: "btn quiet which", "data-key": "bots", "aria-haspopup": "dialog", on: { click: () => void chooseBots() } });
  const home = el("div", { class: "home" }, hero(), join(), kept, game());
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
  drawWhich();
  // without an answer the page is whole too: it only does not know of kept seats
  page.api.me().then((me) => there && draw(me), () => {});

  /** @param {Me | null} me */
  function draw(me) {
    name.textContent = page.name() || t("home.name");
    const tables = (me?.tables ?? []).slice(0, KEPT);
    kept.hidden = tables.length === 0;
    home.classList.toggle("has-kept", tables.length > 0);
    renew(kept, tables, () => tables.map(keptSeat));
  }

  /** @param {import("../app.js").KeptSeat} table */
  function keptSeat({ code, names, round, seat }) {
    const who = names.length === 0 ? t("home.kept.alone") : t("home.kept.with", { names: listed(names) });
    const when = round > 0 ? t("home.kept.round", { round }) : t("home.kept.lobby");
    return el(
      "section",
      { class: "panel back" },
      back(seat),
      el("div", { class: "t" }, el("h2", {}, t("home.kept.title")), el("p", { class: "muted small" }, t("home.kept.what", { who, when }))),
      el("button", { class: "btn primary", on: { click: () => page.go(`t/${code}`) } }, t("home.kept.return")),
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
        el("button", { class: "btn", type: "button", on: { click: () => void open() } }, t("home.new")),
      ),
      wrong,
    );
  }

  function game() {
    const art = el("div", { class: "art", "aria-hidden": "true" }, back(4), back(1), back(3), back(2), front("AS"));
    /** @param {string} key @param {Node[]} pictures */
    const step = (key, pictures) => el("li", {}, el("span", { class: "cards" }, pictures), el("p", {}, t(key)));
    return el(
      "section",
      { class: "game panel" },
      art,
      el(
        "div",
        { class: "text" },
        el("h2", {}, t("app.name")),
        el("p", { class: "muted" }, t("home.pounce.what")),
        el("p", { class: "how" }, t("home.pounce.how")),
        el(
          "div",
          { class: "row" },
          el("button", { class: "btn primary", on: { click: () => void open() } }, t("home.friends")),
          el("button", { class: "btn", on: { click: () => void against() } }, t("home.bots")),
          which,
          el("button", { class: "btn quiet", on: { click: page.rules } }, icon("book"), t("home.rules")),
        ),
      ),
      el(
        "ol",
        { class: "steps" },
        step("home.step.build", [front("AS", "s", 1), front("2S", "s", 0), front("3S", "s", 2)]),
        step("home.step.own", [front("9D", "s"), front("8S", "s"), front("7H", "s")]),
        step("home.step.pounce", [back(0), back(0), front("4C", "s")]),
      ),
    );
  }

  /** Says against which bots the button beside it plays. */
  function drawWhich() {
    const { count, level } = lastBots();
    const words = t("home.bots.which", { n: count, level: t(`level.${level}`) });
    which.replaceChildren(words, icon("down"));
    which.setAttribute("aria-label", t("home.bots.choose", { which: words }));
  }
  async function chooseBots() {
    try {
      (await import("./hosting.js")).openBots(() => void against(), drawWhich);
    } catch (error) {
      page.regret(error);
    }
  }
  /** One press: the bots of last time. */
  const against = () => {
    const { count, level } = lastBots();
    return open({ bots: count, level, start: true });
  };

  /** The rules of this host's last table. They must leave a chair for every bot. @param {number} bots */
  async function rules(bots) {
    const game = (await page.api.games()).find(({ key }) => key === GAME);
    const options = game && lastRules(game);
    if (!game || (!options && bots === 0)) return options;
    const seats = game.options.find(({ key }) => key === "players");
    const wanted = Number(options?.players ?? seats?.default ?? 0);
    return seats && wanted < bots + 1 ? { ...options, players: bots + 1 } : options;
  }

  let opening = false;
  /** Opens a table and sits down at it. @param {{bots?: number, level?: string, start?: boolean}} [more] */
  async function open(more = {}) {
    if (opening) return;
    opening = true;
    try {
      const known = page.name() || (await askName({ title: t("name.title"), name: "", action: t("home.open"), hint: t("name.hint") }));
      if (!known) return;
      const [{ code }, options] = await Promise.all([page.api.create(GAME), rules(more.bots ?? 0)]);
      if (there) page.go(`t/${code}`, { name: known, options, ...more });
    } catch (error) {
      page.regret(error);
    } finally {
      opening = false;
    }
  }

  return () => (there = false);
}
