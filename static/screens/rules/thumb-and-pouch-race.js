// @ts-check
// The short rules of a race of Thumb and Pouch.

import * as inner from "./thumb-and-pouch.js";
import { raced } from "./solitaire-race.js";

export const { sentences, pictures } = raced(inner);
