// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { startWords } from "../../../static/screens/lobby.js";

// not ready, away, too few, asked already -> what the button says
for (const [unready, away, few, asked, words] of /** @type {[string[], string[], boolean, boolean, string][]} */ ([
  [[], [], true, false, "Two are needed to start"],
  [[], [], false, false, "Start"],
  [["Bo"], [], false, false, "Start · Bo is not ready"],
  [[], ["Cy"], false, false, "Start · Cy is away"],
  [["Bo"], ["Cy"], false, false, "Start · 2 are not ready"],
  [["Bo"], [], false, true, "Start anyway? Bo is not ready"],
  [["Bo", "Dee"], [], false, true, "Start anyway? Bo and Dee are not ready"],
  [[], ["Cy"], false, true, "Start anyway? Cy is away"],
  [["Bo"], ["Cy", "Eve"], false, true, "Start anyway? Not ready: Bo. Away: Cy and Eve"],
])) {
  test(words, () => assert.equal(startWords({ unready, away }, few, asked), words));
}
