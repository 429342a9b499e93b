// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { sizeFor, told } from "../../../../static/games/pontis/bank.js";
import { NAMES, position } from "../../fixtures/pontis.js";

test("all cards of a bank fit: the more there are, the smaller they are", () => {
  for (const [w, h] of [[350, 120], [300, 150], [700, 200]]) {
    let last = Infinity;
    for (let count = 1; count <= 20; count++) {
      const cw = sizeFor(count, w, h);
      assert.ok(cw <= last, `${count} in ${w}x${h}`);
      last = cw;
      const rows = Math.ceil(count / Math.floor((w + 6) / (cw + 6)));
      assert.ok(rows * (cw * 1.4 + 22) <= h, `${count} in ${w}x${h}: ${cw}`);
    }
  }
});

test("a bank is told in one sentence, jokers as they were named, the base first", () => {
  const given = position({ seats: 2, banks: [["0:4H", "0:X1"], []], facts: { jokers: { "0:X1": "9" }, turn: 0, tops: ["4", "9"], wanted: [5] } });
  const seen = { position: given, me: 0, nameOf: (/** @type {number} */ seat) => NAMES[seat] };
  assert.equal(told(seen, 0), "Your bank, 13 points, the base first: four of hearts, joker as nine.");
  assert.equal(told({ ...seen, me: 1 }, 0), "Bank of Dora, 13 points, the base first: four of hearts, joker as nine.");
  assert.equal(told(seen, 1), "The base of Ann lies face down.");
});
