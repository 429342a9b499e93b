// @ts-check
// The page's frame: which screen the address means, what every screen may ask for, and the line that is said to all.

import { isCode, readCode } from "./core/share.js";
import { t } from "./core/i18n.js";
import * as home from "./screens/home.js";
import { openMenu } from "./screens/menu.js";
import { askName, el } from "./screens/pieces.js";
import * as room from "./screens/room.js";
import { open as openRules } from "./screens/rules.js";
import { sprite } from "./table/cards.js";

/** @typedef {{code: string, game: string, names: string[], round: number, seat: number}} KeptSeat */
/** @typedef {{name: string | null, tables: KeptSeat[]}} Me */
/** @typedef {import("./core/errand.js").Errand} Errand */

/**
 * What a screen may ask for. `store` and `socket` are there at a table only.
 * @typedef {object} Page
 * @property {typeof t} t
 * @property {(path: string, errand?: Errand) => void} go    "" is home, "t/CODE" a table; relative to the base
 * @property {typeof api} api
 * @property {() => string} name                    the name of before, or ""
 * @property {(text: string) => void} say           into the live region: heard, not seen
 * @property {(text: string) => void} notice        a line over the page for some seconds, and heard
 * @property {(text: string | null) => void} banner a line over the page until it is taken back with null
 * @property {() => void} rules                     the short rules
 * @property {() => void} menu                      rules, look, name; at a table also leaving and ending
 * @property {() => Promise<void>} rename
 */
/**
 * @typedef {Page & {store: import("./core/store.js").Store, socket: import("./core/socket.js").Socket,
 *   sit: () => Promise<void>, leave: () => void}} Ctx
 */

const base = new URL(document.baseURI);

/** @param {string} path @param {object} [body] */
async function request(path, body) {
  const answer = await fetch(new URL(path, base), body && { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

const NAME = "pounce.name";
const api = {
  /** Who this browser is to the server. @returns {Promise<Me>} */
  async me() {
    const me = await request("api/me");
    if (me.name) remember(me.name);
    return me;
  },
  /** @param {string} name */
  rename(name) {
    remember(name);
    return request("api/me", { name });
  },
  /** Opens a table. @param {string} game @returns {Promise<{code: string}>} */
  create: (game) => request("api/tables", { game }),
};
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

/** @type {Page} */
const page = {
  t,
  go(path, errand) {
    history.pushState(null, "", new URL(path, base));
    route(errand);
  },
  api,
  name: remembered,
  say(text) {
    // the same sentence twice is said twice
    live.textContent = live.textContent === text ? `${text}\u00a0` : text;
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
  rules: () => openRules(),
  menu: () => openMenu(page),
  async rename() {
    const name = await askName({ title: t("name.title"), name: remembered(), action: t("name.save"), hint: t("name.hint") });
    if (name !== null) await api.rename(name);
  },
};

/** What is mounted, so that going to the same table again (a link in the page) changes nothing. */
let shown = { path: /** @type {string | null} */ (null), unmount: () => {} };

/** @param {Errand} [errand] */
function route(errand) {
  const path = decodeURIComponent(location.pathname.slice(base.pathname.length)).replace(/\/$/, "");
  const code = path.startsWith("t/") ? readCode(path.slice(2)) : null;
  const key = code ?? "";
  if (shown.path === key) return;
  shown.unmount();
  page.banner(null);
  for (const open of document.querySelectorAll("dialog")) open.close();
  screen.replaceChildren();
  document.title = t("app.name");
  shown = { path: key, unmount: () => {} };
  if (code === null) shown.unmount = home.mount(screen, page);
  else if (isCode(code)) shown.unmount = room.mount(screen, page, { code, url: socketUrl(code), errand });
  else shown.unmount = room.mountMissing(screen, page, code);
  if (document.activeElement === document.body) screen.focus({ preventScroll: true }); // where reading goes on
}

/** @param {string} code */
function socketUrl(code) {
  const url = new URL(`ws/${code}`, base);
  url.protocol = url.protocol.replace("http", "ws");
  return url.href;
}

document.body.insertAdjacentHTML("afterbegin", sprite());
addEventListener("popstate", () => route());
route();
