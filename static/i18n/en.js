// Every sentence in English. Keys are grouped by where they are said; {slots} are named.
// A sentence that depends on a number n: {one: "...", other: "..."}.

export default {
  // --- everywhere
  "app.name": "Pounce",

  // --- table
};
