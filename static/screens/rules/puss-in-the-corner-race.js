// @ts-check
// The short rules of a race of Puss in the Corner.

import * as inner from "./puss-in-the-corner.js";
import { raced } from "./solitaire-race.js";

export const { sentences, pictures } = raced(inner);
