// Printed from app/wire.py by `make types`. Change that file, not this one.

/** Raised whenever a message changes its meaning; a page that says another version is told to load again. */
export type WIRE_VERSION = 1;
export type MAX_MESSAGE_BYTES = 4096;
export type CLOSE_ELSEWHERE = 4501;
export type CLOSE_NO_ROOM = 4504;
export type CLOSE_BAD_MESSAGE = 4508;
export type CLOSE_TOO_FAST = 4529;
/** 1002, 1003, 1007, 1009 and 4500-4999 mean: stay away. Every other code: come back, with jitter. */
export type CLOSE_BUG = 4530;
export type CLOSE_COME_BACK = 4000;

/** As typed. The room trims, normalises and bounds it to what a seat can show (`rooms.names`). Not shorter than 1 and not longer than 64. */
export type Name = string;

/** Not longer than 8. */
export type PileId = string;

/** Not longer than 6. */
export type CardName = string;

/** Like `^[0-9a-f]{32}$`. */
export type Hex32 = string;

/** Like `^[0-9a-f]{16}$`. */
export type LoadId = string;

export type OptionValue = boolean | number | string;

export type Phase =
  | "lobby"
  | "play"
  | "between"
  | "over";

export type RefusalCode =
  | "unknown_move"
  | "not_now"
  | "not_yours"
  | "not_there"
  | "does_not_fit"
  | "stock_empty"
  | "stock_not_empty"
  | "nothing_to_do"
  /** another seat was faster: `by` and `ms` say who and by how much */
  | "taken"
  /** the move could not be kept; nothing has happened */
  | "try_again"
  /** more than the allowed moves a second */
  | "too_fast"
  | "not_seated"
  | "not_host"
  | "full"
  | "bad_name"
  | "bad_options"
  /** not enough seats to start */
  | "too_few";

/** [number of cards below that are not shown, shown cards bottom to top ...] */
export type Pile = (number | string)[];

export type Piles = Record<string, Pile>;

export type Facts = Record<string, unknown>;

/** Timer name -> milliseconds from the sending of this message until the house moves. */
export type Due = Record<string, number>;

/** The first message of a socket. `load` is random per page load: with `k` it makes a move's id. */
export interface Hello {
  t: "hello";
  v: number;
  load: LoadId;
}

/** Take a seat; in a match it counts from the next round. */
export interface Sit {
  t: "sit";
  name: Name;
}

/** Give the own seat up. */
export interface Leave {
  t: "leave";
}

export interface Rename {
  t: "rename";
  name: Name;
}

/** Ready for the match, the next round or the rematch. `add`: this browser's share of the match seed (16 bytes). */
export interface Ready {
  t: "ready";
  on: boolean;
  add?: Hex32 | null;
}

/** The host starts the match. Counts as the host's Ready. */
export interface Start {
  t: "start";
  add?: Hex32 | null;
}

/** The host ends the match or leaves the sheet of a finished one: back to the lobby with the same seats. */
export interface End {
  t: "end";
}

export interface AddBot {
  t: "add_bot";
}

export interface RemoveBot {
  t: "remove_bot";
  /** At least 0 and at most 7. */
  seat: number;
}

/** The host's options for the next match; what is missing keeps its default. */
export interface SetOptions {
  t: "options";
  /** Not longer than 32. */
  options: Record<string, OptionValue>;
}

/** One move: `m` is [name, source, [cards], target], trailing empties left out; `k` counts up per page load. */
export interface MoveMessage {
  t: "move";
  /** At least 0 and at most 2 ** 31. */
  k: number;
  /** Not shorter than 1 and not longer than 4. */
  m: (string | CardName[])[];
}

/** Asks for a Pong; `ms` is the round trip that the browser measured last, shown to the others. */
export interface Ping {
  t: "ping";
  /** At least 0 and at most 60000. */
  ms?: number | null;
}

/** What a pile takes. `onto`: kinds that may come onto cards; `empty`: what may come first, by source kind. */
export interface Accepts {
  step: 1 | -1;
  suits: "same" | "alternate" | "other" | "any";
  onto: string[];
  empty: Record<string, "any" | "ace" | "king">;
  run: boolean;
}

/** The rule of a pile as data. `shows`: "up" = face-up cards, "owner" = its owner all, n = top n; else counted. */
export interface PileSpec {
  id: string;
  kind: "stock" | "waste" | "tableau" | "foundation" | "reserve" | "hand" | "discard";
  owner: number | null;
  shows: "up" | "owner" | number;
  gives: "none" | "top" | "run";
  accepts: Accepts | null;
}

/** A whole table as one viewer may see it. */
export interface TableView {
  game: string;
  round: number;
  specs: PileSpec[];
  piles: Piles;
  facts: Facts;
  due: Due;
}

/**
 * One seat of the room. `waiting`: sits from the next round; `gone`: given up, free after the round.
 *
 * `total`: match score so far.
 */
export interface SeatView {
  seat: number;
  name: string;
  bot: string | null;
  ready: boolean;
  waiting: boolean;
  gone: boolean;
  total: number;
}

export interface SheetRow {
  seat: number;
  name: string;
  points: number;
  total: number;
  parts: Record<string, number>;
}

/** The score sheet of the round that ended. `ended_by` is a room seat, None when nobody went out. `lasted` in ms. */
export interface Sheet {
  round: number;
  rows: SheetRow[];
  winners: number[];
  ended_by: number | null;
  lasted: number;
}

/** What everybody may know of the room. `players[i]` is the room seat that plays as seat i of the round. */
export interface RoomView {
  code: string;
  game: string;
  phase: Phase;
  host: number | null;
  seats: SeatView[];
  players: number[];
  round: number;
  options: Record<string, OptionValue>;
  /** SHA-256 of the server seed of the running or coming match. */
  commitment: string;
  /** The server seed of the match that ended. */
  revealed: string | null;
  sheet: Sheet | null;
  /** "next_round": ms until the next round starts by itself. */
  due: Due;
}

/** Which room seats have a living socket, and their last measured round trip in ms. */
export interface Presence {
  t: "presence";
  here: number[];
  ms: Record<string, number>;
  onlookers: number;
}

/** The whole room as this viewer may see it; `n` is the number of the last entry in it. `seat`: own room seat. */
export interface Welcome {
  t: "welcome";
  v: number;
  n: number;
  seat: number | null;
  room: RoomView;
  table: TableView | null;
  /** The `k` of this page load's moves that the log already holds (newest 64) */
  moved: number[];
}

/**
 * One entry of the log, as seen: `n` counts without gaps. `b`, `k`: the seat of the round that moved, its number.
 *
 * `p`: the piles that changed, whole. `x`: the facts, whole, if they changed. `d`: timers, if they changed.
 * `room`, `table`: the whole room or table when the entry changed them at large.
 */
export interface Frame {
  t?: undefined;
  n: number;
  b?: number | null;
  k?: number | null;
  p?: Piles | null;
  x?: Facts | null;
  d?: Due | null;
  room?: RoomView | null;
  table?: TableView | null;
}

/** The own room seat, after sitting down or losing it. */
export interface You {
  t: "you";
  seat: number | null;
}

/** The move `k` did not happen. With code "taken", `by` (seat of the round) was `ms` faster. */
export interface Refused {
  t: "no";
  k: number;
  code: RefusalCode;
  by?: number | null;
  ms?: number | null;
}

/** The move `k` was made already (a resent message). */
export interface Known {
  t: "ok";
  k: number;
}

/** The request of type `what` did not happen. */
export interface Sorry {
  t: "sorry";
  what: string;
  code: RefusalCode;
}

/** The store is slow or away: moves wait until `on` is false again. */
export interface Saving {
  t: "saving";
  on: boolean;
}

export interface Pong {
  t: "pong";
}

/** The same person plays in a newer tab; this socket closes with 4501 after it. */
export interface Elsewhere {
  t: "elsewhere";
}

/** The page speaks another wire version. It loads itself again, between rounds. */
export interface Reload {
  t: "reload";
}

export type ClientMessage =
  | Hello
  | Sit
  | Leave
  | Rename
  | Ready
  | Start
  | End
  | AddBot
  | RemoveBot
  | SetOptions
  | MoveMessage
  | Ping;

export type ServerMessage =
  | Welcome
  | Frame
  | You
  | Refused
  | Known
  | Sorry
  | Saving
  | Presence
  | Pong
  | Elsewhere
  | Reload;
