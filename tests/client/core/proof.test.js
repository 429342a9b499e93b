// @ts-check
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { findings, verdictOf } from "../../../static/core/proof.js";
import { fromHex, sha256, toHex } from "../../../static/core/sha256.js";
import { decks } from "../../../static/games/pounce/deal.js";
import { room } from "./fakes.js";

/** Deals that the server printed: the one of round 1 is of a match without additions, the one of round 4 has one. */
const [first, fourth] = readFileSync(new URL("../../vectors/pounce.chance.jsonl", import.meta.url), "utf-8").trim().split("\n").map((line) => JSON.parse(line));
const seal = toHex(sha256(fromHex(fourth.server)));

/** What a page has that saw round 4 of match 1, and played in it.
 * @param {{room?: object, deal?: object, sealed?: string[], shares?: any[], deals?: any[]}} [changes]
 * @returns {any} */
function page(changes = {}) {
  const piles = Object.fromEntries(Object.entries(fourth.piles).filter(([, pile]) => pile.length > 1 || pile[0] > 0));
  const deal = { match: 1, round: 4, seal, own: 0, players: fourth.decks.map((/** @type {any} */ _, /** @type {number} */ seat) => seat), options: fourth.options, piles, ...changes.deal };
  return {
    room: room({ phase: "lobby", revealed: fourth.server, adds: fourth.adds, ...changes.room }),
    sealed: changes.sealed ?? [seal],
    shares: changes.shares ?? [{ match: 1, add: fourth.adds[0], seal }],
    deals: changes.deals ?? [deal],
  };
}
/** @param {any} given */
async function told(given) {
  const lines = [];
  for await (const { what, verdict, round } of findings(given, decks)) lines.push([what, verdict, ...(round ? [round] : [])].join(" "));
  return lines;
}
const EARLIER = ["round open 1", "round open 2", "round open 3"];

test("all that this page saw fits its seed; what it did not see is left open", async () => {
  assert.deepEqual(await told(page()), ["seal fits", "share fits", ...EARLIER, "round fits 4"]);
});

test("the recomputed decks are those that were dealt", async () => {
  for await (const { what, dealt } of findings(page(), decks)) {
    if (what === "round" && dealt) assert.deepEqual(dealt.map(({ cards }) => cards), fourth.decks);
  }
});

test("another seed than the sealed one fits neither the seal nor the cards", async () => {
  assert.deepEqual(await told(page({ room: { revealed: first.server } })), ["seal not", "share fits", ...EARLIER, "round not 4"]);
});

test("one card that lay elsewhere does not fit", async () => {
  const { piles } = page().deals[0];
  const [pounce, other] = [piles["0p"], piles["1p"]];
  assert.equal((await told(page({ deal: { piles: { ...piles, "0p": other, "1p": pounce } } }))).at(-1), "round not 4");
});

test("a share that was left out makes another seed, and its owner is told", async () => {
  assert.deepEqual(await told(page({ room: { adds: [] } })), ["seal fits", "share not", ...EARLIER, "round not 4"]);
});

test("who only watched added nothing, and misses nothing", async () => {
  assert.equal((await told(page({ shares: [], deal: { own: null } })))[1], "share open");
  const left = page({ shares: [{ match: 1, add: "ff", seal }], deal: { own: null } });
  assert.equal((await told(left))[1], "share open", "given from a seat that was left before the match");
});

test("a fingerprint that was changed after this browser had added its share is a late one", async () => {
  const changed = page({ shares: [{ match: 1, add: fourth.adds[0], seal: "d1".repeat(32) }] });
  assert.equal((await told(changed))[0], "late not");
});

test("who came after the match can check nothing", async () => {
  const late = await told(page({ sealed: ["d1".repeat(32)], shares: [], deals: [], room: { phase: "over", sheet: { round: 2 } } }));
  assert.deepEqual(late, ["seal open", "share open", "round open 1", "round open 2"]);
});

test("a page that knows no deal of the match still knows the seals it has seen; those of other matches are no reproach", async () => {
  assert.deepEqual(await told(page({ sealed: ["d1".repeat(32), seal], shares: [], deals: [] })), ["seal fits", "share open"]);
});

test("deals of another match are not held against this one", async () => {
  assert.deepEqual(await told(page({ deal: { match: 2 }, shares: [] })), ["seal fits", "share open"]);
});

// --- turn games: one pack for all, hands that only their owners see -----------------------------------------------------

/** @param {string} game @param {number} number  which of the printed deals */
const printed = (game, number) => JSON.parse(readFileSync(new URL(`../../vectors/${game}.chance.jsonl`, import.meta.url), "utf-8").trim().split("\n")[number]);

/**
 * What Ann's page at seat 0 saw of a printed deal: her own hand, how many cards the others have, and the pay-off tops.
 * @param {any} line @param {object} [changes]
 */
function turns(line, changes = {}) {
  const piles = Object.fromEntries(
    Object.entries(line.piles)
      .map(([id, [, ...cards]]) => [id, id === "0h" ? [0, ...cards] : id.endsWith("p") ? [cards.length - 1, cards.at(-1)] : [cards.length]])
      .filter(([, pile]) => pile.length > 1 || pile[0] > 0),
  );
  const players = Array.from({ length: line.seats }, (_, seat) => seat);
  const deal = { match: 1, round: line.round, seal: toHex(sha256(fromHex(line.server))), own: 0, players, first: line.first, options: line.options, piles, ...changes };
  return { room: room({ phase: "lobby", revealed: line.server, adds: line.adds }), sealed: [], shares: [], deals: [deal] };
}
/** @param {any} given @param {any} dealing */
async function verdict(given, dealing) {
  let last = "";
  for await (const finding of findings(given, dealing)) last = finding.verdict;
  return last;
}

for (const game of ["spite-and-malice", "pontis"]) {
  test(`${game}: a page saw its own hand, what lay open, and how many cards the others have`, async () => {
    const { decks: dealing } = await import(`../../../static/games/${game}/deal.js`);
    for (const number of [0, 1, 2, 3]) {
      const line = printed(game, number);
      assert.equal(await verdict(turns(line), dealing), "fits");
      assert.equal(await verdict(turns(line, { first: (line.first + 1) % line.seats }), dealing), "not", "somebody else began");
      const [, ...hand] = line.piles["0h"];
      assert.equal(await verdict(turns(line, { piles: { ...turns(line).deals[0].piles, "0h": [0, ...hand.slice(1), hand[0]] } }), dealing), "not", "other cards");
      assert.equal(await verdict(turns(line, { piles: { ...turns(line).deals[0].piles, "1h": [hand.length + 1] } }), dealing), "not", "a card more");
    }
  });
}

for (const game of ["thumb-and-pouch-race", "puss-in-the-corner-race"]) {
  test(`${game}: a page saw its own table and nothing of the others; who only watched saw none`, async () => {
    const { decks: dealing } = await import(`../../../static/games/${game}/deal.js`);
    for (const number of [0, 1]) {
      const line = printed(game, number);
      const players = [...new Set(Object.keys(line.piles).map(([seat]) => Number(seat)))].map((seat) => 2 + seat);
      /** @param {number | null} own @param {Record<string, any>} piles */
      const saw = (own, piles) => {
        const deal = { match: 1, round: line.round, seal: toHex(sha256(fromHex(line.server))), own, players, first: null, options: line.options, piles };
        return verdict({ room: room({ phase: "lobby", revealed: line.server, adds: line.adds }), sealed: [], shares: [], deals: [deal] }, dealing);
      };
      /** @param {number} seat @returns {Record<string, any>} */
      const of = (seat) => Object.fromEntries(Object.entries(line.piles).filter(([id, pile]) => id.startsWith(`${seat}`) && (pile.length > 1 || pile[0] > 0)));
      for (const own of players) assert.equal(await saw(own, of(own - 2)), "fits");
      assert.equal(await saw(3, of(0)), "not", "another's table");
      const [pile, [hidden]] = Object.entries(of(1)).find(([, [, card]]) => card !== undefined) ?? ["", [0]];
      assert.equal(await saw(3, { ...of(1), [pile]: [hidden, "1:??"] }), "not", "another card");
      assert.equal(await saw(null, {}), "open");
    }
  });
}

test("a long check lets the page draw", async () => {
  let at = 0;
  let pauses = 0;
  const slow = { now: () => (at += 7), pause: async () => void pauses++ };
  const lines = [];
  for await (const line of findings(page(), decks, slow)) lines.push(line);
  assert.ok(pauses > 0 && pauses <= fourth.decks.length);
});

for (const [verdicts, all] of /** @type {const} */ ([
  [["fits", "fits"], "fits"],
  [["fits", "open"], "part"],
  [["open", "open"], "open"],
  [["fits", "open", "not"], "not"],
])) {
  test(`${verdicts.join(", ")}: ${all}`, () => assert.equal(verdictOf([...verdicts]), all));
}
