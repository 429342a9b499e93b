// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import game from "../../../static/games/pounce.js";
import { slotsAt } from "../../../static/games/pounce/lie.js";
import { arrange, boxOf, distance, fanSteps, placeAt, seatSize, shapeOf, sizeOf } from "../../../static/table/layout.js";
import { position } from "../fixtures/positions.js";

/** @typedef {import("../../../static/table/layout.js").Box} Box */
/** @typedef {import("../../../static/table/layout.js").Place} Place */

const SCREENS = [[1280, 800], [1920, 1080], [1366, 650], [1024, 768], [768, 1024], [390, 844], [390, 664], [360, 640], [844, 390], [740, 360]];

/** @param {number} width @param {number} height @param {number} players @param {Partial<import("../../../static/table/layout.js").Screen>} [rest] */
const table = (width, height, players, rest) => arrange({ width, height, players, rivals: players - 1, counts: { columns: 5 }, ...rest }, game);
/** @param {Box} inner @param {Box} outer @param {number} [by] */
const inside = (inner, outer, by = 0.5) =>
  inner.x >= outer.x - by && inner.y >= outer.y - by && inner.x + inner.w <= outer.x + outer.w + by && inner.y + inner.h <= outer.y + outer.h + by;
/** @param {Box} a @param {Box} b */
const overlap = (a, b) => Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x) > 0.5 && Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y) > 0.5;
/** @param {import("../../../static/table/layout.js").Geometry} geometry @param {{players: number[]}} room @param {import("../../../static/wire.js").TableView} view @param {any} [rest] */
const lying = (geometry, room, { specs, piles, facts }, rest) => game.lie(geometry, { specs, piles, facts, options: {}, seat: 0, own: true, players: room.players, ...rest });
/** @param {Record<string, Box> | Box[]} boxes */
function apart(boxes) {
  const all = Object.entries(boxes);
  all.forEach(([name, box], i) => all.slice(i + 1).forEach(([other, next]) => assert.ok(!overlap(box, next), `${name} / ${other}`)));
}

test("the shape follows the screen", () => {
  const shapes = [[1280, 800], [991, 700], [599, 800], [600, 800], [844, 390], [390, 844]].map(([w, h]) => shapeOf(w, h));
  assert.deepEqual(shapes, ["wide", "medium", "phone", "medium", "lying", "phone"]);
});

for (const [width, height] of SCREENS) {
  for (let players = 2; players <= 8; players++) {
    test(`${width}x${height} with ${players}: five zones on the screen, slots and seats inside them, nothing overlaps`, () => {
      const geometry = table(width, height, players);
      const { zones, own, seats, cw } = geometry;
      const slots = slotsAt(geometry);
      const screen = { x: 0, y: 0, w: width, h: height };
      for (const [name, zone] of Object.entries(zones)) assert.ok(inside(zone, screen), name);
      apart(zones);
      for (const box of slots.flat()) assert.ok(inside(box, zones.middle));
      apart(slots.flat());
      for (const box of seats.boxes) assert.ok(inside(box, zones.rivals));
      apart(seats.boxes);
      const { waste, ...others } = own.boxes;
      apart(others);
      for (const box of Object.values(others)) assert.ok(inside(box, zones.own));
      assert.ok(cw >= 44, `own cards ${cw}`);
      assert.ok(own.boxes.plate.h >= 43, `room for the button ${own.boxes.plate.h}`);
    });
  }
}

test("the sizes are those that were measured", () => {
  /** @type {[number, number, number, number, number][]} width, height, players, own card, middle card */
  const measured = [[1280, 800, 2, 108, 115], [1280, 800, 4, 104, 76], [1920, 1080, 2, 128, 124], [768, 1024, 4, 88, 82], [390, 844, 2, 70, 76], [390, 844, 4, 70, 58], [844, 390, 2, 74, 73]];
  for (const [width, height, players, own, middle] of measured) {
    const { cw, middle: shape } = table(width, height, players);
    assert.ok(Math.abs(cw - own) < 1.5, `${width}x${height} ${players}: own ${cw}`);
    assert.ok(Math.abs(shape.bw - middle) < 2.5, `${width}x${height} ${players}: middle ${shape.bw}`);
  }
});

test("with its share of the gaps a card in the middle is as wide as a finger; six columns at 360 px are named as too many", () => {
  for (const [width, height] of SCREENS) {
    for (let players = 2; players <= 8; players++) {
      const { middle } = table(width, height, players);
      const least = width === 360 ? 41 : height === 360 ? 38 : 44;
      assert.ok(middle.bw + middle.gap >= least, `${width}x${height} ${players}: ${middle.bw} + ${middle.gap}`);
    }
  }
});

test("the gaps between slots belong to the slots beside them", () => {
  for (const [width, height] of SCREENS) {
    for (let players = 2; players <= 8; players++) {
      const slots = slotsAt(table(width, height, players));
      for (const row of slots) {
        const places = row.map((box, i) => /** @type {Place} */ ({ key: String(i), card: null, pile: String(i), depth: 0, ...box, z: 1, tile: false, owner: 1, mark: true, zone: "middle" }));
        row.slice(1).forEach((box, i) => {
          const last = row[i];
          if (Math.abs(last.y - box.y) > 1) return;
          const hit = placeAt(places, (last.x + last.w + box.x) / 2, box.y + box.h / 2);
          assert.ok(hit && [String(i), String(i + 1)].includes(hit.pile), `${width}x${height} ${players}`);
        });
      }
    }
  }
});

test("a name between one and two hundred pixels has its row: the points stand below", () => {
  assert.deepEqual([66, 67, 108, 109, 150, 151, 221, 222, 290].map(seatSize), ["xs", "s", "s", "sm", "sm", "m", "m", "l", "xl"]);
});

test("phones may use tiles, desktops do not", () => {
  assert.equal(table(390, 844, 4).middle.kind, "tile");
  assert.equal(table(1280, 800, 4).middle.kind, "full");
});

test("the left hand mirrors the side columns and leaves the order of the piles", () => {
  const right = table(1280, 800, 4);
  const left = table(1280, 800, 4, { left: true });
  assert.ok(right.own.boxes.reserve.x < right.own.boxes.tableau.x && right.own.boxes.stock.x > right.own.boxes.tableau.x);
  assert.ok(left.own.boxes.reserve.x > left.own.boxes.tableau.x && left.own.boxes.stock.x < left.own.boxes.tableau.x);
  const { room, table: view } = position({ seats: 4 });
  const { places } = lying(left, room, view);
  const xs = [1, 2, 3].map((i) => boxOf({ places, wells: [] }, `0t${i}`)?.x ?? NaN);
  assert.deepEqual(xs, [...xs].sort((a, b) => a - b));
  assert.equal(room.players.length, 4);
});

test("notches push the table in", () => {
  const { zones } = table(844, 390, 4, { inset: { top: 0, right: 44, bottom: 21, left: 44 } });
  assert.equal(zones.bar.x, 44);
  assert.ok(zones.own.x + zones.own.w <= 800.5);
  assert.ok(zones.own.y + zones.own.h <= 369.5);
});

test("four open piles stand in the middle of a phone", () => {
  const { own, zones, cw } = arrange({ width: 390, height: 844, players: 2, rivals: 1, counts: { columns: 4 } }, game);
  const { x, w } = own.boxes.tableau;
  assert.ok(Math.abs(x + w / 2 - (zones.own.x + zones.own.w / 2)) < 0.5);
  assert.ok(cw >= 70);
});

test("a fan is squeezed to its height, and no more than it must", () => {
  const roomy = fanSteps(2, 3, 70, 400);
  assert.deepEqual(roomy, { down: 70 * 0.11, up: Math.max(70 * 0.31, 25) });
  const tight = fanSteps(4, 12, 70, 280);
  assert.ok(Math.abs(4 * tight.down + 11 * tight.up + 70 * 1.4 - 280) < 0.01);
});

/** @param {number} width @param {number} height @param {Partial<import("../fixtures/positions.js").Wanted> & {seats: number}} wanted */
function drawn(width, height, wanted) {
  const { room, table: view } = position(wanted);
  const geometry = table(width, height, wanted.seats);
  return { geometry, room, view, ...lying(geometry, room, view) };
}

for (const [width, height] of SCREENS) {
  for (const seats of [2, 3, 4]) {
    test(`${width}x${height} with ${seats}: as full as it gets, every card is in its zone and no own piles overlap`, () => {
      const { geometry, places } = drawn(width, height, { seats, kind: "full" });
      /** @type {Record<string, Box>} */
      const piles = {};
      for (const place of places.values()) {
        assert.ok(inside(place, geometry.zones[place.zone], 1), `${place.key} of ${place.pile}`);
        const old = piles[place.pile];
        if (!old) piles[place.pile] = { x: place.x, y: place.y, w: place.w, h: place.h };
        else {
          const x = Math.min(old.x, place.x);
          const y = Math.min(old.y, place.y);
          piles[place.pile] = { x, y, w: Math.max(old.x + old.w, place.x + place.w) - x, h: Math.max(old.y + old.h, place.y + place.h) - y };
        }
      }
      apart(piles);
    });
  }
}

test("every card that is shown has one place, and face-down cards are named by where they lie", () => {
  const { view, places } = drawn(1280, 800, { seats: 4 });
  for (const id of ["0t1", "0t2", "0t3", "0t4", "0t5"]) {
    const [hidden, ...shown] = view.piles[id];
    for (const card of shown) assert.equal(places.get(String(card))?.pile, id);
    for (let depth = 0; depth < Number(hidden); depth++) assert.equal(places.get(`${id}/${depth}`)?.card, null);
  }
  const waste = view.piles["0w"].slice(1);
  assert.deepEqual([...places.values()].filter(({ pile }) => pile === "0w").map(({ key }) => key), waste);
  assert.equal(places.get("0s/top")?.depth, sizeOf(view.piles["0s"]) - 1);
});

test("a finished pile has no card any more", () => {
  const { view, places } = drawn(1280, 800, { seats: 2, kind: "full" });
  const done = Object.keys(view.piles).filter((id) => id.startsWith("b") && sizeOf(view.piles[id]) === 13);
  assert.ok(done.length);
  for (const place of places.values()) assert.ok(!done.includes(place.pile));
});

test("colour and sign follow the room seat, not the seat of the round", () => {
  const { room, table: view } = position({ seats: 2, kind: "full", players: [5, 2] });
  const { places } = lying(table(1280, 800, 2), room, view, { seat: 1 });
  assert.equal([...places.values()].find(({ zone }) => zone === "own")?.owner, 3);
});

test("the cards of a move that is not answered lie face down", () => {
  const { room, table: view } = position({ seats: 2, kind: "deal" });
  const piles = { ...view.piles, "0p": [7, "?"], "0t3": [1, "?"], "0w": [0, "?", "?", "?"] };
  const { places } = lying(table(1280, 800, 2), room, view, { piles });
  for (const key of ["0p/7", "0t3/1", "0w/2"]) assert.equal(places.get(key)?.card, null, key);
});

test("the nearest card takes a pointer between two", () => {
  /** @type {any[]} */
  const places = [
    { key: "a", x: 0, y: 0, w: 50, h: 70, z: 1 },
    { key: "b", x: 0, y: 20, w: 50, h: 70, z: 2 },
    { key: "c", x: 56, y: 0, w: 50, h: 70, z: 1 },
  ];
  assert.equal(placeAt(places, 25, 10)?.key, "a");
  assert.equal(placeAt(places, 25, 30)?.key, "b");
  assert.equal(placeAt(places, 52, 10)?.key, "a");
  assert.equal(placeAt(places, 54.5, 10)?.key, "c");
  assert.equal(placeAt(places, 25, 99), null);
  assert.equal(distance(places[0], 53, 74), 5);
});

test("a new pile goes to the next free slot of its suit, a card to the top of its target", () => {
  const { geometry, room, view } = drawn(1280, 800, { seats: 2, kind: "deal" });
  const lie = lying(geometry, room, view, { piles: { ...view.piles, b0: [0, "1:AS"] } });
  const slots = slotsAt(geometry);
  assert.deepEqual(boxOf(lie, "new", "0:AS"), slots[0][1]);
  assert.deepEqual(boxOf(lie, "b0", "0:2S"), slots[0][0]);
  const tip = boxOf(lie, "0t5", "0:2S");
  assert.ok(tip && Math.abs(tip.y - (geometry.own.boxes.tableau.y + 4 * geometry.cw * 0.11)) < 0.01);
  assert.equal(boxOf(lie, "nowhere"), null);
});

test("an empty pile has its place, and a pile its count", () => {
  const { geometry, room, view } = drawn(1280, 800, { seats: 2, kind: "deal" });
  const lie = lying(geometry, room, view, { piles: { ...view.piles, "0t2": [0], "0s": [0], "0w": [0, "0:2C"] } });
  assert.deepEqual(lie.wells.filter(({ pile }) => pile === "0t2" || pile === "0s").map(({ look }) => look), ["tableau", "stock again"]);
  assert.ok(boxOf(lie, "0t2"));
  assert.deepEqual(lie.tags.map(({ key, text }) => [key, text]), [["0p", `${sizeOf(view.piles["0p"])} left`]]);
});

test("the kings of finished piles are named, each on its slot", () => {
  const { geometry, room, view } = drawn(1280, 800, { seats: 2, kind: "deal" });
  const { finished, places, wells } = lying(geometry, room, view, { piles: { ...view.piles, b3: [12, "1:KD"] } });
  assert.deepEqual(finished.map(({ key, pile, x }) => [key, pile, x]), [["1:KD", "b3", slotsAt(geometry)[3][0].x]]);
  assert.equal(places.has("1:KD"), false);
  assert.equal(wells.find(({ pile }) => pile === "b3")?.state, "done");
});

test("a slanting card is where it is seen: its tip is, and the corner of its upright box is not", () => {
  const box = { x: 0, y: 0, w: 100, h: 140, slant: 45 };
  const tip = 0.7 * 100 * Math.SQRT1_2; // of the middle of its upper edge, from the middle of the card
  assert.equal(distance(box, 50 + tip - 1, 70 - tip + 1), 0);
  assert.ok(distance(box, 50 - tip, 70 - tip) > 15);
  assert.ok(distance({ ...box, slant: -45 }, 50 - tip + 1, 70 - tip + 1) === 0);
  const place = /** @type {any} */ ({ key: "0:2S", pile: "0w1", z: 1, ...box });
  assert.deepEqual(boxOf({ places: new Map([["0:2S", place]]), wells: [] }, "0w1"), box);
});

for (const [width, height] of SCREENS) {
  for (const left of [false, true]) {
    test(`${width}x${height}${left ? ", left-handed" : ""}: a table for one is a bar, the cards, a line and buttons, and nothing overlaps`, () => {
      const own = () => ({ cw: 50, gap: 6, spread: 0, boxes: { plate: { x: 0, y: 0, w: 0, h: 0 }, cards: { x: 10, y: 0, w: 100, h: 70 } } });
      const { zones, tools, own: cards } = arrange({ width, height, players: 1, rivals: 0, counts: {}, left }, { pace: "solo", own, middle: () => ({ height: 0 }) });
      const screen = { x: 0, y: 0, w: width, h: height };
      assert.ok(tools);
      const boxes = { bar: zones.bar, own: zones.own, rail: zones.rail, tools };
      for (const [name, box] of Object.entries(boxes)) assert.ok(inside(box, screen), name);
      apart(boxes);
      assert.ok(inside(cards.boxes.cards, zones.own));
      assert.ok(zones.own.h > height * 0.6);
    });
  }
}

test("a game for one may say beside its cards what is said: then they have the height of that line, too", () => {
  /** @param {boolean} beside */
  const zones = (beside) => {
    const rail = { x: 900, y: 200, w: 200, h: 60 };
    const own = (/** @type {unknown} */ _, /** @type {number} */ __, /** @type {number} */ h) => ({ cw: h / 6, gap: 6, spread: 0, boxes: { plate: { x: 0, y: 0, w: 0, h: 0 }, ...(beside ? { rail: { ...rail } } : {}) } });
    return arrange({ width: 1280, height: 800, players: 1, rivals: 0, counts: {} }, { pace: "solo", own, middle: () => ({ height: 0 }) });
  };
  const [below, beside] = [zones(false), zones(true)];
  assert.ok(beside.zones.own.h >= below.zones.own.h + 36 && beside.cw > below.cw);
  assert.ok(inside(beside.zones.rail, beside.zones.own) && beside.zones.rail.w === 200);
  assert.ok(beside.tools && beside.zones.own.y + beside.zones.own.h < beside.tools.y);
});
