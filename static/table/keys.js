// @ts-check
// The table without a pointer. Focus is a card or an empty place of one's own.
//
//   Space, D         flip the stock, or turn the waste over when the stock is empty
//   1 - 9, W, P      pick up from a tableau pile, the waste, the pounce pile; again: more or fewer cards of the run.
//                    With a card in the hand, the number of another pile that takes it plays it there
//   arrows           walk along a fan and to the next pile; with a card in the hand: from place to place that takes it
//   Enter            pick up the card in focus; with a card in the hand: play it
//   Escape           put it back

/** @typedef {import("./layout.js").Place} Place */
/** @typedef {import("../wire.js").PileSpec} PileSpec */
/** @typedef {import("./render.js").Picked} Picked */
/**
 * @typedef {object} Situation
 * @property {Spot[]} spots          own cards and empty places that can have the focus
 * @property {string | null} focus   the spot's key
 * @property {Picked | null} picked
 * @property {string[]} targets      where the picked cards may go
 * @property {string | null} aim
 * @property {(pile: string) => string[][]} parts  what can be picked up from a pile, the likeliest first
 * @property {Record<string, string>} piles        key on the keyboard -> pile
 */
/** @typedef {{key: string, pile: string, card: string | null, x: number, y: number, h: number}} Spot */
/**
 * @typedef {{do: "flip"} | {do: "pick", picked: Picked} | {do: "play", target: string} | {do: "aim", target: string}
 *   | {do: "focus", key: string} | {do: "press", spot: Spot} | {do: "drop"} | null} Action
 */

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * The keyboard names of a seat's piles. @param {PileSpec[]} specs @param {number} seat
 * @returns {Record<string, string>}
 */
export function pileKeys(specs, seat) {
  /** @type {Record<string, string>} */
  const out = {};
  let number = 0;
  for (const { id, kind, owner } of specs) {
    if (owner !== seat) continue;
    if (kind === "tableau") out[String(++number)] = id;
    if (kind === "waste") out.w = id;
    if (kind === "reserve") out.p = id;
  }
  return out;
}

/**
 * What a key does now; null when it is not ours.
 * @param {string} key  as the event names it
 * @param {Situation} now
 * @returns {Action}
 */
export function press(key, now) {
  const { picked, targets, aim, focus, spots } = now;
  const small = key.length === 1 ? key.toLowerCase() : key;
  if (small === " " || small === "d") return { do: "flip" };
  if (small in now.piles) return pileKey(now.piles[small], now);
  if (small === "Escape") return picked ? { do: "drop" } : null;
  if (small === "Enter") {
    if (picked) return aim === null ? { do: "drop" } : { do: "play", target: aim };
    const spot = spots.find((one) => one.key === focus);
    return spot ? { do: "press", spot } : null;
  }
  const way = ARROWS[small];
  if (!way) return null;
  if (picked) {
    if (!targets.length) return null;
    const at = aim === null ? -1 : targets.indexOf(aim);
    return { do: "aim", target: targets[(at + way[0] + way[1] + targets.length) % targets.length] };
  }
  const next = neighbour(spots, focus, way);
  return next ? { do: "focus", key: next.key } : null;
}

/** @param {string} pile @param {Situation} now @returns {Action} */
function pileKey(pile, { picked, targets, parts }) {
  if (picked && picked.pile !== pile && targets.includes(pile)) return { do: "play", target: pile };
  const choices = parts(pile);
  if (!choices.length) return picked ? { do: "drop" } : null;
  const at = picked?.pile === pile ? choices.findIndex((cards) => cards[0] === picked.cards[0]) : -1;
  return { do: "pick", picked: { pile, cards: choices[(at + 1) % choices.length] } };
}

/**
 * The spot that an arrow leads to: along the fan first, then to the nearest pile on that side.
 * @param {Spot[]} spots @param {string | null} focus @param {[number, number]} way
 * @returns {Spot | null}
 */
export function neighbour(spots, focus, [dx, dy]) {
  const from = spots.find((spot) => spot.key === focus);
  if (!from) return spots[0] ?? null;
  const fan = spots.filter((spot) => spot.pile === from.pile);
  const along = fan[fan.indexOf(from) + dy];
  if (dy && along) return along;
  let found = null;
  let near = Infinity;
  for (const spot of spots) {
    if (spot.pile === from.pile) continue;
    const ahead = dx ? (spot.x - from.x) * dx : (spot.y - from.y) * dy;
    const aside = dx ? Math.abs(spot.y - from.y) : Math.abs(spot.x - from.x);
    if (ahead <= 1) continue;
    const far = ahead + 2 * aside;
    if (far < near) {
      near = far;
      found = spot;
    }
  }
  return found;
}
