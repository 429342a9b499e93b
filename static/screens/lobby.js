// @ts-check
// Before the match: who sits where, by which rules, and the way in for friends.

import { lastBots } from "../core/wishes.js";
import { share, shortSeal, showCode } from "../core/share.js";
import { gameName, inGame, keyIn, t } from "../core/i18n.js";
import { chairRow, emptyChair, moreChairs } from "./chairs.js";
import { claimLines, claimNews, isAway, isHost, tableNews, tableSwitches, tools } from "./hosting.js";
import { changeWords, lobbyPresets, openOptions, rulesWords, send, whole } from "./options.js";
import { el, icon, listed, nameForm, renew } from "./pieces.js";
import { offers, offersKey } from "./proof.js";
import { mountTalk } from "./talk.js";

/** @typedef {import("../app.js").Ctx} Ctx */
/** @typedef {import("../wire.js").GameView} GameView */
/** @typedef {import("../wire.js").RoomView} RoomView */
/** @typedef {import("../wire.js").SeatView} SeatView */

/** A start over somebody's head is asked once; the question stands this long. */
const ASKED_MS = 5000;
const FEWEST = 2;
const COPIED_MS = 3000;

/**
 * @param {HTMLElement} root
 * @param {Ctx} ctx
 * @returns {() => void}
 */
export function mount(root, ctx) {
  const { store, socket } = ctx;
  const { state } = store;
  const seats = el("section", { class: "panel seats" });
  const sitting = el("div", { class: "sitting" }, seats);
  const sit = el("section", { class: "panel sit" });
  const rules = el("section", { class: "panel opt rules" });
  const claims = el("section", { class: "panel claims" });
  const table = el("div", { class: "table-facts" });
  const title = el("h1", {});
  const what = el("span", { class: "what" });
  const start = el("div", { class: "start" });
  const after = el("div", { class: "offers" });
  root.append(
    el(
      "div",
      { class: "page" },
      el(
        "header",
        { class: "bar" },
        el("button", { class: "icon", "aria-label": t("menu.home"), on: { click: () => ctx.go("") } }, icon("back")),
        title,
        what,
        el("div", { class: "end" }, el("button", { class: "icon", "data-key": "menu", "aria-label": t("menu.open"), on: { click: ctx.menu } }, icon("menu"))),
      ),
      el("main", {}, el("div", { class: "lobby" }, sitting, el("div", { class: "side" }, claims, sit, invitation(ctx, table), rules, start, after))),
    ),
  );

  /** The game's own declaration, by which the rules are told. @type {GameView | undefined} */
  let game;
  const learn = () =>
    ctx.api.games().then((games) => {
      game = games.find(({ key }) => key === state.room?.game);
      draw();
    }, () => {}); // the table can be used without; the next connection asks again

  let asked = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let askClock;

  function draw() {
    const { room, seat } = state;
    if (!room) return;
    const own = room.seats.find((chair) => chair.seat === seat) ?? null;
    const host = isHost(state);
    title.textContent = gameName(room.game);
    what.textContent = room.open ? t("lobby.open") : t("lobby.private");
    drawSeats(room);
    claims.hidden = state.claims.length === 0;
    renew(claims, [state.claims, host], () => claimLines(ctx));
    renew(after, offersKey(room), () => offers(ctx));
    sit.hidden = own !== null;
    const full = room.seats.length >= seatsOf(room);
    const more = full && canGrow(room);
    renew(sit, [own !== null, room.locked, full, more], () => {
      if (own) return [];
      if (room.locked) return noSeat("lock", t("lobby.locked.sit"));
      return full ? noSeat("eye", more ? t("lobby.full.more") : t("sorry.full")) : sitForm(ctx);
    });
    renew(table, [host, room.open, room.locked], () => tableSwitches(ctx, host || room.locked ? ["open", "lock"] : ["open"]));
    drawRules(room, host);
    drawStart(room, own, host);
  }

  /** @param {RoomView} room */
  function drawSeats(room) {
    const chairs = [...room.seats].sort((one, other) => one.seat - other.seat);
    const most = seatsOf(room);
    const away = chairs.filter((chair) => isAway(state, chair)).map(({ seat }) => seat);
    const full = chairs.length >= most;
    const more = full && canGrow(room);
    renew(seats, [chairs, room.host, state.seat, away, most, more, chairs.map((chair) => tools(state, chair)), state.claims, lastBots(room.game).level], () => [
      el("h2", {}, t("lobby.seats"), el("span", { class: "muted small" }, t("lobby.seats.of", { n: chairs.length, most }))),
      el("ul", {}, chairs.map((chair) => chairRow(ctx, chair)), !full ? emptyChair(ctx, room.game, draw) : more && moreChairs(ctx, grow)),
      el(
        "footer",
        {},
        el("p", { class: "muted small watching" }),
        state.seat !== null && el("button", { class: "btn small quiet", "data-key": "leave", on: { click: ctx.leave } }, t("lobby.leave")),
      ),
    ]);
    const watching = /** @type {HTMLElement} */ (seats.querySelector(".watching"));
    const onlookers = state.presence?.onlookers ?? 0;
    watching.textContent = onlookers === 0 ? "" : t("lobby.onlookers", { n: onlookers });
    for (const chair of chairs) {
      const ms = seats.querySelector(`[data-ms="${chair.seat}"]`);
      const measured = state.presence?.ms[chair.seat];
      if (ms) ms.textContent = measured === undefined ? "" : t("lobby.ms", { ms: measured });
    }
  }

  /** Whether the game knows more seats than the table has. @param {RoomView} room */
  const canGrow = (room) => game !== undefined && game.options.some(({ key }) => key === "players") && seatsOf(room) < game.seats[1];

  /** One seat more. */
  function grow() {
    if (game && state.room) send(ctx, game, { ...whole(game, state.room.options), players: seatsOf(state.room) + 1 });
  }

  /** @param {RoomView} room @param {boolean} host */
  function drawRules(room, host) {
    renew(rules, [room.options, room.commitment, host, game?.key], () => [
      el(
        "h2",
        {},
        t("lobby.rules"),
        el(
          "span",
          { class: "row" },
          el("button", { class: "btn small quiet", "data-key": "rules", on: { click: ctx.rules } }, icon("book"), t("lobby.rules.how")),
          game && el("button", { class: "btn small quiet", "data-key": "options", "aria-haspopup": "dialog", on: { click: () => game && openOptions(ctx, game) } }, host ? t("lobby.rules.change") : t("lobby.rules.all")),
        ),
      ),
      game && lobbyPresets(ctx, game, host),
      game &&
        el(
          "ul",
          { class: "in-words small" },
          rulesWords(game, room.options).map(({ words, changed }) => el("li", { class: changed ? "changed" : "muted" }, words)),
        ),
      room.commitment && el("p", { class: "muted tiny sealed", title: t("lobby.sealed.why") }, icon("seal"), t("lobby.sealed", { seal: shortSeal(room.commitment) })),
    ]);
  }

  /** @param {RoomView} room @param {SeatView | null} own @param {boolean} host */
  function drawStart(room, own, host) {
    const others = room.seats.filter((chair) => chair.seat !== own?.seat && chair.bot === null);
    const missing = {
      away: others.filter((chair) => isAway(state, chair)).map(({ name }) => name),
      unready: others.filter((chair) => !chair.ready && !isAway(state, chair)).map(({ name }) => name),
    };
    const few = room.seats.length < FEWEST;
    const nobody = missing.away.length + missing.unready.length === 0;
    if (nobody || few) asked = false;
    renew(start, [own && [own.ready, host], missing, few, asked, room.open, room.seats.find((chair) => chair.seat === room.host)?.name], () => {
      if (!own) return [];
      if (!host) {
        const words = own.ready ? t("lobby.unready.again") : t("lobby.ready.do");
        return [
          el("button", { class: `btn big ${own.ready ? "" : "primary"}`, "data-key": "ready", "aria-pressed": String(own.ready), on: { click: () => socket.ready(!own.ready) } }, own.ready && icon("tick"), words),
          el("p", { class: "muted small hint" }, own.ready ? t("lobby.wait", { name: room.seats.find((chair) => chair.seat === room.host)?.name ?? "" }) : t("lobby.wait.ready")),
        ];
      }
      return [el("button", { class: "btn primary big", "data-key": "start", disabled: few, on: { click: go } }, startWords(missing, few, asked)), few && lonely(room)];
    });

    function go() {
      if (nobody || asked) return socket.start();
      asked = true;
      askClock = setTimeout(() => ((asked = false), draw()), ASKED_MS);
      ctx.say(startWords(missing, few, true));
      draw();
    }
  }

  let heard = state.room;
  let claimed = state.claims;
  /** Tells those who do not see it who came, went and is ready, and what the host has changed. */
  function tell() {
    const { room } = state;
    if (!room) return;
    const before = new Map(heard?.seats.map((chair) => [chair.seat, chair]));
    const came = heard && room.seats.find((chair) => chair.bot === null && chair.seat !== state.seat && !before.has(chair.seat));
    if (came && room.open) call(came.name);
    const rulesNow = game && heard ? changeWords(game, heard.options, room.options) : "";
    const said = [
      ...room.seats.filter((chair) => heard && !before.has(chair.seat)).map(({ name }) => t("lobby.said.sat", { name })),
      ...room.seats.filter((chair) => chair.ready && chair.bot === null && before.get(chair.seat)?.ready === false).map(({ name }) => t("lobby.said.ready", { name })),
      ...[...before.values()].filter((chair) => !room.seats.some((other) => other.seat === chair.seat)).map(({ name }) => t("lobby.said.left", { name })),
      ...(heard ? tableNews(heard, room) : []),
      rulesNow && t("lobby.said.rules", { rules: rulesNow }),
    ].filter(Boolean);
    heard = room;
    if (said.length) ctx.say(said.join(" "));
  }

  /** The title before a call. @type {string | null} */
  let uncalled = null;
  /** Who waits for anybody at an open table may look at another page meanwhile: the title says that somebody has come. @param {string} name */
  function call(name) {
    if (!document.hidden) return;
    uncalled ??= document.title;
    document.title = t("lobby.came", { name, title: uncalled });
  }
  function quiet() {
    if (uncalled !== null) document.title = uncalled;
    uncalled = null;
  }
  const looked = () => document.hidden || quiet();
  document.addEventListener("visibilitychange", looked);

  const off = store.on((event) => {
    if (event.type === "room") {
      tell();
      if (!game) void learn();
    }
    if (event.type === "claims") {
      const news = claimNews(state, claimed);
      claimed = state.claims;
      if (news.length) ctx.say(news.join(" "));
    }
    if (["room", "you", "presence", "claims"].includes(event.type)) draw();
  });
  draw();
  void learn();
  const silence = mountTalk(sitting, ctx);
  return () => {
    clearTimeout(askClock);
    document.removeEventListener("visibilitychange", looked);
    quiet();
    silence();
    off();
  };
}

/**
 * @param {{unready: string[], away: string[]}} missing  names of those over whose heads it would start
 * @param {boolean} few
 * @param {boolean} asked
 */
export function startWords({ unready, away }, few, asked) {
  if (few) return t("lobby.few");
  const n = unready.length + away.length;
  if (n === 0) return t("lobby.start");
  if (asked && unready.length > 0 && away.length > 0) return t("lobby.start.anyway.both", { unready: listed(unready), away: listed(away) });
  if (asked && away.length > 0) return t("lobby.start.anyway.away", { n, names: listed(away) });
  if (asked) return t("lobby.start.anyway.unready", { n, names: listed(unready) });
  if (n > 1) return t("lobby.start.some", { n });
  return unready.length === 1 ? t("lobby.start.one", { name: unready[0] }) : t("lobby.start.away", { name: away[0] });
}

/** What somebody may do who sits here alone. @param {RoomView} room */
function lonely({ game, open }) {
  const key = open ? "lobby.open.wait" : keyIn(game, "lobby.alone");
  return key && el("p", { class: "muted small hint" }, inGame(game, key));
}

/** How many may sit at this table. @param {RoomView} room */
const seatsOf = (room) => Number(room.options.players ?? 6);

/** Why there is no seat to take. @param {string} sign @param {string} words */
const noSeat = (sign, words) => [el("p", { class: "onlooker" }, icon(sign), words)];

/** @param {Ctx} ctx */
function sitForm(ctx) {
  return [
    el("h2", {}, t("sit.title")),
    nameForm({
      name: ctx.name(),
      action: t("sit.action"),
      done(name) {
        ctx.socket.send({ t: "sit", name });
        ctx.api.rename(name).catch(() => {}); // the seat has it; only the next table would have to ask again
      },
    }),
    el("p", { class: "muted small onlooker" }, icon("eye"), t("lobby.onlooker")),
  ];
}

/** The code and the link, and who may still come. @param {Ctx} ctx @param {HTMLElement} table */
function invitation(ctx, table) {
  const { code } = ctx.store.state;
  const link = new URL(`t/${code}`, document.baseURI).href;
  const sheet = "share" in navigator && matchMedia("(pointer: coarse)").matches;
  const offer = sheet ? t("lobby.share") : t("lobby.copy");
  const words = el("span", {}, offer);
  const line = el("input", { class: "field link", readonly: true, value: link, "aria-label": t("lobby.link"), hidden: true });
  async function send() {
    const done = await share(link, t("app.title", { code: showCode(code) }), {
      share: sheet ? (data) => navigator.share(data) : undefined,
      write: "clipboard" in navigator && navigator.clipboard ? (text) => navigator.clipboard.writeText(text) : undefined,
      copy,
    });
    line.hidden = done !== "shown";
    if (done === "shown") line.select();
    const said = done === "copied" ? t("lobby.copied") : done === "shown" ? t("lobby.copy.hand") : "";
    if (said) ctx.say(said);
    words.textContent = done === "copied" ? t("lobby.copied") : offer;
    setTimeout(() => (words.textContent = offer), COPIED_MS);
  }
  return el(
    "section",
    { class: "panel invitation" },
    el("h2", { class: "cap" }, t("lobby.code")),
    el("div", { class: "row" }, el("span", { class: "code" }, showCode(code)), el("button", { class: "btn small", on: { click: () => void send() } }, icon("link"), words)),
    line,
    table,
  );
}

/** The old way to the clipboard, for plain http. @param {string} text */
function copy(text) {
  const box = el("textarea", { class: "unseen", readonly: true, "aria-hidden": "true" }, text);
  document.body.append(box);
  const before = /** @type {HTMLElement | null} */ (document.activeElement);
  box.select();
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    box.remove();
    before?.focus();
  }
}
