// @ts-check
// Spite & Malice at the table: where its piles lie, and what is said of it.

import { lie, pilesOf } from "./spite-and-malice/lie.js";
import { button, ending, final, heard, keys, line, peek, pileKeys, pileName, plateKeys, sentences, shown, title } from "./spite-and-malice/says.js";
import { middle, own, seats } from "./spite-and-malice/zones.js";

/** @type {import("../table/game.js").Game} */
export default {
  key: "spite-and-malice",
  pace: "turns",
  style: "static/style/spite-and-malice.css",
  counts: (specs) => ({ centres: pilesOf(specs, "foundation", null).length }),
  middle,
  own,
  seats,
  lie,
  title,
  shown,
  peek,
  pileName,
  button,
  line,
  ending,
  sentences,
  heard,
  keys,
  plateKeys,
  pileKeys,
  final,
};
