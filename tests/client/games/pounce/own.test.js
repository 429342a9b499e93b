// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { own } from "../../../../static/games/pounce/own.js";

/** shape, own zone */
/** @type {["wide" | "medium" | "phone" | "lying", number, number][]} */
const ZONES = [["wide", 1248, 350], ["medium", 736, 560], ["phone", 374, 420], ["lying", 480, 376]];
for (const [shape, w, h] of ZONES) {
  for (const columns of [4, 5]) {
    test(`${shape} with ${columns} piles: all parts fit and leave each other alone`, () => {
      const { cw, gap, boxes } = own(shape, w, h, { counts: { columns } });
      assert.ok(Math.abs(boxes.tableau.w - columns * cw - (columns - 1) * gap) < 0.01);
      const all = Object.entries(boxes);
      for (const [name, box] of all) {
        assert.ok(box.x >= -0.01 && box.y >= -0.01 && box.x + box.w <= w + 0.01 && box.y + box.h <= h + 0.01, name);
        for (const [other, next] of all) {
          if (name >= other || (shape === "lying" && (name === "waste" || other === "waste"))) continue;
          const clear = box.x + box.w <= next.x + 0.01 || next.x + next.w <= box.x + 0.01 || box.y + box.h <= next.y + 0.01 || next.y + next.h <= box.y + 0.01;
          assert.ok(clear, `${name} / ${other}`);
        }
      }
    });
  }
}

test("the pounce pile and the stock lie at the thumb of a phone", () => {
  const { boxes } = own("phone", 374, 420, { counts: { columns: 5 } });
  for (const part of /** @type {const} */ (["reserve", "waste", "stock", "plate"])) assert.ok(boxes[part].y > boxes.tableau.y + boxes.tableau.h, part);
});
