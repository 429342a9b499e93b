// @ts-check
// What is said, heard and shown of Pontis, and its keys.

import { t } from "../../core/i18n.js";
import { called } from "../../screens/naming.js";
import { listed } from "../../screens/pieces.js";
import { isJoker } from "../../table/cards.js";
import { shownOf, sizeOf } from "../../table/layout.js";
import { say } from "../../table/speak.js";
import { known, points, rankIn, wantOf, wantText, written } from "./numbers.js";
import { bankOf, cardsOf, handOf } from "./places.js";

/** @typedef {import("../../table/game.js").Change} Change */
/** @typedef {import("../../table/game.js").KeyLine} KeyLine */
/** @typedef {import("../../table/game.js").Position} Position */
/** @typedef {import("../../table/speak.js").Sentence} Sentence */
/** @typedef {import("../../wire.js").Facts} Facts */
/** @typedef {import("../../wire.js").PileSpec} PileSpec */

/** With so few cards in the hand, a rival is about to go out. */
const LOW = 2;
/** So many cards below a rival's top are shown on its seat. */
const TOPS = 4;

/** A card as it is said, a joker with the rank that it was named. @param {string} card @param {Record<string, string>} [named] */
export function spoken(card, named = {}) {
  return isJoker(card) && named[card] ? t("pontis.joker.as", { rank: t(`rank.${named[card]}`) }) : called(card);
}

/** The points of a bank's cards, the base first. @param {Pick<Position, "specs" | "piles" | "facts" | "options">} position @param {number} seat */
export function countedOf(position, seat) {
  const { jokers } = known(position.facts);
  return cardsOf(position, seat).map((card) => {
    const rank = rankIn(card, jokers);
    return position.options.block_points === "cards" ? 1 : rank ? points(rank) : 0;
  });
}
/** @param {Pick<Position, "specs" | "piles" | "facts" | "options">} position @param {number} seat */
export const sumOf = (position, seat) => countedOf(position, seat).reduce((sum, value) => sum + value, 0);

/** What a pile is called. @param {import("../../wire.js").PileSpec[]} specs @param {string} pile */
export const pileName = (specs, pile) => (specs.find(({ id }) => id === pile)?.kind === "hand" ? t("pontis.pile.hand") : t("pontis.pile.bank"));

/** Which game of how many, and who has won some; one that was called off does not count. @param {import("../../wire.js").RoomView} room @param {Record<string, any>} facts */
export function title({ options, round: dealt, players, seats }, facts) {
  const round = Number(facts.game ?? dealt);
  const of = options.series === "dealer_round" ? players.length : Number(options.series ?? 1);
  if (of < 2) return t("pontis.game.one");
  const won = seats.filter(({ total }) => total > 0).sort((a, b) => b.total - a.total);
  const names = won.map(({ name, total }) => t("pontis.end.points", { name, points: total })).join(", ");
  return won.length ? t("pontis.game.won", { round, of, names }) : t("pontis.game.of", { round, of });
}

/** @param {Position} position @param {number} seat @returns {import("../../table/game.js").Shown} */
export function shown(position, seat) {
  const { specs, piles } = position;
  const { jokers } = known(position.facts);
  const bank = cardsOf(position, seat);
  const card = bank[bank.length - 1] ?? "";
  const n = sizeOf(piles[handOf(specs, seat)] ?? [0]);
  const named = jokers[card];
  return {
    card,
    ...(named ? { worth: t("pontis.worth", { rank: written(named) }) } : {}),
    framed: false,
    count: n,
    unit: t("pontis.unit"),
    points: String(sumOf(position, seat)),
    low: n <= LOW,
    tops: bank.slice(-1 - TOPS, -1),
    says: card
      ? { key: "pontis.seat", slots: { n, card: spoken(card, jokers), sum: sumOf(position, seat) } }
      : { key: "pontis.seat.closed", slots: { n } },
  };
}

/** @param {Position} position @param {number} seat */
export const peek = (position, seat) => cardsOf(position, seat).map((card) => ({ card, look: "" }));

/** @param {Position} position @param {boolean} mine @returns {{key: string, slots: Record<string, string>, card: null}} */
export function line(position, mine) {
  const facts = known(position.facts);
  const want = wantOf(position.facts);
  if (facts.phase === "open") return { key: mine ? "pontis.line.open" : "pontis.line.opens", slots: {}, card: null };
  if (facts.phase === "name" || !want) return { key: mine ? "pontis.line.name" : "pontis.line.names", slots: {}, card: null };
  const [before, own] = /** @type {string[]} */ (facts.tops).map(written);
  return { key: mine ? "pontis.line.mine" : "pontis.line.theirs", slots: { before, own, wanted: wantText(want) }, card: null };
}

/** What each seat's bank counts, the most first: "Ann 52, Bo 41 and you 38". @param {number[][]} counts @param {(seat: number) => string} nameOf  "you" for oneself */
function tally(counts, nameOf) {
  const sums = counts.map((cards, seat) => ({ seat, points: cards.reduce((sum, value) => sum + value, 0) }));
  return listed(sums.sort((a, b) => b.points - a.points || a.seat - b.seat).map(({ seat, points: n }) => t("pontis.end.points", { name: nameOf(seat), points: n })));
}

/** @param {Facts} told @param {number | null} me @param {(seat: number) => string} nameOf @returns {import("../../table/sheet.js").Ending} */
export function ending(told, me, nameOf) {
  const facts = known(told);
  const won = facts.won ?? [];
  if (facts.ending === "out") return { title: facts.by === me ? "pontis.end.out_you" : "pontis.end.out", text: facts.by === me ? "pontis.end.out.text_you" : "pontis.end.out.text", seat: facts.by };
  if (facts.ending !== "block") return { title: "pontis.end.stopped", text: "pontis.end.stopped.text", seat: null };
  const called = (/** @type {number} */ seat) => (seat === me ? t("pontis.you") : nameOf(seat));
  const slots = { points: tally(facts.counts ?? [], called), names: listed(won.map(called)) };
  if (won.length > 1) return { title: "pontis.end.block_shared", text: "pontis.end.block.text", seat: null, slots };
  return { title: won[0] === me ? "pontis.end.block_you" : "pontis.end.block", text: "pontis.end.block.text", seat: won[0] ?? null, slots };
}

/** @param {Change} change @returns {Sentence[]} */
export function sentences({ specs, before, after, me, by }) {
  /** @type {Sentence[]} */
  const out = [];
  const old = known(before.facts);
  const facts = known(after.facts);
  const seats = specs.filter(({ kind }) => kind === "hand").map(({ owner }) => /** @type {number} */ (owner));
  for (const seat of seats) {
    const bank = bankOf(specs, seat);
    if (!before.piles[bank] || before.piles[bank] === after.piles[bank]) continue;
    const had = shownOf(before.piles[bank]).length;
    const cards = shownOf(after.piles[bank]).slice(had).map((card) => spoken(card, facts.jokers));
    const mine = seat === me;
    if (!cards.length) continue;
    if (!had) out.push(say(mine ? "pontis.said.open_you" : "pontis.said.open", seat, { slots: { top: cards[0] } }));
    else if (cards.length > 1) out.push(say(mine ? "pontis.said.two_you" : "pontis.said.two", seat, { slots: { below: cards[0], top: cards[1] } }));
    else out.push(say(mine ? "pontis.said.one_you" : "pontis.said.one", seat, { slots: { top: cards[0] } }));
  }
  for (const [card, rank] of Object.entries(facts.jokers)) {
    const based = seats.find((seat) => shownOf(before.piles[bankOf(specs, seat)] ?? [0])[0] === card);
    if (based !== undefined && !old.jokers[card]) out.push(say(based === me ? "pontis.said.named_you" : "pontis.said.named", based, { slots: { rank: t(`rank.${rank}`) }, rail: based !== me && facts.turn !== me }));
  }
  if (facts.misses > old.misses && by !== null && facts.phase !== "over") {
    out.push(say(by === me ? "pontis.said.missed_you" : "pontis.said.missed", by, { n: facts.misses, slots: { of: seats.length } }));
  }
  if (facts.phase === "over" && old.phase !== "over") out.push(...ended(facts, me));
  else if (me !== null && facts.turn === me && (old.turn !== me || old.phase !== facts.phase)) out.push(turned(after.facts));
  return out;
}

/** @param {import("./numbers.js").Known} facts @param {number | null} me @returns {Sentence[]} */
function ended(facts, me) {
  if (facts.ending === "out") return [say(facts.by === me ? "pontis.said.out_you" : "pontis.said.out", facts.by)];
  return [say(facts.ending === "block" ? "pontis.said.block" : "pontis.end.stopped.text", null)];
}

/** What the own turn asks for. @param {Facts} facts @returns {Sentence} */
function turned(facts) {
  const want = wantOf(facts);
  if (!want) return say(facts.phase === "open" ? "pontis.said.turn.open" : "pontis.said.turn.name", null);
  const [before, own] = /** @type {string[]} */ (known(facts).tops).map((rank) => t(`rank.${rank}`));
  return say("pontis.said.turn.lay", null, { slots: { before, own, wanted: wantText(want) } });
}

/** @param {Change} change @returns {import("../../table/sound.js").Sound[]} */
export function heard({ specs, before, after, me, by }) {
  const old = known(before.facts);
  const facts = known(after.facts);
  if (facts.phase === "over" && old.phase !== "over") return [facts.ending === "out" ? "pounce" : "stuck"];
  const grown = specs.filter(({ kind, id }) => kind === "tableau" && before.piles[id] && shownOf(after.piles[id]).length > shownOf(before.piles[id]).length);
  const laid = grown.find(({ id }) => shownOf(before.piles[id]).length > 0);
  if (laid) return [laid.owner === me ? "lay" : "lay_far"];
  if (grown.length) return ["flip"];
  return facts.misses > old.misses && by !== me ? ["tick"] : [];
}

/** @type {[string, KeyLine[]][]} */
export const keys = [
  [
    "pontis.keys.choose",
    [
      [["←", "↑", "↓", "→"], "pontis.keys.walk"],
      [["keys.enter"], "pontis.keys.enter"],
      [["X"], "pontis.keys.swap"],
      [["A", "2", "–", "9", "0", "J", "Q", "K"], "pontis.keys.rank"],
      [["keys.esc"], "pontis.keys.back"],
    ],
  ],
  [
    "pontis.keys.turn",
    [
      [["1", "–", "9"], "pontis.keys.lay"],
      [["L"], "pontis.keys.do"],
      [["O"], "pontis.keys.open"],
      [["P"], "pontis.keys.pass"],
      [["W"], "pontis.keys.want"],
      [["B"], "pontis.keys.bank"],
    ],
  ],
];

/** @type {[string[], string][][]} */
export const plateKeys = [
  [
    [["←", "→"], ""],
    [["table.key.enter"], "pontis.key.choose"],
  ],
  [
    [["1", "–", "9"], "pontis.key.lay"],
    [["X"], "pontis.key.swap"],
  ],
  [
    [["P"], "pontis.key.pass"],
    [["?"], "table.key.all"],
  ],
];

/** None: the panel has the keys. */
export const pileKeys = () => ({});
