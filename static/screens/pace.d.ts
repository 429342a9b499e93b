// How a round is played at large: all at once (race.js; apart.js where each has a table of his own), in turns (turns.js) or alone (solo.js). The play screen asks this; the rest is every table's.

import type { Ctx } from "../app.js";
import type { Move, PendingMove, State, StoreEvent } from "../core/store.js";
import type { Socket } from "../core/socket.js";
import type { Game } from "../table/game.js";
import type { Alone, Turn } from "../table/keys.js";
import type { Button, Situation as Rail } from "../table/rail.js";
import type { Board, View } from "../table/render.js";
import type { Situation as Sheet } from "../table/sheet.js";
import type { createNews } from "./news.js";

/** What a pace may reach for. */
export interface Desk {
  ctx: Ctx;
  game: Game;
  state: State;
  socket: Socket;
  /** The element of the whole table. */
  table: HTMLElement;
  board: Board;
  facts(): Record<string, any>;
  options(): Record<string, any>;
  /** A round runs and is not paused. */
  playing(): boolean;
  news(): ReturnType<typeof createNews>;
  view(): View | null;
  /** How a seat of the round is called. */
  nameOf(seat: number): string;
  /** Draws now. */
  draw(): void;
  /** Puts back what is in the hand. */
  letGo(): void;
  say(text: string): void;
  sound(name: import("../table/sound.js").Sound): void;
}

export interface Pace {
  /** A move of this seat would be taken now, the connection aside. */
  open(): boolean;
  /** Nobody's move would be taken. */
  waiting(): boolean;
  /** Moves of one's own that are drawn before they are answered. */
  pending(): PendingMove[];
  send(move: Move): void;
  /** The cards are dealt in front of these eyes. */
  deals(): boolean;
  /** Whose card comes flying; null: that of the seat below, which is seen to move anyway. */
  mover(card: string, below: number): number | null;
  /** Whose turn it is. */
  turnOf(): number | null;
  button(view: View): { label: string; can: boolean } | null;
  press(): void;
  rail(now: number): Pick<Rail, "stuck" | "passed" | "quietSince" | "nudge" | "gone" | "turn"> & Partial<Pick<Rail, "phase" | "paused" | "hint">>;
  /** Null: nothing ever covers the middle. */
  sheet(): Pick<Sheet, "votes" | "ready" | "wentAt" | "ending"> | null;
  /** What a key means now. */
  keys(): Turn;
  commands: Record<"ready" | "stuck" | "button" | "send" | "take_back", () => void> & Partial<Record<Alone, () => void>>;
  /** What stands in the bar instead of the connection. */
  bar?: HTMLElement;
  /** A button of the rail. Answers whether it was the pace's. */
  pressed(what: Button): boolean;
  /** A tap before it reaches the hand; on bare felt with no pile. Answers whether it was the pace's. */
  tapped(pile: string, card: string | null): boolean;
  /** Piles were named in the panel, one after another. */
  ordered?(piles: string[]): void;
  /** A tap on a seat of the row above. Answers whether it was the pace's. */
  seat?(seat: number): boolean;
  hear(event: StoreEvent): void;
  /** After every drawing. */
  drawn(): void;
  stop(): void;
}
