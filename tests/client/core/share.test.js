// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { isCode, readCode, share, shortSeal, showCode } from "../../../static/core/share.js";

const fails = async () => {
  throw new Error("not allowed");
};

test("the share sheet is used where there is one", async () => {
  let given;
  assert.equal(await share("http://x/t/A", "Pounce", { share: async (data) => void (given = data), write: fails }), "shared");
  assert.deepEqual(given, { url: "http://x/t/A", title: "Pounce" });
});

test("a share sheet that was closed is an answer: nothing is copied behind the back", async () => {
  const closed = Object.assign(new Error("closed"), { name: "AbortError" });
  const means = { share: async () => Promise.reject(closed), write: async () => assert.fail("copied") };
  assert.equal(await share("u", "t", means), "shared");
});

test("without a share sheet the link is copied", async () => {
  assert.equal(await share("u", "t", { write: async () => {} }), "copied");
});

test("on plain http the old way is tried, and the last way is to show the link", async () => {
  assert.equal(await share("u", "t", { copy: () => true }), "copied");
  assert.equal(await share("u", "t", { write: fails, copy: () => false }), "shown");
  assert.equal(await share("u", "t", { share: fails }), "shown");
});

test("a code is read in any case, with blanks and dashes", () => {
  assert.equal(readCode(" kq7-m4x "), "KQ7M4X");
  assert.equal(isCode("KQ7M4X"), true);
});

test("a code of another length, or with a letter that no code has, is none", () => {
  for (const code of ["KQ7M4", "KQ7M4XX", "KQ7M40", "KQ7M4I", "KQ7M4L", "KQ7M4O", "KQ7M41", ""]) assert.equal(isCode(code), false, code);
});

test("a code is shown in two halves", () => assert.equal(showCode("KQ7M4X"), "KQ7 M4X"));

test("a seal is shortened to what the eye compares", () => {
  assert.equal(shortSeal(`9f2c41b7${"0".repeat(52)}e05a`), "9f2c 41b7 … e05a");
});
