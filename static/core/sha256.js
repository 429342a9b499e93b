// @ts-check
// SHA-256 and HMAC of our own: plain http in a living room is no secure context, so crypto.subtle is missing there.

/** The first 32 bits of the fractional parts of the n-th roots of the first primes. @param {number} count @param {number} root */
function fractions(count, root) {
  const out = new Uint32Array(count);
  for (let candidate = 2, found = 0; found < count; candidate++) {
    let prime = true;
    for (let divisor = 2; divisor * divisor <= candidate; divisor++) if (candidate % divisor === 0) prime = false;
    if (prime) out[found++] = (candidate ** (1 / root) % 1) * 2 ** 32;
  }
  return out;
}
const START = fractions(8, 2);
const ROUND = fractions(64, 3);

/** @param {number} word @param {number} by */
const turn = (word, by) => (word >>> by) | (word << (32 - by));

/**
 * @param {Uint8Array} bytes
 * @returns {Uint8Array} 32 bytes
 */
export function sha256(bytes) {
  const blocks = Math.ceil((bytes.length + 9) / 64);
  const padded = new Uint8Array(blocks * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, (bytes.length * 8) >>> 0);

  const hash = START.slice();
  const words = new Uint32Array(64);
  for (let at = 0; at < padded.length; at += 64) {
    for (let i = 0; i < 16; i++) words[i] = view.getUint32(at + i * 4);
    for (let i = 16; i < 64; i++) {
      const a = words[i - 15];
      const b = words[i - 2];
      words[i] = words[i - 16] + words[i - 7] + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = hash;
    for (let i = 0; i < 64; i++) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[i] + words[i]) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      // An array pattern would say it in one line, and be many times slower until it is compiled.
      h = g;
      g = f;
      f = e;
      e = (d + one) | 0;
      d = c;
      c = b;
      b = a;
      a = (one + two) | 0;
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => (hash[i] += word));
  }
  const out = new DataView(new ArrayBuffer(32));
  hash.forEach((word, i) => out.setUint32(i * 4, word));
  return new Uint8Array(out.buffer);
}

/**
 * @param {Uint8Array} key
 * @param {Uint8Array} message
 * @returns {Uint8Array} 32 bytes
 */
export function hmac(key, message) {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  /** @param {number} mask @param {Uint8Array} rest */
  const hashed = (mask, rest) => {
    const bytes = new Uint8Array(64 + rest.length);
    bytes.set(block.map((byte) => byte ^ mask));
    bytes.set(rest, 64);
    return sha256(bytes);
  };
  return hashed(0x5c, hashed(0x36, message));
}

/** @param {Uint8Array} bytes */
export const toHex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} hex */
export const fromHex = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/**
 * Whether a seed that was shown after a match is the one that was sealed before it.
 * @param {string} seed  hex
 * @param {string} commitment  hex
 */
export const opens = (seed, commitment) => toHex(sha256(fromHex(seed))) === commitment;
