// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import catalogue from "../../../static/i18n/en.js";
import { changes, changeWords, chosen, isVoid, kindOf, optionWords, presetOf, rulesWords, valueWords, whole } from "../../../static/screens/options.js";
import { games, pounce } from "../fixtures/games.js";

/** @type {Record<string, unknown>} */
const en = catalogue;
const nerts = pounce.presets.nerts;

test("every option of every game has a name and a sentence, and every value that is no number has its words", () => {
  const missing = games.flatMap((game) =>
    game.options.flatMap(({ key, choices }) => [
      ...[`option.${key}`, `option.${key}.help`].filter((words) => !(words in en)),
      ...choices.filter((value) => typeof value === "string" && !(`option.${key}.${value}` in en)).map((value) => `option.${key}.${value}`),
    ]),
  );
  assert.deepEqual(missing, []);
});

test("every preset and every level has its name", () => {
  const names = games.flatMap((game) => [...Object.keys(game.presets).map((name) => `preset.${name}`), ...game.levels.map((level) => `level.${level}.help`)]);
  assert.deepEqual(names.filter((name) => !(name in en)), []);
});

test("no words are kept for an option or a value that no game has", () => {
  const known = games.flatMap((game) => game.options.flatMap(({ key, choices }) => [key, `${key}.help`, `${key}.unit`, ...choices.map((value) => `${key}.${value}`)]));
  assert.deepEqual(Object.keys(en).filter((key) => key.startsWith("option.") && !known.includes(key.slice("option.".length))), []);
});

test("yes or no is a switch, a few values are chips, many numbers are stepped through", () => {
  const kinds = Object.fromEntries(pounce.options.map((option) => [option.key, kindOf(option)]));
  assert.equal(kinds.silence, "switch");
  assert.equal(kinds.king_stop, "chips");
  assert.equal(kinds.target, "chips");
  assert.equal(kinds.bonus, "stepper");
  assert.equal(kinds.players, "stepper");
});

test("values are said in words", () => {
  assert.equal(valueWords("target", 0), "one round");
  assert.equal(valueWords("target", 150), "150");
  assert.equal(valueWords("stuck_nudge_s", 30), "after 30 s");
  assert.equal(valueWords("silence", true), "on");
  assert.equal(optionWords("penalty", 0), "A pounce card left costs: nothing");
});

test("no option at all and every default written out are both the classic rules, however many may sit", () => {
  assert.equal(presetOf(pounce, {}), "classic");
  assert.equal(presetOf(pounce, { ...whole(pounce, {}), players: 3 }), "classic");
  assert.deepEqual(changes(pounce, { players: 3 }), []);
});

test("a preset is known by its options, and one option more makes an own set", () => {
  assert.equal(presetOf(pounce, nerts), "nerts");
  assert.equal(presetOf(pounce, { ...nerts, bonus: 10 }), "own");
  assert.equal(presetOf(pounce, { silence: false }), "own");
});

test("a preset leaves the number of seats as it is", () => {
  assert.deepEqual(chosen(pounce, nerts, { players: 8, bonus: 5 }), { ...whole(pounce, nerts), players: 8 });
});

test("which of three is on top says nothing when one is flipped", () => {
  assert.ok(isVoid("flip_top", { flip: 1 }));
  assert.ok(!isVoid("flip_top", { flip: 3 }));
  assert.deepEqual(changes(pounce, { flip: 1, flip_top: "third" }), ["flip"]);
});

test("the rules in some words, with what is not as in Classic marked", () => {
  const words = (/** @type {import("../../../static/core/wishes.js").Options} */ options) => rulesWords(pounce, options).map(({ words: said, changed }) => (changed ? `*${said}` : said));
  assert.deepEqual(words({}), ["To 100", "pounce pile 9", "five piles", "stop on a king: ready"]);
  assert.deepEqual(words({ ...nerts, target: 0 }), [
    "*One round", "*pounce pile 13", "*four open piles", "*no stop on a king",
    "*On top after a flip: the third card", "*An empty place takes: any card", "*Pounce cards onto own piles: on",
  ]);
});

test("a change is told by what is new", () => {
  assert.equal(changeWords(pounce, { bonus: 5 }, { bonus: 5, target: 50, silence: false }), "Points to win: 50, Silence in play: off");
  assert.equal(changeWords(pounce, {}, whole(pounce, {})), "");
});
