// @ts-check
// The short rules of a race of a solitaire: the race, then the solitaire itself, and how the race ends.

import { t } from "../../core/i18n.js";
import { back, front } from "../pieces.js";

/** @param {string} key */
const say = (key) => t(`rules.solitaire-race.${key}`);

/** @param {import("../rules.js").Telling} inner  what the solitaire says of itself @returns {import("../rules.js").Telling} */
export const raced = (inner) => ({
  sentences: (given) => ({
    race: [say("race"), say("race.undo")],
    ...inner.sentences(given),
    end: [say("end"), say("end.done")],
  }),
  pictures: () => ({
    race: { kind: "row3", cards: [back(0), back(1), front("AS", "s")] },
    ...inner.pictures(),
  }),
});
