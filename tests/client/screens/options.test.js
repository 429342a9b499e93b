// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import catalogue from "../../../static/i18n/en.js";
import { changes, changeWords, chosen, isVoid, kindOf, optionWords, presetOf, rulesWords, valueWords, whole } from "../../../static/screens/options.js";
import { keyIn } from "../../../static/core/i18n.js";
import { games, pontis, pounce, spite } from "../fixtures/games.js";

/** @type {Record<string, unknown>} */
const en = catalogue;
const nerts = pounce.presets.nerts;

/** Whether there are words for it in this game. @param {string} game @param {string} key */
const said = (game, key) => keyIn(game, key) !== null || key in en;

test("every option of every game has a name and a sentence, and every value that is no number has its words", () => {
  const missing = games.flatMap(({ key: game, options }) =>
    options.flatMap(({ key, choices }) => [
      ...[`option.${key}`, `option.${key}.help`].filter((words) => !said(game, words)),
      ...choices.filter((value) => typeof value === "string" && !said(game, `option.${key}.${value}`)).map((value) => `${game}: option.${key}.${value}`),
    ]),
  );
  assert.deepEqual(missing, []);
});

test("every preset and every level has its name", () => {
  const names = games.flatMap((game) => [...Object.keys(game.presets).map((name) => `preset.${name}`), ...game.levels.map((level) => `level.${level}.help`)]);
  assert.deepEqual(names.filter((name) => !(name in en)), []);
});

test("no words are kept for an option or a value that no game has, or that all who have it say otherwise", () => {
  const known = games.flatMap(({ key: game, options }) =>
    options.flatMap(({ key, choices }) => [key, `${key}.help`, `${key}.unit`, ...choices.map((value) => `${key}.${value}`)].map((rest) => (keyIn(game, `option.${rest}`) ? `${game}.${rest}` : rest))),
  );
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
  assert.equal(valueWords("pounce", "target", 0), "one round");
  assert.equal(valueWords("pounce", "target", 150), "150");
  assert.equal(valueWords("pounce", "stuck_nudge_s", 30), "after 30 s");
  assert.equal(valueWords("pounce", "silence", true), "on");
  assert.equal(optionWords("pounce", "penalty", 0), "A pounce card left costs: nothing");
});

test("a game says in its own words what another says otherwise", () => {
  assert.equal(valueWords("spite-and-malice", "target", 0), "a single hand");
  assert.equal(valueWords("spite-and-malice", "target", 50), "50");
  assert.equal(optionWords("pontis", "series", "dealer_round"), "Games: a dealer round");
  assert.equal(valueWords("pontis", "turn_seconds", 30), "30 s");
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

/** @param {import("../../../static/wire.js").GameView} game @param {import("../../../static/core/wishes.js").Options} [options] */
const line = (game, options = {}) => rulesWords(game, options).map(({ words, changed }) => (changed ? `*${words}` : words)).join(", ");

test("each game has its headline; where there is no Classic nothing is marked as changed, but said", () => {
  assert.equal(line(spite), "To 50, pay-off pile 20");
  assert.equal(line(spite, { target: 0, players: 4, refill: true }), "*A single hand, pay-off pile 20, *New cards in mid-turn: on");
  assert.equal(line(pontis), "One game, 2 jokers");
  assert.equal(line(pontis, { series: 3, jokers: 4, must_lay: false }), "3 games, 4 jokers, Must lay: off");
  assert.equal(line(pontis, { series: "dealer_round" }), "A dealer round, 2 jokers");
});

test("of a race of a solitaire the redeals are always said", () => {
  const race = /** @type {import("../../../static/wire.js").GameView} */ (games.find(({ key }) => key === "thumb-and-pouch-race"));
  assert.equal(line(race), "2 redeals");
  assert.equal(line(race, { redeals: 0 }), "*no redeal");
  assert.equal(line(race, { redeals: "unlimited" }), "*Redeals: no limit");
});

test("a change is told by what is new", () => {
  assert.equal(changeWords(pounce, { bonus: 5 }, { bonus: 5, target: 50, silence: false }), "Points to win: 50, Silence in play: off");
  assert.equal(changeWords(pounce, {}, whole(pounce, {})), "");
});
