// @ts-check
// Thumb and Pouch at the table: where its piles lie, which cards go up without harm, and what is said of it.

import { lie } from "./thumb-and-pouch/lie.js";
import { heard, keys, peek, pileKeys, pileName, plateKeys, sentences, shown, title } from "./thumb-and-pouch/says.js";
import { runsOut, safe } from "./thumb-and-pouch/ups.js";
import { own } from "./thumb-and-pouch/zones.js";

/** @type {import("../table/game.js").Game} */
export default {
  key: "thumb-and-pouch",
  pace: "solo",
  style: "static/style/thumb-and-pouch.css",
  flips: 1,
  counts: () => ({}),
  middle: () => ({ height: 0 }),
  own,
  lie,
  title,
  shown,
  peek,
  pileName,
  sentences,
  heard,
  keys,
  plateKeys,
  pileKeys,
  safe,
  runsOut,
};
