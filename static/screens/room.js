// @ts-check
// A table's page: its connection, and the screen that its phase asks for.

import { runErrand } from "../core/errand.js";
import { again, isGone, isShut } from "../core/quick.js";
import { kept } from "../core/kept.js";
import { connect } from "../core/socket.js";
import { createStore } from "../core/store.js";
import { showCode } from "../core/share.js";
import { inGame, t } from "../core/i18n.js";
import { ask, askName, el, listed, mark } from "./pieces.js";
import { styled } from "./styled.js";
import { mutedAt, wordsOf } from "./talk.js";

/** @typedef {import("../app.js").Page} Page */
/** @typedef {import("../app.js").Ctx} Ctx */
/** @typedef {import("../core/errand.js").Errand} Errand */

/** The end of a round stays on the table for this long before the score sheet comes. */
const END_SHOWN_MS = 1600;
/** A closed socket that is open again sooner is not worth a word. (Silence had its 3 s already.) */
const PATIENCE_MS = 250;
/** The host has taken this person from the table. @type {import("../wire.js").CLOSE_REMOVED} */
const CLOSE_REMOVED = 4503;
/** A page that the server calls stale loads itself again, but not over and over. */
const RELOAD_AGAIN_MS = 60_000;

/** Whether the page is seen, and a call when it is seen again or the net comes or goes. */
const visibility = {
  visible: () => document.visibilityState === "visible",
  /** @param {() => void} listener */
  on(listener) {
    addEventListener("online", listener);
    addEventListener("offline", listener);
    addEventListener("pageshow", listener);
    document.addEventListener("visibilitychange", listener);
    return () => {
      removeEventListener("online", listener);
      removeEventListener("offline", listener);
      removeEventListener("pageshow", listener);
      document.removeEventListener("visibilitychange", listener);
    };
  },
};

/**
 * @param {HTMLElement} root
 * @param {Page} page
 * @param {object} given
 * @param {string} given.code
 * @param {string} given.url
 * @param {Errand} [given.errand]
 * @param {(page: Page, ctx?: Ctx) => Promise<void>} given.openMenu
 * @param {(game: string, options?: Record<string, import("../wire.js").OptionValue>) => Promise<void>} given.openRules
 * @returns {() => void}
 */
export function mount(root, page, { code, url, errand, openMenu, openRules }) {
  const seen = kept(`pounce.seen.${code}`);
  const store = createStore({ code, ...seen.read() });
  const { state } = store;
  const off = store.on(heard);
  const socket = connect({ url, store, visibility, reload });

  /** @type {Ctx} */
  const ctx = {
    ...page,
    store,
    socket,
    rules: () => void (state.room && openRules(state.room.game, state.room.options)),
    menu: () => void openMenu(ctx, ctx),
    async rename() {
      const own = state.room?.seats.find((seat) => seat.seat === state.seat);
      const name = await askName({ title: t("name.title"), name: own?.name ?? page.name(), action: t("name.save"), hint: t("name.hint") });
      if (name === null) return;
      if (state.seat !== null) socket.send({ t: "rename", name });
      await page.api.rename(name).catch(page.regret);
    },
    async sit() {
      const { claimable } = await import("./hosting.js");
      const names = listed(claimable(state).map((chair) => chair.name));
      const hints = [state.room && state.room.phase !== "lobby" && inGame(state.room.game, "sit.later"), names && t("sit.mine", { names })];
      const name = await askName({ title: t("sit.title"), name: page.name(), action: t("sit.action"), hint: hints.filter(Boolean).join(" ") });
      if (name !== null) sitDown(name);
    },
    leave() {
      const gone = () => {
        socket.send({ t: "leave" });
        page.go("");
      };
      if (state.room?.phase === "lobby") gone();
      else ask({ title: t("leave.title"), text: t("leave.text"), action: t("leave.action") }, gone);
    },
  };

  /** @param {string} name */
  function sitDown(name) {
    socket.send({ t: "sit", name });
    void page.api.rename(name).catch(() => {}); // the seat has it; only the next table would have to ask again
  }

  // --- what the table asked for when it was opened ------------------------------------------------------------------

  let todo = errand && runErrand(errand, {
    sit: sitDown,
    options: (options) => socket.send({ t: "options", options }),
    addBot: (level) => socket.send({ t: "add_bot", level }),
    start: () => socket.start(),
  });

  // --- the screen ---------------------------------------------------------------------------------------------------

  let shown = "";
  let unmount = () => {};
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let endClock;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let lostClock;

  function choose() {
    const next = screenOf(state, shown, todo !== undefined);
    if (next === shown) return;
    clearTimeout(endClock);
    if (next === "ending") {
      shown = next; // the table stays; it tells the end itself
      endClock = setTimeout(() => show("scores"), END_SHOWN_MS);
    } else show(next);
  }

  /** @param {string} name */
  function show(name) {
    const back = name === "play" && shown === "ending";
    shown = name;
    if (back) return; // a new round began before the sheet came: the table is still there
    const load = SCREENS[name];
    if (name === "gone" || name === "elsewhere") for (const open of document.querySelectorAll("dialog")) open.close(); // they were about the table
    if (!load) return put({ mount: (box, given) => statement(box, given, name) });
    const game = state.room?.game ?? "";
    load(game).then(
      (screen) => {
        if (shown !== name) return;
        put(screen);
        if (name === "play" && !state.table?.steps) scores(game).catch(() => {}); // while there is time
      },
      () => {
        if (shown === name) shown = ""; // not to be had: the next news tries again
      },
    );
  }

  /** @param {Screen} screen */
  function put(screen) {
    unmount();
    root.replaceChildren();
    unmount = screen.mount(root, ctx);
    if (document.activeElement === document.body) root.focus({ preventScroll: true }); // where reading goes on
  }

  /** @param {import("../core/store.js").StoreEvent} event */
  function heard(event) {
    if (event.type === "sorry" && todo && errand?.quick && event.what === "sit" && isGone(event.code)) return seekOn(errand.quick);
    if (event.type === "connection" && todo && errand?.quick && state.connection === "gone" && isShut(state.closed)) return seekOn(errand.quick);
    if (event.type === "sorry") {
      todo = undefined;
      if (!["say", "react", "hint"].includes(event.what)) page.notice(t(`sorry.${event.code}`)); // said where it was asked for
    }
    if (event.type === "said" && event.fresh) overhear(event.said);
    if (event.type === "room" || event.type === "shared") remember();
    if (event.type === "room" && state.room) {
      // In the lobby it stands on the page.
      if (state.room.open && open === false && shown !== "lobby") page.notice(t("hosting.said.opened"));
      open = state.room.open;
    }
    if (event.type === "room") mutedAt(state); // a seat that was given up is heard again
    if (event.type === "room" || event.type === "you") if (todo?.(state)) todo = undefined;
    if (event.type === "connection") tellConnection(event.silent === true);
    if (event.type === "saving") tellConnection(false);
    if (event.type === "claims" && (state.room?.phase === "between" || state.room?.phase === "over")) void tellClaims(state.claims);
    if (["room", "you", "connection", "sorry"].includes(event.type)) choose();
  }

  /** Quick game has led here, and there is no seat: to another table, or a word that it was in vain. @param {import("../core/quick.js").Quick} quick */
  function seekOn(quick) {
    const next = again(quick, code);
    const done = () => {
      todo = undefined;
      if (shown !== "left") choose();
    };
    if (next) {
      todo = () => false; // until then nothing of this table is shown
      return void page.quick(next.game, next.tried).finally(done);
    }
    page.notice(t("anybody.gone"));
    done();
  }

  /** At the sheet a claim is a notice: the answer to it is given under Seats. The lobby and the table ask themselves.
   * @param {import("../wire.js").ClaimView[]} claims */
  async function tellClaims(claims) {
    const before = claimed;
    claimed = claims;
    const { claimNews } = await import("./hosting.js");
    for (const words of claimNews(state, before)) page.notice(words);
  }
  /** @type {import("../wire.js").ClaimView[]} */
  let claimed = [];

  /** @type {boolean | null} whether everybody may find the table */
  let open = null;

  /** A word while a round runs: at some tables the game is not silent. @param {import("../wire.js").Said} said */
  function overhear(said) {
    if (shown !== "play" || said.seat === state.seat || mutedAt(state).includes(said.seat)) return;
    page.notice(t("talk.overheard", { name: said.name, words: wordsOf(said) }));
  }

  /** What the deals are held against outlives a reload; it is written when it has grown. */
  function remember() {
    const { sealed, shares, deals } = state;
    if ([sealed, shares, deals].every((list, index) => list === written[index])) return;
    written = [sealed, shares, deals];
    seen.write({ sealed, shares, deals });
  }
  /** @type {unknown[]} */
  let written = [];

  /** @param {boolean} silent */
  function tellConnection(silent) {
    clearTimeout(lostClock);
    if (state.connection === "lost" && silent) page.banner(t("connection.lost"));
    else if (state.connection === "lost") lostClock = setTimeout(() => page.banner(t("connection.lost")), PATIENCE_MS);
    else page.banner(state.saving && state.connection === "open" ? t("connection.saving") : null);
  }

  function reload() {
    const last = kept("pounce.reloaded");
    if (Date.now() - (last.read() ?? 0) < RELOAD_AGAIN_MS) return page.banner(t("connection.stale"));
    last.write(Date.now());
    location.reload();
  }

  document.title = t("app.title", { code: showCode(code) });
  choose();
  void lobby().then(() => Promise.all([import("./play.js"), styled("static/style/table.css")])).catch(() => {}); // while the socket opens: it will be one of these, then the other
  return () => {
    clearTimeout(endClock);
    clearTimeout(lostClock);
    shown = "left"; // what is still being fetched finds nobody here
    off();
    unmount(); // a move that waits may still be sent
    socket.close();
  };
}

/**
 * The screen that this state asks for. "ending" is the table for the moment after the last card of a round.
 * @param {Pick<import("../core/store.js").State, "connection" | "room"> & {table?: import("../core/store.js").State["table"]}} state
 * @param {string} shown  the screen of before
 * @param {boolean} busy  an errand is being run: no reason to show the lobby for it
 */
export function screenOf({ connection, room, table }, shown, busy) {
  if (connection === "elsewhere" || connection === "gone") return connection;
  if (!room || busy) return "opening";
  if (room.phase === "lobby" || room.phase === "play") return room.phase;
  if (table?.steps) return "play"; // alone one goes back from the end to the cards
  return shown === "play" || shown === "ending" ? "ending" : "scores";
}

/** @typedef {{mount: (root: HTMLElement, ctx: Ctx) => () => void}} Screen */
const lobby = async () => (await Promise.all([import("./lobby.js"), styled("static/style/talk.css")]))[0];
/** @param {string} game */
const scores = async (game) => (await Promise.all([import("./scores.js").then(({ load }) => load(game)), styled("static/style/talk.css")]))[0];
/** The table itself, with its style sheets: what the other pages do without. @param {string} game */
const play = async (game) => (await Promise.all([import("./play.js").then(({ load }) => load(game)), styled("static/style/table.css")]))[0];

/** Fetched when they are wanted, or shortly before, for a game. @type {Record<string, (game: string) => Promise<Screen>>} */
const SCREENS = { lobby, play, scores };

/** A page that says one thing: opening, gone, elsewhere. @param {HTMLElement} root @param {Ctx} ctx @param {string} name */
function statement(root, ctx, name) {
  const { closed } = ctx.store.state;
  const retry = () => ctx.socket.retry();
  if (name === "opening") return state(root, ctx, { title: t("opening.title"), busy: true });
  if (name === "elsewhere") return state(root, ctx, { title: t("elsewhere.title"), text: t("elsewhere.text"), action: t("elsewhere.action"), run: retry });
  if (closed === 4504) return mountMissing(root, ctx, ctx.store.state.code);
  if (closed === CLOSE_REMOVED) return state(root, ctx, { title: t("removed.title"), text: t("removed.text") });
  if (closed === 4530) return state(root, ctx, { title: t("stopped.title"), text: t("stopped.text") });
  return state(root, ctx, { title: t("shut.title"), text: t("shut.text"), action: t("shut.action"), run: retry });
}

/** No table has this code. @param {HTMLElement} root @param {Page} page @param {string} code */
export function mountMissing(root, page, code) {
  const shown = code.length === 6 ? showCode(code) : code.slice(0, 12);
  return state(root, page, { title: t("missing.title", { code: shown }), text: t("missing.text") });
}

/**
 * @param {HTMLElement} root
 * @param {Page} page
 * @param {{title: string, text?: string, action?: string, run?: () => void, busy?: boolean}} given
 */
function state(root, page, { title, text, action, run, busy }) {
  root.append(
    el(
      "div",
      { class: "page" },
      el("header", { class: "bar" }, el("button", { class: "brand", on: { click: () => page.go("") } }, mark(), t("app.name"))),
      el(
        "main",
        {},
        el(
          "div",
          { class: `statement ${busy ? "busy" : ""}` },
          el("h1", {}, title),
          text && el("p", {}, text),
          !busy &&
            el(
              "div",
              { class: "row" },
              action && el("button", { class: "btn primary", on: { click: () => run?.() } }, action),
              el("button", { class: `btn ${action ? "" : "primary"}`, on: { click: () => page.go("") } }, t("missing.home")),
            ),
        ),
      ),
    ),
  );
  return () => {};
}
