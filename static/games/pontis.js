// @ts-check
// Pontis at the table: where its cards lie, what is said of it, and the panel by which one lays.

import { createPanel } from "./pontis/panel.js";
import { counts, lie, middle, own } from "./pontis/places.js";
import { ending, heard, keys, line, peek, pileKeys, pileName, plateKeys, sentences, shown, title } from "./pontis/says.js";

/** @type {import("../table/game.js").Game} */
export default {
  key: "pontis",
  pace: "turns",
  style: "static/style/pontis.css",
  counts,
  middle,
  own,
  lie,
  title,
  shown,
  peek,
  pileName,
  line,
  ending,
  sentences,
  heard,
  keys,
  plateKeys,
  pileKeys,
  createPanel,
};
