// @ts-check
// After a match: the file of it, and the check that its deals are those of the seed that was sealed before.

import { shortSeal } from "../core/share.js";
import { inGame, t } from "../core/i18n.js";
import { badge, dialog, el, front, icon } from "./pieces.js";

/** @typedef {import("../app.js").Ctx} Ctx */
/** @typedef {import("../core/proof.js").Finding} Finding */
/** @typedef {import("../core/proof.js").Verdict} Verdict */
/** @typedef {import("../wire.js").RoomView} RoomView */

const SIGNS = { fits: "tick", not: "close", part: "tick", open: "minus" };

/** What the offers after a match depend on, for a screen that draws them anew when it changes. @param {RoomView} room */
export const offersKey = ({ phase, revealed, match }) => [phase === "lobby" || phase === "over", revealed, match];

/**
 * What can be done with a match that is over, in the lobby and on its last sheet: nothing before.
 * @param {Ctx} ctx
 * @returns {HTMLElement[]}
 */
export function offers(ctx) {
  const { code, room } = ctx.store.state;
  if (!room?.revealed || (room.phase !== "lobby" && room.phase !== "over")) return [];
  return [
    el("button", { class: "btn small", type: "button", "data-key": "proof", on: { click: () => void openProof(ctx) } }, icon("seal"), t("proof.action")),
    el("a", { class: "btn small quiet", "data-key": "record", href: `api/tables/${code}/matches/${room.match}`, download: true, title: t("proof.download.why") }, t("proof.download")),
    el("p", { class: "muted tiny" }, t("proof.download.why")),
  ];
}

/** Checks the match that is over and says what came of it, line by line. @param {Ctx} ctx */
export async function openProof(ctx) {
  const { room, sealed, shares, deals } = ctx.store.state;
  if (!room?.revealed) return;
  const head = el("div", { class: "verdict", role: "status" }, el("b", {}, t("proof.running")));
  const lines = el("ul", { class: "findings" });
  let open = true;
  const how = el("div", {});
  const close = dialog({ title: t("proof.title"), class: "proof-sheet", closed: () => (open = false) }, () => [head, lines, how]);
  // Wanted once in an evening, if at all: the lobby does without.
  const tools = await Promise.all([import(`../games/${room.game}/deal.js`), import("../core/proof.js"), import("../core/sha256.js")]).catch(ctx.regret);
  if (!tools) return close();
  const [{ decks }, { findings, verdictOf }, { fromHex, sha256, toHex }] = tools;
  how.append(seeds(room, toHex(sha256(fromHex(room.revealed)))));
  /** @type {Verdict[]} */
  const verdicts = [];
  for await (const finding of findings({ room, sealed, shares, deals }, decks)) {
    if (!open) return;
    verdicts.push(finding.verdict);
    lines.append(lineOf(finding, room));
  }
  const verdict = verdictOf(verdicts);
  head.classList.add(verdict);
  head.replaceChildren(icon(SIGNS[verdict]), el("b", {}, t(`proof.all.${verdict}`)), el("p", { class: "muted" }, t(`proof.all.${verdict}.how`)));
}

/** @param {Finding} finding @param {RoomView} room */
function lineOf(finding, room) {
  const { what, verdict, seal = "", round = 0, deal } = finding;
  const words = inGame(room.game, `proof.${what}.${verdict}`, { seal: shortSeal(seal), round });
  return el(
    "li",
    { class: verdict, "data-what": what },
    icon(SIGNS[verdict]),
    el("span", { class: "unseen" }, t(`proof.sign.${verdict}`)),
    el("div", {}, el("p", {}, words), deal && decksOf(finding, room)),
  );
}

/** The recomputed decks of a round; they are drawn when somebody wants to see them. @param {Finding} finding @param {RoomView} room */
function decksOf({ round = 0, deal, dealt = [] }, room) {
  const box = el("div", { class: "decks" });
  const fold = el("details", { on: { toggle } }, el("summary", { "aria-label": inGame(room.game, "proof.decks.of", { round }) }, inGame(room.game, "proof.decks")), box);
  function toggle() {
    if (!fold.open || box.childElementCount) return;
    box.append(el("p", { class: "muted small" }, inGame(room.game, "proof.decks.how")));
    const shown = new Set(Object.values(deal?.piles ?? {}).flatMap((pile) => pile.slice(1)));
    dealt.forEach(({ cards, open }, index) => {
      const seat = deal?.players[index] ?? index;
      const name = room.seats.find((chair) => chair.seat === seat)?.name ?? t("proof.left");
      const pictures = cards.map((card) => {
        const picture = front(card, "m");
        picture.classList.toggle("open", open ? open.includes(card) : shown.has(card));
        return picture;
      });
      const whose = dealt.length > 1 ? [el("h3", {}, badge(seat), name)] : []; // one deck is everybody's
      box.append(...whose, el("div", { class: "deck", role: "img", "aria-label": cards.map(spoken).join(", ") }, pictures));
    });
  }
  return fold;
}
/** @param {string} card "0:TH", "0:X1" */
const spoken = (card) => (card.at(-2) === "X" ? t("proof.joker") : t("card.name", { rank: t(`rank.${card.at(-2)}`), suit: t(`suit.${card.at(-1)}`) }));

/** How it works, with the numbers for those who want to reckon themselves. @param {RoomView} room @param {string} fingerprint */
function seeds(room, fingerprint) {
  const seed = room.revealed ?? "";
  /** @param {string} term @param {string[]} values */
  const entry = (term, values) => [el("dt", {}, term), ...values.map((value) => el("dd", {}, el("code", {}, value)))];
  return el(
    "details",
    { class: "how" },
    el("summary", {}, t("proof.how")),
    el("p", { class: "muted small" }, t("proof.how.text")),
    el(
      "dl",
      {},
      entry(t("proof.fingerprint"), [fingerprint]),
      entry(t("proof.seed"), [seed]),
      room.adds.length > 0 && entry(t("proof.adds"), room.adds),
    ),
  );
}
