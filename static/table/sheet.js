// @ts-check
// What covers the middle, and only the middle: a pause, the countdown, Stop, the stuck rule's pulls, Pounce!

import { suitOf } from "./cards.js";

/**
 * @typedef {object} Situation
 * @property {number} now
 * @property {Record<string, any>} facts   of the game
 * @property {Record<string, number>} due   timer -> deadline
 * @property {import("../wire.js").Piles} piles
 * @property {number | null} me
 * @property {boolean} votes                a stop asks for Ready
 * @property {boolean} ready                own Ready given, even if not answered yet
 * @property {{wants: number[], due: number | null} | null} pause  who wants to go on after a pause, and when play does
 * @property {number | null} wentAt         when the countdown ended in front of this page
 * @property {Ending | null} ending         what the game says of its end, if the pace does not
 */
/** Sentences about the end of a round, and whose sign stands beside them. @typedef {{title: string, text: string, seat: number | null, slots?: Record<string, string | number>}} Ending */
/** @typedef {{seat: number, key: string, card: string | null}} Pull */
/**
 * @typedef {{kind: "countdown", digit: number | null} | {kind: "go"}
 *   | {kind: "paused", wants: number[], seconds: number | null, ask: boolean, asked: boolean}
 *   | {kind: "stop", by: number | null, suit: string | null, ready: number[], seconds: number, share: number, ask: boolean}
 *   | {kind: "pulls", pulls: Pull[]} | {kind: "over", by: number | null} | ({kind: "ended"} & Ending)} Sheet
 */

/** How long "Go!" stays, without covering anything. */
export const GO_MS = 700;
const STOP_MS = { ready: 5000, auto: 2000 };

/**
 * @param {Situation} now
 * @returns {Sheet | null}
 */
export function sheetOf(now) {
  const { facts, due } = now;
  if (now.pause) return paused(now.pause, now);
  if (now.ending) return facts.phase === "over" ? { kind: "ended", ...now.ending } : null;
  switch (facts.phase) {
    case "countdown": {
      const seconds = Math.ceil(((due.go ?? now.now) - now.now) / 1000);
      return { kind: "countdown", digit: seconds >= 1 && seconds <= 3 ? seconds : null };
    }
    case "race":
      return now.wentAt !== null && now.now - now.wentAt < GO_MS ? { kind: "go" } : null;
    case "stopped":
      return stop(now);
    case "stuck":
      return { kind: "pulls", pulls: pulls(facts.pulls ?? []) };
    case "over":
      return { kind: "over", by: facts.by ?? null };
    default:
      return null;
  }
}

/** @param {NonNullable<Situation["pause"]>} pause @param {Situation} now @returns {Sheet} */
function paused({ wants, due }, { now, me }) {
  const asked = me !== null && wants.includes(me);
  const seconds = due === null ? null : Math.ceil(Math.max(0, due - now) / 1000);
  return { kind: "paused", wants, seconds, ask: me !== null && !asked, asked };
}

/** @param {Situation} now @returns {Sheet} */
function stop({ now, facts, due, piles, me, votes, ready }) {
  const top = facts.pile === null ? null : piles[facts.pile]?.[piles[facts.pile].length - 1];
  const left = Math.max(0, (due.resume ?? now) - now);
  const said = new Set(/** @type {number[]} */ (facts.ready ?? []));
  if (ready && me !== null) said.add(me);
  return {
    kind: "stop",
    by: facts.by ?? null,
    suit: typeof top === "string" ? suitOf(top) : null,
    ready: [...said].sort((a, b) => a - b),
    seconds: Math.ceil(left / 1000),
    share: Math.min(1, left / (votes ? STOP_MS.ready : STOP_MS.auto)),
    ask: votes && me !== null && !said.has(me),
  };
}

/** @param {([string | null, string | null] | null)[]} given  what each seat pulled and where it went @returns {Pull[]} */
function pulls(given) {
  return given.map((pull, seat) => {
    const [card, place] = pull ?? [null, null];
    if (place === null) return { seat, key: "pull.none", card: null };
    if (place === "stock") return { seat, key: "pull.under", card: null };
    return { seat, key: place.startsWith("b") ? "pull.built" : "pull.laid", card };
  });
}

/** When the sheet says something else by itself, in ms from now; null when it waits for news. @param {Situation} now */
export function changesIn({ now, facts, due, wentAt, pause }) {
  /** @param {number} deadline */
  const toNextSecond = (deadline) => ((deadline - now - 1) % 1000) + 1;
  if (pause) return pause.due !== null && pause.due > now ? toNextSecond(pause.due) : null;
  if (facts.phase === "countdown" && due.go > now) return toNextSecond(due.go);
  if (facts.phase === "stopped" && due.resume > now) return Math.min(250, due.resume - now);
  if (facts.phase === "race" && wentAt !== null && now - wentAt < GO_MS) return GO_MS - (now - wentAt);
  return null;
}
