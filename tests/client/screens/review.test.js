// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { remarks, seconds } from "../../../static/screens/review.js";

/** @param {number} seat @param {Partial<import("../../../static/screens/review.js").SeatReview>} [changes] */
const of = (seat, changes = {}) => ({ seat, built: 10, fastest: null, beaten: [], missed: [], ...changes });
/** @param {number} seat @param {...import("../../../static/screens/review.js").SeatReview} seats */
const told = (seat, ...seats) => remarks({ round: 1, seats }, seat).map(({ what, seat: whose, card }) => [what, whose, card]);

const beaten = [{ card: "0:7H", by: 3, ms: 2100 }, { card: "0:8H", by: 2, ms: 900 }, { card: "0:9H", by: 2, ms: 300 }];
const missed = [{ card: "0:QS", ms: 9000 }, { card: "0:KS", ms: 8000 }];

test("one line of each kind about the own seat, then the fastest of the table", () => {
  assert.deepEqual(told(0, of(0, { beaten, missed, fastest: { card: "0:2S", ms: 400 } }), of(3, { fastest: { card: "1:3S", ms: 200 } })), [
    ["beaten", 0, "0:7H"],
    ["missed", 0, "0:QS"],
    ["fastest", 0, "0:2S"],
    ["table", 3, "1:3S"],
  ]);
});

test("who missed nothing is told of a second card that another was faster with", () => {
  assert.deepEqual(told(0, of(0, { beaten })), [["beaten", 0, "0:7H"], ["beaten", 0, "0:8H"]]);
});

test("who was fastest of all is told once", () => {
  assert.deepEqual(told(0, of(0, { missed, fastest: { card: "0:2S", ms: 100 } }), of(3, { fastest: { card: "1:3S", ms: 200 } })), [
    ["missed", 0, "0:QS"],
    ["table", 0, "0:2S"],
  ]);
});

test("a round with nothing to say of is said to be one", () => assert.deepEqual(told(0, of(0), of(1)), [["nothing", 0, undefined]]));

test("a seat that was not in the round is not spoken of", () => assert.deepEqual(told(5, of(0)), []));

test("times are told to the tenth, and nothing takes no time", () => {
  assert.equal(seconds(2140), "2.1\u00a0s");
  assert.equal(seconds(12), "0.1\u00a0s");
});
