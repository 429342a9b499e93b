// @ts-check
// What somebody wanted when a table was opened for them: sit down, perhaps add bots and start. One step at a time, each
// asked of the server once, because its answers ("the room changed", "you sit there") come in any order.

/** @typedef {Record<string, import("../wire.js").OptionValue>} Options */
/**
 * `late`: sits down at a table where others play as well. `quick`: the table was chosen by quick game.
 * @typedef {{name: string | null, options?: Options | null, bots?: number, level?: string, start?: boolean, late?: boolean,
 *   quick?: import("./quick.js").Quick}} Errand
 */

/**
 * @param {Errand} errand
 * @param {{sit: (name: string) => void, options: (options: Options) => void, addBot: (level: string) => void, start: () => void}} ask
 * @returns {(state: Pick<import("./store.js").State, "room" | "seat">) => boolean}  to be called on every change; true when
 *   there is nothing left to do
 */
export function runErrand({ name, options = null, bots = 0, level = "steady", start = false, late = false }, ask) {
  const asked = new Set();
  /** @param {string} step @param {() => void} run */
  const once = (step, run) => {
    if (!asked.has(step)) run();
    asked.add(step);
  };
  return ({ room, seat }) => {
    if (!room) return false;
    if (room.phase !== "lobby" && !(late && seat === null)) return true;
    if (seat === null) {
      if (name === null) return true;
      once("sit", () => ask.sit(name));
      return false;
    }
    // the rules first: they say how many bots may sit down
    if (options) once("options", () => ask.options(options));
    if (!start) return true;
    if (room.seats.length > bots) once("start", ask.start);
    else once("bots", () => Array.from({ length: bots }, () => ask.addBot(level)));
    return false;
  };
}
