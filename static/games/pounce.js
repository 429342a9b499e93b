// @ts-check
// Pounce at the table: where its piles lie, and what is said of it.

import { lie } from "./pounce/lie.js";
import { middleShape } from "./pounce/middle.js";
import { own } from "./pounce/own.js";
import { heard, keys, peek, pileKeys, plateKeys, sentences, shown, title } from "./pounce/says.js";

/** @type {import("../table/game.js").Game} */
export default {
  key: "pounce",
  pace: "race",
  counts: (specs, _, seat) => ({ columns: specs.filter((spec) => spec.owner === seat && spec.kind === "tableau").length }),
  middle: middleShape,
  own,
  lie,
  title,
  shown,
  peek,
  sentences,
  heard,
  keys,
  plateKeys,
  pileKeys,
};
