// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { shortSeal } from "../../../static/screens/lobby.js";

test("a seal is shortened to what the eye compares", () => {
  assert.equal(shortSeal(`9f2c41b7${"0".repeat(52)}e05a`), "9f2c 41b7 … e05a");
});
