// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { begin } from "../../../static/screens/alone.js";

/** A page that writes down what is asked of it. @param {() => Promise<{code: string, deal: number}>} answer */
function pageWith(answer) {
  /** @type {unknown[]} */
  const asked = [];
  const page = {
    name: () => "Ann",
    api: { solo: (/** @type {unknown[]} */ ...given) => (asked.push(given), answer()) },
    go: (/** @type {string} */ path) => void asked.push(path),
    regret: (/** @type {unknown} */ error) => void asked.push(error),
  };
  return { asked, page: /** @type {any} */ (page) };
}

test("a deal is asked for by its number, with its rules, and the page goes there", async () => {
  const { asked, page } = pageWith(async () => ({ code: "KQ7M4X", deal: 48213 }));
  const went = await begin(page, "thumb-and-pouch", { deal: 48213, options: { redeals: 1 } }, () => asked.push("leaving"));
  assert.equal(went, true);
  assert.deepEqual(asked, [["thumb-and-pouch", "Ann", { redeals: 1 }, 48213], "leaving", "t/KQ7M4X"]);
});

test("when it cannot be had the page says why and stays", async () => {
  const no = new Error("too fast");
  const { asked, page } = pageWith(async () => Promise.reject(no));
  assert.equal(await begin(page, "thumb-and-pouch"), false);
  assert.deepEqual(asked, [["thumb-and-pouch", "Ann", {}, null], no]);
});
