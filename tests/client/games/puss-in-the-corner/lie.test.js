// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import game from "../../../../static/games/puss-in-the-corner.js";
import { deals, lie, openOf, takers, usedUp } from "../../../../static/games/puss-in-the-corner/lie.js";
import { arrange, boxOf } from "../../../../static/table/layout.js";
import { position, STATES } from "../../fixtures/puss.js";

/** @typedef {import("../../../../static/table/layout.js").Box} Box */

const SCREENS = [[1280, 800], [1920, 1080], [1366, 650], [1024, 768], [768, 1024], [390, 844], [390, 664], [360, 640], [844, 390], [740, 360]];

/** @param {import("../../fixtures/puss.js").Wanted} [wanted] */
function placed(wanted = {}) {
  const { room, table } = position(wanted);
  return { ...table, options: room.options, seat: 0, own: true, players: [0] };
}
/** @param {number} width @param {number} height @param {import("../../fixtures/puss.js").Wanted} [wanted] @param {boolean} [left] */
function laid(width, height, wanted, left = false) {
  const geometry = arrange({ width, height, players: 1, rivals: 0, counts: {}, left }, game);
  return { ...lie(geometry, placed(wanted)), geometry };
}
/** The four corners of a box as it is seen. @param {Box} box */
function tips({ x, y, w, h, slant = 0 }) {
  const [cos, sin] = [Math.cos((slant * Math.PI) / 180), Math.sin((slant * Math.PI) / 180)];
  return [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([a, b]) => ({ x: x + w / 2 + (a * w * cos - b * h * sin) / 2, y: y + h / 2 + (a * w * sin + b * h * cos) / 2 }));
}
/** Whether two boxes overlap as they are seen: no line along a side of either parts them. @param {Box} a @param {Box} b */
function overlap(a, b) {
  return [a, b].every(({ slant = 0 }) =>
    [0, 90].every((more) => {
      const [cos, sin] = [Math.cos(((slant + more) * Math.PI) / 180), Math.sin(((slant + more) * Math.PI) / 180)];
      const [p, q] = [a, b].map((box) => tips(box).map(({ x, y }) => x * cos + y * sin));
      return Math.min(...p) < Math.max(...q) - 0.5 && Math.min(...q) < Math.max(...p) - 0.5;
    }),
  );
}

for (const [width, height] of SCREENS) {
  for (const left of [false, true]) {
    test(`${width}x${height}${left ? ", left-handed" : ""}: every card is in its zone as it is seen, no two piles touch, and neither do the words`, () => {
      const { places, wells, tags, geometry } = laid(width, height, {}, left);
      const { x, y, w, h } = geometry.zones.own;
      for (const place of places.values()) {
        for (const tip of tips(place)) assert.ok(tip.x >= x - 1 && tip.y >= y - 1 && tip.x <= x + w + 1 && tip.y <= y + h + 1, `${place.key} of ${place.pile}`);
      }
      const { words, order, board } = geometry.own.boxes;
      const all = wells.map(({ pile, box }) => ({ pile, box }));
      all.forEach((one, i) => all.slice(i + 1).forEach((other) => assert.ok(!overlap(one.box, other.box), `${one.pile} / ${other.pile}`)));
      for (const { pile, box } of all) assert.ok(!overlap(words, box), `${pile} / words`);
      for (const { pile, box } of all.filter(({ pile }) => /^0[fw]/.test(pile))) assert.ok(!overlap(order, box), `${pile} / order`);
      for (const box of [words, order, board]) assert.ok(box.x >= x - 1 && box.x + box.w <= x + w + 1 && box.y >= y - 1 && box.y + box.h <= y + h + 1);
      assert.ok(words.w >= 120 && order.h >= 96, `${words.w} ${order.h}`);
      for (const tag of tags.filter(({ look }) => look === "beside")) {
        const number = { x: tag.x - 10, y: tag.y - 16, w: 20, h: 14 };
        for (const { pile, box } of all) assert.ok(!overlap(number, box), `${tag.key}'s number / ${pile}`);
      }
    });
  }
}

test("corners and stock say how many they are, an empty corner does not", () => {
  const { tags } = laid(1280, 800, { corners: [4, 0, 2, 3], stock: 14 });
  assert.deepEqual(tags.map(({ key, text }) => [key, text]), [["0w1", "4"], ["0w3", "2"], ["0w4", "3"], ["0s", "14"]]);
});

test("of a pile the top is seen and the card that comes to light when it is carried away", () => {
  const { places } = laid(1280, 800, { given: { "0w1": [0, "0:2S", "0:5D", "0:KH"] } });
  assert.deepEqual([...places.values()].filter(({ pile }) => pile === "0w1").map(({ key, depth, slant }) => [key, depth, slant]), [["0:5D", 1, -45], ["0:KH", 2, -45]]);
});

test("the foundations that take the card that waits are lit, and where it could go is told", () => {
  const now = placed();
  assert.equal(openOf(now), "0:TS");
  assert.deepEqual(takers(now, "0r"), ["0f1"]);
  const { wells } = laid(1280, 800);
  assert.deepEqual(wells.filter(({ look }) => look.includes("wanted")).map(({ pile }) => pile), ["0f1"]);
  assert.equal(wells.find(({ pile }) => pile === "0r")?.look, "reserve");
});

test("when the corners are dealt again, stock and open card make room for their order", () => {
  const again = placed(STATES.again());
  assert.ok(usedUp(again) && deals(again));
  assert.ok(!deals(placed(STATES.tops())), "no redeal is left");
  assert.ok(!deals(placed(STATES.last())), "a card still waits");
  assert.ok(!deals(placed(STATES.stuck())), "it is over");
  const { wells, tags } = laid(1280, 800, STATES.again());
  assert.deepEqual(wells.map(({ pile }) => pile), ["0f1", "0f2", "0f3", "0f4", "0w1", "0w2", "0w3", "0w4"]);
  assert.equal(tags.some(({ key }) => key === "0s"), false);
  assert.deepEqual(laid(1280, 800, STATES.lone()).wells.filter(({ look }) => look === "corner asked").map(({ pile }) => pile), ["0w2"], "an empty corner is not asked for");
});

test("a card that is not known yet lies face down, and nothing is lit for it", () => {
  const { places, wells } = laid(1280, 800, { given: { "0r": [0, "?"] } });
  assert.equal(places.get("0r/0")?.card, null);
  assert.equal(wells.some(({ look }) => look.includes("wanted")), false);
});

test("everything can be aimed at, a corner as it slants", () => {
  const drawn = laid(390, 844, { corners: [4, 0, 2, 3] });
  for (const id of ["0f1", "0f4", "0w1", "0w2"]) assert.ok(boxOf(drawn, id), id);
  assert.deepEqual([boxOf(drawn, "0w1")?.slant, boxOf(drawn, "0w2")?.slant, boxOf(drawn, "0f1")?.slant], [-45, 45, undefined]);
});

test("the next card is drawn from the stock, and the corners go back into it", () => {
  const { stock, geometry } = laid(390, 844);
  assert.deepEqual([stock?.pile, stock?.into, stock?.hand, stock?.back], ["0s", "0r", true, ["0w1", "0w2", "0w3", "0w4"]]);
  assert.deepEqual(stock?.box, geometry.own.boxes.stock);
});
