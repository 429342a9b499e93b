// @ts-check
// The score sheet of a race of Puss in the Corner: as of every race of a solitaire.

export * from "./solitaire-race.js";
