// @ts-check
import { decks } from "../../../../static/games/thumb-and-pouch-race/deal.js";
import { checkDeals } from "../../fixtures/races.js";

checkDeals("thumb-and-pouch-race", decks);
