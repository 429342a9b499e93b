// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import game from "../../../../static/games/spite-and-malice.js";
import { lie, pilesOf, topOf } from "../../../../static/games/spite-and-malice/lie.js";
import { arrange, boxOf } from "../../../../static/table/layout.js";
import { position } from "../../fixtures/spite.js";

/** @typedef {import("../../../../static/table/layout.js").Box} Box */

const SCREENS = [[1280, 800], [1920, 1080], [1366, 650], [1024, 768], [768, 1024], [390, 844], [390, 664], [360, 640], [844, 390], [740, 360]];

/** @param {number} width @param {number} height @param {import("../../fixtures/spite.js").Wanted} wanted @param {number} [seat] */
function laid(width, height, wanted, seat = 0) {
  const { room, table } = position(wanted);
  const geometry = arrange({ width, height, players: wanted.seats, rivals: wanted.seats - 1, counts: game.counts(table.specs, table.piles, seat) }, game);
  const drawn = lie(geometry, { ...table, options: room.options, seat, own: seat === (wanted.me ?? 0), players: room.players });
  return { ...drawn, geometry, table };
}
/** @param {Box} inner @param {Box} outer */
const inside = (inner, outer, by = 1) => inner.x >= outer.x - by && inner.y >= outer.y - by && inner.x + inner.w <= outer.x + outer.w + by && inner.y + inner.h <= outer.y + outer.h + by;
/** @param {Box} a @param {Box} b */
const overlap = (a, b) => Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x) > 0.5 && Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y) > 0.5;
/** The text of a tag. @param {ReturnType<typeof laid>} drawn @param {string} key */
const tag = ({ tags }, key) => tags.find((one) => one.key === key)?.text ?? null;

for (const [width, height] of SCREENS) {
  for (const [seats, centres] of [[2, 3], [3, 4], [6, 4]]) {
    for (const sides of [[4, 2, 3, 0], [14, 30, 1, 9]]) {
      test(`${width}x${height} with ${seats}, ${centres} stacks, side stacks of ${sides}: every card and word is in its zone, no piles overlap`, () => {
        const { places, wells, tags, geometry } = laid(width, height, { seats, centres, sides });
        /** @type {Record<string, Box>} */
        const piles = {};
        for (const place of places.values()) {
          assert.ok(inside(place, geometry.zones[place.zone]), `${place.key} of ${place.pile}`);
          const key = place.pile.endsWith("h") ? place.key : place.pile;
          const old = piles[key] ?? place;
          const x = Math.min(old.x, place.x);
          const y = Math.min(old.y, place.y);
          piles[key] = { x, y, w: Math.max(old.x + old.w, place.x + place.w) - x, h: Math.max(old.y + old.h, place.y + place.h) - y };
        }
        const all = Object.entries(piles);
        all.forEach(([name, box], i) => all.slice(i + 1).forEach(([other, next]) => assert.ok(!overlap(box, next), `${name} / ${other}`)));
        for (const { key, box } of wells) assert.ok(inside(box, geometry.zones.middle) || inside(box, geometry.zones.own), key);
        for (const { key, x, y } of tags) assert.ok([geometry.zones.middle, geometry.zones.own].some((zone) => inside({ x, y: y - 16, w: 0, h: 16 }, zone)), key);
      });
    }
  }
}

test("a centre stack says what it needs, and what the king on it is worth", () => {
  const drawn = laid(1280, 800, { seats: 2, centres: 4, stacks: [6, "K", 0, 10] });
  assert.deepEqual(["c0", "c1", "c2", "c3"].map((id) => tag(drawn, `${id}-needs`)), ["needs 7", "needs 10", "needs A", "needs J"]);
  assert.deepEqual(["c0", "c1", "c2", "c3"].map((id) => tag(drawn, `${id}-worth`)), [null, "= 9", null, null]);
  const ace = laid(1280, 800, { seats: 2, given: { c0: [0, "8:KS"], c1: [11, "8:QS"] } });
  assert.equal(tag(ace, "c0-worth"), "= A");
  assert.equal(tag(ace, "c1-needs"), "complete");
});

test("pay-off pile and stock say how many they are; the card under the pay-off top lies there face down", () => {
  const drawn = laid(390, 844, { seats: 2 });
  assert.equal(tag(drawn, "pay-off"), "12 to go");
  assert.equal(tag(drawn, "stock"), "31");
  const pay = [...drawn.places.values()].filter(({ pile }) => pile === "0p");
  assert.deepEqual(pay.map(({ card, depth }) => [card === null, depth]), [[true, 10], [false, 11]]);
  const last = laid(390, 844, { seats: 2, given: { "0p": [0, "0:5H"], stock: [0] } });
  assert.equal([...last.places.values()].filter(({ pile }) => pile === "0p").length, 1);
  assert.equal(tag(last, "stock"), null);
  assert.equal(tag(last, "stock-name"), "stock is empty");
  assert.equal([...last.places.values()].some(({ pile }) => pile === "stock"), false);
});

test("the hand keeps its order in one row; what is new comes to its right end; an empty one says so to its owner", () => {
  const drawn = laid(390, 844, { seats: 2, given: { "0h": [0, "0:3D", "0:6H", "1:KC", "0:8S", "0:2C"] } });
  const row = [...drawn.places.values()].filter(({ pile }) => pile === "0h");
  assert.deepEqual(row.map(({ card }) => card), ["0:3D", "0:6H", "1:KC", "0:8S", "0:2C"]);
  assert.ok(row.every(({ y }) => y === row[0].y));
  assert.ok(row.slice(1).every(({ x }, i) => x >= row[i].x + row[i].w));
  assert.equal(tag(laid(390, 844, { seats: 2, hand: 0 }), "no-hand"), "No card in hand: five come with your next turn");
  assert.equal(tag(laid(390, 844, { seats: 2, hand: 0, given: { stock: [0] } }), "no-hand"), "No card in hand, and none left to draw");
  assert.equal(tag(laid(390, 844, { seats: 2, hand: 0, me: -1 }), "no-hand"), null);
});

test("who watches sees the backs of a hand", () => {
  const { places } = laid(1280, 800, { seats: 2, me: -1 }, 1);
  const row = [...places.values()].filter(({ pile }) => pile === "1h");
  assert.deepEqual(row.map(({ key, card, owner }) => [key, card, owner]), [0, 1, 2, 3, 4].map((i) => [`1h/${i}`, null, 2]));
});

test("the cards of a move that is not answered lie face down", () => {
  const { places } = laid(1280, 800, { seats: 2, given: { "0p": [10, "?"], "0s0": [0, "0:3H", "?"] } });
  for (const key of ["0p/10", "0s0/1"]) assert.equal(places.get(key)?.card, null, key);
  assert.equal(topOf([3, "?"]), null);
});

test("every pile of one's own and every stack of the middle can be aimed at", () => {
  const drawn = laid(1280, 800, { seats: 2 });
  for (const { id } of [...pilesOf(drawn.table.specs, "discard", 0), ...pilesOf(drawn.table.specs, "foundation", null)]) {
    const box = boxOf(drawn, id);
    assert.ok(box && box.w > 0, id);
  }
  const top = /** @type {Box} */ (boxOf(drawn, "0s0"));
  assert.ok(top.y > drawn.geometry.own.boxes.sides.y, "on the top card");
});

test("a card that comes to a centre stack is that of who is playing, the stock is nobody's", () => {
  const owner = (/** @type {Record<string, any>} */ facts) => laid(1280, 800, { seats: 3, players: [4, 2, 0], facts }).places.get("8:6S")?.owner;
  assert.deepEqual([owner({ turn: 1 }), owner({ turn: null, by: 2 }), owner({ turn: null, by: null })], [3, 1, 8]);
  const { places, stock } = laid(1280, 800, { seats: 3, given: { "0h": [0, "0:3D"] } });
  assert.deepEqual([places.get("stock/top")?.owner, stock?.owner, places.get("0:3D")?.owner], [8, 8, 8]);
});

test("cards come from the stock into the hand and go back into it from the centre", () => {
  const { stock, places } = laid(1280, 800, { seats: 3 }, 1);
  assert.deepEqual([stock?.pile, stock?.into, stock?.hand, stock?.back], ["stock", "1h", true, ["c0", "c1", "c2"]]);
  const home = places.get("stock/top");
  assert.deepEqual(stock?.box, home && { x: home.x, y: home.y, w: home.w, h: home.h });
});
