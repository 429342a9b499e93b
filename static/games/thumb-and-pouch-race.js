// @ts-check
// A race of Thumb and Pouch: everybody plays the same deal, each at a table like that of who plays alone.

import { raceOf } from "./solitaire-race/race.js";
import thumb from "./thumb-and-pouch.js";

/** The columns are short when they are dealt: what covers them for a moment lies below. @type {import("./solitaire-race/race.js").Cover} */
const below = ({ tableau: { x, y, w, h } }) => ({ x, y: y + h * 0.52, w, h: h * 0.46 });

export default raceOf(thumb, below);
