// @ts-check
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { kept } from "../../../static/core/kept.js";

const globals = /** @type {any} */ (globalThis);
const before = Object.getOwnPropertyDescriptor(globalThis, "sessionStorage");
/** @param {object} storage */
const stored = (storage) => Object.defineProperty(globals, "sessionStorage", { value: storage, configurable: true });
afterEach(() => {
  if (before) Object.defineProperty(globals, "sessionStorage", before);
  else delete globals.sessionStorage;
});

test("what was written is read again; what nobody wrote, or was spoilt, is null", () => {
  const box = new Map([["spoilt", "{"]]);
  stored({ getItem: (/** @type {string} */ key) => box.get(key) ?? null, setItem: (/** @type {string} */ key, /** @type {string} */ value) => box.set(key, value) });
  kept("a").write({ seat: 3 });
  assert.deepEqual(kept("a").read(), { seat: 3 });
  assert.equal(kept("b").read(), null);
  assert.equal(kept("spoilt").read(), null);
});

test("storage that is forbidden or full keeps nothing, and that is no error", () => {
  const no = () => {
    throw new Error("forbidden");
  };
  stored({ getItem: no, setItem: no });
  kept("a").write(1);
  assert.equal(kept("a").read(), null);
});
