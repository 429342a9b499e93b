// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { dealLink, grouped, MOST, readDeal, readNumber } from "../../../static/core/deal.js";

for (const [typed, number] of /** @type {[string, number | null][]} */ ([
  ["48213", 48213],
  [" 48 213 ", 48213],
  ["48\u00a0213", 48213],
  ["1.000", 1000],
  ["1,234,567", 1234567],
  ["1.234.567", 1234567],
  ["1 234 567", 1234567],
  ["1\u202f234\u202f567", 1234567],
  ["1'234'567", 1234567],
  ["1’234", 1234],
  [" 999,999,999,999 ", MOST],
  ["1.5", null],
  ["1,5", null],
  ["12.34", null],
  ["1234.567", null],
  ["1.234,567", null],
  ["1.234.5", null],
  ["1.234.", null],
  [".234", null],
  ["0.001", null],
  ["1, 234", null],
  [String(MOST), MOST],
  ["0", null],
  ["", null],
  ["-5", null],
  ["4e5", null],
  ["1000000000000", null],
])) {
  test(`"${typed}" is ${number}`, () => assert.equal(readNumber(typed), number));
}

test("the number of a deal is written in groups of three", () => {
  assert.deepEqual([7, 999, 48213, 1234567].map(grouped), ["7", "999", "48\u00a0213", "1\u00a0234\u00a0567"]);
});

test("a link leads to the deal from which it was made", () => {
  /** @type {import("../../../static/core/deal.js").Options[]} */
  const all = [{}, { redeals: 1 }, { redeals: "unlimited" }];
  for (const options of all) {
    const link = dealLink(new URL("https://cards.example/pounce/"), { game: "thumb-and-pouch", deal: 48213, options });
    assert.ok(link.startsWith("https://cards.example/pounce/#deal=thumb-and-pouch:48213"));
    assert.deepEqual(readDeal(new URL(link).hash), { game: "thumb-and-pouch", deal: 48213, options });
  }
});

test("another address is no deal", () => {
  for (const hash of ["", "#", "#main", "#deal=", "#deal=thumb-and-pouch", "#deal=thumb-and-pouch:0", "#deal=pounce:5", "#deal=bridge:5"]) assert.equal(readDeal(hash), null, hash);
});
