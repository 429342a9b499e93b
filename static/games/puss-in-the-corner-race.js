// @ts-check
// A race of Puss in the Corner: everybody plays the same deal, each at a table like that of who plays alone.

import { raceOf } from "./solitaire-race/race.js";
import puss from "./puss-in-the-corner.js";

/** In the square lie the aces, as in every deal: what covers it for a moment covers nothing new. */
export default raceOf(puss, ({ board }) => board);
