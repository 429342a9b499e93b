// @ts-check
// After a round: what everybody made of it; after a match: who won, and what to do with it.

import { gameName, inGame, t } from "../core/i18n.js";
import { badge, duration, el, icon, listed, number, renew } from "./pieces.js";
import { offers, offersKey } from "./proof.js";
import { mountReview } from "./review.js";
import { mountTalk, mutedAt, wordsOf } from "./talk.js";

/** @typedef {import("../app.js").Ctx} Ctx */
/** @typedef {import("../wire.js").RoomView} RoomView */
/** @typedef {import("../wire.js").Sheet} Sheet */

/** @typedef {import("../wire.js").SheetRow} SheetRow */
/**
 * What a sheet is told from: the round that ended, and the table as it was left. `you` is the own room seat.
 * @typedef {{room: RoomView, sheet: Sheet, table: import("../wire.js").TableView | null, you: number | null, nameOf: (seat: number) => string}} Played
 */
/** @typedef {{head: string, cell: (row: SheetRow) => string, sign?: (row: SheetRow) => number}} Column */
/** What stands between the names and the bold figure, that figure, and the order of the rows: the highest rank first.
 * @typedef {{parts: Column[], total: {head: string, value: (row: SheetRow) => number, most: number}, rank: (row: SheetRow) => number}} Columns */
/**
 * How a game tells its sheets, in scores/.
 * @typedef {object} Telling
 * @property {boolean} looksBack                                              there is a look back on the round
 * @property {(played: Played) => string} title
 * @property {(played: Played) => {now: number, next: number}} [numbers]      of this round and the next, where they are not the room's
 * @property {(played: Played) => {seats: number[], words: string}} ending    how it came to its end, by whom
 * @property {(played: Played) => Columns} columns
 * @property {(played: Played) => HTMLElement | null} [below]                 what explains the figures
 */

/** How long the next round is waited for at most, as far as this page has seen: a full ring. */
const RING_MS = 20_000;
const TICK_MS = 250;
/** With more rows than these the table is set closer. */
const FEW = 4;
/** Hands are still racing when the sheet comes: what they hit in this time was meant for a card. */
const CALM_MS = 1000;

/** The sheet of a game, with its own words and columns. @param {string} game */
export async function load(game) {
  const telling = /** @type {Telling} */ (await import(`./scores/${game}.js`));
  return { mount: (/** @type {HTMLElement} */ root, /** @type {Ctx} */ ctx) => mount(root, ctx, telling) };
}

/**
 * @param {HTMLElement} root
 * @param {Ctx} ctx
 * @param {Telling} telling
 * @returns {() => void}
 */
function mount(root, ctx, telling) {
  const { store, socket } = ctx;
  const { state } = store;
  const what = el("span", { class: "what" });
  const head = el("div", { class: "head" });
  const panel = el("section", { class: "panel sheet-panel" });
  const why = el("div", { class: "why" });
  const foot = el("div", { class: "foot", inert: true });
  const after = el("div", { class: "offers", inert: true });
  const beside = el("div", { class: "beside", inert: true });
  root.append(
    el(
      "div",
      { class: "page" },
      el(
        "header",
        { class: "bar" },
        el("button", { class: "icon", "aria-label": t("menu.home"), on: { click: () => ctx.go("") } }, icon("back")),
        el("span", { class: "game-name" }, gameName(state.room?.game ?? "")),
        what,
        el("div", { class: "end" }, el("button", { class: "icon", "aria-label": t("menu.open"), on: { click: ctx.menu } }, icon("menu"))),
      ),
      el("main", {}, el("div", { class: "scores" }, head, panel, foot, why, after, beside)),
    ),
  );

  function draw() {
    const { room, seat, table } = state;
    const sheet = room?.sheet;
    if (!room || !sheet) return;
    /** @type {Played} */
    const played = { room, sheet, table: table?.round === sheet.round ? table : null, you: seat, nameOf };
    what.textContent = telling.title(played);
    renew(head, [sheet, room.phase, seat, played.table?.facts], () => heading(played));
    renew(why, [sheet, played.table?.facts], () => [telling.below?.(played)]);
    const helped = room.seats.filter((chair) => chair.stand_in).map((chair) => chair.seat);
    const away = absent(room).map((chair) => chair.seat);
    renew(panel, [sheet, room.options, seat, helped, away, played.table !== null], () => [sheetTable(played, helped, away)]);
    drawFoot(room, numbersOf(played).next);
    const end = room.phase === "over" && seat !== null && room.host === seat;
    renew(after, [...offersKey(room), end], () => [
      end && el("button", { class: "btn small", type: "button", "data-key": "end", on: { click: () => socket.send({ t: "end" }) } }, t("scores.lobby")),
      ...offers(ctx),
    ]);
    tick();
  }

  /** Persons with a seat who are not here. @param {RoomView} room */
  const absent = (room) => room.seats.filter((chair) => !chair.bot && !chair.gone && state.presence && !state.presence.here.includes(chair.seat));

  /** @param {number} seat */
  const nameOf = (seat) => state.room?.sheet?.rows.find((row) => row.seat === seat)?.name ?? "";

  /** @param {Played} played */
  function heading(played) {
    const { room, sheet } = played;
    const { winners, rows } = sheet;
    const { seats, words: how } = telling.ending(played);
    const after = t("scores.after", { time: duration(sheet.lasted) });
    if (room.phase !== "over" || winners.length === 0)
      return [el("h1", {}, seats.map(badge), el("span", {}, how)), el("p", { class: "muted" }, after)];
    const drawn = winners.length === rows.length && rows.every(({ points }) => points === 0);
    const words = drawn
      ? inGame(room.game, "scores.draw")
      : winners.length > 1
        ? t("scores.share", { names: listed(winners.map(nameOf)) })
        : winners[0] === state.seat
          ? inGame(room.game, "scores.won.you")
          : inGame(room.game, "scores.won", { name: nameOf(winners[0]) });
    return [
      el("h1", { class: "won" }, !drawn && winners.map(badge), el("span", {}, words)),
      el("p", { class: "muted" }, t("scores.how", { how, after })),
    ];
  }

  /**
   * @param {Played} played
   * @param {number[]} helped  seats that a bot plays for somebody away
   * @param {number[]} away    seats of persons who are not here
   */
  function sheetTable(played, helped, away) {
    const { room, sheet } = played;
    const { parts, total, rank } = telling.columns(played);
    const rows = [...sheet.rows].sort((one, other) => rank(other) - rank(one));
    const most = Math.max(1, total.most);
    /** @param {number} value */
    const sign = (value) => (value < 0 ? "neg" : value > 0 ? "pos" : "");
    /** @param {number} place */
    const noted = (place) => (helped.includes(place) ? el("small", {}, t("scores.stand_in")) : away.includes(place) && el("small", {}, t("scores.away")));
    return el(
      "table",
      { class: `${parts.length > 3 ? "wide" : ""} ${rows.length > FEW ? "many" : ""}` },
      el("caption", { class: "unseen" }, inGame(room.game, "scores.caption", { round: numbersOf(played).now })),
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          el("th", { scope: "col" }, t("scores.player")),
          parts.map(({ head }) => el("th", { scope: "col" }, head)),
          el("td", { class: "track-cell" }),
          el("th", { scope: "col" }, total.head),
        ),
      ),
      el(
        "tbody",
        {},
        rows.map((row) => {
          const bar = el("i");
          bar.style.width = `${Math.max(0, Math.min(100, (total.value(row) / most) * 100))}%`;
          return el(
            "tr",
            { class: row.seat === state.seat ? "own" : "", "data-seat": row.seat },
            el(
              "th",
              { scope: "row" },
              el(
                "span",
                { class: "nm" },
                badge(row.seat),
                el("span", {}, row.seat === state.seat ? t("scores.you") : row.name, noted(row.seat)),
              ),
            ),
            parts.map(({ cell, sign: of }) => el("td", { class: of ? sign(of(row)) : "" }, cell(row))),
            el("td", { class: "track-cell" }, el("div", { class: "track" }, bar)),
            el("td", { class: "tot" }, number(total.value(row))),
          );
        }),
      ),
    );
  }

  /** @param {Played} played */
  const numbersOf = (played) => telling.numbers?.(played) ?? { now: played.sheet.round, next: played.room.round + 1 };

  /** @param {RoomView} room @param {number} next */
  function drawFoot(room, next) {
    const own = room.seats.find((chair) => chair.seat === state.seat) ?? null;
    const asked = room.seats.filter((chair) => !chair.gone);
    const ready = asked.filter((chair) => chair.ready || chair.bot);
    // Nobody is waited for who is not here: the server goes on without.
    const away = absent(room);
    const missing = asked.filter((chair) => !chair.ready && !chair.bot && !away.includes(chair));
    const over = room.phase === "over";
    renew(foot, [own, asked, missing.length, over, next, "next_round" in room.due], () => {
      const votes = el(
        "span",
        { class: "votes", role: "img", "aria-label": t("scores.votes", { n: ready.length, all: ready.length + missing.length }) },
        ready.map((chair) => badge(chair.seat)),
        missing.length > 0 && el("span", { class: "no" }, missing.map((chair) => badge(chair.seat))),
      );
      if (!own)
        return [
          el("p", { class: "muted told" }, icon("eye"), t("scores.onlooker")),
          asked.length < Number(room.options.players ?? Infinity) && el("button", { class: "btn primary", "data-key": "sit", on: { click: () => void ctx.sit() } }, t("sit.action")),
        ];
      const others = missing.filter((chair) => chair.seat !== own.seat);
      const words = own.ready
        ? others.length === 1
          ? t("scores.wait.one", { name: others[0].name })
          : t("scores.wait", { n: others.length })
        : over
          ? t("scores.rematch")
          : inGame(room.game, "scores.next", { round: next });
      return [
        own.waiting && el("p", { class: "muted told" }, inGame(room.game, "scores.waiting")),
        votes,
        el(
          "button",
          { class: `btn ${own.ready ? "" : "primary"}`, "data-key": "ready", "aria-pressed": String(own.ready), on: { click: () => socket.ready(!own.ready) } },
          "next_round" in room.due ? countdown() : own.ready && icon("tick"),
          el("span", {}, words),
        ),
      ];
    });
  }

  /** The clock until the next round starts by itself. */
  function tick() {
    const due = state.room?.due.next_round;
    if (due === undefined) return;
    const left = Math.max(0, due - performance.now());
    const seconds = foot.querySelector(".seconds");
    const arc = foot.querySelector(".ring .v");
    const text = String(Math.ceil(left / 1000));
    if (seconds && seconds.textContent !== text) seconds.textContent = text;
    arc?.setAttribute("stroke-dasharray", `${Math.min(100, (left / RING_MS) * 100)} 100`);
  }

  /** A quick word floats at its seat's row for a moment. @param {import("../wire.js").Said} said */
  function float(said) {
    const row = panel.querySelector(`tr[data-seat="${said.seat}"] .nm`);
    if (!row || !said.react || mutedAt(state).includes(said.seat)) return;
    row.querySelector(".float")?.remove();
    const word = el("span", { class: "float", "aria-hidden": "true" }, wordsOf(said));
    word.addEventListener("animationend", () => word.remove());
    row.append(word);
  }

  // While it sticks to an edge, the button of the next round needs a ground of its own: it sticks a pixel beyond the
  // padding of what scrolls.
  const scrolls = /** @type {HTMLElement} */ (root.querySelector("main"));
  const { paddingTop, paddingBottom } = getComputedStyle(scrolls);
  const edge = new IntersectionObserver(([{ intersectionRatio }]) => foot.classList.toggle("stuck", intersectionRatio < 1), { root: scrolls, rootMargin: `-${paddingTop} 0px -${paddingBottom}`, threshold: 1 });
  edge.observe(foot);

  const calm = setTimeout(() => [foot, after, beside].forEach((part) => part.removeAttribute("inert")), CALM_MS);
  const clock = setInterval(tick, TICK_MS);
  const off = store.on((event) => {
    if (["room", "table", "you", "presence"].includes(event.type)) draw();
    if (event.type === "said" && event.fresh) float(event.said);
  });
  draw();
  const parts = [...(telling.looksBack ? [mountReview(beside, ctx)] : []), mountTalk(beside, ctx)];
  ctx.say([...head.children].map((line) => /** @type {HTMLElement} */ (line).innerText).filter(Boolean).join(". "));
  return () => {
    edge.disconnect();
    clearTimeout(calm);
    clearInterval(clock);
    for (const unmount of parts) unmount();
    off();
  };
}

function countdown() {
  return el("span", { class: "countdown", "aria-hidden": "true" }, ring(), el("b", { class: "seconds" }));
}
function ring() {
  const template = document.createElement("template");
  template.innerHTML = `<svg class="ring" viewBox="0 0 32 32" aria-hidden="true"><circle class="t" cx="16" cy="16" r="12"/><circle class="v" cx="16" cy="16" r="12" pathLength="100" stroke-dasharray="100 100" transform="rotate(-90 16 16)"/></svg>`;
  return /** @type {Node} */ (template.content.firstChild);
}
