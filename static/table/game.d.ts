// What a game brings to the table in the browser: the shape of the default export of static/games/{key}.js. Handwritten.
//
// A game's module says where its piles lie, what stands on a seat, and what is said; it knows no socket, no clock and no store.
// How a round is played at large (all at once, in turns, alone) is the pace's: screens/race.js, screens/turns.js, screens/solo.js.

import type { Move } from "../core/store.js";
import type { Facts, OptionValue, PileSpec, Piles, RoomView } from "../wire.js";
import type { Box, Geometry, OwnZone, Place, Screen, Shape } from "./layout.js";
import type { Line } from "./rail.js";
import type { Sound } from "./sound.js";
import type { Ending } from "./sheet.js";
import type { Sentence } from "./speak.js";

/** A position, as one page draws it. */
export interface Position {
  specs: PileSpec[];
  /** As drawn: truth and own moves that are not answered yet. */
  piles: Piles;
  facts: Facts;
  options: Record<string, OptionValue>;
  /** Whose cards lie below: a seat of the round. */
  seat: number;
  /** They are this player's own. */
  own: boolean;
  /** Room seats, by seat of the round. */
  players: number[];
}

/** The room that the middle shares with the own zone, and what counts for its size. */
export interface Room {
  shape: Shape;
  width: number;
  height: number;
  /** Seats of the round. */
  players: number;
  counts: Record<string, number>;
}

/** How the middle is laid out: its height, and numbers that only the game reads (in `lie`). */
export interface Middle {
  height: number;
}

/** An empty place, or the place under a pile, at which cards may be aimed. */
export interface Well {
  /** Names it: the same well stays the same element. */
  key: string;
  /** A pile's id; "new" for a free place that the server chooses; "" for one that is only drawn. */
  pile: string;
  box: Box;
  /** Class names of the style sheet. */
  look: string;
  /** A suit's letter, drawn faintly. */
  sign?: string;
  state?: "" | "next" | "later" | "done";
}

/** A word or number at a pile. `x`, `y`: the middle of its lower edge. */
export interface Tag {
  /** Names it: the same tag stays the same element. */
  key: string;
  text: string;
  x: number;
  y: number;
  /** "count" on a card, "under" below one, "worth" at a card's corner, or the game's own. */
  look: string;
}

/** Everything that is drawn between the seats and the lower edge, but for what `createPanel` adds. */
export interface Lie {
  /** Every card, by key. */
  places: Map<string, Place>;
  wells: Well[];
  tags: Tag[];
  /** The last cards of piles that are finished and gone: swept away in the drawing after which they are first here. */
  finished: Place[];
  /** Where cards come from that are drawn or dealt, and the pile of the seat below into which they are drawn. */
  stock?: {
    pile: string;
    box: Box;
    into: string;
    /** `into` is a hand: whatever is new in it was drawn. */
    hand?: boolean;
    /** Piles whose cards go back into the stock when they leave. */
    back: string[];
    /** Whose back the stock shows, where that is another than its cards had elsewhere. */
    owner?: number;
  };
}

/** What a rival's seat shows, as much of it as its width allows. */
export interface Shown {
  /** The card that everybody wants to see, "" for an empty place. */
  card: string;
  /** A word at that card ("= 9"). */
  worth?: string;
  /** It has a frame: the pile to get rid of. */
  framed: boolean;
  /** The number that says how near to going out, its unit ("left", "to go", "in hand"), and whether it is nearly there. */
  count: number;
  unit: string;
  low: boolean;
  /** The points that stand on the seat, where they are not those of the match. */
  points?: string;
  /** More cards: tops of other piles, "" for an empty place. */
  tops: string[];
  /** How far along it is, from 0 to 1: a bar at its lower edge. */
  share?: number;
  /** A class name of the style sheet. */
  look?: string;
  /** Cards of a hand, seen from behind. */
  backs?: number;
  /** What stands below those tops and backs, where a seat has the room. */
  under?: { tops: string; backs: string };
  /** The seat in one whole sentence; {name}, {points} and {dot} (presence) are filled in. */
  says: { key: string; slots: Record<string, string | number> };
}

/** What the plate beside the own cards offers. */
export interface Button {
  label: string;
  can: boolean;
  /** The move that it makes. */
  move: Move;
}

/** Keys of the keyboard and what they are for: caps, "–" and "+", or keys of sentences ("keys.enter"); then the sentence's key. */
export type KeyLine = [string[], string];

/** What happened between two moments, for sentences and sounds. */
export interface Change {
  specs: PileSpec[];
  before: { piles: Piles; facts: Facts };
  after: { piles: Piles; facts: Facts };
  /** Own seat of the round, and the seat that moved. */
  me: number | null;
  by: number | null;
}

/** What a panel of the game's own is told at every drawing. */
export interface Seen {
  position: Position;
  geometry: Geometry;
  /** Own seat of the round, null for who watches. */
  me: number | null;
  /** A move of this seat would be taken now. */
  open: boolean;
  /** What this seat may do, as the server says it (wire: hints). */
  hints: unknown;
  /** What is in the hand. */
  picked: { pile: string; cards: string[] } | null;
  nameOf(seat: number): string;
}

/** What a panel of the game's own can do. */
export interface Reach {
  /** The element of the whole table; a panel appends to it and places itself by `geometry`. */
  table: HTMLElement;
  send(move: Move): void;
  /** Something of the panel's own has changed: draw again. `order`: piles as this player has named them, one after another. */
  changed(order?: string[]): void;
  say(text: string): void;
  room(): RoomView | null;
}

/**
 * A game's own controls, where picking a card up and laying it down is not all (Pontis): they have elements of their own, and may
 * take taps and keys before the hand does.
 */
export interface Panel {
  draw(seen: Seen): void;
  /** A tap on a card or a place. Answers whether that was for the panel. */
  tap?(pile: string, card: string | null): boolean;
  /** A double tap, or a press of the right button, where that is not a tap more. Answers as `tap`. */
  best?(pile: string, card: string | null): boolean;
  /** A tap on a seat of the row above. Answers whether that was for the panel. */
  seat?(seat: number): boolean;
  /** What is carried with a card that no rule of its pile lets go. */
  lifts?(pile: string, card: string | null): string[] | null;
  /** What was carried so is let go over a pile, or over none. */
  drop?(cards: string[], over: string | null): void;
  /** A stroke of the keyboard, before the table hears it, also while others move. Answers whether it was for the panel. */
  key?(stroke: { key: string; shift: boolean }): boolean;
  /** Cards that are raised, and those that step back. */
  chosen?: string[];
  dim?: string[];
  stop(): void;
}

export interface Game {
  key: string;
  /** The game whose looks it has, where another one's style sheet is its own as well. */
  like?: string;
  pace: "race" | "turns" | "solo";
  /** In a race: nothing is shared. Each plays a table of his own, laid out as for one, and sees of the others what stands on their seats. */
  apart?: boolean;
  /** Style sheets of its own, relative to the base: "static/style/pontis.css". */
  style?: string | string[];

  // --- where things lie
  /** Numbers of piles and cards on which sizes depend. New numbers arrange the table anew. */
  counts(specs: PileSpec[], piles: Piles, seat: number): Record<string, number>;
  middle(room: Room): Middle;
  /** The own zone: the width of a card, and a box for each part of it, relative to the zone. There is always a box `plate`; with a box `button` the own button stands there. */
  own(shape: Shape, w: number, h: number, screen: Screen): OwnZone;
  /** How wide a seat of the row above may be at most, how high it is, and how wide the cards in it, if wider; missing: as for Pounce. */
  seats?(screen: Screen, shape: Shape, width: number): { widest: number; high: number; card?: number };
  lie(geometry: Geometry, position: Position): Lie;

  // --- what is said
  /** The round in the bar: "Round 3 · to 100". `facts` are empty while there is no table; `seat`: the own one. */
  title(room: RoomView, facts: Facts, seat?: number | null): string;
  shown(position: Position, seat: number): Shown;
  /** The open cards of a seat that was tapped, in order; "" for an empty place. `look`: a class name. */
  peek(position: Position, seat: number): { card: string; look: string }[];
  /** The name of a pile, where its kind's is not good enough. */
  pileName?(specs: PileSpec[], pile: string): string;
  /** The plate's button; null: none now. `open`: and no move is under way. In a race the pace has its own. */
  button?(position: Position, open: boolean): Button | null;
  /** In turns: the line of the rail when nothing more urgent is to be said. `mine`: it is the own turn. */
  line?(position: Position, mine: boolean): Pick<Line, "key" | "slots" | "card">;
  /** In turns: what covers the middle when the round is over, as keys of sentences; {name} is the seat's. */
  ending?(facts: Facts, me: number | null, nameOf: (seat: number) => string): Ending;
  sentences(change: Change): Sentence[];
  heard(change: Change): Sound[];
  /** The list of keys: groups with a title. The keys of every table are added. */
  keys: [string, KeyLine[]][];
  /** Short reminders at the plate of a wide screen: lines of key names and sentence keys. */
  plateKeys: [string[], string][][];
  /** Names of own and shared piles on the keyboard: key -> pile, or one card of a hand: "0h/2" is its third. */
  pileKeys(specs: PileSpec[], seat: number): Record<string, string>;

  // --- moves
  /** Whether nobody makes this move without meaning it: no shortcut leads to it. In turns it cannot be taken back by anybody, and is held for a moment before it is sent. */
  final?(specs: PileSpec[], move: Move): boolean;
  createPanel?(reach: Reach): Panel;
  /** So many cards are turned from the stock at once, where no option says it; 0: nobody turns it. Missing: 3. */
  flips?: number;
  /** How often a seat may still turn its waste over, null without end; missing: as often as the facts say for all. */
  redeals?(facts: Facts, seat: number): number | null;

  // --- for one
  /** The next card that goes up without any harm; null: none. In a game that `runsOut` any card that goes up. */
  safe?(position: Position): Move | null;
  /** Nothing is left to think about: every card only has to be sent up. */
  runsOut?(position: Position): boolean;
}
