// @ts-check
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { byOptions, counted, endedGames, endOf, forget, keepEnd, MOST, ruleSet, sums } from "../../../static/core/tally.js";

/** @typedef {import("../../../static/core/tally.js").Ended} Ended */

/** @type {Map<string, string>} */
const shelf = new Map();
const storage = { getItem: (/** @type {string} */ key) => shelf.get(key) ?? null, setItem: (/** @type {string} */ key, /** @type {string} */ value) => void shelf.set(key, value) };
beforeEach(() => {
  shelf.clear();
  globalThis.localStorage = /** @type {any} */ (storage);
});

let tables = 0;
/** A game that was won in two minutes, but for what is given. @param {Partial<Ended>} [given] @returns {Ended} */
const ended = (given = {}) => ({ id: `T${(tables += 1)}:1`, game: "thumb-and-pouch", options: { redeals: 2 }, won: true, up: 52, ms: 120_000, moves: 90, helped: false, ...given });
const lost = (/** @type {Partial<Ended>} */ given = {}) => ended({ won: false, up: 20, ...given });

test("a game is counted once, however often its end is seen", () => {
  const game = ended();
  keepEnd(game);
  keepEnd(game);
  assert.deepEqual(endedGames("thumb-and-pouch"), [game]);
  assert.deepEqual(endedGames("puss-in-the-corner"), []);
});

test("a better end takes the place of the first, a worse one does not", () => {
  const first = lost({ id: "A:1", up: 20 });
  const later = lost({ id: "B:1" });
  const games = [first, later];
  assert.deepEqual(counted(games, first), games);
  assert.deepEqual(counted(games, { ...first, up: 12, ms: 130_000 }), [{ ...first, last: 130_000 }, later]);
  const further = { ...first, up: 31 };
  assert.deepEqual(counted(games, further), [further, later]);
  const won = { ...first, won: true, up: 52, helped: true };
  assert.deepEqual(counted(counted(games, won), won), [won, later]);
});

test("the newest two thousand are remembered", () => {
  shelf.set("pounce.solo", JSON.stringify({ games: Array.from({ length: MOST }, (_, n) => ended({ id: `old${n}` })), forgotten: [] }));
  const newest = ended();
  keepEnd(newest);
  const games = endedGames("thumb-and-pouch");
  assert.equal(games.length, MOST);
  assert.deepEqual([games[0].id, games.at(-1)], ["old1", newest]);
});

test("what was forgotten is gone, does not come back, and takes no other game along", () => {
  const [thumb, puss] = [ended(), ended({ game: "puss-in-the-corner" })];
  keepEnd(thumb);
  keepEnd(puss);
  forget("thumb-and-pouch");
  keepEnd(thumb);
  assert.deepEqual(endedGames("thumb-and-pouch"), []);
  assert.deepEqual(endedGames("puss-in-the-corner"), [puss]);
  const next = ended();
  keepEnd(next);
  assert.deepEqual(endedGames("thumb-and-pouch"), [next]);
});

test("a game whose end was forgotten and taken back is counted when it ends anew", () => {
  const first = lost({ id: "A:1", up: 20 });
  const worse = { ...first, up: 12, ms: first.ms + 60_000 };
  const won = { ...worse, won: true, up: 52, ms: worse.ms + 60_000 };
  keepEnd(first);
  keepEnd(worse);
  forget("thumb-and-pouch");
  keepEnd(worse); // its table is opened again, and stands as it ended last
  assert.deepEqual(endedGames("thumb-and-pouch"), []);
  keepEnd(won);
  keepEnd(won);
  assert.deepEqual(endedGames("thumb-and-pouch"), [won]);
});

test("what is damaged is not believed, and what is whole beside it counts", () => {
  const game = ended({ day: "2026-11-30" });
  for (const damaged of ["[broken", "null", "7", '"much"', "[]", '{"games": {"a": 1}, "forgotten": 4}', '{"games": [null, 4, []]}']) {
    shelf.set("pounce.solo", damaged);
    assert.deepEqual(endedGames("thumb-and-pouch"), [], damaged);
    keepEnd(game);
    assert.deepEqual(endedGames("thumb-and-pouch"), [game], damaged);
  }
  const wrong = [{ ...game, up: 53 }, { ...game, up: "52" }, { ...game, ms: -1 }, { ...game, ms: null }, { ...game, moves: 0.5 }, { ...game, options: 3 }, { ...game, game: "toString" }, { ...game, game: "pounce" }, { ...game, id: 4 }];
  const odd = { ...game, id: "odd", won: "yes", helped: 1, day: 4, options: { redeals: 2, more: { deep: true } } };
  shelf.set("pounce.solo", JSON.stringify({ games: [...wrong, odd, game], forgotten: [4, "B:1"] }));
  assert.deepEqual(endedGames("thumb-and-pouch"), [{ ...ended({ id: "odd", won: false }) }, game]);
});

test("where nothing can be kept nothing is counted, and nothing breaks", () => {
  const no = () => {
    throw new Error("SecurityError");
  };
  globalThis.localStorage = /** @type {any} */ ({ getItem: no, setItem: no });
  keepEnd(ended());
  forget("thumb-and-pouch");
  assert.deepEqual(endedGames("thumb-and-pouch"), []);
  Object.defineProperty(globalThis, "localStorage", { get: no, configurable: true });
  keepEnd(ended());
  assert.deepEqual(endedGames("thumb-and-pouch"), []);
  Object.defineProperty(globalThis, "localStorage", { value: storage, configurable: true, writable: true });
});

test("an own table at its end is a game; one that is only watched, or goes on, is none", () => {
  const room = { code: "KQ7M4X", match: 1, game: "thumb-and-pouch", phase: "over", options: { redeals: 0 }, sheet: { winners: [0], lasted: 61_000, rows: [{ points: 52 }] } };
  const at = (/** @type {object} */ more, me = /** @type {number | null} */ (0)) => endOf(/** @type {any} */ ({ me, room: { ...room, ...more } }), 80);
  assert.deepEqual(at({}), { id: "KQ7M4X:1", game: "thumb-and-pouch", options: { redeals: 0 }, won: true, up: 52, ms: 61_000, moves: 80, helped: false });
  assert.deepEqual(at({ helped: true, day: "2026-11-30", sheet: { winners: [], lasted: 5, rows: [{ points: 9 }] } }), {
    id: "KQ7M4X:1", game: "thumb-and-pouch", options: { redeals: 0 }, won: false, up: 9, ms: 5, moves: 80, helped: true, day: "2026-11-30",
  });
  assert.equal(at({}, null), null);
  assert.equal(at({ phase: "play" }), null);
  assert.equal(at({ sheet: null }), null);
  assert.equal(endOf({ me: 0, room: null }, 0), null);
  keepEnd(null);
  assert.equal(shelf.size, 0);
});

test("games by their rules: the order of options is all the same, the newest rules come first", () => {
  const [one, two, three] = [ended({ options: { a: 1, b: 2 } }), ended({ options: { a: 2, b: 2 } }), ended({ options: { b: 2, a: 1 } })];
  assert.deepEqual([...byOptions([one, two, three])], [[ruleSet(one.options), [one, three]], [ruleSet(two.options), [two]]]);
  assert.equal(byOptions([]).size, 0);
});

test("played, won, streaks and times", () => {
  const games = [ended(), ended({ ms: 60_000 }), ended(), lost(), lost(), ended({ ms: 240_000 }), ended({ ms: 60_000 })];
  const { played, won, streak, longest, best, average } = sums(games);
  assert.deepEqual([played, won, streak, longest, best, average], [7, 5, 2, 3, 60_000, 120_000]);
  const none = sums([lost()]);
  assert.deepEqual([none.played, none.won, none.streak, none.longest, none.best, none.average], [1, 0, 0, 0, null, null]);
});

test("games in which the solver helped are counted apart, and neither make a streak nor break one", () => {
  const games = [ended(), lost({ helped: true }), ended({ helped: true, ms: 1 }), ended({ day: "2026-11-30" }), ended({ helped: true, day: "2026-12-01" })];
  const { played, won, streak, best, helped, daily } = sums(games);
  assert.deepEqual([played, won, streak, best], [2, 2, 2, 120_000]);
  assert.deepEqual([helped, daily], [{ played: 3, won: 2 }, { played: 2, won: 2 }]);
});
