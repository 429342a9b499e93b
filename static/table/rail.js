// @ts-check
// The one line between the middle and the own cards: what it says now. Its height is reserved, so it never covers a card.

/** @typedef {{code: string, by: number | null, ms: number | null, card: string | null, until: number}} Refusal */
/** @typedef {{key: string, slots: Record<string, string | number>, seat: number | null, card?: string | null, until: number}} News */
/** Somebody says that a seat is his. @typedef {{id: number, name: string, whose: string}} Asked */
/**
 * @typedef {object} Situation
 * @property {number} now
 * @property {number | null} lost        moves that wait for the connection; null while there is one
 * @property {boolean} paused
 * @property {number[]} pausing          seats that want a pause
 * @property {string} phase              of the round
 * @property {number | null} me          own seat in the round
 * @property {number} players
 * @property {number[]} stuck            seats that say stuck, the own vote as just given included
 * @property {string | null} passed      the votes that "I can play" has answered already
 * @property {string | null} unpaused    those for a pause that "Not now" has answered
 * @property {Asked | null} claim         what the host is asked
 * @property {number | null} away        the seat of somebody who has been away for long, if the host may put a bot there
 * @property {number | null} quietSince  when the last card was built, or play went on
 * @property {number} nudge              seconds without a build after which the table is asked; 0: never
 * @property {Refusal | null} refusal
 * @property {News | null} news
 * @property {{card: string, targets: number, keys: boolean} | null} hand   what is held or picked
 * @property {number | null} peek        the seat that was tapped
 * @property {boolean} gone              cards went back to their place when the table stopped
 * @property {Turn | null} turn          in games with turns
 * @property {Hint | null} [hint]        what is proposed at a table for one, until something is done
 */
/** A sentence with cards in it by the names of their slots. @typedef {{key: string, slots: Record<string, string | number>, cards: Record<string, string>}} Hint */
/**
 * Whose turn it is, what there is to be done, and for how long.
 * @typedef {object} Turn
 * @property {number | null} seat        null: the round is over
 * @property {boolean} mine
 * @property {{card: string} | null} held  a discard that is not sent yet
 * @property {Pick<Line, "key" | "slots" | "card">} line
 * @property {number | null} seconds     that are left; null: as many as one likes
 */
/** @typedef {"stuck" | "unstuck" | "pass" | "pause" | "unpause" | "no_pause" | "grant" | "deny" | "stand_in" | "call_off" | "no_bot"} Button */
/**
 * What to say: a sentence with its slots, whose sign stands before it, which buttons follow it.
 * @typedef {object} Line
 * @property {"say" | "refused" | "calm" | "vote" | "peek" | "mine" | "theirs"} tone
 * @property {string} key
 * @property {Record<string, string | number>} slots
 * @property {number | null} seat
 * @property {string | null} card
 * @property {Button[]} buttons
 * @property {number | null} seconds    a clock beside it
 * @property {Record<string, string>} [cards]  more cards, by their slots
 */

/** A line is calm for this long after the last build before it says so. */
export const QUIET_S = 12;
/** How long a refusal, a piece of news, a look at a rival stay. */
export const STAY_MS = { refusal: 4000, nowhere: 2000, news: 3000, peek: 5000 };

/** @param {Line["tone"]} tone @param {string} key @param {Partial<Line>} [rest] @returns {Line} */
const line = (tone, key, rest) => ({ tone, key, slots: {}, seat: null, card: null, buttons: [], seconds: null, ...rest });

/** The votes as they stand, to notice new ones. @param {number[]} stuck */
export const voted = (stuck) => [...stuck].sort().join(" ");

/**
 * @param {Situation} now
 * @returns {Line | null}
 */
export function lineOf(now) {
  const { phase, me, stuck, refusal, news, hand } = now;
  if (now.lost !== null && phase !== "over") return line("refused", now.lost ? "rail.lost_moves" : "rail.lost", { slots: { n: now.lost } });
  if (now.paused) return line("say", "rail.paused");
  if (phase === "countdown") return line("say", "rail.look");
  if (phase === "stopped") return line("say", now.gone ? "rail.stopped_back" : "rail.stopped");
  if (phase === "stuck") return line("say", "rail.pulling");
  if (phase === "over") return line("say", now.turn ? "rail.over" : "rail.counting");
  if (refusal && now.now < refusal.until) return refused(refusal);
  if (now.turn?.held) return line("mine", "rail.held", { card: now.turn.held.card });
  // The time of a turn is seen whatever is in the hand.
  const seconds = now.turn?.mine ? now.turn.seconds : null;
  if (hand?.keys) return line("say", hand.targets ? "rail.keys" : "rail.keys_none", { card: hand.card, seconds });
  const asking = now.pausing.filter((seat) => seat !== me);
  const asks = me !== null && now.pausing.includes(me);
  if (asking.length && !asks && now.unpaused !== voted(asking)) return pause(asking[0], me);
  if (now.claim) return line("vote", "rail.claim", { slots: { name: now.claim.name, whose: now.claim.whose }, buttons: ["grant", "deny"] });
  if (stuck.length && now.passed !== voted(stuck)) return vote(now);
  if (asks) return line("vote", "rail.pausing", { buttons: ["unpause"] });
  if (now.away !== null) return line("vote", "rail.away", { seat: now.away, buttons: now.turn ? ["stand_in", "call_off", "no_bot"] : ["stand_in", "no_bot"] });
  if (now.peek !== null) return line("peek", "rail.peek", { seat: now.peek });
  if (hand) return line("say", hand.targets ? "rail.arrow" : "rail.nowhere", { card: hand.card, seconds });
  if (now.hint) return line("say", now.hint.key, { slots: now.hint.slots, cards: now.hint.cards });
  if (news && now.now < news.until) return line("say", news.key, { slots: news.slots, seat: news.seat, card: news.card ?? null });
  return now.turn ? turn(now.turn) : quiet(now, me);
}

/** @param {Turn} now @returns {Line} */
const turn = ({ seat, mine, line: { key, slots, card }, seconds }) => line(mine ? "mine" : "theirs", key, { seat: mine ? null : seat, slots, card, seconds });

/** @param {Refusal} refusal @returns {Line} */
function refused(refusal) {
  const { code, by, ms, card } = refusal;
  if (code === "nowhere") return line("say", "rail.nowhere", { card });
  if (code === "taken" && by !== null) return line("refused", refusalKey(refusal), { seat: by, card, slots: { ms: ms ?? 0 } });
  return line("refused", refusalKey(refusal), { card });
}

/** What a flip, a vote or a Ready may be refused for, and the sentence about a card would not do. */
const CARDLESS = ["too_fast", "paused"];
/** The sentence for a refusal. @param {Pick<Refusal, "code" | "by" | "card">} refusal */
export function refusalKey({ code, by, card }) {
  if (code === "taken" && by !== null) return card ? "rail.taken" : "rail.taken_any";
  return !card && CARDLESS.includes(code) ? `refused.${code}_any` : `refused.${code}`;
}

/** @param {number} seat  who asks @param {number | null} me @returns {Line} */
const pause = (seat, me) => line("vote", "rail.pause", { seat, buttons: me === null ? [] : ["pause", "no_pause"] });

/** @param {Situation} now @returns {Line} */
function vote({ me, players, stuck }) {
  const slots = { n: stuck.length, of: players };
  if (me === null) return line("vote", "rail.stuck", { slots });
  if (stuck.includes(me)) return line("vote", "rail.stuck", { slots, buttons: ["unstuck"] });
  return line("vote", "rail.stuck", { slots, buttons: ["stuck", "pass"] });
}

/** @param {Situation} now @param {number | null} me @returns {Line | null} */
function quiet({ now, quietSince, nudge }, me) {
  if (quietSince === null) return null;
  const seconds = Math.floor((now - quietSince) / 1000);
  if (nudge > 0 && seconds >= nudge && me !== null) return line("vote", "rail.nudge", { buttons: ["stuck", "pass"] });
  return seconds >= QUIET_S ? line("calm", "rail.quiet", { slots: { n: seconds } }) : null;
}
