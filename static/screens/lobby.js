// @ts-check
// Before the match: who sits where, by which rules, and the way in for friends.

import { share, shortSeal, showCode } from "../core/share.js";
import { t } from "../core/i18n.js";
import { back, badge, el, icon, nameForm, renew } from "./pieces.js";
import { preset, PRESETS, rulesLine } from "./rules.js";

/** @typedef {import("../app.js").Ctx} Ctx */
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
  const sit = el("section", { class: "panel sit" });
  const rules = el("section", { class: "panel opt rules" });
  const start = el("div", { class: "start" });
  root.append(
    el(
      "div",
      { class: "page" },
      el(
        "header",
        { class: "bar" },
        el("button", { class: "icon", "aria-label": t("menu.home"), on: { click: () => ctx.go("") } }, icon("back")),
        el("h1", {}, t("app.name")),
        el("span", { class: "what" }, t("lobby.private")),
        el("div", { class: "end" }, el("button", { class: "icon", "aria-label": t("menu.open"), on: { click: ctx.menu } }, icon("menu"))),
      ),
      el("main", {}, el("div", { class: "lobby" }, seats, el("div", { class: "side" }, sit, invitation(ctx), rules, start))),
    ),
  );

  let asked = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let askClock;

  function draw() {
    const { room, seat } = state;
    if (!room) return;
    const own = room.seats.find((chair) => chair.seat === seat) ?? null;
    const host = own !== null && room.host === seat;
    drawSeats(room, host);
    sit.hidden = own !== null;
    renew(sit, own !== null, () => (own ? [] : sitForm(ctx)));
    drawRules(room, host);
    drawStart(room, own, host);
  }

  /** @param {RoomView} room @param {boolean} host */
  function drawSeats(room, host) {
    const here = state.presence?.here;
    const chairs = [...room.seats].sort((one, other) => one.seat - other.seat);
    const most = Number(room.options.players ?? 6);
    const away = chairs.filter((chair) => !chair.bot && here && !here.includes(chair.seat)).map((chair) => chair.seat);
    const full = chairs.length >= most;
    renew(seats, [chairs, host, room.host, state.seat, away, full], () => [
      el("h2", {}, t("lobby.seats")),
      el("ul", {}, chairs.map((chair) => chairOf(chair, room, host, away.includes(chair.seat))), !full && emptyChair(host)),
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

  /** @param {SeatView} chair @param {RoomView} room @param {boolean} host @param {boolean} away */
  function chairOf(chair, room, host, away) {
    const own = chair.seat === state.seat;
    /** @param {string} words */
    const fact = (words) => el("span", {}, words);
    const status = chair.bot
      ? host && el("button", { class: "btn small quiet", "data-key": `remove-${chair.seat}`, "aria-label": t("lobby.remove.bot", { name: chair.name }), on: { click: () => socket.send({ t: "remove", seat: chair.seat }) } }, t("lobby.remove"))
      : away
        ? [el("i", { class: "dot away" }), el("span", { class: "muted" }, t("lobby.away"))]
        : chair.ready
          ? [icon("tick"), fact(t("lobby.ready"))]
          : el("span", { class: "muted" }, chair.seat === room.host ? t("lobby.starts") : t("lobby.unready"));
    return el(
      "li",
      { class: "chair" },
      back(chair.seat),
      el(
        "div",
        { class: "nm" },
        el("b", {}, chair.name),
        el(
          "small",
          {},
          own && fact(t("lobby.you")),
          chair.seat === room.host && fact(t("lobby.host")),
          chair.bot && fact(t("lobby.bot")),
          !chair.bot && el("span", { "data-ms": chair.seat }),
        ),
      ),
      badge(chair.seat),
      el("div", { class: "st" }, status),
    );
  }

  /** @param {boolean} host */
  function emptyChair(host) {
    const add = el("button", { class: "btn small", "data-key": "add-bot", on: { click: () => socket.send({ t: "add_bot" }) } }, t("lobby.add"));
    return el("li", { class: "chair empty" }, el("span", { class: "pic place" }), el("div", { class: "nm" }, t("lobby.empty")), host && el("div", { class: "st" }, add));
  }

  /** @param {RoomView} room @param {boolean} host */
  function drawRules(room, host) {
    const chosen = preset(room.options);
    renew(rules, [room.options, room.commitment, host], () => [
      el("h2", {}, t("lobby.rules"), el("button", { class: "btn small quiet", "data-key": "rules", on: { click: ctx.rules } }, icon("book"), t("lobby.rules.how"))),
      el(
        "div",
        { class: "chips", role: "group", "aria-label": t("lobby.rules") },
        Object.keys(PRESETS).map((name) =>
          host
            ? el("button", { class: `chip ${name === chosen ? "on" : ""}`, "data-key": `preset-${name}`, "aria-pressed": String(name === chosen), on: { click: () => socket.send({ t: "options", options: PRESETS[name] }) } }, t(`preset.${name}`))
            : name === chosen && el("span", { class: "chip on" }, t(`preset.${name}`)),
        ),
        chosen === "own" && el("span", { class: "chip on" }, t("preset.own")),
      ),
      el("p", { class: "muted small" }, rulesLine(room.options)),
      room.commitment && el("p", { class: "muted tiny sealed", title: t("lobby.sealed.why") }, icon("seal"), t("lobby.sealed", { seal: shortSeal(room.commitment) })),
    ]);
  }

  /** @param {RoomView} room @param {SeatView | null} own @param {boolean} host */
  function drawStart(room, own, host) {
    const others = room.seats.filter((chair) => chair.seat !== own?.seat && !chair.ready && !chair.bot);
    const few = room.seats.length < FEWEST;
    if (others.length === 0 || few) asked = false;
    renew(start, [own && [own.ready, host], others.map((chair) => chair.name), few, asked, room.seats.find((chair) => chair.seat === room.host)?.name], () => {
      if (!own) return [];
      if (!host) {
        const words = own.ready ? t("lobby.unready.again") : t("lobby.ready.do");
        return [
          el("button", { class: `btn big ${own.ready ? "" : "primary"}`, "data-key": "ready", "aria-pressed": String(own.ready), on: { click: () => socket.ready(!own.ready) } }, own.ready && icon("tick"), words),
          el("p", { class: "muted small hint" }, own.ready ? t("lobby.wait", { name: room.seats.find((chair) => chair.seat === room.host)?.name ?? "" }) : t("lobby.wait.ready")),
        ];
      }
      return [el("button", { class: "btn primary big", "data-key": "start", disabled: few, on: { click: go } }, startWords(others, few, asked))];
    });

    function go() {
      if (others.length === 0 || asked) return socket.start();
      asked = true;
      askClock = setTimeout(() => ((asked = false), draw()), ASKED_MS);
      ctx.say(startWords(others, few, true));
      draw();
    }
  }

  /** @type {SeatView[]} */
  let heard = state.room?.seats ?? [];
  /** Tells those who do not see it who came, went and is ready. */
  function tell() {
    const seats = state.room?.seats ?? [];
    const before = new Map(heard.map((chair) => [chair.seat, chair]));
    const said = [
      ...seats.filter((chair) => !before.has(chair.seat)).map(({ name }) => t("lobby.said.sat", { name })),
      ...seats.filter((chair) => chair.ready && !chair.bot && before.get(chair.seat)?.ready === false).map(({ name }) => t("lobby.said.ready", { name })),
      ...heard.filter((chair) => !seats.some((other) => other.seat === chair.seat)).map(({ name }) => t("lobby.said.left", { name })),
    ];
    heard = seats;
    if (said.length) ctx.say(said.join(" "));
  }

  const off = store.on((event) => {
    if (event.type === "room") tell();
    if (["room", "you", "presence"].includes(event.type)) draw();
  });
  draw();
  return () => {
    clearTimeout(askClock);
    off();
  };
}

/** @param {SeatView[]} unready @param {boolean} few @param {boolean} asked */
function startWords(unready, few, asked) {
  if (few) return t("lobby.few");
  if (unready.length === 0) return t("lobby.start");
  if (asked) return t("lobby.start.anyway");
  return unready.length === 1 ? t("lobby.start.one", { name: unready[0].name }) : t("lobby.start.some", { n: unready.length });
}

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

/** The code and the link. @param {Ctx} ctx */
function invitation(ctx) {
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
