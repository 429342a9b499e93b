// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import game from "../../../../static/games/thumb-and-pouch.js";
import { arrange, HIGH } from "../../../../static/table/layout.js";

/** @param {number} width @param {number} height @param {boolean} [left] */
const table = (width, height, left) => arrange({ width, height, players: 1, rivals: 0, counts: {}, left }, game);

// width, height -> the width of a card, as in the pictures
for (const [width, height, cw] of [
  [1280, 800, 122],
  [1920, 1080, 124],
  [768, 1024, 93],
  [390, 844, 50],
  [844, 390, 68],
  [360, 640, 45],
]) {
  for (const left of [false, true]) {
    test(`${width}x${height}${left ? ", left-handed" : ""}: cards of about ${cw} px, every part inside, nothing over another`, () => {
      const { own, zones, cw: found } = table(width, height, left);
      assert.ok(Math.abs(found - cw) <= 3, `${found}`);
      const parts = Object.entries(own.boxes).filter(([name]) => name !== "plate");
      for (const [name, { x, y, w, h }] of parts) {
        assert.ok(x >= zones.own.x - 0.5 && y >= zones.own.y - 0.5 && x + w <= zones.own.x + zones.own.w + 0.5 && y + h <= zones.own.y + zones.own.h + 0.5, name);
        for (const [other, box] of parts) {
          const over = Math.min(x + w, box.x + box.w) - Math.max(x, box.x) > 0.5 && Math.min(y + h, box.y + box.h) - Math.max(y, box.y) > 0.5;
          assert.ok(name === other || !over, `${name} / ${other}`);
        }
      }
      assert.ok(own.boxes.tableau.h >= 2.5 * HIGH * found, "a column has room");
    });
  }
}
