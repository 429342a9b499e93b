// Printed from app/wire.py and app/wire_views.py by `make types`. Change those files, not this one.

/** Raised whenever a message changes its meaning; a page that says another version is told to load again. */
export type WIRE_VERSION = 2;
export type MAX_MESSAGE_BYTES = 4096;
export type CLOSE_ELSEWHERE = 4501;
export type CLOSE_REMOVED = 4503;
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

/** How well a bot plays. The levels of a game are in its declaration (`GameView`). Not longer than 16. */
export type Level = string;

/** A line of chat as typed. The room trims and tidies it as it does names. Not shorter than 1 and not longer than 160. */
export type Words = string;

/** At least 0 and at most 7. */
export type SeatNumber = number;

/** Like `^[0-9a-f]{16}$`. */
export type LoadId = string;

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
  /** it could not be kept; nothing has happened */
  | "try_again"
  /** more moves, requests, lines or claims than a person makes */
  | "too_fast"
  | "not_seated"
  | "not_host"
  | "full"
  | "bad_name"
  | "bad_options"
  /** not enough seats to start */
  | "too_few"
  /** the host lets nobody new sit down */
  | "locked"
  /** the host has removed this person from the table */
  | "removed"
  /** the person whom this is about is away, or here where he must be away */
  | "not_here"
  /** no talk now: a round runs, or the host has switched it off */
  | "quiet"
  /** the table is paused by consent */
  | "paused";

export type HintKind =
  | "fair"
  | "winning";

export type HintWord =
  /** a card goes to a foundation */
  | "up"
  /** a face-down card is turned up by it */
  | "uncover"
  /** a card of the waste finds a place in the row */
  | "place"
  /** a place gets empty that something can use */
  | "clear"
  /** it makes way for one of these */
  | "prepare"
  /** the next card of the stock */
  | "flip"
  /** the open card to a corner */
  | "corner"
  /** nothing but the redeal is left */
  | "redeal"
  /** nothing is seen that helps */
  | "none"
  /** nothing wins from there, by a search of everything */
  | "lost"
  /** the next move of a line that wins */
  | "winning"
  /** no line was found in time */
  | "unknown";

export type Reaction =
  | "hello"
  | "well_played"
  | "thanks"
  | "wow"
  | "ouch"
  | "so_close"
  | "again"
  | "sorry";

export type OptionValue = boolean | number | string;

export type Phase =
  | "lobby"
  | "play"
  | "between"
  | "over";

/** [number of cards below that are not shown, shown cards bottom to top ...] */
export type Pile = (number | string)[];

export type Piles = Record<string, Pile>;

export type Facts = Record<string, unknown>;

/** What the viewer's own seat may do now, where the rules of the piles cannot say it; the game says in what form. */
export type Hints = Record<string, unknown>;

/** Timer name -> milliseconds from the sending of this message until the house moves. */
export type Due = Record<string, number>;

/** [how many steps of a solo table can be taken back, how many that were taken back can be made again] */
export type Steps = number[];

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

/** The host puts a bot of this level on an empty seat. */
export interface AddBot {
  t: "add_bot";
  level?: Level;
}

/**
 * The host takes a bot, or a person, from the table. A person cannot come back, and nobody new sits down then
 * until the host unlocks the table.
 */
export interface Remove {
  t: "remove";
  seat: SeatNumber;
}

/** The host gives up the seat of somebody who is away. Unlike one removed, he may sit down again. */
export interface Free {
  t: "free";
  seat: SeatNumber;
}

/** The host makes another person the host. */
export interface HandOver {
  t: "host";
  seat: SeatNumber;
}

/** The host lets nobody new sit down, or lets them again. */
export interface Lock {
  t: "lock";
  on: boolean;
}

/** The host lets everybody on this site find the table, or only who has the link. */
export interface Open {
  t: "open";
  on: boolean;
}

/** The host switches chat and reactions off, or on again. */
export interface LetTalk {
  t: "let_talk";
  on: boolean;
}

/** The host has this level play a seat: its bot's own, or for somebody away until he is back (None: no longer). */
export interface SetBot {
  t: "bot";
  seat: SeatNumber;
  level: Level | null;
}

/** Says that the seat of somebody who is away is his own, from another browser. The host decides. */
export interface Claim {
  t: "claim";
  seat: SeatNumber;
  name: Name;
}

/** The host's answer to the claim with this id. */
export interface Grant {
  t: "grant";
  /** At least 0 and at most 2 ** 31. */
  id: number;
  on: boolean;
}

/**
 * While play runs: wants a pause, or no longer. While the table is paused: `on` false wants to go on, true not yet.
 *
 * Both happen when all persons of the round who are here want it.
 */
export interface Pause {
  t: "pause";
  on: boolean;
}

/** A line of chat to the table, outside of play. */
export interface Say {
  t: "say";
  text: Words;
}

/** A quick reaction, outside of play. */
export interface React {
  t: "react";
  what: Reaction;
}

/** The host ends the running round before its time, and nobody scores; where the game has such an end. */
export interface CallOff {
  t: "call_off";
}

/** The host's options for the next match; what is missing keeps its default. */
export interface SetOptions {
  t: "options";
  /** Not longer than 32. */
  options: Record<string, OptionValue>;
}

/**
 * One move: `m` is [name, source, [cards], target], trailing empties left out; `k` counts up per page load.
 *
 * At a solo table "undo", "redo" and "restart" are moves of the room, whatever the game.
 */
export interface MoveMessage {
  t: "move";
  /** At least 0 and at most 2 ** 31. */
  k: number;
  /** Not shorter than 1 and not longer than 4. */
  m: (string | CardName[])[];
}

/** Asks what to do at a solo table: by what can be seen, or for a move of a line that wins, which is marked. */
export interface Hint {
  t: "hint";
  how: HintKind;
}

/** Asks for a Pong; `ms` is the round trip that the browser measured last, shown to the others. */
export interface Ping {
  t: "ping";
  /** At least 0 and at most 60000. */
  ms?: number | null;
}

/** Which room seats have a living socket, their last round trip in ms, and the room's timers as of now. */
export interface Presence {
  t: "presence";
  here: number[];
  ms: Record<string, number>;
  onlookers: number;
  /** Instead of RoomView.due: who comes or goes may begin or end the wait before play goes on. */
  due?: Due | null;
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
 * `h`: the viewer's hints, if `p` or `x` is here; without `h` he has none then. `u`: a solo table's steps, if they
 * changed. `room`, `table`: the whole room or table when the entry changed them at large.
 */
export interface Frame {
  t?: undefined;
  n: number;
  b?: number | null;
  k?: number | null;
  p?: Piles | null;
  x?: Facts | null;
  d?: Due | null;
  h?: Hints | null;
  u?: Steps | null;
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

/** A line of `text` or a `react`ion. `id` counts up for ever; after a welcome the newest 30 are said again. */
export interface Said {
  t: "said";
  id: number;
  seat: number;
  name: string;
  text?: string | null;
  react?: Reaction | null;
}

/** To the host: who asks for which seat, whole whenever it changes. To who asks: his own claim, or none. */
export interface Claims {
  t: "claims";
  claims: ClaimView[];
}

/**
 * What to do after entry `n`, to who asked for it. If the table changes before that is found, nothing is said.
 *
 * `m`: the move, as in `MoveMessage`; None where none is named.
 */
export interface Hinted {
  t: "hint";
  n: number;
  how: HintKind;
  say: HintWord;
  m: (string | CardName[])[] | null;
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

/** What a pile takes. `onto`: kinds that may come onto cards; `empty`: what is first, by kind; `wild`: fits any. */
export interface Accepts {
  step: 1 | -1;
  suits: "same" | "colour" | "alternate" | "other" | "any";
  onto: string[];
  empty: Record<string, "any" | "ace" | "king" | "ace_or_king">;
  run: boolean;
  wild?: "any" | "ace" | "king" | "ace_or_king" | null;
}

/**
 * The rule of a pile as data. `shows`: "up" = face-up cards, "owner" = its owner all, n = top n; else counted.
 *
 * In a race on one deal every pile but one's own is empty, and nothing is told of it.
 */
export interface PileSpec {
  id: string;
  kind: "stock" | "waste" | "tableau" | "foundation" | "reserve" | "hand" | "discard";
  owner: number | null;
  shows: "up" | "owner" | number;
  gives: "none" | "top" | "run" | "any";
  accepts: Accepts | null;
}

/** A whole table as one viewer may see it. */
export interface TableView {
  game: string;
  round: number;
  specs: PileSpec[];
  piles: Piles;
  facts: Facts;
  hints: Hints | null;
  due: Due;
  /** Of a solo table alone. */
  steps?: Steps | null;
}

/**
 * One seat of the room. `waiting`: sits from the next round; `gone`: given up, free after the round. Until then a
 * bot plays it in games of turns.
 *
 * `total`: match score so far. `stand_in`: the level of the bot that plays while the seat's person is away.
 */
export interface SeatView {
  seat: number;
  name: string;
  bot: string | null;
  ready: boolean;
  waiting: boolean;
  gone: boolean;
  total: number;
  stand_in: string | null;
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

/**
 * What everybody may know of the room. `players[i]` is the room seat that plays as seat i of the round.
 *
 * `pausing`: room seats that want a pause, or, while the table is `paused`, to go on.
 */
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
  /** What the browsers added to that seed, in seat order; empty until it is revealed. */
  adds: string[];
  /** The number of the running or last match, from 1; 0 before the first. */
  match: number;
  locked: boolean;
  /** Everybody on this site may find the table. */
  open: boolean;
  /** Chat and reactions are allowed outside of play. */
  talk: boolean;
  paused: boolean;
  pausing: number[];
  sheet: Sheet | null;
  /** "next_round", "resume": ms until the next round starts, or play goes on, by itself; "began": solo. */
  due: Due;
  /** The number of the match's deal, if it has one that everybody may know. */
  deal?: number | null;
  /** The day whose deal it is, such as 2026-11-30; no other match is begun here then. */
  day?: string | null;
  /** Who plays alone was shown how this deal is won, or that it cannot be. */
  helped?: boolean;
}

/** `name` says that the seat `seat` is his. `own`: the seat that he has meanwhile, None for an onlooker. */
export interface ClaimView {
  id: number;
  seat: number;
  name: string;
  own: number | null;
}

/** One thing that the host may change, with every value that it can have. */
export interface OptionView {
  key: string;
  default: OptionValue;
  choices: OptionValue[];
}

/**
 * A game's own declaration (`GET /api/games`): the options form and the bots' levels are made from it.
 *
 * `seats`: fewest, most. `presets` are named sets of options; what is missing in one has its default. `call_off`: the
 * host may end a round before its time.
 */
export interface GameView {
  key: string;
  name: string;
  seats: number[];
  pace: "race" | "turns" | "solo";
  options: OptionView[];
  presets: Record<string, Record<string, OptionValue>>;
  levels: string[];
  call_off: boolean;
}

/**
 * A table that everybody may find (`GET /api/open`). `names`: the persons who sit there; `seats`: how many can.
 *
 * `free`: the seats that somebody may take, none where the table is locked. `since`: when it was opened to everybody
 * (ms since the epoch). `own_rules`: the host has changed some.
 */
export interface OpenTable {
  code: string;
  game: string;
  phase: Phase;
  since: number;
  names: string[];
  bots: number;
  free: number;
  seats: number;
  own_rules: boolean;
}

/** Somebody who has won matches at open tables (`GET /api/leaders/{game}`). */
export interface Leader {
  name: string;
  won: number;
}

/** A game's deal of the day, for who asks: his table with it, and how many cards are up there. */
export interface DailyDeal {
  game: string;
  code: string | null;
  state: "new" | "open" | "over";
  up: number;
  won: boolean;
}

/**
 * Today's deals (`GET /api/daily`). `day`: such as 2026-11-30, in UTC.
 *
 * An address that asks for these, or for results, more often than persons do gets 429 and `{"error":"too_fast"}`.
 */
export interface DailyDeals {
  day: string;
  /** Ms until the next day begins. */
  ends_ms: number;
  games: DailyDeal[];
}

/** How a day's deal came out for somebody. `ms`: time that was played; `you`: it is who asks. */
export interface DailyResult {
  name: string;
  won: boolean;
  up: number;
  ms: number;
  moves: number;
  helped: boolean;
  you: boolean;
}

/** The results of a day's deal, the best first (`GET /api/daily/{game}/{day}`). `players`: how many there are. */
export interface DailyResults {
  game: string;
  day: string;
  /** Of the deal; hidden until the day is over. */
  number: number | null;
  results: DailyResult[];
  players: number;
}

export type ClientMessage =
  | Hello
  | Sit
  | Leave
  | Rename
  | Ready
  | Claim
  | Pause
  | Say
  | React
  | MoveMessage
  | Hint
  | Ping
  | Start
  | End
  | CallOff
  | AddBot
  | Remove
  | Free
  | HandOver
  | Lock
  | Open
  | LetTalk
  | SetBot
  | Grant
  | SetOptions;

export type ServerMessage =
  | Welcome
  | Frame
  | You
  | Refused
  | Known
  | Sorry
  | Saving
  | Presence
  | Said
  | Claims
  | Hinted
  | Pong
  | Elsewhere
  | Reload;
