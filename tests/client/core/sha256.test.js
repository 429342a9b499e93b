// @ts-check
import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import { test } from "node:test";

import { fromHex, hmac, opens, sha256, toHex } from "../../../static/core/sha256.js";

const bytes = (/** @type {string} */ text) => new TextEncoder().encode(text);

// FIPS 180-4 examples and the empty message
for (const [text, digest] of [
  ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
  ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
  ["abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"],
]) {
  test(`SHA-256 of ${JSON.stringify(text)}`, () => assert.equal(toHex(sha256(bytes(text))), digest));
}

test("SHA-256 of every length around the block borders is what the platform says", () => {
  for (let length = 0; length < 200; length++) {
    const message = Uint8Array.from({ length }, (_, i) => (i * 7 + length) & 255);
    assert.equal(toHex(sha256(message)), createHash("sha256").update(message).digest("hex"), `length ${length}`);
  }
});

// RFC 4231, test cases 1, 2, 6
/** @type {[string, Uint8Array, Uint8Array, string][]} */
const HMACS = [
  ["a short key", new Uint8Array(20).fill(0x0b), bytes("Hi There"), "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"],
  ["a word as key", bytes("Jefe"), bytes("what do ya want for nothing?"), "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"],
  ["a key longer than a block", new Uint8Array(131).fill(0xaa), bytes("Test Using Larger Than Block-Size Key - Hash Key First"), "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"],
];
for (const [name, key, data, digest] of HMACS) {
  test(`HMAC-SHA-256 with ${name}`, () => assert.equal(toHex(hmac(key, data)), digest));
}

test("HMAC with keys around the block length is what the platform says", () => {
  for (const length of [0, 63, 64, 65]) {
    const key = new Uint8Array(length).fill(length);
    assert.equal(toHex(hmac(key, bytes("x"))), createHmac("sha256", key).update("x").digest("hex"));
  }
});

test("hex is read and written", () => {
  assert.equal(toHex(fromHex("00ff10")), "00ff10");
  assert.equal(fromHex("").length, 0);
});

test("a seed opens its own seal and no other", () => {
  const seed = "07".repeat(32);
  const seal = createHash("sha256").update(Buffer.from(seed, "hex")).digest("hex");
  assert.equal(opens(seed, seal), true);
  assert.equal(opens("08".repeat(32), seal), false);
});
