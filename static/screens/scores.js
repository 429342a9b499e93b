// @ts-check
// After a round: what everybody made of it; after a match: who won, and what to do with it.

import { t } from "../core/i18n.js";
import { badge, change, duration, el, icon, number, renew } from "./pieces.js";
import { offers, offersKey } from "./proof.js";
import { mountReview } from "./review.js";
import { mountTalk, mutedAt, wordsOf } from "./talk.js";

/** @typedef {import("../app.js").Ctx} Ctx */
/** @typedef {import("../wire.js").RoomView} RoomView */
/** @typedef {import("../wire.js").Sheet} Sheet */

/** How long the next round is waited for at most, as far as this page has seen: a full ring. */
const RING_MS = 20_000;
const TICK_MS = 250;
/** With more rows than these the table is set closer. */
const FEW = 4;
/** Hands are still racing when the sheet comes: what they hit in this time was meant for a card. */
const CALM_MS = 1000;

/**
 * @param {HTMLElement} root
 * @param {Ctx} ctx
 * @returns {() => void}
 */
export function mount(root, ctx) {
  const { store, socket } = ctx;
  const { state } = store;
  const what = el("span", { class: "what" });
  const head = el("div", { class: "head" });
  const panel = el("section", { class: "panel sheet-panel" });
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
        el("span", { class: "game-name" }, t("app.name")),
        what,
        el("div", { class: "end" }, el("button", { class: "icon", "aria-label": t("menu.open"), on: { click: ctx.menu } }, icon("menu"))),
      ),
      el("main", {}, el("div", { class: "scores" }, head, panel, foot, after, beside)),
    ),
  );

  function draw() {
    const { room, seat } = state;
    const sheet = room?.sheet;
    if (!room || !sheet) return;
    const target = Number(room.options.target ?? 100);
    what.textContent = target ? t("scores.what", { round: sheet.round, target }) : t("scores.what.one");
    renew(head, [sheet, room.phase, seat], () => heading(room, sheet));
    const helped = room.seats.filter((chair) => chair.stand_in).map((chair) => chair.seat);
    const away = absent(room).map((chair) => chair.seat);
    renew(panel, [sheet, room.options, seat, helped, away], () => [sheetTable(room, sheet, helped, away)]);
    drawFoot(room);
    const end = room.phase === "over" && seat !== null && room.host === seat;
    renew(after, [...offersKey(room), end], () => [
      end && el("button", { class: "btn small", type: "button", "data-key": "end", on: { click: () => socket.send({ t: "end" }) } }, t("scores.lobby")),
      ...offers(ctx),
    ]);
    tick();
  }

  /** Persons with a seat who are not here. @param {RoomView} room */
  const absent = (room) => room.seats.filter((chair) => !chair.bot && !chair.gone && state.presence && !state.presence.here.includes(chair.seat));

  /** @param {number} seat @param {Sheet} sheet */
  const nameOf = (seat, sheet) => sheet.rows.find((row) => row.seat === seat)?.name ?? "";

  /** @param {RoomView} room @param {Sheet} sheet */
  function heading(room, sheet) {
    const { ended_by: by, winners } = sheet;
    const after = t("scores.after", { time: duration(sheet.lasted) });
    const pounced = by === null ? t("scores.nobody") : by === state.seat ? t("scores.pounced.you") : t("scores.pounced", { name: nameOf(by, sheet) });
    if (room.phase !== "over" || winners.length === 0)
      return [el("h1", {}, by !== null && badge(by), el("span", {}, pounced)), el("p", { class: "muted" }, after)];
    const words =
      winners.length > 1
        ? t("scores.share", { names: winners.map((winner) => nameOf(winner, sheet)).join(", ") })
        : winners[0] === state.seat
          ? t("scores.won.you")
          : t("scores.won", { name: nameOf(winners[0], sheet) });
    return [
      el("h1", { class: "won" }, winners.map(badge), el("span", {}, words)),
      el("p", { class: "muted" }, t("scores.how", { how: pounced, after })),
    ];
  }

  /**
   * @param {RoomView} room
   * @param {Sheet} sheet
   * @param {number[]} helped  seats that a bot plays for somebody away
   * @param {number[]} away    seats of persons who are not here
   */
  function sheetTable(room, sheet, helped, away) {
    const penalty = Number(room.options.penalty ?? 2);
    const bonus = Number(room.options.bonus ?? 0);
    const target = Number(room.options.target ?? 100);
    const rows = [...sheet.rows].sort((one, other) => other.total - one.total);
    const most = target || Math.max(1, ...rows.map((row) => row.total));
    /** @param {number} value */
    const sign = (value) => (value < 0 ? "neg" : value > 0 ? "pos" : "");
    /** @param {number} place */
    const noted = (place) => (helped.includes(place) ? el("small", {}, t("scores.stand_in")) : away.includes(place) && el("small", {}, t("scores.away")));
    return el(
      "table",
      { class: `${bonus > 0 ? "wide" : ""} ${rows.length > FEW ? "many" : ""}` },
      el("caption", { class: "unseen" }, t("scores.caption", { round: sheet.round })),
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          el("th", { scope: "col" }, t("scores.player")),
          el("th", { scope: "col" }, t("scores.built")),
          penalty > 0 && el("th", { scope: "col" }, t("scores.left", { penalty })),
          bonus > 0 && el("th", { scope: "col" }, t("scores.bonus")),
          el("th", { scope: "col" }, t("scores.round")),
          el("td", { class: "track-cell" }),
          el("th", { scope: "col" }, t("scores.total")),
        ),
      ),
      el(
        "tbody",
        {},
        rows.map((row) => {
          const bar = el("i");
          bar.style.width = `${Math.max(0, Math.min(100, (row.total / most) * 100))}%`;
          const { cards = 0, penalty: lost = 0, bonus: more = 0 } = row.parts;
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
            el("td", {}, number(cards)),
            penalty > 0 && el("td", { class: lost < 0 ? "neg" : "" }, number(lost)),
            bonus > 0 && el("td", { class: more > 0 ? "pos" : "" }, number(more)),
            el("td", { class: sign(row.points) }, change(row.points)),
            el("td", { class: "track-cell" }, el("div", { class: "track" }, bar)),
            el("td", { class: "tot" }, number(row.total)),
          );
        }),
      ),
    );
  }

  /** @param {RoomView} room */
  function drawFoot(room) {
    const own = room.seats.find((chair) => chair.seat === state.seat) ?? null;
    const asked = room.seats.filter((chair) => !chair.gone);
    const ready = asked.filter((chair) => chair.ready || chair.bot);
    // Nobody is waited for who is not here: the server goes on without.
    const away = absent(room);
    const missing = asked.filter((chair) => !chair.ready && !chair.bot && !away.includes(chair));
    const over = room.phase === "over";
    renew(foot, [own, asked, missing.length, over, room.round, "next_round" in room.due], () => {
      const votes = el(
        "span",
        { class: "votes", role: "img", "aria-label": t("scores.votes", { n: ready.length, all: ready.length + missing.length }) },
        ready.map((chair) => badge(chair.seat)),
        missing.length > 0 && el("span", { class: "no" }, missing.map((chair) => badge(chair.seat))),
      );
      if (!own)
        return [
          el("p", { class: "muted told" }, icon("eye"), t("scores.onlooker")),
          el("button", { class: "btn primary", "data-key": "sit", on: { click: () => void ctx.sit() } }, t("sit.action")),
        ];
      const others = missing.filter((chair) => chair.seat !== own.seat);
      const words = own.ready
        ? others.length === 1
          ? t("scores.wait.one", { name: others[0].name })
          : t("scores.wait", { n: others.length })
        : over
          ? t("scores.rematch")
          : t("scores.next", { round: room.round + 1 });
      return [
        own.waiting && el("p", { class: "muted told" }, t("scores.waiting")),
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

  // While it sticks to an edge, the button of the next round needs a ground of its own.
  const edge = new IntersectionObserver(([{ intersectionRatio }]) => foot.classList.toggle("stuck", intersectionRatio < 1), { threshold: 1 });
  edge.observe(foot);

  const calm = setTimeout(() => [foot, after, beside].forEach((part) => part.removeAttribute("inert")), CALM_MS);
  const clock = setInterval(tick, TICK_MS);
  const off = store.on((event) => {
    if (["room", "you", "presence"].includes(event.type)) draw();
    if (event.type === "said" && event.fresh) float(event.said);
  });
  draw();
  const parts = [mountReview(beside, ctx), mountTalk(beside, ctx)];
  ctx.say(head.innerText);
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
