// @ts-check
// The rules of a table: what they are called, and the form that is made from the game's own declaration. The host
// changes them there; everybody else sees the same list.

import { keepRules, known, ownRules } from "../core/wishes.js";
import { inGame, t } from "../core/i18n.js";
import { dialog, el, icon, renew } from "./pieces.js";

/** @typedef {import("../app.js").Ctx} Ctx */
/** @typedef {import("../wire.js").GameView} GameView */
/** @typedef {import("../wire.js").OptionView} OptionView */
/** @typedef {import("../wire.js").OptionValue} OptionValue */
/** @typedef {import("../core/wishes.js").Options} Options */

/** Changes made in quick succession, as on a stepper, are sent as one. */
const SEND_MS = 150;
/** More numbers than this are stepped through. */
const MOST_CHIPS = 5;
/** What belongs to the table and makes no other game of it. */
const OF_THE_TABLE = ["players"];
/** Always said of a game's rules, whether or not they are its own. @type {Record<string, string[]>} */
const HEADLINE = {
  pounce: ["target", "pounce_pile", "tableau", "king_stop"],
  "spite-and-malice": ["target", "pay_off"],
  pontis: ["series", "jokers"],
  "thumb-and-pouch-race": ["redeals"],
  "puss-in-the-corner-race": ["redeals"],
};
/** Options that say nothing beside certain values of others. @type {Record<string, (options: Options) => boolean>} */
const VOID = { flip_top: ({ flip }) => flip === 1 };

// --- what options mean ----------------------------------------------------------------------------------------------

/** Every option written out. @param {GameView} game @param {Options} options @returns {Options} */
export const whole = (game, options) => ({ ...Object.fromEntries(game.options.map((option) => [option.key, option.default])), ...known(game, options) });

/** Whether an option says nothing beside the others. @param {string} key @param {Options} options */
export const isVoid = (key, options) => VOID[key]?.(options) ?? false;

/** The options by which these rules are not the game's own, in the order of its declaration. @param {GameView} game @param {Options} options */
export function changes(game, options) {
  const given = whole(game, options);
  return game.options.filter((option) => !OF_THE_TABLE.includes(option.key) && !isVoid(option.key, given) && given[option.key] !== option.default).map((option) => option.key);
}

/** The name of the rules with these options, "own" for none. @param {GameView} game @param {Options} options */
export function presetOf(game, options) {
  const given = whole(game, options);
  const same = (/** @type {Options} */ wanted) => game.options.every(({ key }) => OF_THE_TABLE.includes(key) || given[key] === wanted[key] || (isVoid(key, given) && isVoid(key, wanted)));
  return Object.keys(game.presets).find((name) => same(whole(game, game.presets[name]))) ?? "own";
}

/** The options of a preset at this table: what belongs to the table stays. @param {GameView} game @param {Options} preset @param {Options} options */
export function chosen(game, preset, options) {
  const now = whole(game, options);
  return { ...whole(game, preset), ...Object.fromEntries(OF_THE_TABLE.filter((key) => key in now).map((key) => [key, now[key]])) };
}

/** How an option is changed. @param {OptionView} option @returns {"switch" | "chips" | "stepper"} */
export function kindOf({ choices }) {
  if (choices.every((choice) => typeof choice === "boolean")) return "switch";
  return choices.length > MOST_CHIPS && choices.every((choice) => typeof choice === "number") ? "stepper" : "chips";
}

/** A sentence in the words of a game, or null where there is none. @param {string} game @param {string} key @param {import("../core/i18n.js").Slots} [slots] */
function said(game, key, slots) {
  const words = inGame(game, key, slots);
  return words === key ? null : words;
}
/** What a value is called. @param {string} game @param {string} key @param {OptionValue} value */
export function valueWords(game, key, value) {
  if (typeof value === "boolean") return value ? t("options.on") : t("options.off");
  return said(game, `option.${key}.${value}`) ?? said(game, `option.${key}.unit`, { n: Number(value) }) ?? String(value);
}
/** @param {string} game @param {string} key */
export const label = (game, key) => inGame(game, `option.${key}`);
/** "Points to win: 100". @param {string} game @param {string} key @param {OptionValue} value */
export const optionWords = (game, key, value) => t("options.is", { option: label(game, key), value: valueWords(game, key, value) });

/** Short words for the rules that are always said. @type {Record<string, (value: OptionValue, game: string) => string>} */
const SHORT = {
  target: (value, game) => (value ? t("rules.line.target", { target: Number(value) }) : inGame(game, "rules.line.one")),
  pounce_pile: (value) => t("rules.line.pile", { n: Number(value) }),
  tableau: (value) => (value === 4 ? t("rules.line.four") : t("rules.line.five")),
  king_stop: (value) => t(`rules.line.stop.${value}`),
  pay_off: (value) => t("rules.line.pay_off", { n: Number(value) }),
  series: (value) => (value === "dealer_round" ? t("rules.line.dealer_round") : t("rules.line.series", { n: Number(value) })),
  jokers: (value) => t("rules.line.jokers", { n: Number(value) }),
  redeals: (value, game) => (typeof value === "number" ? valueWords(game, "redeals", value) : optionWords(game, "redeals", value)),
};

/**
 * The rules in some words: the headline, and everything that is not as the game has it.
 * @param {GameView} game
 * @param {Options} options
 * @returns {{words: string, changed: boolean}[]}
 */
export function rulesWords(game, options) {
  const given = whole(game, options);
  const changed = changes(game, options);
  const headline = (HEADLINE[game.key] ?? []).filter((key) => key in given);
  const keys = [...headline, ...changed.filter((key) => !headline.includes(key))];
  const marked = hasClassic(game);
  return keys.map((key) => ({ words: SHORT[key]?.(given[key], game.key) ?? optionWords(game.key, key, given[key]), changed: marked && changed.includes(key) }));
}

/** Whether the game's own rules have a name by which others are known as changed. @param {GameView} game */
const hasClassic = (game) => "classic" in game.presets;

/** What is another value now, in words; "" for nothing. @param {GameView} game @param {Options} before @param {Options} now */
export function changeWords(game, before, now) {
  const [old, given] = [whole(game, before), whole(game, now)];
  return game.options.filter(({ key }) => old[key] !== given[key]).map(({ key }) => optionWords(game.key, key, given[key])).join(", ");
}

// --- choosing a preset ------------------------------------------------------------------------------------------------

/** Sends rules to the table and keeps them for the next one. @param {Ctx} ctx @param {GameView} game @param {Options} options */
export function send(ctx, game, options) {
  ctx.socket.send({ t: "options", options });
  keepRules(game, options, presetOf(game, options) === "own");
}

/**
 * The rules with a name, as chips; "Own" brings the host's own set back.
 * @param {GameView} game
 * @param {Options} options
 * @param {((options: Options) => void) | null} choose  null: they are only shown
 * @param {() => void} [make]  where an own set is made; without it "Own" is offered only if there is one
 */
export function presetChips(game, options, choose, make) {
  const now = presetOf(game, options);
  /** @param {string} name */
  const words = (name) => t(`preset.${name}`);
  const own = ownRules(game);
  if (Object.keys(game.presets).length === 0 || game.options.length < 2) return null; // one option needs no name for its values
  if (!choose) return el("div", { class: "chips" }, el("span", { class: "chip on" }, words(now)));
  /** @param {string} name */
  const press = (name) => {
    const set = name === "own" ? own : game.presets[name];
    if (name === "own" && (now === "own" || !set)) make?.();
    else if (set && name !== now) choose(chosen(game, set, options));
  };
  return el(
    "div",
    { class: "chips", role: "group", "aria-label": t("options.presets") },
    [...Object.keys(game.presets), (make || own || now === "own") && "own"].map((name) =>
      name && el("button", { class: `chip ${name === now ? "on" : ""}`, "data-key": `preset-${name}`, "aria-pressed": String(name === now), on: { click: () => press(name) } }, words(name)),
    ),
  );
}

/** The chips of the lobby: they send at once, and "Own" without an own set opens the form. @param {Ctx} ctx @param {GameView} game @param {boolean} host */
export function lobbyPresets(ctx, game, host) {
  const options = ctx.store.state.room?.options ?? {};
  return presetChips(game, options, host ? (set) => send(ctx, game, set) : null, () => openOptions(ctx, game));
}

// --- the form ---------------------------------------------------------------------------------------------------------

/**
 * The form, before the match: for the host to change, for everybody else to read.
 * @param {Ctx} ctx
 * @param {GameView} game
 */
export function openOptions(ctx, game) {
  const { store } = ctx;
  const { state } = store;
  const list = el("div", { class: "options" });
  const wrong = el("p", { class: "wrong small", role: "alert" });
  /** What the host has chosen and the table does not have yet. @type {Options | null} */
  let draft = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let clock;

  const truth = () => whole(game, state.room?.options ?? {});
  const hosts = () => state.seat !== null && state.room?.host === state.seat;

  /** @param {Options} options */
  function change(options) {
    draft = options;
    wrong.textContent = "";
    clearTimeout(clock);
    clock = setTimeout(flush, SEND_MS);
    draw();
  }
  function flush() {
    if (clock === undefined || !draft) return;
    clearTimeout(clock);
    clock = undefined;
    send(ctx, game, draft);
  }

  function draw() {
    const options = draft ?? truth();
    const host = hosts();
    renew(list, [options, host], () => [
      el("p", { class: "muted small" }, host ? t("options.lead") : t("options.lead.guest")),
      presetChips(game, options, host ? change : null),
      game.options.map((option) => row(game, option, options, host ? (value) => change({ ...options, [option.key]: value }) : null)),
    ]);
  }

  const off = store.on((event) => {
    if (event.type === "room" && state.room?.phase !== "lobby") return close();
    if (event.type === "room" && draft && game.options.every(({ key }) => truth()[key] === draft?.[key])) draft = null;
    if (event.type === "sorry" && event.what === "options") {
      draft = null;
      wrong.textContent = t("options.refused");
    }
    if (event.type === "connection" && state.connection === "open") draft = null; // what was on its way may be lost: the table tells what is true
    if (["room", "you", "sorry", "connection"].includes(event.type)) draw();
  });
  draw();
  const close = dialog({ title: t("options.title"), class: "options-sheet", closed: () => (flush(), off()) }, () => [wrong, list]);
}

/**
 * One option: its name, what it means, and its value, which the host can change.
 * @param {GameView} game
 * @param {OptionView} option
 * @param {Options} options
 * @param {((value: OptionValue) => void) | null} change
 */
function row(game, option, options, change) {
  const { key } = option;
  const value = options[key];
  const idle = isVoid(key, options);
  const changed = hasClassic(game) && !idle && !OF_THE_TABLE.includes(key) && value !== option.default;
  const ids = { "aria-labelledby": `name-${key}`, "aria-describedby": `help-${key}` };
  return el(
    "div",
    { class: `option ${idle ? "void" : ""}` },
    el("h3", { id: `name-${key}` }, label(game.key, key), changed && el("span", { class: "mark-changed", title: t("options.changed") }, el("span", { class: "unseen" }, t("options.changed")))),
    el("p", { class: "muted small", id: `help-${key}` }, idle ? t("options.void") : inGame(game.key, `option.${key}.help`)),
    change && !idle ? CONTROLS[kindOf(option)](game.key, option, value, ids, change) : el("b", { class: "value" }, idle ? "—" : valueWords(game.key, key, value)),
  );
}

/** @typedef {(game: string, option: OptionView, value: OptionValue, ids: Record<string, string>, change: (value: OptionValue) => void) => HTMLElement} Control */
/** @type {Record<"switch" | "chips" | "stepper", Control>} */
const CONTROLS = {
  switch: (_, { key }, value, ids, change) => toggle({ key, on: value === true, change, ...ids }),
  chips: (game, { key, choices }, value, ids, change) =>
    el(
      "div",
      { class: "chips choice", role: "radiogroup", ...ids },
      choices.map((choice) =>
        el("label", { class: "chip" }, el("input", { type: "radio", name: `option-${key}`, "data-key": `${key}-${choice}`, checked: choice === value, on: { change: () => change(choice) } }), valueWords(game, key, choice)),
      ),
    ),
  stepper: (game, { key, choices }, value, ids, change) =>
    stepper({ key, name: label(game, key), values: /** @type {number[]} */ (choices), value: Number(value), words: (number) => valueWords(game, key, number), change, ...ids }),
};

/**
 * On or off. @param {{key: string, on: boolean, change: (on: boolean) => void} & Record<string, any>} given
 */
export function toggle({ key, on, change, ...ids }) {
  return el("button", { class: "switch", type: "button", role: "switch", "aria-checked": String(on), "data-key": `${key}-switch`, ...ids, on: { click: () => change(!on) } });
}

/**
 * A number with less and more beside it. Arrow keys, Home and End change it too.
 * @param {{key: string, name: string, values: number[], value: number, words?: (value: number) => string, change: (value: number) => void} & Record<string, any>} given
 */
export function stepper({ key, name, values, value, words = String, change, ...ids }) {
  const sorted = [...values].sort((one, other) => one - other);
  const at = sorted.indexOf(value);
  /** @param {number} index */
  const step = (index) => {
    const next = sorted[Math.max(0, Math.min(sorted.length - 1, index))];
    if (next !== value) change(next);
  };
  /** @type {Record<string, number>} */
  const KEYS = { ArrowUp: at + 1, ArrowRight: at + 1, ArrowDown: at - 1, ArrowLeft: at - 1, Home: 0, End: sorted.length - 1 };
  /** @param {KeyboardEvent} event */
  const keydown = (event) => {
    if (!(event.key in KEYS)) return;
    event.preventDefault();
    step(KEYS[event.key]);
  };
  /** @param {string} sign @param {string} text @param {number} index @param {boolean} end */
  const button = (sign, text, index, end) =>
    el("button", { class: "btn step", type: "button", tabindex: -1, "data-key": `${key}-${sign}`, "aria-label": text, "aria-disabled": String(end), on: { click: () => step(index) } }, icon(sign));
  return el(
    "div",
    { class: "stepper" },
    button("minus", t("options.less", { option: name }), at - 1, at <= 0),
    el("span", { class: "spin", role: "spinbutton", tabindex: 0, "data-key": `${key}-spin`, "aria-valuenow": value, "aria-valuemin": sorted[0], "aria-valuemax": sorted[sorted.length - 1], "aria-valuetext": words(value), ...ids, on: { keydown } }, words(value)),
    button("plus", t("options.more", { option: name }), at + 1, at >= sorted.length - 1),
  );
}
