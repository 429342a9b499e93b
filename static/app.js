// @ts-check
// The page's frame: which screen the address means, what every screen may ask for, and the line that is said to all.

import { dailyPath, readDaily } from "./core/daily.js";
import { isCode, readCode } from "./core/share.js";
import { t } from "./core/i18n.js";
import { askName, el } from "./screens/pieces.js";
import { hearPressesOnce } from "./screens/presses.js";
import { styled } from "./screens/styled.js";
import { sprite } from "./table/cards.js";

/** @typedef {{code: string, game: string, names: string[], round: number, seat: number, deal?: number, day?: string}} KeptSeat */
/** @typedef {{name: string | null, tables: KeptSeat[]}} Me */
/** @typedef {import("./core/errand.js").Errand} Errand */

/**
 * What a screen may ask for. `store` and `socket` are there at a table only.
 * @typedef {object} Page
 * @property {typeof t} t
 * @property {(path: string, errand?: Errand) => void} go    "" is home, "t/CODE" a table, "#daily=…" the results of a day; relative to the base
 * @property {typeof api} api
 * @property {() => string} name                    the name of before, or ""
 * @property {(text: string) => void} say           into the live region: heard, not seen
 * @property {(text: string) => void} notice        a line over the page for some seconds, and heard
 * @property {(text: string | null) => void} banner a line over the page until it is taken back with null
 * @property {(game: string) => void} rules         the short rules of a game
 * @property {() => void} menu                      rules, look, name; at a table also leaving and ending
 * @property {(error: unknown) => void} regret      says why a request failed
 * @property {() => Promise<void>} rename
 * @property {(game: string, tried?: string[]) => Promise<void>} quick  to a table of whoever wants to play, and on a seat
 * @property {(code: string) => Promise<void>} join  to an open table, and on a seat
 */
/**
 * @typedef {Page & {store: import("./core/store.js").Store, socket: import("./core/socket.js").Socket,
 *   rules: () => void, sit: () => Promise<void>, leave: () => void}} Ctx  its rules are those of the table
 */

const base = new URL(document.baseURI);

/** @param {string} path @param {object} [body] */
async function request(path, body) {
  const answer = await fetch(new URL(path, base), body && { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  if (!answer.ok) throw new Refusal(path, answer.status);
  return answer.json();
}

/** The server said no. (No answer at all is another error.) */
class Refusal extends Error {
  /** @param {string} path @param {number} status */
  constructor(path, status) {
    super(`${path}: ${status}`);
    this.status = status;
  }
}
/** What to say of a request that failed. @param {unknown} error */
function regret(error) {
  const status = error instanceof Refusal ? error.status : 0;
  if (status === 422) return t("sorry.bad_name");
  return status === 429 ? t("sorry.too_fast") : t("home.failed");
}

const NAME = "pounce.name";
const api = {
  /** Who this browser is to the server. @returns {Promise<Me>} */
  async me() {
    const me = await request("api/me");
    if (me.name) remember(me.name);
    return me;
  },
  /** Remembers the name for the next table. @param {string} name */
  async rename(name) {
    remember((await request("api/me", { name })).name);
  },
  /** Opens a table. @param {string} game @returns {Promise<{code: string}>} */
  create: (game) => request("api/tables", { game }),
  /** Begins a game for one. `deal`: its number, null for any; `winnable`: only one that can be won. @param {string} game @param {string} name @param {Record<string, import("./wire.js").OptionValue>} options @param {number | null} deal @param {boolean} winnable @returns {Promise<{code: string, deal: number, winnable?: boolean}>} */
  solo: (game, name, options, deal, winnable) => request("api/solo", { game, name, options, deal, winnable }),
  /** The deals of today. @returns {Promise<import("./wire.js").DailyDeals>} */
  today: () => request("api/daily"),
  /** To the table of today's deal. @param {string} game @param {string} name @returns {Promise<{code: string}>} */
  playDaily: (game, name) => request("api/daily", { game, name }),
  /** What became of a day's deal. @param {string} game @param {string} day @returns {Promise<import("./wire.js").DailyResults>} */
  results: (game, day) => request(`api/daily/${game}/${day}`),
  /** The look back on a table's last round. @param {string} code @returns {Promise<import("./screens/review.js").Review>} */
  review: (code) => request(`api/tables/${code}/review`),
  /** Tables that everybody may find. @returns {Promise<import("./wire.js").OpenTable[]>} */
  open: async () => (await request("api/open")).tables,
  /** A table with a place for whoever wants to play. @param {string} game @param {string[]} aside @returns {Promise<{code: string, new: boolean}>} */
  quick: (game, aside) => request("api/quick", { game, aside }),
  /** Who has won most matches at open tables. @param {string} game @returns {Promise<import("./wire.js").Leader[]>} */
  leaders: async (game) => (await request(`api/leaders/${game}`)).leaders,
  /** What every game declares of itself: its options, presets and bots. Asked once. @returns {Promise<import("./wire.js").GameView[]>} */
  games() {
    declared ??= request("api/games").then(
      (answer) => answer.games,
      (error) => {
        declared = null;
        throw error;
      },
    );
    return declared;
  },
};
/** @type {Promise<import("./wire.js").GameView[]> | null} */
let declared = null;
/** @param {string} name */
function remember(name) {
  try {
    localStorage.setItem(NAME, name);
  } catch {
    // storage is forbidden: the server remembers the name alone
  }
}
function remembered() {
  try {
    return localStorage.getItem(NAME) ?? "";
  } catch {
    return "";
  }
}

const screen = /** @type {HTMLElement} */ (document.getElementById("screen"));
const live = /** @type {HTMLElement} */ (document.getElementById("live"));
const lines = /** @type {HTMLElement} */ (document.getElementById("notice"));

/** @type {HTMLElement | null} */
let bannerLine = null;
const NOTICE_MS = 5000;
const SOON_MS = 1000;
/** What is being said in this task. @type {HTMLElement[]} */
let spoken = [];

/** @type {Page} */
const page = {
  t,
  go(path, errand) {
    // A table that gave no seat is no place to go back to.
    history[errand?.quick?.tried.length ? "replaceState" : "pushState"](null, "", new URL(path, base));
    void route(errand);
  },
  api,
  name: remembered,
  say(text) {
    // Sentences of one moment stand together: the next would wipe out the one before, unheard.
    if (!spoken.length) setTimeout(() => (spoken = []));
    spoken.push(el("p", {}, text));
    live.replaceChildren(...spoken);
  },
  notice(text) {
    const line = el("p", { class: "line" }, text);
    lines.append(line);
    setTimeout(() => line.remove(), NOTICE_MS);
  },
  banner(text) {
    if ((bannerLine?.textContent ?? null) === text) return;
    bannerLine?.remove();
    bannerLine = text === null ? null : el("p", { class: "line lasting" }, text);
    if (bannerLine) lines.prepend(bannerLine);
  },
  regret: (error) => page.notice(regret(error)),
  rules: (game) => void openRules(game),
  menu: () => void openMenu(page),
  async rename() {
    const name = await askName({ title: t("name.title"), name: remembered(), action: t("name.save"), hint: t("name.hint") });
    if (name !== null) await api.rename(name).catch(page.regret);
  },
  async quick(game, tried = []) {
    const from = shown;
    const name = await nameFor(t("anybody.quick"));
    if (!name) return;
    try {
      const { code } = await api.quick(game, tried);
      if (shown === from) page.go(`t/${code}`, { name, late: true, quick: { game, tried } });
    } catch (error) {
      page.regret(error);
    }
  },
  async join(code) {
    const name = await nameFor(t("anybody.join"));
    if (name) page.go(`t/${code}`, { name, late: true });
  },
};

/** The name of before, or a new one. @param {string} action  what is done with it */
const nameFor = async (action) => remembered() || (await askName({ title: t("name.title"), name: "", action, hint: t("name.hint") }));

/** @param {string} key @param {Record<string, import("./wire.js").OptionValue>} [options] */
async function openRules(key, options) {
  try {
    const [{ open }, games] = await Promise.all([import("./screens/rules.js"), api.games()]);
    const game = games.find((one) => one.key === key);
    if (game) await open(game, options);
  } catch (error) {
    page.regret(error);
  }
}
/** @param {Page} given @param {Ctx} [ctx] */
async function openMenu(given, ctx) {
  (await import("./screens/menu.js")).openMenu(given, ctx);
}

/** What is mounted, so that going to the same place again (a link in the page) changes nothing: a table's code, the results of a day, "" at home. */
let shown = { place: /** @type {string | undefined} */ (undefined), unmount: () => {} };

/** @param {Errand} [errand] */
async function route(errand) {
  const path = decodeURIComponent(location.pathname.slice(base.pathname.length)).replace(/\/$/, "");
  const code = path.startsWith("t/") ? readCode(path.slice(2)) : null;
  const daily = code === null ? readDaily(location.hash) : null;
  const place = code ?? (daily ? dailyPath(daily) : "");
  if (shown.place === place) return;
  shown.unmount();
  const here = (shown = { place, unmount: () => {} });
  page.banner(null);
  for (const open of document.querySelectorAll("dialog")) open.close();
  screen.replaceChildren();
  document.title = t("app.name");
  const mount = code !== null ? await atTable(code, errand) : daily ? await atResults(daily) : await atHome();
  if (shown !== here) return; // somebody went on while it was fetched
  here.unmount = mount();
  if (document.activeElement === document.body) screen.focus({ preventScroll: true }); // where reading goes on
}
async function atHome() {
  const { mount } = await import("./screens/home.js");
  setTimeout(() => import("./screens/room.js").catch(() => {}), SOON_MS); // where everybody goes from here
  return () => mount(screen, page);
}
/** @param {import("./core/daily.js").Daily} daily */
async function atResults(daily) {
  const [{ mount }] = await Promise.all([import("./screens/daily.js"), styled("static/style/daily.css")]);
  return () => mount(screen, page, daily);
}
/** @param {string} code @param {Errand} [errand] */
async function atTable(code, errand) {
  const { mount, mountMissing } = await import("./screens/room.js");
  return () => (isCode(code) ? mount(screen, page, { code, url: socketUrl(code), errand, openMenu, openRules }) : mountMissing(screen, page, code));
}

/** @param {string} code */
function socketUrl(code) {
  const url = new URL(`ws/${code}`, base);
  url.protocol = url.protocol.replace("http", "ws");
  return url.href;
}

document.body.insertAdjacentHTML("afterbegin", sprite());
hearPressesOnce(document);
addEventListener("popstate", () => void route());
void route();
