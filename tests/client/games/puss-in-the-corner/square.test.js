// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { broad, cornerAt, foundationAt, own } from "../../../../static/games/puss-in-the-corner/square.js";

/** Of the zone that the design measured: how wide its cards were. */
for (const [w, h, cw] of [[1248, 676, 116.5], [374, 726, 74.8], [734, 376, 64.8], [736, 908, 117.9], [1888, 956, 150]]) {
  test(`${w}x${h}: cards are as wide as in the design`, () => assert.ok(Math.abs(own("wide", w, h).cw - cw) < 0.1));
}

test("stock and open card lie beside the square where there is room, below it where there is not", () => {
  const side = own("wide", 1248, 648);
  assert.ok(broad(1248, 648) && side.boxes.open.x + side.boxes.open.w < side.boxes.board.x);
  const below = own("phone", 374, 686);
  assert.ok(!broad(374, 686) && below.boxes.open.y > below.boxes.board.y + below.boxes.board.h);
});

test("what is said has its place on the other side of the square, where that is wide enough", () => {
  for (const [w, h] of [[1248, 684], [734, 376]]) {
    const { boxes } = own("wide", w, h);
    assert.ok(boxes.rail.x > boxes.board.x + boxes.board.w && boxes.rail.x + boxes.rail.w <= w && boxes.rail.w >= 180);
  }
  for (const [w, h] of [[557, 361], [374, 726]]) assert.equal(own("lying", w, h).boxes.rail, undefined);
});

test("the foundations are a square about the middle, and every corner's card points away from it", () => {
  const { cw, boxes } = own("wide", 1248, 648);
  const middle = { x: boxes.board.x + boxes.board.w / 2, y: boxes.board.y + boxes.board.h / 2 };
  const at = [0, 1, 2, 3].map((i) => foundationAt(boxes.board, cw, i));
  assert.ok(at[0].x < at[1].x && at[0].y === at[1].y && at[0].y < at[2].y && at[2].x === at[0].x && at[3].x === at[1].x);
  assert.deepEqual([0, 1, 2, 3].map((i) => cornerAt(boxes.board, cw, i).slant), [-45, 45, 45, -45]);
  for (const i of [0, 1, 2, 3]) {
    const corner = cornerAt(boxes.board, cw, i);
    assert.equal(corner.x + corner.w / 2 < middle.x, i % 2 === 0);
    assert.equal(corner.y + corner.h / 2 < middle.y, i < 2);
  }
});
