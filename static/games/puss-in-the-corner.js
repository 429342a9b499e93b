// @ts-check
// Puss in the Corner at the table: where its piles lie, what is said of it, and how its corners are dealt again.

import { lie } from "./puss-in-the-corner/lie.js";
import { createPanel } from "./puss-in-the-corner/panel.js";
import { final, safe, runsOut } from "./puss-in-the-corner/moves.js";
import { heard, keys, peek, pileKeys, pileName, plateKeys, sentences, shown, title } from "./puss-in-the-corner/says.js";
import { own } from "./puss-in-the-corner/square.js";

/** @type {import("../table/game.js").Game} */
export default {
  key: "puss-in-the-corner",
  pace: "solo",
  style: "static/style/puss-in-the-corner.css",
  flips: 0,
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
  final,
  safe,
  runsOut,
  createPanel,
};
