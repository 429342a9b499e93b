// @ts-check
// The chance of a match, recomputed: what app/rules/rng.py says of draws, shuffles and seeds, once more.

import { fromHex, hmac, sha256 } from "./sha256.js";

const SPAN = 2 ** 32;

/**
 * The seed of a match: the server's seed, then what the browsers added, in seat order.
 * @param {string} serverSeed  hex @param {string[]} additions  hex
 */
export const matchSeed = (serverSeed, additions) => sha256(fromHex(serverSeed + additions.join("")));

/** @typedef {ReturnType<typeof chanceOf>} Chance */

/**
 * What a round of a match draws from. Each draw uses up the next counter, whose 8 bytes are the round and the number
 * of the draw.
 * @param {Uint8Array} seed  of the match
 * @param {number} round  from 1
 */
export function chanceOf(seed, round) {
  const counter = new DataView(new ArrayBuffer(8));
  counter.setUint32(0, round);
  let drawn = 0;

  function draw() {
    counter.setUint32(4, drawn++);
    return new DataView(hmac(seed, new Uint8Array(counter.buffer)).buffer).getUint32(0);
  }

  /** A number from 0 to n - 1, each equally likely. @param {number} n */
  function below(n) {
    const limit = SPAN - (SPAN % n);
    for (;;) {
      const value = draw();
      if (value < limit) return value % n;
    }
  }

  return {
    below,

    /** The same things in another order, each order equally likely. @template Thing @param {readonly Thing[]} things */
    shuffled(things) {
      const order = [...things];
      for (let i = order.length - 1; i > 0; i--) {
        const j = below(i + 1);
        [order[i], order[j]] = [order[j], order[i]];
      }
      return order;
    },
  };
}
