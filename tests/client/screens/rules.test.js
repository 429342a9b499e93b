// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { preset, PRESETS, rulesLine } from "../../../static/screens/rules.js";

test("no option at all and every default written out are both the classic rules", () => {
  assert.equal(preset({}), "classic");
  const written = { flip_top: "first", flip: 3, king_stop: "ready", target: 100, pounce_pile: 9, tableau: 5, empty_space: "pounce_or_king", pounce_on_tableau: false, penalty: 2, bonus: 0 };
  assert.equal(preset({ ...written, stuck_nudge_s: 60, silence: true, players: 6 }), "classic");
});

test("a preset is known by its options, and one option more makes house rules", () => {
  assert.equal(preset(PRESETS.nerts), "nerts");
  assert.equal(preset({ ...PRESETS.nerts, bonus: 10 }), "own");
  assert.equal(preset({ target: 50 }), "own");
});

test("the rules in one line", () => {
  assert.equal(rulesLine({}), "To 100 · pounce pile 9 · five piles · stop on a king: ready");
  assert.equal(rulesLine({ ...PRESETS.nerts, target: 0 }), "One round · pounce pile 13 · four open piles · no stop on a king");
});
