// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { carried, nearest } from "../../../static/table/drag.js";

const HOME = { x: 0, y: 400, w: 100, h: 140 };
/** Where a finger is that lies on no target. */
const AWAY = { x: -500, y: -500 };
/** @param {string} id @param {number} x @param {number} y */
const target = (id, x, y) => ({ id, box: { x, y, w: 80, h: 112 } });
/** @param {number} x @param {number} y */
const card = (x, y) => ({ x, y, w: 100, h: 140 });

test("the nearest target takes a drop", () => {
  const two = [target("b0", 200, 0), target("b1", 300, 0)];
  assert.equal(nearest(card(190, 20), HOME, two, AWAY, true), "b0");
  assert.equal(nearest(card(280, 20), HOME, two, AWAY, true), "b1");
});

test("a drop beside a target is taken too, far from all of them it is not", () => {
  const one = [target("b0", 200, 0)];
  assert.equal(nearest(card(330, 0), HOME, one, AWAY, true), "b0", "50 px beside it");
  assert.equal(nearest(card(360, 0), HOME, one, AWAY, true), null, "80 px beside it");
});

test("a card that hardly left its place goes back", () => {
  const beside = [{ id: "0t2", box: { x: 112, y: 400, w: 100, h: 140 } }];
  assert.equal(nearest(card(30, 400), HOME, beside, AWAY, true), null);
  assert.equal(nearest(card(70, 400), HOME, beside, AWAY, true), "0t2");
});

test("a mouse that points at a target means it, wherever the card hangs", () => {
  const two = [target("b0", 200, 0), target("b1", 290, 0)];
  assert.equal(nearest(card(190, 0), HOME, two, { x: 295, y: 60 }, false), "b1");
});

test("a finger means what the card above it is at, and only then what it lies on itself", () => {
  const two = [target("b0", 200, 0), { id: "0t2", box: { x: 112, y: 420, w: 100, h: 140 } }];
  const on = { x: 160, y: 500 };
  assert.equal(nearest(card(190, 0), HOME, two, on, true), "b0");
  assert.equal(nearest({ x: 10, y: 250, w: 100, h: 240 }, { ...HOME, h: 240 }, two, on, true), "0t2", "a run hangs between its place and that one");
  assert.equal(nearest(card(30, 300), HOME, two, { x: 50, y: 450 }, true), null, "back where it lay");
});

test("no target, no drop", () => assert.equal(nearest(card(200, 0), HOME, [], { x: 210, y: 10 }, false), null));

test("under a mouse the card stays as it was taken, above a finger it is seen whole", () => {
  const size = { w: 70, h: 98 };
  const grip = { x: 20, y: 15 };
  assert.deepEqual(carried({ x: 120, y: 215 }, grip, 0, size), { x: 100, y: 200 });
  const above = carried({ x: 120, y: 215 }, grip, 1, size);
  assert.equal(above.x, 85);
  assert.ok(above.y + size.h < 215, "all of it lies above the finger");
});

test("a long run rises no higher than its first cards need", () => {
  const { y } = carried({ x: 100, y: 500 }, { x: 35, y: 10 }, 1, { w: 70, h: 400 });
  assert.ok(y > 500 - 160);
});
