// Written by `python -m flagfall.server.typescript`; do not edit.
/* eslint-disable */

export const PROTOCOL = 1;

export type GameAction = Deploy | Halt | Move | Strike | Use;

export type PlayAction = Halt | Move | Strike | Use;

export type GameEvent = Answered | Attacked | Awaits | Began | Captured | Deployed | Ended | Moved | Noticed | Ready | Shown | Switched | Trayed | Turned | Used;

export type ClockSpec = BankClock | DaysClock | MoveClock | NoClock;

export type Sitter = BotSitter | PersonSitter;

export type ServerMessage = ClockNow | Done | Goodbye | Pong | Presence | Refused | Reset | Resumed | Said | TableNow | Told | Turn | Welcome;

export type ClientMessage = Abort | Act | Decline | Offer | Ping | Resign | Say | Share | Typed;

export type LobbyMessage = Lobby | Notice;

export type GameOption = ChoiceOption | NumberOption | SwitchOption;

export type Status = "aborted" | "open" | "over" | "play" | "setup";

export type Speed = "blitz" | "days" | "free" | "rapid" | "slow";

export type OfferKind = "draw" | "rematch" | "takeback";

export type Room = "players" | "watchers";

export type Preset = "good-game" | "good-luck" | "hello" | "one-moment" | "sorry" | "thanks" | "well-played";

export type Scope = "play" | "setups" | "tables";

export type OptionValue = boolean | number | string;

/** One thing that is wrong in an uploaded file or text. */
export interface FaultAt {
  line: number;
  reason: string;
  field?: string;
  column?: number;
}

/** Why something was refused: a code for programs, a rule and values for the client's sentence. */
export interface Problem {
  code: string;
  rule?: string;
  params?: Record<string, number | string>;
  field?: string;
  detail?: string;
  faults?: FaultAt[];
  retry?: number;
}

/** Nobody is hurried; the game stays resumable. */
export interface NoClock {
  type: "none";
}

/** A base for the whole game, and an increment after every move, in seconds. */
export interface BankClock {
  type: "bank";
  base: number;
  increment: number;
}

/** Seconds for each move. */
export interface MoveClock {
  type: "move";
  seconds: number;
}

/** Days for each move. */
export interface DaysClock {
  type: "days";
  days: number;
}

/** What the clocks show at the moment of the message, in milliseconds; None where no time is kept. */
export interface ClockFace {
  left: [number | null, number | null];
  running?: [boolean, boolean];
}

/** A person, or an external bot, on a seat. */
export interface PersonSitter {
  type: "person";
  id: string;
  name: string;
  guest?: boolean;
  bot?: boolean;
  rating?: number | null;
  provisional?: boolean;
}

/** A built-in bot on a seat. */
export interface BotSitter {
  type: "bot";
  id: string;
  rating?: number | null;
}

/** SHA-256 over a 256-bit nonce and a content, told at the start and opened at the end. */
export interface Commitment {
  what: "seed" | "setup-0" | "setup-1";
  hash: string;
  nonce?: string;
  content?: string;
}

/** What a rated game did to a seat's rating. */
export interface RatingChange {
  before: number;
  after: number;
}

/** A table as everybody may see it: a snapshot, sent again whenever it changes. */
export interface TableInfo {
  id: string;
  game: string;
  options: Record<string, OptionValue>;
  status: Status;
  clock: ClockSpec;
  speed: Speed;
  seats: [Sitter | null, Sitter | null];
  created: number;
  watch: boolean;
  updated?: number;
  ply?: number;
  turn?: number | null;
  setup?: number;
  rated?: boolean;
  private?: boolean;
  shared?: boolean;
  hotseat?: boolean;
  ready?: [boolean, boolean];
  offers?: [OfferKind[], OfferKind[]];
  outcome?: Outcome | null;
  commitments?: Commitment[];
  ratings?: [RatingChange | null, RatingChange | null];
  next?: string;
}

/** The end of a game: why it ended, and a score for each seat (1 won, ½ drawn, 0 lost). */
export interface Outcome {
  termination: string;
  scores: number[];
  rule: string;
}

/** A built-in bot takes the other seat at once. */
export interface Opponent {
  type: "bot";
  level: string;
}

/** The other seat is for whoever has the invite link. */
export interface ByLink {
  type: "link";
}

/** The other seat is offered in the lobby. */
export interface Anyone {
  type: "anyone";
}

/** Two people at one screen. */
export interface SameScreen {
  type: "hotseat";
}

/** A table to be made. */
export interface NewTable {
  game: string;
  against: Anyone | ByLink | Opponent | SameScreen;
  options?: Record<string, OptionValue>;
  seat?: 0 | 1 | null;
  clock?: ClockSpec;
  setup?: number;
  rated?: boolean;
  watch?: boolean;
}

/** Sit down opposite anyone who waits for the same game and clock, else wait for someone. */
export interface QuickPlay {
  game: string;
  clock?: ClockSpec;
  rated?: boolean;
}

/** Take the free seat of a table; a private one asks for the code of its invite link. */
export interface Join {
  code?: string;
}

/** A table, the seats that you have, and for its maker the code of the invite link. */
export interface Seated {
  table: TableInfo;
  seats?: number[];
  code?: string;
}

/** Where a stream stands: the last number, and all that its seat knows (-1 is the onlookers' stream). */
export interface Stream {
  seat: number;
  n: number;
  view: RankView;
}

/** All that a seat knows: the same for two games that differ only in what it cannot know (ST-KNOW-3). */
export interface RankView {
  type: "ranks";
  game: string;
  seat: number;
  options: Record<string, OptionValue>;
  phase: "over" | "play" | "setup";
  ready: [boolean, boolean];
  setups: [[number, string][] | null, [number, string][] | null];
  starts: [number[], number[]];
  pieces: PieceSeen[];
  captured: Prisoner[];
  tokens: Token[];
  track: Track;
  awaited: Awaited | null;
  outcome: Outcome | null;
}

/** A piece on the board as a seat sees it. */
export interface PieceSeen {
  id: number;
  seat: number;
  square: number;
  kind?: string;
  rank?: string;
  moved?: boolean;
  seen?: number;
  robot?: boolean;
}

/** A captured piece as a seat sees it in the tray (ST-KNOW-1). */
export interface Prisoner {
  id: number;
  seat: number;
  kind?: string;
}

/** A power that a side may use a number of times, and how often it still may. */
export interface Token {
  seat: number;
  power: string;
  left: number;
}

/** Turn, counters, and what the rules of repetition remember. */
export interface Track {
  turn: number;
  ply: number;
  quiet: number;
  trails: [[number, number, number, number][], [number, number, number, number][]];
  routes: [[number, number, number] | null, [number, number, number] | null];
  chase: [number, number];
  position: number;
  past: number[];
}

/** A power that has begun and waits for its targets. */
export interface Awaited {
  piece: number;
  power: string;
  origin: number;
}

/** The last number of a stream. */
export interface Mark {
  seat: number;
  n: number;
}

/** Somebody said something at the table. */
export interface Said {
  type: "said";
  id: number;
  at: number;
  room: Room;
  name: string;
  seat?: number;
  person?: string;
  text?: string;
  preset?: Preset | null;
}

/** Who is at the table now. A built-in bot is always there. */
export interface Presence {
  type: "presence";
  seats: [boolean, boolean];
  watchers: number;
}

/** The first message, unless a stream was resumed: all that you need to draw the table. */
export interface Welcome {
  type: "welcome";
  table: TableInfo;
  seats: number[];
  streams: Stream[];
  clock: ClockFace;
  presence: Presence;
  now: number;
  protocol: number;
  said?: Said[];
  code?: string;
}

/** The first message after "my last number is n": the numbered messages that you missed follow. */
export interface Resumed {
  type: "resumed";
  table: TableInfo;
  seats: number[];
  streams: Mark[];
  clock: ClockFace;
  presence: Presence;
  now: number;
}

/** What happened, as this seat may know it. Fold the events into the view. */
export interface Told {
  type: "told";
  seat: number;
  n: number;
  at: number;
  events: GameEvent[];
  clock: ClockFace;
}

/** A seat has set up; nothing else of it is told (ST-SET-1). */
export interface Ready {
  type: "ready";
  seat: number;
  to?: number[] | null;
}

/** A seat's own set-up, told to that seat. */
export interface Deployed {
  type: "deployed";
  seat: number;
  setup: [number, string][];
  to?: number[] | null;
}

/** Both have set up: the squares where each side's pieces stand, in the order of the pieces' ids. */
export interface Began {
  type: "began";
  squares: [number[], number[]];
  position?: number;
  to?: number[] | null;
}

/** A piece changed its mode; in Robot Mode it lies face up (ST-MODE-2). */
export interface Switched {
  type: "switched";
  piece: number;
  robot: boolean;
  kind?: string;
  to?: number[] | null;
}

/** A piece used a power. */
export interface Used {
  type: "used";
  piece: number;
  power: string;
  targets?: number[];
  kind?: string;
  to?: number[] | null;
}

/** A piece went from one square to another; ``by`` is the piece that drew or called it, if one did. */
export interface Moved {
  type: "moved";
  piece: number;
  origin: number;
  target: number;
  by?: number;
  to?: number[] | null;
}

/** A piece attacked others: the squares from which and on which they fight. */
export interface Attacked {
  type: "attacked";
  piece: number;
  origin: number;
  targets: number[];
  to?: number[] | null;
}

/** What a piece is: its rank, and which piece it is where that is shown too (ST-ATT-2). */
export interface Shown {
  type: "shown";
  piece: number;
  rank: string;
  kind?: string;
  to?: number[] | null;
}

/** The opponent alone was shown a piece: told to its owner (ST-POW-VISION). */
export interface Noticed {
  type: "noticed";
  piece: number;
  to?: number[] | null;
}

/** A piece left the board. */
export interface Captured {
  type: "captured";
  piece: number;
  to?: number[] | null;
}

/** What a captured piece is, told to those who see the tray (ST-KNOW-1). */
export interface Trayed {
  type: "trayed";
  piece: number;
  kind: string;
  to?: number[] | null;
}

/** The direction that the compass was asked for: ``north east``, or ``none`` (ST-POW-COMPASS). */
export interface Answered {
  type: "answered";
  piece: number;
  kind: string;
  direction: string;
  to?: number[] | null;
}

/** A power has begun and waits for its targets. */
export interface Awaits {
  type: "awaits";
  piece: number;
  power: string;
  origin: number;
  to?: number[] | null;
}

/** A turn is over: whose turn it is now, and the public counters of the rules of repetition. */
export interface Turned {
  type: "turned";
  seat: number;
  attack: boolean;
  trail?: [number, number, number, number] | null;
  route?: [number, number, number] | null;
  near?: boolean;
  position?: number;
  drawn?: number;
  to?: number[] | null;
}

/** The game is over, and both set-ups are open (ST-KNOW-4). */
export interface Ended {
  type: "ended";
  outcome: Outcome;
  setups: [[number, string][] | null, [number, string][] | null];
  to?: number[] | null;
}

/** A move was taken back: the view to go on from. */
export interface Reset {
  type: "reset";
  seat: number;
  n: number;
  at: number;
  view: RankView;
  clock: ClockFace;
}

/** A seat of yours has to decide: set up, or one of these actions. */
export interface Turn {
  type: "turn";
  seat: number;
  must: "act" | "setup";
  legal: PlayAction[];
}

/** Move a piece, or attack with it: the square says which (ST-TURN-1). */
export interface Move {
  type: "move";
  origin: number;
  target: number;
  switch?: number;
}

/** Use a special power with a piece (ST-POW-1). */
export interface Use {
  type: "use";
  origin: number;
  power: string;
  targets?: number[];
  kind?: string;
  switch?: number;
}

/** Choose the targets of a power that has begun (ST-POW-RUMBLE, ST-POW-SNEAK). */
export interface Strike {
  type: "strike";
  targets: number[];
}

/** Leave it at the first half of a power (ST-POW-SNEAK). */
export interface Halt {
  type: "halt";
}

/** The table changed: players, status, offers, outcome, opened commitments. */
export interface TableNow {
  type: "table";
  table: TableInfo;
}

/** The clocks changed without a move, or were asked for. */
export interface ClockNow {
  type: "clock";
  clock: ClockFace;
  now: number;
}

/** A message of yours was refused; nothing changed. */
export interface Refused {
  type: "refused";
  problem: Problem;
  ref: number | null;
}

/** A message of yours with a ``ref`` was carried out, and is safely stored. */
export interface Done {
  type: "done";
  ref: number;
}

/** The answer to a ping. */
export interface Pong {
  type: "pong";
  now: number;
}

/** The server closes the connection; whether and when to come back. */
export interface Goodbye {
  type: "goodbye";
  problem: Problem;
  again: boolean;
}

/** Do something in the game: set up, move, use a power. */
export interface Act {
  type: "act";
  action: GameAction;
  seat?: 0 | 1 | null;
  n?: number | null;
  ref?: number | null;
}

/** Put the whole army on the board (ST-SET-1): the square and the kind of every piece, by square. */
export interface Deploy {
  type: "deploy";
  pieces: [number, string][];
}

/** The same, as text: ``b4-b5``, ``c3 spyglass d5``. */
export interface Typed {
  type: "typed";
  text: string;
  seat?: 0 | 1 | null;
  n?: number | null;
  ref?: number | null;
}

/** Give up. */
export interface Resign {
  type: "resign";
  seat?: 0 | 1 | null;
  ref?: number | null;
}

/** Offer a draw, ask for a takeback or a rematch; accepts where the other seat offers the same. */
export interface Offer {
  type: "offer";
  what: OfferKind;
  seat?: 0 | 1 | null;
  ref?: number | null;
}

/** Turn down what the other seat offers, or withdraw what you offered. */
export interface Decline {
  type: "decline";
  what: OfferKind;
  seat?: 0 | 1 | null;
  ref?: number | null;
}

/** Leave a table where nobody has moved yet; it counts for nobody. */
export interface Abort {
  type: "abort";
  seat?: 0 | 1 | null;
  ref?: number | null;
}

/** Say something at the table: a preset, or a short text. */
export interface Say {
  type: "say";
  preset?: Preset | null;
  text?: string;
  ref?: number | null;
}

/** Open the replay of a private game that has ended to all who have the link. */
export interface Share {
  type: "share";
  ref?: number | null;
}

/** Are you there. */
export interface Ping {
  type: "ping";
}

/** One side of a game. */
export interface ArmyCard {
  id: string;
  names: Record<string, string>;
  colour: string;
  size: number;
}

/** A game in the gallery. */
export interface GameCard {
  id: string;
  family: string;
  names: Record<string, string>;
  summary: Record<string, string>;
  theme: string;
  width: number;
  height: number;
  armies: [ArmyCard, ArmyCard];
  powers: number;
  modes?: boolean;
  own?: boolean;
}

/** Squares are numbers, 10 times the row plus the column, from a1. */
export interface BoardInfo {
  width: number;
  height: number;
  homes: [number[], number[]];
  blocked: number[];
}

/** Everything about a game that its pages need. */
export interface GameInfo {
  card: GameCard;
  edition: Edition;
  board: BoardInfo;
  styles: string[];
}

/** One edition of the game, as data. */
export interface Edition {
  id: string;
  names: Record<string, string>;
  summary: Record<string, string>;
  theme: string;
  source: string;
  picture: string;
  lake: Record<string, string>;
  armies: [Army, Army];
  powers: PowerSpec[];
  options: GameOption[];
  file: string;
}

/** One side's pieces. */
export interface Army {
  id: string;
  names: Record<string, string>;
  colour: string;
  kinds: Kind[];
}

/** A kind of piece: the Marshal, a Storm Trooper, the Bomb. */
export interface Kind {
  id: string;
  letter: string;
  rank: string;
  strength: number;
  role: "bomb" | "flag" | "soldier" | "spy";
  moves: "line" | "none" | "step";
  count: number;
  names: Record<string, string>;
  defuses: boolean;
  slays: string[];
  powers: string[];
  robot: string[];
  emblem: string;
  basis: Record<string, string>;
}

/** A special power as an edition has it: which one, its name, and its parameters. */
export interface PowerSpec {
  id: string;
  kind: string;
  names: Record<string, string>;
  help: Record<string, string>;
  uses: number;
  params: Record<string, unknown>;
}

/** An option that is on or off. */
export interface SwitchOption {
  type: "switch";
  name: string;
  default: boolean;
  rule: string;
}

/** An option that is a whole number within bounds. */
export interface NumberOption {
  type: "number";
  name: string;
  default: number;
  low: number;
  high: number;
  rule: string;
}

/** An option that is one of several words. */
export interface ChoiceOption {
  type: "choice";
  name: string;
  default: string;
  values: string[];
  rule: string;
}

/** A set-up as letters, front row first as its player sees it, and as squares and kinds. */
export interface SetupText {
  text: string;
  pieces: [number, string][];
}

/** A built-in bot that can be asked to sit down. */
export interface BotInfo {
  id: string;
  level: number;
  names: Record<string, string>;
  summary: Record<string, string>;
  rating?: number | null;
}

/** A Glicko-2 rating in one game at one speed. */
export interface RatingInfo {
  game: string;
  speed: Speed;
  rating: number;
  deviation: number;
  games: number;
  provisional: boolean;
}

/** Who you are to the server. */
export interface Me {
  id: string;
  name: string;
  guest: boolean;
  created: number;
  preferences?: Record<string, unknown>;
  ratings?: RatingInfo[];
  blocked?: string[];
}

/** What a client asks for first. */
export interface Hello {
  version: string;
  protocol: number;
  me?: Me | null;
}

/** What others may see of a person. */
export interface Profile {
  id: string;
  name: string;
  guest: boolean;
  since: number;
  ratings?: RatingInfo[];
  games?: number;
}

/** Become an account; keeps the guest's games, set-ups and preferences. */
export interface Register {
  name: string;
  password: string;
}

/** Come back as an account. */
export interface Login {
  name: string;
  password: string;
}

/** Set a new password with one of the recovery codes; each works once. */
export interface Recover {
  name: string;
  code: string;
  password: string;
}

/** A new password; all other sessions end. */
export interface ChangePassword {
  old: string;
  new: string;
}

/** The account, and its recovery codes: shown once, stored only as hashes. */
export interface Registered {
  me: Me;
  codes: string[];
}

/** Another name to be shown under (guests; accounts keep theirs). */
export interface Rename {
  name: string;
}

/** A named set-up of yours. */
export interface SavedSetup {
  id: string;
  game: string;
  seat: number;
  name: string;
  text: string;
  updated: number;
  played?: number;
  score?: number;
}

/** A set-up to be kept; one with the same name, game and seat is replaced. */
export interface SaveSetup {
  game: string;
  seat: 0 | 1;
  name: string;
  text: string;
}

/** An API token to be made. */
export interface NewToken {
  name: string;
  scopes?: Scope[];
  days?: number;
}

/** An API token of yours; the secret itself is shown once, when it is made. */
export interface TokenInfo {
  id: string;
  name: string;
  scopes: Scope[];
  created: number;
  expires: number;
  secret?: string;
}

/** Tell the operator about somebody's behaviour. */
export interface Report {
  person: string;
  table?: string;
  reason?: "chat" | "cheating" | "name" | "other";
  text?: string;
}

/** A table of yours in a list. */
export interface MyTable {
  table: TableInfo;
  seats: number[];
  due: boolean;
}

/** Your tables, newest first. */
export interface MyTables {
  tables: MyTable[];
  more?: number;
}

/** Who waits for an opponent, and which games may be watched. Sent live whenever it changes. */
export interface Lobby {
  type: "lobby";
  open: TableInfo[];
  playing: TableInfo[];
}

/** Something of yours wants attention: a table where it became your turn, began, or ended. */
export interface Notice {
  type: "notice";
  what: "began" | "offer" | "over" | "turn";
  table: TableInfo;
}

/** One line of a ladder. */
export interface LadderRow {
  sitter: Sitter;
  rating: RatingInfo;
}

/** One step of a finished game: the events with their audiences (``to``). */
export interface RecordEntry {
  at: number;
  events: GameEvent[];
  text?: string;
  seat?: number;
  ply?: number;
  clock?: [number | null, number | null];
}

/** A finished game: fold the events that a seat heard into its first view (-2 hears everything). */
export interface GameRecord {
  table: TableInfo;
  rules: string;
  first: RankView[];
  entries: RecordEntry[];
  digest?: string;
  outcome?: Outcome | null;
  commitments?: Commitment[];
  options?: Record<string, OptionValue>;
}

/** An own edition, as the text of its TOML file. */
export interface Upload {
  text: string;
}

/** What an uploaded edition is, or what is wrong with it. */
export interface Checked {
  card?: GameCard | null;
  faults?: FaultAt[];
}
