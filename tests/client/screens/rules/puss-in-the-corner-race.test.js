// @ts-check
import { sentences as alone } from "../../../../static/screens/rules/puss-in-the-corner.js";
import { sentences } from "../../../../static/screens/rules/puss-in-the-corner-race.js";
import { checkRules } from "../../fixtures/races.js";

checkRules(sentences, alone);
