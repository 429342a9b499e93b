// @ts-check
import { sentences as alone } from "../../../../static/screens/rules/thumb-and-pouch.js";
import { sentences } from "../../../../static/screens/rules/thumb-and-pouch-race.js";
import { checkRules } from "../../fixtures/races.js";

checkRules(sentences, alone);
