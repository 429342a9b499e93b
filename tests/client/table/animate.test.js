// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { at, MS, plan } from "../../../static/table/animate.js";

/** @typedef {import("../../../static/table/layout.js").Place} Place */

/** A place from a line: key, pile, depth, x, y. @param {string} key @param {string} pile @param {number} depth @param {number} x @param {number} [y] @returns {Place} */
const lies = (key, pile, depth, x, y = 0) => ({
  key,
  card: key.includes("/") ? null : key,
  pile,
  depth,
  x,
  y,
  w: 50,
  h: 70,
  z: 1,
  tile: false,
  owner: 1,
  mark: pile.startsWith("b"),
  zone: pile.startsWith("b") ? "middle" : "own",
});
/** @param {...Place} places */
const table = (...places) => new Map(places.map((place) => [place.key, place]));
const STOCK = { pile: "0s", box: { x: 900, y: 0, w: 50, h: 70 }, into: "0w", back: ["0w"] };
const SEAT = { x: 10, y: 10, w: 30, h: 42 };
const own = { stock: STOCK };
/** @param {import("../../../static/table/animate.js").Motion[]} motions */
const told = (motions) => motions.map(({ kind, place, ghost, turn }) => `${kind} ${place.key}${ghost ? " ghost" : ""}${turn ? " turning" : ""}`);

test("what stays where it was does not move", () => {
  assert.deepEqual(plan(table(lies("0:5H", "0t1", 0, 100)), table(lies("0:5H", "0t1", 0, 100.2))), []);
});

test("a card moves from where it was seen, the longer the farther, and never long", () => {
  const [near] = plan(table(lies("0:5H", "0t1", 0, 100)), table(lies("0:5H", "0t2", 0, 160)));
  const [far] = plan(table(lies("0:5H", "0t1", 0, 0)), table(lies("0:5H", "0t2", 0, 5000)));
  assert.equal(near.kind, "move");
  assert.equal(near.from.x, 100);
  assert.ok(near.ms >= MS.play && near.ms < far.ms);
  assert.equal(far.ms, MS.far);
});

test("a refused card goes back with its own motion", () => {
  const [motion] = plan(table(lies("0:5H", "b0", 4, 500)), table(lies("0:5H", "0t1", 0, 100)), { refused: new Set(["0:5H"]) });
  assert.deepEqual([motion.kind, motion.ms], ["back", MS.back]);
});

test("a rival's card flies from its seat, and what it covers stays until it has landed", () => {
  const before = table(lies("1:4S", "b0", 3, 500));
  const after = table(lies("2:5S", "b0", 4, 500));
  const [fly, stay] = plan(before, after, { from: (card) => (card === "2:5S" ? SEAT : null) });
  assert.deepEqual(told([fly, stay]), ["fly 2:5S", "stay 1:4S ghost"]);
  assert.ok(fly.trail);
  assert.equal(stay.ms, fly.ms);
});

test("a card that comes to light under a refused one was there all along", () => {
  const before = table(lies("0:5S", "b0", 4, 500));
  const after = table(lies("0:5S", "0t1", 0, 100), lies("1:4S", "b0", 3, 500));
  assert.deepEqual(told(plan(before, after, { from: () => SEAT, refused: new Set(["0:5S"]) })), ["back 0:5S"]);
});

test("a rival who was faster flies onto the place that one's own card leaves", () => {
  const before = table(lies("0:5S", "b0", 4, 500));
  const after = table(lies("0:5S", "0t1", 0, 100), lies("1:5S", "b0", 4, 500));
  assert.deepEqual(told(plan(before, after, { from: (card) => (card === "1:5S" ? SEAT : null), refused: new Set(["0:5S"]) })), ["back 0:5S", "fly 1:5S"]);
});

test("a face-down card is turned up in its place", () => {
  const [flip] = plan(table(lies("0t3/2", "0t3", 2, 300, 20)), table(lies("0:9C", "0t3", 2, 300, 20)));
  assert.deepEqual([told([flip]), flip.ms], [["flip 0:9C turning"], MS.flip]);
});

test("a flip draws from the stock, one card after the other, and the old waste stays under them", () => {
  const before = table(lies("0s/top", "0s", 9, 900), lies("0:2C", "0w", 0, 700));
  const after = table(lies("0s/top", "0s", 6, 900), lies("0w/1", "0w", 1, 660), lies("0w/2", "0w", 2, 680), lies("0w/3", "0w", 3, 700));
  const motions = plan(before, after, own);
  assert.deepEqual(told(motions), ["draw 0w/1", "draw 0w/2", "draw 0w/3", "stay 0:2C ghost"]);
  assert.deepEqual(motions.slice(0, 3).map(({ delay }) => delay), [0, MS.drawStep, 2 * MS.drawStep]);
  assert.equal(motions[3].ms, 2 * MS.drawStep + MS.draw);
});

test("the answer turns the drawn cards over where they lie", () => {
  const before = table(lies("0w/1", "0w", 1, 660), lies("0w/2", "0w", 2, 680), lies("0w/3", "0w", 3, 700));
  const after = table(lies("0:4D", "0w", 1, 660), lies("0:KS", "0w", 2, 680), lies("0:7H", "0w", 3, 700));
  assert.deepEqual(told(plan(before, after, own)), ["flip 0:4D turning", "flip 0:KS turning", "flip 0:7H turning"]);
});

test("a waste that is picked up goes to the stock, face down", () => {
  const motions = plan(table(lies("0:KS", "0w", 1, 680), lies("0:7H", "0w", 2, 700)), table(lies("0s/top", "0s", 2, 900)), own);
  assert.deepEqual(told(motions), ["move 0:KS ghost", "move 0:7H ghost"]);
  assert.deepEqual([motions[0].place.x, motions[0].place.card], [900, null]);
});

test("a card of the waste that shows again when one is played just lies there", () => {
  const before = table(lies("0:4D", "0w", 3, 660), lies("0:KS", "0w", 4, 680), lies("0:7H", "0w", 5, 700));
  const after = table(lies("0:2C", "0w", 2, 660), lies("0:4D", "0w", 3, 680), lies("0:KS", "0w", 4, 700), lies("0:7H", "b0", 6, 100));
  assert.deepEqual(told(plan(before, after, own)), ["move 0:4D", "move 0:KS", "move 0:7H"]);
});

test("a finished pile is swept: the king comes from the hand or from a seat, the queen stays until it lands", () => {
  const king = lies("0:KS", "b0", 12, 500);
  const mine = plan(table(lies("0:KS", "0t1", 0, 100), lies("1:QS", "b0", 11, 500)), table(), { finished: [king] });
  assert.deepEqual(told(mine), ["sweep 0:KS ghost", "stay 1:QS ghost"]);
  assert.equal(mine[1].ms, mine[0].delay);
  const theirs = plan(table(), table(), { finished: [king], from: () => SEAT });
  assert.ok(theirs[0].trail);
  assert.deepEqual(theirs[0].from, SEAT);
});

test("whatever is new in a hand was drawn, and what has left a stack that is empty now goes back into the stock", () => {
  const stock = { pile: "stock", box: STOCK.box, into: "0h", hand: true, back: ["c0"], owner: 8 };
  const before = table(lies("0:9C", "0h", 0, 300), { ...lies("1:JS", "c0", 10, 100), zone: "middle" });
  const after = table(lies("1:2D", "0h", 0, 300), lies("0:9C", "0h", 1, 360));
  const motions = plan(before, after, { stock });
  assert.deepEqual(told(motions), ["draw 1:2D turning", "move 0:9C", "move 1:JS ghost"]);
  const { place, ms } = motions[2];
  assert.deepEqual([place.x, place.card, place.owner, ms], [900, null, 8, MS.sweep]);
});

test("the deal comes from the stock, quickly", () => {
  const after = table(...Array.from({ length: 15 }, (_, i) => lies(`0t5/${i}`, "0t5", i, 100)), lies("0s/top", "0s", 27, 900), lies("1:AS", "b0", 0, 1));
  const motions = plan(table(), after, { ...own, deal: true });
  assert.equal(motions.length, 15);
  const last = motions[14];
  assert.ok(last.delay + last.ms <= 1200);
});

test("another screen size moves nothing", () => {
  assert.deepEqual(plan(table(lies("0:5H", "0t1", 0, 100)), table(lies("0:5H", "0t1", 0, 300)), { still: true }), []);
});

test("a box as a transform: placed, scaled when the element has another width, tilted in the hand", () => {
  const box = { x: 10, y: 20, w: 50, h: 70 };
  assert.equal(at(box), "translate(10px, 20px)");
  assert.equal(at(box, 100), "translate(10px, 20px) scale(0.5)");
  assert.equal(at({ ...box, slant: 45 }), `translate(10px, 20px) translate(${box.w / 2}px, ${box.h / 2}px) rotate(45deg) translate(${-box.w / 2}px, ${-box.h / 2}px)`);
  assert.match(at({ ...box, hung: 30 }), /^translate\(10px, 20px\) translate\(25px, 5px\) rotate\(-3deg\) scale\(1\.06\) translate\(-25px, -5px\)$/);
});
