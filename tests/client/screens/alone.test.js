// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { begin, beginDaily } from "../../../static/screens/alone.js";

globalThis.location = /** @type {any} */ ({ href: "http://here/" });

/** A page that writes down what is asked of it. @param {() => Promise<{code: string, deal: number, winnable?: boolean}>} answer */
function pageWith(answer) {
  /** @type {unknown[]} */
  const asked = [];
  const page = {
    name: () => "Ann",
    api: {
      solo: (/** @type {unknown[]} */ ...given) => (asked.push(given), answer()),
      playDaily: (/** @type {unknown[]} */ ...given) => (asked.push(given), answer()),
    },
    notice: (/** @type {string} */ text) => void asked.push(text),
    go: (/** @type {string} */ path) => void asked.push(path),
    regret: (/** @type {unknown} */ error) => void asked.push(error),
  };
  return { asked, page: /** @type {any} */ (page) };
}

test("a deal is asked for by its number, with its rules, and the page goes there", async () => {
  const { asked, page } = pageWith(async () => ({ code: "KQ7M4X", deal: 48213 }));
  const went = await begin(page, "thumb-and-pouch", { deal: 48213, options: { redeals: 1 } }, () => asked.push("leaving"));
  assert.equal(went, true);
  assert.deepEqual(asked, [["thumb-and-pouch", "Ann", { redeals: 1 }, 48213, false], "leaving", "t/KQ7M4X"]);
});

test("when it cannot be had the page says why and stays", async () => {
  const no = new Error("too fast");
  const { asked, page } = pageWith(async () => Promise.reject(no));
  assert.equal(await begin(page, "thumb-and-pouch"), false);
  assert.deepEqual(asked, [["thumb-and-pouch", "Ann", {}, null, false], no]);
});

// options, what this browser said of the game, deal, found -> asked for one that can be won, told that none was found
for (const [redeals, said, deal, found, wish, told] of /** @type {[number | string, boolean | null, number | null, boolean, boolean, boolean][]} */ ([
  [0, null, null, false, true, true],
  [1, null, null, false, true, true],
  [1, null, null, true, true, false],
  [2, null, null, false, false, false],
  ["unlimited", null, null, false, false, false],
  [1, false, null, false, false, false],
  [2, true, null, false, true, true],
  [1, null, 5, false, false, false],
])) {
  test(`${redeals} redeals, said ${said}, deal ${deal}, found ${found}: a deal that can be won is ${wish ? "" : "not "}asked for, and ${told ? "it is told that none was found" : "nothing is told"}`, async () => {
    globalThis.localStorage = /** @type {any} */ ({ getItem: () => JSON.stringify(said === null ? {} : { "thumb-and-pouch": said }) });
    const { asked, page } = pageWith(async () => ({ code: "KQ7M4X", deal: 5, winnable: found }));
    await begin(page, "thumb-and-pouch", { deal, options: { redeals } });
    const line = "No deal was found in time that is known to be winnable: this is any deal.";
    assert.deepEqual(asked, [["thumb-and-pouch", "Ann", { redeals }, deal, wish], "t/KQ7M4X", ...(told ? [line] : [])]);
  });
}

test("the deal of the day is asked for by no number", async () => {
  const { asked, page } = pageWith(async () => ({ code: "KQ7M4X", deal: 0 }));
  await beginDaily(page, "puss-in-the-corner");
  assert.deepEqual(asked, [["puss-in-the-corner", "Ann"], "t/KQ7M4X"]);
});

test("while a deal is asked for no other one is, and afterwards there may be one more", async () => {
  /** @type {(found: {code: string, deal: number}) => void} */
  let answer = () => {};
  const { asked, page } = pageWith(() => new Promise((resolve) => (answer = resolve)));
  const first = begin(page, "thumb-and-pouch");
  assert.equal(await begin(page, "thumb-and-pouch"), false);
  await beginDaily(page, "thumb-and-pouch");
  assert.equal(asked.length, 1);
  answer({ code: "KQ7M4X", deal: 5 });
  assert.equal(await first, true);
  const next = beginDaily(page, "thumb-and-pouch");
  answer({ code: "AAAAAA", deal: 5 });
  await next;
  assert.deepEqual([asked[1], asked.at(-1)], ["t/KQ7M4X", "t/AAAAAA"]);
});

test("who has gone elsewhere meanwhile stays there, and may ask there", async () => {
  /** @type {((found: {code: string, deal: number}) => void)[]} */
  const answers = [];
  const { asked, page } = pageWith(() => new Promise((resolve) => answers.push(resolve)));
  const first = begin(page, "thumb-and-pouch", {}, () => asked.push("leaving"));
  location.href = "http://here/t/AAAAAA";
  const next = begin(page, "puss-in-the-corner");
  answers[0]({ code: "KQ7M4X", deal: 5 });
  assert.equal(await first, false);
  assert.equal(await begin(page, "puss-in-the-corner"), false);
  answers[1]({ code: "BBBBBB", deal: 6 });
  assert.equal(await next, true);
  assert.deepEqual(asked.slice(2), ["t/BBBBBB"]);
});
