// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { bridgeOf, compared, counts, handSpots, lie, middle, own, rowsOf, sorted } from "../../../../static/games/pontis/places.js";
import { arrange, placeAt } from "../../../../static/table/layout.js";
import { pack, position, specsOf } from "../../fixtures/pontis.js";

/** @typedef {import("../../../../static/table/layout.js").Box} Box */
/** @typedef {import("../../../../static/table/layout.js").Place} Place */

const SCREENS = [[1280, 800], [1920, 1080], [1366, 650], [1024, 768], [768, 1024], [390, 844], [390, 664], [360, 640], [844, 390], [740, 360]];
const HANDS = [27, 26, 17, 13, 10, 6, 1];
const game = { counts, middle, own };

/** @param {number} width @param {number} height @param {number} seats @param {number} hand @param {Partial<import("../../../../static/table/layout.js").Screen>} [rest] */
function table(width, height, seats, hand, rest) {
  const given = position({ seats, hand, laid: seats < 4 ? 5 : 3 });
  const geometry = arrange({ width, height, players: seats, rivals: seats - 1, counts: counts(given.specs, given.piles, 0), ...rest }, game);
  return { given, geometry, ...lie(geometry, given) };
}
/** @param {Box} inner @param {Box} outer @param {number} [by] */
const inside = (inner, outer, by = 0.5) => inner.x >= outer.x - by && inner.y >= outer.y - by && inner.x + inner.w <= outer.x + outer.w + by && inner.y + inner.h <= outer.y + outer.h + by;
/** @param {Box} a @param {Box} b */
const overlap = (a, b) => Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x) > 0.5 && Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y) > 0.5;
/** @param {Record<string, Box>} boxes */
function apart(boxes) {
  const all = Object.entries(boxes);
  all.forEach(([name, box], i) => all.slice(i + 1).forEach(([other, next]) => assert.ok(!overlap(box, next), `${name} / ${other}`)));
}

for (const [width, height] of SCREENS) {
  for (let seats = 2; seats <= 8; seats++) {
    for (const hand of HANDS) {
      // More cards than a deal has are never in a hand.
      if (hand > Math.floor((56 - seats) / seats)) continue;
      test(`${width}x${height} with ${seats}, ${hand} in hand: everything in its zone, nothing overlaps but the rows of the hand`, () => {
        const { geometry, places } = table(width, height, seats, hand);
        const { zones, own: zone, shape } = geometry;
        const screen = { x: 0, y: 0, w: width, h: height };
        for (const [name, box] of Object.entries(zones)) assert.ok(inside(box, screen), name);
        apart(zones);
        const { plate, strip, hand: rows } = zone.boxes;
        for (const box of [plate, strip, rows]) assert.ok(inside(box, zones.own), JSON.stringify(box));
        // On phones the plate is an onlooker's, who has no lays: it stands where they would.
        apart(shape === "wide" || shape === "medium" ? { plate, strip, rows } : { strip, rows });
        assert.ok(strip.h >= (shape === "phone" || shape === "lying" ? 92 : 46) - 0.5, `room for lays ${strip.h}`);
        assert.ok(strip.w >= 340, `row of lays ${strip.w}`);

        const bridge = bridgeOf(geometry);
        const lying = [...places.values()];
        for (const place of lying) assert.ok(inside(place, place.zone === "own" ? rows : zones.middle), `${place.key} ${JSON.stringify(place)}`);
        apart({ before: bridge.before, turn: bridge.turn, span: bridge.span, misses: bridge.misses, one: bridge.captions[0], other: bridge.captions[1] });
        for (const box of [bridge.misses, ...bridge.captions]) assert.ok(inside(box, zones.middle));
        assert.ok(bridge.turn.w >= 44, `cards in the middle ${bridge.turn.w}`);
        assert.ok(bridge.span.w >= 1.3 * bridge.turn.w, "room for the arch");

        const cards = lying.filter(({ zone: of }) => of === "own");
        assert.equal(cards.length, hand);
        const least = 44;
        for (const card of cards) {
          const right = cards.find((other) => other.y === card.y && other.x > card.x + 0.5);
          const below = cards.find((other) => other.y > card.y + 0.5);
          assert.ok((right ? right.x - card.x : card.w) >= least - 0.01, `width of ${card.key} that is seen: ${right ? right.x - card.x : card.w}`);
          assert.ok((below ? below.y - card.y : card.h) >= 39, `height of ${card.key} that is seen`);
        }
      });
    }
  }
}

test("every card of a hand is hit where it is seen", () => {
  const { places } = table(390, 664, 2, 26);
  for (const card of places.values()) if (card.zone === "own") assert.equal(placeAt(places.values(), card.x + 20, card.y + 20)?.key, card.key);
});

test("the fewest rows that show enough of every card; the last one stands in the middle", () => {
  assert.equal(rowsOf(10, 374, 300, { least: 44, cap: 92 }).rows, 2);
  assert.equal(rowsOf(1, 374, 300, { least: 44, cap: 92 }).rows, 1);
  assert.equal(rowsOf(26, 1248, 300, { least: 62, cap: 116 }).rows, 2);
  const { geometry } = table(390, 844, 2, 26);
  const spot = handSpots(geometry, 26);
  const middleOf = (/** @type {number[]} */ row) => (spot(row[0]).x + spot(row[row.length - 1]).x) / 2;
  assert.ok(Math.abs(middleOf([0, 1, 2, 3, 4, 5, 6]) - middleOf([21, 22, 23, 24, 25])) < 0.5);
});

test("a hand lies by rank, then suit, jokers last", () => {
  assert.deepEqual(sorted(["0:X1", "0:KS", "0:AD", "0:TH", "0:TS", "0:2C"]), ["0:AD", "0:2C", "0:TS", "0:TH", "0:KS", "0:X1"]);
});

test("cards grow in a few steps, not at every lay", () => {
  const specs = specsOf(2);
  const sizes = Array.from({ length: 28 }, (_, n) => counts(specs, { "0h": [0, ...pack().slice(0, n)] }, 0).hand);
  assert.deepEqual([...new Set(sizes)], [6, 10, 13, 17, 20, 27]);
  assert.deepEqual(counts(specs, { "0h": [12] }, 0), { hand: 13 }, "an onlooker counts backs");
});

test("the middle shows the tops of the seat whose turn it is and of the one before", () => {
  const at = (/** @type {number | null} */ turn) => compared({ facts: { turn }, players: [0, 2, 5], seat: 0 });
  assert.deepEqual(at(0), { turn: 0, before: 2 });
  assert.deepEqual(at(2), { turn: 2, before: 1 });
  assert.deepEqual(at(null), { turn: 0, before: 2 }, "the seat below when the game is over");
});

test("of a bank the top lies open with an edge of two more; a base that is not open lies face down", () => {
  const given = position({ seats: 3, banks: [["0:2S", "0:3S", "0:4S", "0:5S"], [], ["0:9D"]] });
  const geometry = arrange({ width: 1280, height: 800, players: 3, rivals: 2, counts: { hand: 17 } }, game);
  const own = lie(geometry, given);
  const heap = [...own.places.values()].filter(({ pile }) => pile === "0b");
  assert.deepEqual(heap.map(({ key }) => key), ["0:3S", "0:4S", "0:5S"]);
  assert.deepEqual(heap.map(({ depth }) => depth), [1, 2, 3]);
  assert.ok(heap[2].z > heap[1].z && heap[1].x < heap[2].x && heap[1].y > heap[2].y);
  const theirs = lie(geometry, { ...given, facts: { ...given.facts, turn: 1 } });
  assert.equal(theirs.places.get("1b/0")?.card, null);
  assert.deepEqual(theirs.wells.map(({ pile }) => pile), ["0b", "1b"]);
});

test("a joker on top wears what it was named", () => {
  const given = position({ seats: 2, banks: [["0:X1"], ["0:9D"]], facts: { jokers: { "0:X1": "T" } } });
  const geometry = arrange({ width: 390, height: 844, players: 2, rivals: 1, counts: { hand: 26 } }, game);
  assert.deepEqual(lie(geometry, given).tags.map(({ text, look }) => [text, look]), [["= 10", "worth"]]);
});

test("an onlooker sees backs", () => {
  const given = position({ seats: 4, own: false, hand: 12 });
  const geometry = arrange({ width: 390, height: 844, players: 4, rivals: 4, counts: counts(given.specs, given.piles, 0) }, game);
  const backs = [...lie(geometry, given).places.values()].filter(({ zone, card }) => zone === "own" && card === null);
  assert.equal(backs.length, 12);
});

test("left-handed, plate and lays change places", () => {
  const { geometry } = table(1024, 768, 4, 10, { left: true });
  const { plate, strip } = geometry.own.boxes;
  assert.ok(plate.x > strip.x);
  assert.ok(inside(plate, geometry.zones.own) && inside(strip, geometry.zones.own));
});
