// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { called, pileName } from "../../../static/screens/naming.js";

/** @param {string} kind @returns {any} */
const spec = (kind) => ({ id: "x", kind, owner: 0 });

test("a pile of every kind has a name, whatever its game says", () => {
  for (const kind of ["stock", "waste", "tableau", "foundation", "reserve", "hand", "discard"]) assert.doesNotMatch(pileName([spec(kind)], "x"), /pile\./, kind);
  assert.equal(pileName([spec("hand")], "x"), "hand");
});

test("a pile that is one of several has a number", () => assert.equal(pileName([{ ...spec("tableau"), id: "w" }, spec("tableau")], "x"), "pile 2"));

test("a joker has no rank and suit", () => assert.equal(called("0:X1"), "joker"));
