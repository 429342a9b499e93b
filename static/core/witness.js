// @ts-check
// What this page saw with its own eyes, to be held against the seed that is shown after the match.

/** @typedef {import("../wire.js").RoomView} RoomView */
/** @typedef {import("../wire.js").TableView} TableView */

/**
 * A deal before its first move. `piles` are as they were sent, without the empty ones; `seal` is the fingerprint that
 * was shown while it was played, `own` the room seat of this page's person, `first` the seat of the round that begins,
 * where one does.
 * @typedef {{match: number, round: number, seal: string, own: number | null, players: number[], first: number | null,
 *   options: RoomView["options"], piles: import("../wire.js").Piles}} Deal
 */
/**
 * What this browser added to the seed of a match, and the fingerprint that the page showed when it did.
 * @typedef {{match: number, add: string, seal: string}} Share
 */

/** While the house says so of its table, nobody has moved: in a countdown, or before the first card is turned up. */
const UNTOUCHED = ["countdown", "open"];

/** A browser that says Ready over and over adds once: the first share counts. */
const SHARES_KEPT = 16;

/**
 * The deals known, with this one if it lies untouched. Those of an earlier match are let go.
 * @param {Deal[]} deals @param {RoomView} room @param {TableView} table @param {number | null} own  room seat
 * @param {boolean} began  the table came with the beginning of its round: not every game shows that nobody has moved
 * @returns {Deal[]} the same list when there is nothing new
 */
export function witnessed(deals, room, table, own, began = false) {
  if (room.phase !== "play" || !(began || UNTOUCHED.includes(String(table.facts.phase)))) return deals;
  const { match, players, options, commitment: seal } = room;
  const { round } = table;
  if (deals.some((deal) => deal.match === match && deal.round === round)) return deals;
  const piles = Object.fromEntries(Object.entries(table.piles).filter(([, pile]) => pile.length > 1 || pile[0] !== 0));
  const first = typeof table.facts.turn === "number" ? table.facts.turn : null;
  return [...deals.filter((deal) => deal.match === match), { match, round, seal, own, players, first, options, piles }];
}

/**
 * The shares known, with this one if it can count: the server takes them before a match.
 * @param {Share[]} shares @param {RoomView | null} room @param {string} add
 * @returns {Share[]}
 */
export function shared(shares, room, add) {
  if (!room || (room.phase !== "lobby" && room.phase !== "over")) return shares;
  return [...shares, { match: room.match + 1, add, seal: room.commitment }].slice(-SHARES_KEPT);
}
