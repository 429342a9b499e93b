// @ts-check
// The score sheet of a race of Thumb and Pouch: as of every race of a solitaire.

export * from "./solitaire-race.js";
