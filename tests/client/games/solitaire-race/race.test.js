// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import puss from "../../../../static/games/puss-in-the-corner-race.js";
import inner from "../../../../static/games/thumb-and-pouch.js";
import thumb from "../../../../static/games/thumb-and-pouch-race.js";
import { fits, predict } from "../../../../static/table/fits.js";
import { arrange } from "../../../../static/table/layout.js";
import { games } from "../../fixtures/games.js";
import { before, position } from "../../fixtures/race.js";
import { position as alone, upTo } from "../../fixtures/thumb.js";

/** @typedef {import("../../../../static/table/layout.js").Box} Box */

const SCREENS = [[1280, 800], [1920, 1080], [1366, 650], [1024, 768], [768, 1024], [390, 844], [390, 664], [360, 640], [844, 390], [740, 360], [667, 375]];

/** @param {Box} inner @param {Box} outer */
const inside = (inner, outer) => inner.x >= outer.x - 0.5 && inner.y >= outer.y - 0.5 && inner.x + inner.w <= outer.x + outer.w + 0.5 && inner.y + inner.h <= outer.y + outer.h + 0.5;
/** @param {Box} a @param {Box} b */
const overlap = (a, b) => Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x) > 0.5 && Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y) > 0.5;

for (const game of [thumb, puss]) {
  test(`${game.key} is the game that the server declares, at tables of their own`, () => {
    const declared = games.find(({ key }) => key === game.key);
    assert.equal(declared?.pace, game.pace);
    assert.ok(game.apart);
    assert.ok(/** @type {string[]} */ (game.style).length > 1);
  });

  for (const [width, height] of SCREENS) {
    for (const rivals of [1, 2, 3, 5]) {
      for (const left of [false, true]) {
        test(`${game.key} at ${width}x${height} against ${rivals}, ${left ? "left" : "right"}-handed: seats, cards, line and buttons have their room`, () => {
          const { zones, seats, tools, own } = arrange({ width, height, players: rivals + 1, rivals, counts: {}, left }, game);
          const screen = { x: 0, y: 0, w: width, h: height };
          const parts = { bar: zones.bar, rivals: zones.rivals, own: zones.own, rail: zones.rail, tools: /** @type {Box} */ (tools) };
          const all = Object.entries(parts);
          for (const [name, box] of all) assert.ok(inside(box, screen), name);
          all.forEach(([name, box], i) => all.slice(i + 1).forEach(([other, next]) => assert.ok(!overlap(box, next), `${name} / ${other}`)));
          for (const box of seats.boxes) assert.ok(inside(box, zones.rivals) && box.h >= 20 && box.w >= 64, JSON.stringify(box));
          seats.boxes.forEach((box, i) => seats.boxes.slice(i + 1).forEach((next) => assert.ok(!overlap(box, next))));
          assert.ok(inside(zones.middle, zones.own) && zones.middle.h >= 90, JSON.stringify(zones.middle));
          assert.ok(parts.tools.h >= 50);
          assert.notEqual(own.boxes.cover, zones.rivals);
        });
      }
    }
  }
}

test("cards are as large as alone on a phone, and nearly so elsewhere", () => {
  for (const [width, height, least] of [[390, 844, 1], [360, 640, 0.9], [844, 390, 1], [1280, 800, 0.9], [768, 1024, 1]]) {
    const screen = { width, height, counts: {} };
    const solo = arrange({ ...screen, players: 1, rivals: 0 }, inner).cw;
    assert.ok(arrange({ ...screen, players: 4, rivals: 3 }, thumb).cw >= least * solo, `${width}x${height}`);
  }
});

test("the own table lies as alone, with the cards of the own deck", () => {
  const screen = { width: 1280, height: 800, counts: {} };
  const geometry = arrange({ ...screen, players: 3, rivals: 2 }, thumb);
  const lie = thumb.lie(geometry, position({ seat: 2 }));
  const solo = inner.lie(geometry, alone(before(position({ seat: 0 }).piles, 0)));
  assert.deepEqual([...lie.places.values()].map(({ x, y }) => [x, y]), [...solo.places.values()].map(({ x, y }) => [x, y]));
  assert.ok([...lie.places.keys()].every((key) => key.startsWith("2")));
  assert.ok([...lie.places.values()].every(({ owner }) => owner === 3));
});

test("who watches sees no card", () => {
  const geometry = arrange({ width: 1280, height: 800, counts: {}, players: 3, rivals: 3 }, thumb);
  assert.equal(thumb.lie(geometry, position({ seat: null })).places.size, 0);
});

test("a card of the own deck goes up, is predicted there, and nobody touches a pile of somebody else", () => {
  const { specs, piles } = position({ seat: 1 });
  assert.ok(fits(specs, piles, 1, "1t4", ["1:AH"], "1f1"));
  assert.ok(!fits(specs, piles, 1, "1t4", ["1:AH"], "2f1"));
  assert.ok(!fits(specs, piles, 0, "1t4", ["1:AH"], "1f1"));
  const after = predict(specs, piles, 1, ["play", "1t4", ["1:AH"], "1f1"]);
  assert.deepEqual(after?.["1f1"], [0, "1:AH"]);
  assert.deepEqual(predict(specs, piles, 1, ["flip"], { flip: thumb.flips })?.["1s"], [23]);
});

test("what goes up by itself is asked of the own table alone", () => {
  assert.deepEqual(thumb.safe?.(position({ seat: 1 })), ["play", "1t4", ["1:AH"], "1f1"]);
  const last = { "0s": [0], "0t4": [0], "0t5": [0], "0t6": [0], "0t7": [0], "0t2": [0], "0t3": [0], "0t1": [0, "0:KS"], "0f1": upTo("S", 12), "0f2": upTo("H", 13), "0f3": upTo("D", 13), "0f4": upTo("C", 13) };
  assert.equal(thumb.runsOut?.(position({ seat: 2, own: last })), true);
  assert.equal(thumb.runsOut?.(position({ seat: 2, own: last, facts: { ended: [null, null, "given_up"] } })), false);
});

test("keys, names and redeals are those of the own seat", () => {
  const { specs, facts } = position({ seat: 1, facts: { redeals: [2, 0, 1] } });
  assert.equal(thumb.pileKeys(specs, 1)["3"], "1t3");
  assert.equal(puss.flips, 0);
  assert.equal(thumb.pileName?.(specs, "2t7"), "column 7");
  assert.equal(thumb.redeals?.(facts, 1), 0);
});

test("the bar says how often the corners of the own table may still be dealt", () => {
  const room = /** @type {any} */ ({ options: { redeals: 2 } });
  assert.match(puss.title(room, { redeals: [2, 1], up: [], ended: [] }, 1), /1 redeal/);
  assert.equal(puss.title(room, { redeals: [2, 1], up: [], ended: [] }, null), "");
});

test("of the own table the solitaire speaks, until it has come to its end", () => {
  const [was, now] = [position({ seat: 1 }), position({ seat: 1, own: { ...Object.fromEntries(Object.entries(position({ seat: 0 }).piles).filter(([id]) => id[0] === "0")), "0s": [23], "0w": [0, "0:3D"] } })];
  /** @param {number} by @param {any} [facts] */
  const said = (by, facts = now.facts) => thumb.sentences({ specs: was.specs, before: was, after: { piles: now.piles, facts }, me: 1, by }).map(({ key }) => key);
  assert.deepEqual(said(1), ["thumb.said.turned"]);
  assert.deepEqual(said(0), []);
  assert.deepEqual(said(1, { ...now.facts, ended: [null, "stuck", null] }), ["race.said.stuck_you"]);
});
