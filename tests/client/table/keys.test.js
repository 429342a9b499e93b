// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { chord, neighbour, press, repeats, strokeOf } from "../../../static/table/keys.js";
import { pileKeys } from "../../../static/games/pounce/says.js";
import { specsOf } from "../fixtures/positions.js";

/** @typedef {import("../../../static/table/keys.js").Situation} Situation */

const PILES = pileKeys(specsOf(2), 0);
const spot = (/** @type {string} */ key, /** @type {string} */ pile, /** @type {number} */ x, y = 0) => ({ key, pile, card: key.includes("/") ? null : key, x, y, h: 100 });
const SPOTS = [spot("0:4D", "0p", 0), spot("0:KH", "0t1", 100), spot("0:QS", "0t1", 100, 30), spot("0:5C", "0t2", 200, 20), spot("0:7D", "0w", 300), spot("0s/top", "0s", 400)];
/** @param {Partial<Situation>} [rest] @returns {Situation} */
const now = (rest) => ({ turn: "race", spots: SPOTS, focus: null, picked: null, targets: [], aim: null, piles: PILES, parts: () => [], ...rest });
const PICKED = { pile: "0w", cards: ["0:7D"] };

/** "Shift w", " ". @param {string} name */
const stroke = (name) => ({ key: name.replace("Shift ", ""), shift: name.startsWith("Shift ") });

/** key, situation, what it does */
/** @type {[string, Partial<Situation>, any][]} */
const TABLE = [
  [" ", {}, { do: "flip" }],
  ["d", {}, { do: "flip" }],
  ["d", { picked: PICKED }, { do: "flip" }],
  ["s", {}, { do: "stuck" }],
  ["s", { picked: PICKED }, { do: "stuck" }],
  ["Shift w", {}, { do: "best", pile: "0w" }],
  ["Shift 2", { picked: PICKED, targets: ["0t2"] }, { do: "best", pile: "0t2" }],
  ["z", {}, { do: "pause" }],
  ["Pause", {}, { do: "pause" }],
  ["m", {}, { do: "menu" }],
  ["t", {}, { do: "talk" }],
  ["?", {}, { do: "keys" }],
  ["r", {}, null],
  [" ", { turn: "turn" }, { do: "button" }],
  ["s", { turn: "turn" }, null],
  ["d", { turn: "turn" }, null],
  ["t", { turn: "turn", piles: { t: "0h" }, parts: () => [["0:4D"]] }, { do: "pick", picked: { pile: "0h", cards: ["0:4D"] } }],
  ["q", { turn: "turn", piles: { q: "0h/0" }, picked: { pile: "0h", cards: ["0:9S"] }, targets: ["0s1"], parts: (name) => (name === "0h/0" ? [["0:4D"]] : []) }, { do: "pick", picked: { pile: "0h", cards: ["0:4D"] } }],
  ["t", { turn: "wait", piles: { t: "0h" } }, { do: "talk" }],
  ["Escape", { turn: "held" }, { do: "take_back" }],
  ["Enter", { turn: "held" }, { do: "send" }],
  [" ", { turn: "held" }, { do: "send" }],
  ["p", { turn: "held" }, null],
  ["Enter", { turn: "stop" }, { do: "ready" }],
  [" ", { turn: "stop" }, { do: "ready" }],
  ["r", { turn: "stop" }, { do: "ready" }],
  ["w", { turn: "stop", parts: () => [["0:7D"]] }, null],
  ["z", { turn: "stop" }, { do: "pause" }],
  ["Enter", { turn: "pause" }, { do: "pause" }],
  ["z", { turn: "pause" }, { do: "pause" }],
  ["Shift 1", { turn: "pause" }, null],
  [" ", { turn: "wait" }, null],
  ["z", { turn: "wait" }, { do: "pause" }],
  ["m", { turn: "wait" }, { do: "menu" }],
  ["z", { turn: "watch" }, null],
  [" ", { turn: "watch" }, null],
  ["?", { turn: "watch" }, { do: "keys" }],
  ["Escape", {}, null],
  ["Escape", { picked: PICKED }, { do: "drop" }],
  ["Enter", {}, null],
  ["Enter", { focus: "0:5C" }, { do: "press", spot: SPOTS[3] }],
  ["Enter", { focus: "0s/top" }, { do: "press", spot: SPOTS[5] }],
  ["Enter", { picked: PICKED, targets: ["0t1", "b2"], aim: "b2" }, { do: "play", target: "b2" }],
  ["Enter", { picked: PICKED }, { do: "drop" }],
  ["w", { parts: () => [["0:7D"]] }, { do: "pick", picked: PICKED }],
  ["w", { parts: () => [] }, null],
  ["1", { parts: () => [["0:QS"], ["0:KH", "0:QS"]] }, { do: "pick", picked: { pile: "0t1", cards: ["0:QS"] } }],
  ["1", { picked: { pile: "0t1", cards: ["0:QS"] }, parts: () => [["0:QS"], ["0:KH", "0:QS"]] }, { do: "pick", picked: { pile: "0t1", cards: ["0:KH", "0:QS"] } }],
  ["1", { picked: { pile: "0t1", cards: ["0:KH", "0:QS"] }, parts: () => [["0:QS"], ["0:KH", "0:QS"]] }, { do: "pick", picked: { pile: "0t1", cards: ["0:QS"] } }],
  ["2", { picked: PICKED, targets: ["0t2"], parts: () => [["0:5C"]] }, { do: "play", target: "0t2" }],
  ["2", { picked: PICKED, targets: ["b0"], parts: () => [["0:5C"]] }, { do: "pick", picked: { pile: "0t2", cards: ["0:5C"] } }],
  ["9", {}, null],
  ["x", {}, null],
  ["Tab", {}, null],
  ["ArrowRight", { picked: PICKED, targets: ["0t1", "b2"], aim: "0t1" }, { do: "aim", target: "b2" }],
  ["ArrowRight", { picked: PICKED, targets: ["0t1", "b2"], aim: "b2" }, { do: "aim", target: "0t1" }],
  ["ArrowLeft", { picked: PICKED, targets: ["0t1", "b2"], aim: "0t1" }, { do: "aim", target: "b2" }],
  ["ArrowLeft", { picked: PICKED, targets: [], aim: null }, null],
  ["ArrowRight", { focus: null }, { do: "focus", key: "0:4D" }],
  ["ArrowRight", { focus: "0:4D" }, { do: "focus", key: "0:KH" }],
  ["ArrowRight", { focus: "0:QS" }, { do: "focus", key: "0:5C" }],
  ["ArrowDown", { focus: "0:KH" }, { do: "focus", key: "0:QS" }],
  ["ArrowUp", { focus: "0:QS" }, { do: "focus", key: "0:KH" }],
  ["ArrowLeft", { focus: "0:4D" }, null],
];
for (const [key, situation, action] of TABLE) {
  const state = situation.turn ? `while the table is at "${situation.turn}"` : situation.picked ? "with a card in the hand" : situation.focus ? `on ${situation.focus}` : "with nothing";
  test(`${key === " " ? "Space" : key} ${state}: ${action ? Object.values(action).map((value) => JSON.stringify(value)).join(" ") : "not ours"}`, () => assert.deepEqual(press(stroke(key), now(situation)), action));
}

test("below the last card of a fan lies the nearest pile below", () => {
  const spots = [spot("0:KH", "0t1", 0, 0), spot("0:QS", "0t2", 100, 0), spot("0:4D", "0p", 0, 300), spot("0:7D", "0w", 210, 300)];
  assert.equal(neighbour(spots, "0:KH", [0, 1])?.key, "0:4D");
  assert.equal(neighbour(spots, "0:4D", [0, -1])?.key, "0:KH");
  assert.equal(neighbour(spots, "0:7D", [-1, 0])?.key, "0:4D");
});

test("the cards of a hand lie beside each other, as piles do", () => {
  const spots = [spot("0:KH", "0h", 0, 300), spot("0:QS", "0h", 100, 300), spot("0:4D", "0s1", 90, 0), spot("0:7D", "0p", 0, 0)];
  assert.equal(neighbour(spots, "0:KH", [1, 0])?.key, "0:QS");
  assert.equal(neighbour(spots, "0:QS", [-1, 0])?.key, "0:KH");
  assert.equal(neighbour(spots, "0:QS", [0, -1])?.key, "0:4D");
  assert.equal(neighbour(spots, "0:KH", [0, 1]), null);
});

/** what is pressed where: key, code, Shift, what it is */
/** @type {[string, string, string, boolean, string][]} */
const STROKES = [
  ["a digit", "1", "Digit1", false, "1"],
  ["a digit with Shift", "!", "Digit1", true, "Shift 1"],
  ["a digit on a French keyboard", "&", "Digit1", false, "1"],
  ["a digit with Shift on a French keyboard", "1", "Digit1", true, "Shift 1"],
  ["a digit of the number pad", "1", "Numpad1", false, "1"],
  ["an arrow of the number pad, NumLock off", "ArrowLeft", "Numpad4", false, "ArrowLeft"],
  ["Enter of the number pad", "Enter", "NumpadEnter", false, "Enter"],
  ["a letter", "w", "KeyW", false, "w"],
  ["a letter with Shift", "W", "KeyW", true, "Shift w"],
  ["a letter with CapsLock", "W", "KeyW", false, "w"],
  ["a letter with CapsLock and Shift", "w", "KeyW", true, "Shift w"],
  ["a letter that lies elsewhere", "w", "KeyZ", false, "w"],
  ["a letter on a Cyrillic keyboard", "ц", "KeyW", false, "w"],
  ["a letter on a Greek keyboard", "Π", "KeyP", true, "Shift p"],
  ["a question mark", "?", "Slash", true, "?"],
  ["a question mark over a digit", "?", "Digit7", true, "?"],
  ["Space", " ", "Space", false, " "],
  ["a letter that is being composed", "Process", "KeyW", false, "Process"],
];
for (const [what, key, code, shiftKey, meant] of STROKES) test(`${what}: ${meant}`, () => assert.deepEqual(strokeOf({ key, code, shiftKey }), stroke(meant)));

test("a held arrow goes on, a held key of another kind does not", () => {
  assert.ok(repeats(stroke("ArrowLeft")));
  for (const name of [" ", "Enter", "1", "Shift 1", "s"]) assert.ok(!repeats(stroke(name)), name);
});

test("at a table of one's own beside others T sends cards up, and nothing is taken back", () => {
  const apart = (/** @type {string} */ name, rest = {}) => press(stroke(name), now({ turn: "apart", ...rest }));
  assert.deepEqual(["t", " ", "d", "z", "Pause", "m", "?"].map((name) => apart(name)?.do), ["top", "flip", "flip", "pause", "pause", "menu", "keys"]);
  for (const name of ["u", "Backspace", "r", "s", "n", "i"]) assert.equal(apart(name), null, name);
  assert.deepEqual(apart("Shift w"), { do: "best", pile: "0w" });
  assert.deepEqual(apart("a", { piles: { a: "0f1" }, picked: PICKED, targets: ["0f1"] }), { do: "play", target: "0f1" });
  assert.deepEqual(apart("Escape", { picked: PICKED }), { do: "drop" });
});

test("alone the keys take back and make again, and nobody is asked for a pause or a word", () => {
  const alone = (/** @type {string} */ name, rest = {}) => press(stroke(name), now({ turn: "alone", ...rest }));
  assert.deepEqual(["u", "Backspace", "r", "t", "s", "n", " ", "d", "m", "?"].map((name) => alone(name)?.do), ["undo", "undo", "redo", "top", "restart", "fresh", "flip", "flip", "menu", "keys"]);
  assert.deepEqual(["i", "Shift i"].map((name) => alone(name)?.do), ["hint", "winning"]);
  assert.equal(alone("z"), null);
  assert.deepEqual(alone("Shift w"), { do: "best", pile: "0w" });
  assert.deepEqual(alone("Escape", { picked: PICKED }), { do: "drop" });
});

test("Ctrl+Z and Cmd+Z take back; with Shift, and Ctrl+Y, they make again", () => {
  const keys = (/** @type {string} */ key, rest = {}) => chord({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...rest });
  assert.equal(keys("z", { ctrlKey: true }), "undo");
  assert.equal(keys("z", { metaKey: true }), "undo");
  assert.equal(keys("Z", { ctrlKey: true, shiftKey: true }), "redo");
  assert.equal(keys("Z", { metaKey: true, shiftKey: true }), "redo");
  assert.equal(keys("y", { ctrlKey: true }), "redo");
  assert.equal(keys("y", { metaKey: true }), null);
  assert.equal(keys("z"), null);
  assert.equal(keys("z", { ctrlKey: true, altKey: true }), null);
  assert.equal(keys("x", { ctrlKey: true }), null);
});
