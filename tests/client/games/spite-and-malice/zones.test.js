// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import game from "../../../../static/games/spite-and-malice.js";
import { middle, seats, strips } from "../../../../static/games/spite-and-malice/zones.js";
import { arrange, HIGH, shapeOf } from "../../../../static/table/layout.js";

/** @typedef {import("../../../../static/table/layout.js").Box} Box */

const SCREENS = [[1280, 800], [1920, 1080], [1366, 650], [1024, 768], [900, 650], [768, 1024], [390, 844], [390, 664], [360, 640], [844, 390], [740, 360]];

/** @param {number} width @param {number} height @param {number} players @param {number} [centres] @param {Partial<import("../../../../static/table/layout.js").Screen>} [rest] */
const table = (width, height, players, centres = 3, rest = {}) => arrange({ width, height, players, rivals: players - 1, counts: { centres }, ...rest }, game);
/** @param {Box} inner @param {Box} outer @param {number} [by] */
const inside = (inner, outer, by = 0.5) =>
  inner.x >= outer.x - by && inner.y >= outer.y - by && inner.x + inner.w <= outer.x + outer.w + by && inner.y + inner.h <= outer.y + outer.h + by;
/** @param {Box} a @param {Box} b */
const overlap = (a, b) => Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x) > 0.5 && Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y) > 0.5;
/** @param {Record<string, Box> | Box[]} boxes */
function apart(boxes) {
  const all = Object.entries(boxes);
  all.forEach(([name, box], i) => all.slice(i + 1).forEach(([other, next]) => assert.ok(!overlap(box, next), `${name} / ${other}`)));
}

for (const [width, height] of SCREENS) {
  for (let players = 2; players <= 6; players++) {
    for (const centres of [3, 4]) {
      test(`${width}x${height} with ${players}, ${centres} centre stacks: every part is on the screen and in its zone, nothing overlaps`, () => {
        for (const left of [false, true]) {
          const { zones, own, seats: row, cw, middle: row0 } = table(width, height, players, centres, { left });
          const screen = { x: 0, y: 0, w: width, h: height };
          for (const [name, zone] of Object.entries(zones)) assert.ok(inside(zone, screen), name);
          apart(zones);
          for (const box of row.boxes) assert.ok(inside(box, zones.rivals));
          apart(row.boxes);
          for (const [name, box] of Object.entries(own.boxes)) assert.ok(inside(box, zones.own), name);
          const { button, ...parts } = own.boxes;
          apart(parts);
          assert.ok(inside(button, parts.hand), "the button stands where the hand was");
          assert.ok(cw >= 44, `own cards ${cw}`);
          assert.ok(row0.bw >= 40, `cards of the middle ${row0.bw}`);
          assert.ok(own.boxes.plate.h >= 44 && own.boxes.plate.w >= 44, `room for the button ${own.boxes.plate.w} x ${own.boxes.plate.h}`);
          assert.ok(own.boxes.sides.h >= HIGH * cw, "a side stack has room for a card");
          assert.ok(zones.middle.h >= row0.height - 0.5, "the middle has its height");
        }
      });
    }
  }
}

test("the sizes are about those that were measured", () => {
  /** @type {[number, number, number, number, number][]} width, height, players, least own card, least middle card */
  const measured = [[1280, 800, 2, 88, 88], [1920, 1080, 2, 120, 110], [1366, 650, 2, 84, 70], [768, 1024, 2, 120, 110], [390, 844, 2, 66, 70], [390, 664, 4, 66, 60], [844, 390, 2, 78, 60]];
  for (const [width, height, players, own, centre] of measured) {
    const { cw, middle: row } = table(width, height, players);
    assert.ok(cw >= own, `${width}x${height} ${players}: own ${cw}`);
    assert.ok(row.bw >= centre, `${width}x${height} ${players}: middle ${row.bw}`);
  }
});

test("a fourth centre stack takes no height", () => {
  for (const [width, height] of SCREENS) {
    const given = { shape: shapeOf(width, height), width: width - 32, height: 500, players: 2 };
    assert.ok(middle({ ...given, counts: { centres: 4 } }).height <= middle({ ...given, counts: { centres: 3 } }).height + 0.01);
  }
});

test("hand and side stacks lie in the reach of a thumb, the hand lowest; on a low wide screen beside each other", () => {
  const phone = table(390, 844, 2).own.boxes;
  assert.ok(phone.hand.y > phone.sides.y + phone.sides.h);
  assert.ok(phone.hand.y + phone.hand.h > 844 - 12);
  const low = table(1366, 650, 2).own;
  assert.ok(low.boxes.sides.x > low.boxes.hand.x + low.boxes.hand.w);
  assert.ok(low.cw > 80, String(low.cw));
});

test("the left hand mirrors the parts, not the order in them", () => {
  const right = table(390, 844, 2).own.boxes;
  const left = table(390, 844, 2, 3, { left: true }).own.boxes;
  assert.ok(right.reserve.x < right.sides.x);
  assert.ok(left.reserve.x > left.sides.x);
});

test("an only rival has a wide seat, several have the seats of every table", () => {
  const alone = seats({ width: 1280, height: 800, players: 2, rivals: 1, counts: {} }, "wide", 1248);
  const many = seats({ width: 1280, height: 800, players: 4, rivals: 3, counts: {} }, "wide", 410);
  assert.ok(alone.widest > many.widest);
  assert.ok(alone.high > many.high);
});

test("strips: whole while there is room, then lower, then the oldest are edges; a stack never leaves its room", () => {
  const cw = 70;
  assert.deepEqual(strips(0, cw, 300), []);
  assert.deepEqual(strips(1, cw, 300), [0]);
  const step = (/** @type {number[]} */ all) => all.slice(1).map((y, i) => y - all[i]);
  assert.ok(step(strips(4, cw, 300)).every((y) => y >= 25));
  for (let count = 2; count < 60; count++) {
    for (const height of [HIGH * cw, HIGH * cw + 30, 230, 300]) {
      const all = strips(count, cw, height);
      assert.equal(all.length, count);
      assert.ok(step(all).every((y) => y >= -0.001), `${count} in ${height}`);
      assert.ok(all[count - 1] <= height - HIGH * cw + 0.01, `${count} in ${height}: ${all[count - 1]}`);
    }
  }
  const long = step(strips(14, cw, 230));
  assert.ok(/** @type {number} */ (long.at(-1)) >= 0.24 * cw, "the newest can be read");
  assert.ok(long[0] < 0.12 * cw, "the oldest step back");
});
