// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import game from "../../../../static/games/thumb-and-pouch.js";
import { rounds } from "../../../../static/games/thumb-and-pouch/lie.js";
import { arrange } from "../../../../static/table/layout.js";
import { DEALT, position, upTo } from "../../fixtures/thumb.js";

/** @param {number} [width] @param {number} [height] */
const table = (width = 1280, height = 800) => arrange({ width, height, players: 1, rivals: 0, counts: {} }, game);

test("of a deal the open cards lie lowest in their columns, and of the stock one back is seen with its number", () => {
  const { places, tags, wells } = game.lie(table(), position(DEALT));
  assert.equal([...places.values()].filter(({ card }) => card !== null).length, 7);
  assert.equal([...places.values()].filter(({ pile }) => pile === "0t7").length, 7);
  assert.equal(places.get("0s/top")?.card, null);
  assert.equal(tags.find(({ key }) => key === "0s")?.text, "24");
  assert.deepEqual(wells.map(({ pile }) => pile), position(DEALT).specs.map(({ id }) => id));
  const column = [...places.values()].filter(({ pile }) => pile === "0t7").map(({ y }) => y);
  assert.deepEqual(column, [...column].sort((a, b) => a - b));
});

test("under the top of the waste and of a foundation lies the card that is seen when it is lifted", () => {
  const { places } = game.lie(table(), position({ "0w": [0, "0:2C", "0:9D", "0:4S"], "0f1": upTo("H", 5) }));
  assert.deepEqual([...places.keys()].sort(), ["0:4H", "0:4S", "0:5H", "0:9D"]);
  const [below, top] = [places.get("0:9D"), places.get("0:4S")];
  assert.ok(below && top && below.z < top.z && below.x === top.x && below.y === top.y);
});

test("an empty stock says whether the waste may be turned over", () => {
  const look = (/** @type {any} */ given, facts = {}) => game.lie(table(), position(given, facts)).wells.find(({ key }) => key === "0s")?.look;
  assert.equal(look({ "0w": [0, "0:2C"] }), "stock again");
  assert.equal(look({ "0w": [0, "0:2C"] }, { redeals: null }), "stock again");
  assert.equal(look({ "0w": [0, "0:2C"] }, { redeals: 0 }), "stock");
  assert.equal(look({}), "stock");
});

test("what is left of the rounds is said, but not where there is no limit", () => {
  assert.equal(rounds(2), "2 more rounds");
  assert.equal(rounds(1), "1 more round");
  assert.equal(rounds(0), "last round");
  assert.equal(rounds(null), "");
});

test("a long column stays in its zone, on a lying phone too, where the foundations stand in a tower", () => {
  const geometry = table(844, 390);
  const long = [6, ...[..."KQJT98765432"].map((rank, i) => `0:${rank}${"SH"[i % 2]}`)];
  const { places, wells } = game.lie(geometry, position({ "0t7": long }));
  const { own } = geometry.zones;
  for (const { key, y, h } of places.values()) assert.ok(y + h <= own.y + own.h + 0.5, key);
  const tower = wells.filter(({ key }) => key.startsWith("0f")).map(({ box }) => box);
  assert.equal(new Set(tower.map(({ x }) => x)).size, 1);
  assert.ok(tower.every(({ y, h }, i) => i === 0 || y >= tower[i - 1].y + h));
});
