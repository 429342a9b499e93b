// @ts-check
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

import { gameName, inGame, keyIn, parts, t } from "../../../static/core/i18n.js";
import catalogue from "../../../static/i18n/en.js";

/** @type {Record<string, import("../../../static/core/i18n.js").Sentence>} */
const en = catalogue;

const STATIC = new URL("../../../static/", import.meta.url);

/** Every script of the page. @returns {Generator<URL>} */
function* scripts(folder = STATIC) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = new URL(entry.name + (entry.isDirectory() ? "/" : ""), folder);
    if (entry.isDirectory()) yield* scripts(path);
    else if (entry.name.endsWith(".js")) yield path;
  }
}

/** The keys a script asks for: `t("key")`, `parts('key')`, and the fixed beginning of t(`key.${rest}`).
 * @param {string} source */
function* asked(source) {
  for (const [, , key] of source.matchAll(/\b(?:t|parts)\(\s*(["'])((?:(?!\1).)+)\1/g)) yield { key, whole: true };
  for (const [, , key] of source.matchAll(/\binGame\(\s*[\w.]+,\s*(["'])((?:(?!\1).)+)\1/g)) yield { key, whole: true };
  for (const [, key, rest] of source.matchAll(/\b(?:t|parts)\(\s*`([^`$]*)(\$?)/g)) yield { key, whole: rest === "" };
}

/** What a game says in its own words under this key. @param {string} key */
const ownOf = (key) => new RegExp(`^${key.replaceAll(".", "\\.").replace("\\.", "\\.[\\w-]+\\.")}$`);

test("every sentence that a script asks for is in the catalogue", () => {
  const keys = Object.keys(en);
  const missing = [];
  for (const path of scripts()) {
    for (const { key, whole } of asked(readFileSync(path, "utf8"))) {
      const found = whole ? key in en || keys.some((known) => ownOf(key).test(known)) : key !== "" && keys.some((known) => known.startsWith(key));
      if (!found) missing.push(`${path.pathname.split("/static/")[1]}: ${key}`);
    }
  }
  assert.deepEqual(missing, []);
});

test("a sentence is text, or one and other", () => {
  for (const [key, sentence] of Object.entries(en)) {
    if (typeof sentence === "string") assert.ok(sentence.trim(), key);
    else assert.deepEqual(Object.keys(sentence), ["one", "other"], key);
  }
});

test("slots are filled by name", () => assert.equal(t("app.name", {}), en["app.name"]));

test("what is a round of Pounce, or its piles, is called otherwise where there are hands, games and stacks", () => {
  for (const key of ["menu.rules", "sit.later", "table.later", "table.middle", "hosting.waiting", "scores.waiting", "rail.over"]) {
    for (const game of ["spite-and-malice", "pontis"]) assert.ok(keyIn(game, key), `${key} in ${game}`);
  }
});

test("a game says some things in its own words, and all else as everybody does", () => {
  en["test.next"] = "Round {n}";
  en["test.bridge.next"] = "Game {n}";
  assert.equal(inGame("bridge", "test.next", { n: 2 }), "Game 2");
  assert.equal(inGame("race", "test.next", { n: 2 }), "Round 2");
  assert.equal(keyIn("race", "test.next"), null);
  delete en["test.next"];
  delete en["test.bridge.next"];
});

test("a race of a solitaire speaks like itself, like every such race, and like the solitaire", () => {
  for (const [key, whose] of /** @type {[string, string][]} */ ([
    ["rules.title", "puss-in-the-corner-race"],
    ["rules.lead", "solitaire-race"],
    ["rules.square.title", "puss-in-the-corner"],
    ["rail.nowhere", "puss-in-the-corner"],
    ["scores.won", "solitaire-race"],
  ])) assert.equal(keyIn("puss-in-the-corner-race", key), key.replace(".", `.${whose}.`));
  assert.equal(keyIn("puss-in-the-corner-race", "keys.menu"), null);
  for (const key of ["menu.rules", "sit.later", "table.later", "hosting.waiting", "scores.waiting", "menu.call_off"]) assert.ok(keyIn("thumb-and-pouch-race", key), key);
});

test("every game has its name", () => assert.equal(gameName("spite-and-malice"), "Spite & Malice"));

test("a key that is missing shows itself", () => assert.equal(t("no.such.key"), "no.such.key"));

test("a sentence with a number takes the form of the number", () => {
  en["test.cards"] = { one: "{n} card", other: "{n} cards" };
  assert.equal(t("test.cards", { n: 1 }), "1 card");
  assert.equal(t("test.cards", { n: 7 }), "7 cards");
  delete en["test.cards"];
});

test("a sentence can be cut at its slots, so that a slot may hold a picture", () => {
  en["test.faster"] = "{name} was faster on {card}.";
  const picture = { card: "7S" };
  assert.deepEqual(parts("test.faster", { name: "Ann", card: picture }), ["Ann", " was faster on ", picture, "."]);
  assert.equal(t("test.faster", { name: "Ann" }), "Ann was faster on {card}.");
  delete en["test.faster"];
});
