// @ts-check
import { decks } from "../../../../static/games/puss-in-the-corner-race/deal.js";
import { checkDeals } from "../../fixtures/races.js";

checkDeals("puss-in-the-corner-race", decks);
