// Written by `python -m flagfall.server.wire.typescript`; do not edit.
/* eslint-disable */

export const PROTOCOL = 1;

export type ClockSpec = BankClock | DaysClock | MoveClock | NoClock;

export type Sitter = BotSitter | PersonSitter;

export type ServerMessage<V, E, A> =
  | ClockNow
  | Done
  | Goodbye
  | Pong
  | Presence
  | Refused
  | Reset<V>
  | Resumed
  | Said
  | TableNow
  | Told<E>
  | Turn<A>
  | Welcome<V>;

export type ClientMessage<A> = Abort | Act<A> | Decline | Offer | OldAct<A> | Ping | Resign | Say | Share | Typed;

export type LobbyMessage = FriendNews | Here | Lobby | Notice;

export type GameOption = AmountsOption | ChoiceOption | NumberOption | SwitchOption;

export type Status = "aborted" | "open" | "over" | "play" | "setup";

export type Speed = "blitz" | "days" | "free" | "rapid" | "slow";

export type OfferKind = "draw" | "rematch" | "takeback";

export type Room = "players" | "watchers";

export type Preset = "good-game" | "good-luck" | "hello" | "one-moment" | "sorry" | "thanks" | "well-played";

export type Scope = "play" | "setups" | "tables";

export type OptionValue = boolean | number | string;

export type TournamentKind = "arena" | "round-robin" | "swiss";

export type TournamentStatus = "cancelled" | "open" | "over" | "running" | "stopped";

export type TournamentClock = BankClock | MoveClock;

export type NoticeKind = "challenge" | "tournament" | "turn";

export type RankAction = Deploy | Halt | Move | Strike | Use;

export type RankEvent =
  | Answered
  | Attacked
  | Awaits
  | Began
  | Captured
  | Deployed
  | Ended
  | Moved
  | Noticed
  | Ready
  | Shown
  | Switched
  | Trayed
  | Turned
  | Used;

export type PlayAction = Halt | Move | Strike | Use;

export type LessonAnswer = Halt | Move | Pick | Strike | Use;

export type Verdict = "" | "right" | "shown" | "wrong";

export type PuzzleAnswer = Halt | MannerNamed | Move | Pick | RankNamed | Strike | Use;

export type HexAction =
  | HexBuild
  | HexBurn
  | HexChain
  | HexCloak
  | HexCombine
  | HexCommand
  | HexControl
  | HexDemolish
  | HexDeploy
  | HexDuck
  | HexEnd
  | HexExtinguish
  | HexMove
  | HexMuster
  | HexPickUp
  | HexRepair
  | HexSeparate
  | HexSetDown
  | HexShield
  | HexShoot
  | HexSmokeScreen
  | HexSprint
  | HexStrike
  | HexTeleport
  | HexTransform
  | HexTransmit
  | HexUncloak;

export type HexEvent =
  | HexAttacked
  | HexDid
  | HexDrawn
  | HexEnded
  | HexFell
  | HexForces
  | HexGroundIs
  | HexMarksAre
  | HexMoved
  | HexMustered
  | HexPieceIs
  | HexRolled
  | HexRoundBegan
  | HexStruck
  | HexTableIs;

export type MissionGoal = HexByRound | HexDefeat | HexHoldZones | HexKeep;

export type MissionSign = HexAt | HexDown | HexFaces | HexHasHp | HexInMode | HexInPlay | HexInRound | HexShielded;

/** One thing that is wrong in an uploaded file or text. */
export interface FaultAt {
  line: number;
  reason: string;
  field?: string;
  column?: number;
  code?: string;
  params?: Record<string, number | string>;
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
  advice?: boolean;
  tournament?: string;
  source?: string;
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
  hints?: boolean;
}

/** The other seat is for the person who has the invite link. */
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
  advice?: boolean;
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
  short?: string;
}

/** Where a short code leads: a table with a free seat, and the code of its invite link. */
export interface Invitation {
  table: string;
  code: string;
}

/** Where a stream stands: the last number, and all that its seat knows (-1 is the onlookers' stream). */
export interface Stream<V> {
  seat: number;
  n: number;
  view: V;
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
export interface Welcome<V> {
  type: "welcome";
  table: TableInfo;
  seats: number[];
  streams: Stream<V>[];
  clock: ClockFace;
  presence: Presence;
  now: number;
  protocol: number;
  said?: Said[];
  code?: string;
  short?: string;
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
export interface Told<E> {
  type: "told";
  seat: number;
  n: number;
  at: number;
  events: E[];
  clock: ClockFace;
}

/** A move was taken back: the view to go on from. */
export interface Reset<V> {
  type: "reset";
  seat: number;
  n: number;
  at: number;
  view: V;
  clock: ClockFace;
}

/** A seat of yours has to decide: set up, or one of these actions. */
export interface Turn<A> {
  type: "turn";
  seat: number;
  must: "act" | "setup";
  legal: A[];
  offers?: OfferedActions[];
}

/** Legal actions of one kind: one for every combination of values, an empty word being no value. */
export interface OfferedActions {
  kind: string;
  fields: Record<string, (number | string)[]>;
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
export interface Act<A> {
  type: "act";
  action: A;
  seat?: 0 | 1 | null;
  n?: number | null;
  ref?: number | null;
}

/** An `Act` under the tag of the hex game. */
export interface OldAct<A> {
  type: "hex-act";
  action: A;
  seat?: 0 | 1 | null;
  n?: number | null;
  ref?: number | null;
}

/** The same, as text: ``b4-b5``, ``c3 spyglass d5``. */
export interface Typed {
  type: "typed";
  text: string;
  seat?: 0 | 1 | null;
  n?: number | null;
  ref?: number | null;
}

/** The game is given up: the sender loses it. */
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

/** Asks whether the server is still there; `Pong` answers. */
export interface Ping {
  type: "ping";
}

/** One side of a game. */
export interface ArmyCard {
  id: string;
  names: Record<string, string>;
  colour: string;
  size: number;
  faces?: [string, string][];
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
  series?: string;
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
  moderator?: boolean;
  games_shown?: "named" | "out" | "unnamed";
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
  recent?: TableInfo[];
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

/** A new password; all other sessions end, and the API tokens if you say so. */
export interface ChangePassword {
  old: string;
  new: string;
  end_tokens?: boolean;
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

/** A position as text, and the game that it is of. */
export interface PositionText {
  game: string;
  text: string;
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

/** Another name for a set-up that is kept. */
export interface RenameSetup {
  name: string;
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
  here?: number;
}

/** How many people are on the server now. Sent live when it changes, every few seconds at most. */
export interface Here {
  type: "here";
  people: number;
}

/** Something wants your attention: a table of yours, or one to which you are invited. */
export interface Notice {
  type: "notice";
  what: "began" | "declined" | "invited" | "offer" | "over" | "turn";
  table: TableInfo;
  code?: string;
  by?: string;
}

/** Somebody has added you: to begin with, or in answer. */
export interface FriendNews {
  type: "friends";
  what: "added" | "asking";
  name: string;
}

/** One line of a ladder. */
export interface LadderRow {
  sitter: Sitter;
  rating: RatingInfo;
}

/** Where you stand on a ladder. */
export interface OwnRank {
  speed: Speed;
  rating: RatingInfo;
  place?: number;
  of?: number;
}

/** One step of a finished game: the events with their audiences (``to``). */
export interface RecordEntry<E> {
  at: number;
  events: E[];
  text?: string;
  seat?: number;
  ply?: number;
  clock?: [number | null, number | null];
}

/** A finished game: fold the events that a seat heard into its first view (-2 hears everything). */
export interface GameRecord<V, E> {
  table: TableInfo;
  rules: string;
  first: V[];
  entries: RecordEntry<E>[];
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

/** Which games are wanted; what is empty, zero or "any" is left open. */
export interface GameFilter {
  game: string;
  kind: "any" | "bots" | "people" | "programs";
  level: string;
  rating_from: number;
  rating_to: number;
  result: "any" | "draw" | "first" | "lost" | "second" | "won";
  moves_from: number;
  moves_to: number;
  player: string;
  since: number;
  until: number;
  flag: string;
  flag_seat: number | null;
  source: string;
}

/** A page of games that fit a search, newest first. */
export interface FoundGames {
  games: TableInfo[];
  more?: string;
  count?: number | null;
}

/** How a seat's games went that began in a certain way. */
export interface PlaceTally {
  seat: number;
  place: string;
  games: number;
  won: number;
  drawn: number;
}

/** Results of the games that fit a search, and by what they began with. */
export interface GameStatistics {
  games: number;
  first: number;
  drawn: number;
  second: number;
  plies: number;
  places: Record<string, PlaceTally[]>;
  newest?: boolean;
}

/** How the database of games shows somebody's games. */
export interface ShowGames {
  shown: "named" | "out" | "unnamed";
}

/** One opponent of a ladder, and how somebody has done against it. */
export interface Rung {
  level: string;
  games?: number;
  wins?: number;
  unaided?: boolean;
  memory?: boolean;
}

/** The bots of a game, the easiest first. */
export interface BotLadder {
  game: string;
  rungs: Rung[];
  beaten?: number;
  next?: string;
}

/** A badge, and how far somebody is on the way to it. */
export interface BadgeSeen {
  id: string;
  have: number;
  need: number;
  level?: number;
}

/** Somebody's ladders against the bots of all games, and their badges. */
export interface Progress {
  ladders: BotLadder[];
  badges: BadgeSeen[];
}

/** Games by result: of an edition, a level of bot, a month or a length. */
export interface Tally {
  key: string;
  won: number;
  drawn: number;
  lost: number;
}

/** Somebody's finished games in numbers. */
export interface Statistics {
  games: Tally[];
  levels: Tally[];
  months: Tally[];
  lengths: Tally[];
  plies?: number;
  seconds?: number;
}

/** A rating after a game. */
export interface RatingPoint {
  at: number;
  rating: number;
  table: string;
}

/** How a rating went, the oldest game first. */
export interface RatingHistory {
  game: string;
  speed: Speed;
  points: RatingPoint[];
  more?: number;
}

/** Somebody in a list. */
export interface PersonSeen {
  id: string;
  name: string;
  guest?: boolean;
}

/** A friend, and what they let their friends see. */
export interface Friend {
  id: string;
  name: string;
  where?: "away" | "here" | "playing";
  table?: string;
}

/** A challenge: a table with a seat for you. */
export interface Invited {
  table: TableInfo;
  code: string;
  by: PersonSeen;
}

/** Your friends and those who may become some. */
export interface Friends {
  friends?: Friend[];
  asking?: PersonSeen[];
  asked?: PersonSeen[];
  recent?: PersonSeen[];
  invitations?: Invited[];
  seen?: boolean;
  friends_only?: boolean;
}

/** What friends and others may do. */
export interface FriendSettings {
  seen: boolean;
  friends_only: boolean;
}

/** A table to be made for somebody, by id or by the name of an account; they are invited to it. */
export interface Challenge {
  person: string;
  game: string;
  options?: Record<string, OptionValue>;
  seat?: 0 | 1 | null;
  clock?: ClockSpec;
  setup?: number;
  rated?: boolean;
  watch?: boolean;
}

/** Challenge somebody, by id or by the name of an account, to a table of yours with a free seat. */
export interface Invite {
  person: string;
}

/** Something that was said at a table. */
export interface SaidLine {
  at: number;
  name: string;
  text: string;
  room: Room;
  about?: boolean;
}

/** Something that a moderator or the operator did. */
export interface ModeratorAct {
  at: number;
  act: "ban" | "close" | "mute" | "note" | "unban" | "unmute";
  by?: string;
  until?: number;
  text?: string;
}

/** Somebody as moderators see them. */
export interface PersonModerated {
  person: PersonSeen;
  banned?: boolean;
  muted_until?: number;
  reports?: number;
  acts?: ModeratorAct[];
}

/** A report, with what is needed to judge it. */
export interface ReportSeen {
  id: number;
  at: number;
  reason: string;
  about: PersonModerated;
  by?: PersonSeen | null;
  text?: string;
  replay?: string;
  lines?: SaidLine[];
  closed?: number;
  running?: boolean;
}

/** A page of reports, those that wait longest first. */
export interface Reports {
  reports: ReportSeen[];
  more?: number;
}

/** Something that a moderator does; all of it is kept in a log. */
export interface Moderate {
  person: string;
  act: "ban" | "close" | "mute" | "note" | "unban" | "unmute";
  hours?: number;
  text?: string;
  report?: number;
}

/** A tournament to be made. */
export interface NewTournament {
  name: string;
  game: string;
  kind: TournamentKind;
  starts: number;
  clock?: TournamentClock;
  options?: Record<string, OptionValue>;
  setup?: number;
  minutes?: number;
  rounds?: number;
  most?: number;
  rated?: boolean;
  private?: boolean;
  bots?: string;
}

/** A tournament in a list. */
export interface TournamentInfo {
  id: string;
  name: string;
  game: string;
  kind: TournamentKind;
  status: TournamentStatus;
  clock: TournamentClock;
  speed: Speed;
  options: Record<string, OptionValue>;
  setup: number;
  most: number;
  starts: number;
  ends?: number;
  minutes?: number;
  round?: number;
  rounds?: number;
  cycles?: number;
  players?: number;
  rated?: boolean;
  private?: boolean;
  bots?: string;
  maker?: string;
  maker_name?: string;
  winner?: string;
}

/** Somebody who takes part. */
export interface TournamentPlayer {
  number: number;
  sitter: Sitter;
  away?: boolean;
}

/** A game of a tournament. */
export interface TournamentGame {
  number: number;
  round: number;
  first: number;
  second: number | null;
  table?: string;
  points?: [number, number] | null;
  how?: "" | "bye" | "left" | "no-show" | "played" | "void";
}

/** A line of the standings. */
export interface TournamentStanding {
  place: number;
  number: number;
  points: number;
  tie_break: number;
  wins: number;
  games: number;
}

/** A tournament with its players, standings and games. Sent live whenever it changes. */
export interface TournamentNow {
  type: "tournament";
  tournament: TournamentInfo;
  players: TournamentPlayer[];
  standings: TournamentStanding[];
  games: TournamentGame[];
  now: number;
  no_show?: number;
}

/** A tournament, and for those who take part or made it the code of its link if it is private. */
export interface TournamentSeen {
  seen: TournamentNow;
  code?: string;
}

/** The tournaments that everybody may see, and those of yours that are private. */
export interface Tournaments {
  running: TournamentInfo[];
  coming: TournamentInfo[];
  past: TournamentInfo[];
}

/** Take part in a tournament, or come back to it; a private one asks for the code of its link. */
export interface JoinTournament {
  code?: string;
}

/** A browser that is told by push. */
export interface PushDevice {
  id: string;
  created: number;
}

/** What you are told while you are away, and where. */
export interface NoticeSettings {
  kinds: NoticeKind[];
  push_key?: string;
  devices?: PushDevice[];
  mail?: boolean;
  address?: string;
  confirmed?: boolean;
}

/** What to be told. */
export interface ChooseNotices {
  kinds: NoticeKind[];
}

/** A browser's subscription, as its PushManager gives it. */
export interface NewPushDevice {
  endpoint: string;
  p256dh: string;
  auth: string;
  language?: string;
}

/** An e-mail address for notices. */
export interface NewAddress {
  address: string;
  language?: string;
}

/** The secret of a link that was sent to an address. */
export interface ConfirmAddress {
  token: string;
}

/** Whose notices go to the address from now on. */
export interface AddressConfirmed {
  name: string;
}

/** A moment of an analysis. */
export interface StudyNode {
  id: number;
  parent: number;
  action: Record<string, unknown> | null;
  text: string;
  note: string;
  children: number[];
}

/** An analysis: a position, and what was tried from there. */
export interface Study {
  game: string;
  text: string;
  tree: (StudyNode | null)[];
}

/** An analysis to be kept; one of yours with the same name is replaced. */
export interface SaveAnalysis {
  name: string;
  study: Study;
}

/** Another name for an analysis that is kept, or whether anybody with its link may see it. */
export interface ChangeAnalysis {
  name?: string | null;
  shared?: boolean | null;
}

/** An analysis of yours, as it is listed. */
export interface SavedAnalysis {
  id: string;
  game: string;
  name: string;
  created: number;
  updated: number;
  shared?: boolean;
}

/** An analysis that was kept: yours, or one that its maker shares. */
export interface OpenedAnalysis {
  name: string;
  study: Study;
  own: boolean;
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
  rules: Section[];
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
  basis: Record<string, string>;
  sources: Record<string, string>;
  book: Record<string, OptionValue>;
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
  none: boolean;
}

/** An option that is one of several words. */
export interface ChoiceOption {
  type: "choice";
  name: string;
  default: string;
  values: string[];
  rule: string;
  former: string[];
}

/** An option that gives some names a number each: ``jazz:4,prowl:2``, or ``none``. */
export interface AmountsOption {
  type: "amounts";
  name: string;
  default: string;
  most: Record<string, number>;
  rule: string;
}

/** A heading and its paragraphs, in all languages. */
export interface Section {
  id: string;
  title: Record<string, string>;
  text: Record<string, string>[];
}

/** A set-up as letters, front row first as its player sees it, and as squares and kinds. */
export interface SetupText {
  text: string;
  pieces: [number, string][];
}

/** A move worth thinking about. */
export interface HintedMove {
  action: PlayAction;
  text: string;
  reasons: Reason[];
  behind: number;
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

/** One reason for a move. */
export interface Reason {
  kind:
    | "advances"
    | "asks"
    | "brawls"
    | "calls"
    | "defuses"
    | "draws-in"
    | "flag"
    | "flees"
    | "gamble"
    | "guards"
    | "hunts"
    | "likely"
    | "looks"
    | "loses"
    | "only"
    | "probes"
    | "risky"
    | "safe"
    | "seeks"
    | "shoots"
    | "slays"
    | "trade"
    | "waits"
    | "wins";
  square?: number;
  percent?: number;
  rank?: string;
  power?: string;
  rule?: string;
}

/** The best moves of a seat, best first; none where it is not its turn. */
export interface Hints {
  moves: HintedMove[];
}

/** What a planning player would do with the unit in turn; nothing where there is no turn to plan. */
export interface HexPlanned {
  hint: HexHint | null;
}

/** The first action of the best plan, and the numbers that a page puts into words (`PlanSummary`). */
export interface HexHint {
  action: HexAction;
  kind: string;
  target: number;
  gain: number;
  place: number;
  kill: number;
  loss: number;
}

/** Spend the points of the current mode (HX-MOVE-1). */
export interface HexMove {
  type: "move";
  to?: string;
  facing?: string;
  posture?: string;
  via?: string[];
  into?: string;
  off?: string;
}

/** Both actions for one Move with doubled points, in robot mode only (HX-OPT-1). */
export interface HexSprint {
  type: "sprint";
  to?: string;
  facing?: string;
  posture?: string;
  via?: string[];
  into?: string;
  off?: string;
}

/** Be elsewhere, with any facing. */
export interface HexTeleport {
  type: "teleport";
  to: string;
  facing: string;
  posture?: string;
}

/** A weapon attack on a hex; with a boost it takes both actions (HX-OPT-2, HX-OPT-3). */
export interface HexShoot {
  type: "fire";
  at: string;
  what?: string;
  boost?: string;
}

/** A physical attack on what is in front; a brawl takes both actions (HX-ATK-3, HX-OPT-4). */
export interface HexStrike {
  type: "strike";
  what?: string;
  boost?: string;
}

/** Take on another mode, by its number on the sheet. */
export interface HexTransform {
  type: "transform";
  mode: number;
}

/** Take up something small from the same or an adjacent hex; no roll. Written ``pickup UNIT``. */
export interface HexPickUp {
  type: "pickup";
  unit: string;
}

/** Put down something carried in the hand, in an adjacent free hex. Written ``setdown UNIT 0507``. */
export interface HexSetDown {
  type: "setdown";
  unit: string;
  at: string;
}

/** Spend both actions on nothing but cover. */
export interface HexDuck {
  type: "duck";
}

/** Do no more in this turn; unused free actions are lost (HX-SEQ-10). */
export interface HexEnd {
  type: "end";
}

/** New (one level, hit points as the Skill), or ``hp`` (as many more), or ``level`` (one more). */
export interface HexBuild {
  type: "build";
  at: string;
  what?: string;
}

/** Become invisible. */
export interface HexCloak {
  type: "cloak";
}

/** Become visible again: another action of the same kind. */
export interface HexUncloak {
  type: "uncloak";
}

/** Form the big robot in the hex of one member, with a facing of choice. */
export interface HexCombine {
  type: "combine";
  at: string;
  facing: string;
}

/** Come apart; the members act next round. Those that are not told where to stand are put around. */
export interface HexSeparate {
  type: "separate";
  spots?: [unit: string, at: string, facing: string][];
}

/** Give two free actions, to be taken now; only the current leader may. */
export interface HexCommand {
  type: "command";
  unit: string;
}

/** Give one free action, to be taken now. */
export interface HexTransmit {
  type: "transmit";
  unit: string;
}

/** Try to take control of the unit in front. */
export interface HexControl {
  type: "control";
}

/** Tear at the construct in front. */
export interface HexDemolish {
  type: "demolish";
}

/** Put a fire out; its smoke goes at the end of the next full round. Written ``extinguish 0507``. */
export interface HexExtinguish {
  type: "extinguish";
  at: string;
}

/** Set a hex on fire. Written ``burn 0812``. */
export interface HexBurn {
  type: "burn";
  at: string;
}

/** Give a unit hit points, as many as the repairer's Skill. Written ``repair UNIT``. */
export interface HexRepair {
  type: "repair";
  unit: string;
}

/** Raise a field, or keep the one that is up; it drops after a turn of the unit without this. */
export interface HexShield {
  type: "shield";
  field: string;
}

/** Move and leave smoke; declared at the start of the turn. */
export interface HexSmokeScreen {
  type: "smoke";
  to?: string;
  facing?: string;
  posture?: string;
  via?: string[];
  into?: string;
  off?: string;
}

/** Choose a force by points. */
export interface HexMuster {
  type: "muster";
  units: string[];
}

/** Put a unit on the map, with a facing, in a mode. */
export interface HexDeploy {
  type: "deploy";
  unit: string;
  at: string;
  facing: string;
  mode?: number;
}

/** Write the chain of command, the leader first. */
export interface HexChain {
  type: "chain";
  units: string[];
}

/** What a hidden piece may be. */
export interface Belief {
  piece: number;
  odds: [string, number][];
}

/** What the hidden enemies of a seat may be, from what it knows. */
export interface BeliefsSeen {
  pieces: Belief[];
  bot: number;
}

/** Who was ahead in a finished game, before each half-move and at the end. */
export interface Chances {
  seats: [number[], number[]];
  turning: number[];
  percent?: number;
}

/** What was found of both seats, each from what it knew. */
export interface GameReview {
  seats: [SeatFindings, SeatFindings];
  percent: number;
}

/** What the review found of one seat so far. */
export interface SeatFindings {
  judge: "network" | "search";
  decisions: number;
  spotless: number;
  accuracy: number;
  costly: Finding[];
  good: Finding[];
  luck: Luck;
}

/** A decision that cost much, or was good. */
export interface Finding {
  act: number;
  ply: number;
  action: "attack" | "halt" | "move" | "power" | "strike";
  kind: string;
  square: number;
  foe: "" | "known" | "moved" | "unmoved";
  rank: string;
  wins: number;
  result: "both" | "lost" | "missed" | "won" | null;
  met: string;
  chance: number;
  cost: number;
  played: MoveTold;
  better: MoveTold | null;
}

/** A move with its text and what speaks for it. */
export interface MoveTold {
  action: PlayAction;
  text: string;
  reasons: Reason[];
}

/** The battles that a seat began against pieces it did not know. */
export interface Luck {
  battles: number;
  expected: number;
  won: number;
  luck: number;
  kindest: BattleLuck | null;
  cruellest: BattleLuck | null;
}

/** An attack on one enemy, as the attacker could judge it. */
export interface BattleLuck {
  ply: number;
  square: number;
  kind: string;
  wins: number;
  result: "both" | "lost" | "missed" | "won";
  rank: string;
  hidden: boolean;
  luck: number;
}

/** A moment of a finished game: what a seat saw, and what it could do. */
export interface ReviewMoment {
  view: RankView;
  legal: PlayAction[];
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
  pairs: [[number, number, number, number] | null, [number, number, number, number] | null];
}

/** A power that has begun and waits for its targets. */
export interface Awaited {
  piece: number;
  power: string;
  origin: number;
}

/** A move that is tried at a moment of a finished game. */
export interface ReviewTry {
  seat: number;
  upto: number;
  action: PlayAction;
}

/** What came of it. */
export interface ReviewTried {
  move: TriedMove;
}

/** A move that somebody tried instead. */
export interface TriedMove {
  judge: "network" | "search";
  tried: MoveTold;
  chance: number;
  cost: number;
  better: MoveTold | null;
}

/** A position, and the moves that were made from there. */
export interface AnalysisLine {
  game: string;
  text: string;
  actions?: PlayAction[];
}

/** Where a line has come to. */
export interface AnalysisMoment {
  views: [RankView, RankView];
  turn: number;
  legal: PlayAction[];
  text: string;
  last: string;
  outcome: Outcome | null;
}

/** What a hidden piece is taken to be. */
export interface Assumed {
  square: number;
  rank: string;
}

/** What the side to move could make of a moment, from what it knows and what it takes for granted. */
export interface AnalysisQuestion {
  line: AnalysisLine;
  assume?: Assumed[];
}

/** The best moves of the side to move, best first, and what the hidden pieces may be. */
export interface AnalysisAnswer {
  seat: number;
  moves: HintedMove[];
  pieces: Belief[];
}

/** A set-up that somebody asks about. */
export interface SetupAsked {
  game: string;
  seat: number;
  text: string;
}

/** How a set-up did in the asker's own finished games. */
export interface OwnGames {
  won: number;
  drawn: number;
  lost: number;
}

/** What can be seen of a set-up at once. */
export interface SetupReport {
  text: string;
  findings: SetupFinding[];
  scored_by: "network" | "structure";
  field: FieldSetup[];
  own: OwnGames;
  own_mirrored: OwnGames;
  looked_at: number;
}

/** One thing about a set-up, with the squares that it is about. */
export interface SetupFinding {
  name:
    | "flag.front"
    | "flag.line"
    | "flag.way"
    | "lane"
    | "lane.empty"
    | "lane.shut"
    | "miners"
    | "movers"
    | "scouts"
    | "spy"
    | "spy.alone"
    | "strongest.front"
    | "walled";
  mood: "fair" | "good" | "weak";
  squares: number[];
  kinds: string[];
  count: number;
  more: number;
  columns: number[];
}

/** A set-up of the field, and its own score from 0 to 100. */
export interface FieldSetup {
  text: string;
  score: number;
}

/** The score of a set-up, as far as it was worked out. */
export interface SetupScored {
  percent: number;
  scored_by: "network" | "structure";
  games: number;
  score: number;
  margin: number;
  swaps: Swap[];
}

/** Two squares of a set-up that change what stands on them; one of them may be empty. */
export interface Swap {
  one: number;
  two: number;
  gain: number;
}

/** The piece that a lesson begins with, for its picture; what the learner does not know is empty. */
export interface LessonPiece {
  seat: number;
  rank?: string;
  emblem?: string;
  robot?: boolean;
}

/** What the list shows of a lesson. */
export interface LessonCard {
  id: string;
  chapter: string;
  game: string;
  title: Record<string, string>;
  tasks: number;
  piece: LessonPiece | null;
}

/** The answers given so far, all but the last of them right; ``show`` asks to see the next right one. */
export interface LessonPlay {
  answers?: LessonAnswer[];
  show?: boolean;
}

/** Squares that are named in answer to a question. */
export interface Pick {
  type: "pick";
  squares: number[];
}

/** A view, and what happens from there, step by step. */
export interface LessonScene {
  view: RankView;
  told: RankEvent[][];
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
  hop?: [number, number, number] | null;
  to?: number[] | null;
}

/** The game is over, and both set-ups are open (ST-KNOW-4). */
export interface Ended {
  type: "ended";
  outcome: Outcome;
  setups: [[number, string][] | null, [number, string][] | null];
  to?: number[] | null;
}

/** What is asked now. */
export interface LessonTask {
  number: number;
  say: Record<string, string>;
  scene: LessonScene;
  legal: PlayAction[];
  picks: number;
}

/** What came of the last answer, and what is asked now; nothing at the end of the lesson. */
export interface LessonMoment {
  verdict: Verdict;
  text: Record<string, string>;
  shown: LessonScene | null;
  task: LessonTask | null;
}

/** How well a lesson was done: three stars without help or mistake. */
export interface LessonStars {
  stars: number;
}

/** The rank that a piece is said to have. */
export interface RankNamed {
  type: "rank";
  rank: string;
}

/** The way to use a turn that is said to be best, in the hex game. */
export interface MannerNamed {
  type: "manner";
  manner: string;
}

/** How many puzzles there are of a kind in a game. */
export interface PuzzleShelf {
  game: string;
  kind: string;
  count: number;
}

/** How somebody does: rating, tries, and days in a row with the puzzle of the day. */
export interface PuzzleRecord {
  rating: number;
  provisional: boolean;
  tried: number;
  solved: number;
  streak: number;
  today: boolean;
}

/** A puzzle of a hidden-rank game as it is asked; the answer stays here. */
export interface PuzzleShown {
  type: "ranks";
  id: string;
  game: string;
  kind: string;
  seat: number;
  square: number;
  moves: number;
  picks: number;
  ranks: string[];
  rating: number;
  scene: LessonScene;
  legal: PlayAction[];
  day: string;
}

/** An answer; or none, which asks for the solution. */
export interface PuzzleTry {
  answer?: PuzzleAnswer | null;
}

/** Whether it was right, and why; what was right is told once it is solved or given up. */
export interface PuzzleVerdict {
  type: "ranks";
  right: boolean;
  why: Fact[];
  squares: number[];
  rank: string;
  action: PlayAction | null;
  counter: Fact | null;
  record: PuzzleRecord | null;
  change: number;
}

/** One step of an explanation. */
export interface Fact {
  code: string;
  squares?: number[];
  ranks?: [string, number][];
  n?: number;
  all?: number;
}

/** A map as it lies on the table before the first shot. */
export interface HexMap {
  name: string;
  width: number;
  height: number;
  digits: number;
  cells: [elevation: number, terrain: string, size: number, hp: number][];
  zones: Record<string, number[]>;
  roads: number[];
}

/** A scene of the rulebook with what the engine says about its first unit. */
export interface HexGuideScene {
  chapter: string;
  map: HexMap;
  pieces: HexPiece[];
  reach: [number, number][];
  arc: number[];
  line: HexLineUp | null;
  shot: HexShot | null;
}

/** A unit in play. Its number is its place in the list of units; it tells nothing. */
export interface HexPiece {
  key: string;
  sheet: string;
  owner: number;
  seat: number;
  hp: number;
  card: number;
  status: string;
  mode: number;
  hex: number;
  facing: number;
  layer: number;
  stance: number;
  carrier: number;
  controller: number;
  cloaked: boolean;
  unseen: boolean;
  shield: string;
  kept: boolean;
  ducked: boolean;
  waiting: number;
  parent: number;
}

/** A line of sight from the side: both ends, and every hex between. */
export interface HexLineUp {
  sight: HexSight;
  stations: HexStation[];
  eye: number;
  mark: number;
  flying: boolean;
}

/** The line between two ends: whether it is free, the hexes on it, and what stops or hinders it. */
export interface HexSight {
  start: number;
  end: number;
  distance: number;
  clear: boolean;
  line: number[];
  pairs: [number, number][];
  parts: HexPart[];
  ways: HexWay[];
  blocker: number;
  reason: string;
  unit: number;
  rule: string;
}

/** One named part of a to-hit number: "thick trees 0507: +2". */
export interface HexPart {
  name: string;
  value: number;
  of: string;
}

/** A hex next to the target that the line may cross: what it adds, and the cover that it gives. */
export interface HexWay {
  hex: number;
  parts: HexPart[];
  cover: HexCover | null;
}

/** An object next to the target that may catch the shot (HX-COV-1). */
export interface HexCover {
  hex: number;
  kind: string;
  unit: number;
}

/** A hex on a line of sight, with all that may stand in its way. */
export interface HexStation {
  hex: number;
  ground: number;
  top: number;
  unit: number;
  height: number;
  hinders: number;
}

/** An attack before the dice: the to-hit number with its parts, and what may come of it. */
export interface HexShot {
  index: number;
  odds: HexOdds;
  hit: number;
  cover: number;
  mean: number;
  out: number;
}

/** The exact distribution of one attack, in parts of `TOTAL`. */
export interface HexOdds {
  to_hit: HexToHit;
  hit: number;
  covered: number;
  damage: number[];
  cover_damage: number[];
  deactivate: number;
}

/** The to-hit number of an attack with its parts, or the rule that forbids it. */
export interface HexToHit {
  attack: HexAttack;
  number: number;
  parts: HexPart[];
  tenths: number;
  sight: HexSight | null;
  cover: HexCover | null;
  refused: string;
}

/** Who attacks what, and how. The target is a unit, or the hex itself (a construct, or ground to burn). */
export interface HexAttack {
  by: number;
  kind: string;
  unit: number;
  hex: number;
  boost: string;
}

/** What the rulebook of the hex game shows besides its words. */
export interface HexGuide {
  scenes: HexGuideScene[];
  units: Record<string, HexUnit>;
  rules: Record<string, string>;
  options: GameOption[];
  abilities: Record<string, string>;
  presets: Record<string, Record<string, OptionValue>>;
}

/** A tech-spec sheet with all that follows from it. */
export interface HexUnit {
  sheet: HexSheet;
  hp: number;
  cost: number;
  estimate: boolean;
  modes: HexModeNumbers[];
  label: string;
}

/** A unit as its tech-spec sheet gives it (HX-UNIT-1). */
export interface HexSheet {
  id: string;
  name: string;
  function: string;
  faction: "autobot" | "decepticon" | "human" | "mercenary";
  group: string;
  endurance: number;
  skill: number;
  modes: HexMode[];
  source: HexSource;
  hp?: number | null;
  nebulon?: string | null;
  on_deactivate?: HexSpawn | null;
  combine?: string | null;
  separate?: string | null;
  allegiance_by_mode?: string[];
  people?: HexPeople | null;
  points?: number | null;
}

/** One shape of a unit. Abilities and attributes hold in this mode only (HX-UNIT-5). */
export interface HexMode {
  name: string;
  kind:
    | "animal"
    | "base"
    | "boat"
    | "device"
    | "gun"
    | "hover"
    | "human"
    | "jet"
    | "nebulon"
    | "robot"
    | "vehicle"
    | "vtol";
  str: number;
  spe: number;
  fir: number;
  hgt: number;
  endurance?: number | null;
  skill?: number | null;
  range?: number | null;
  arc?: 30 | 360 | 60 | 90 | null;
  can_drop?: boolean | null;
  abilities?: (
    | "any-arc"
    | "build"
    | "cloak"
    | "combine"
    | "command"
    | "control"
    | "demolish"
    | "extinguish"
    | "fire"
    | "repair"
    | "separate"
    | "shield"
    | "smoke"
    | "swim"
    | "transmit"
  )[];
  attributes?: (
    | "damage*1.5"
    | "damage*2"
    | "damage/1.5"
    | "fly"
    | "gun"
    | "hover"
    | "small"
    | "teleport"
    | "transport"
    | "vtol"
    | "water"
  )[];
  nebulon?: string | null;
  shape?:
    | "base"
    | "bat"
    | "beast"
    | "bird"
    | "bomber"
    | "cannon"
    | "car"
    | "cassette"
    | "city"
    | "crane"
    | "deck"
    | "device"
    | "digger"
    | "dinosaur"
    | "dragon"
    | "giant"
    | "gun"
    | "helicopter"
    | "hovercraft"
    | "human"
    | "insect"
    | "jeep"
    | "jet"
    | "launcher"
    | "motorcycle"
    | "partner"
    | "racer"
    | "reptile"
    | "robot"
    | "robot-heavy"
    | "robot-light"
    | "robot-winged"
    | "rocket"
    | "saucer"
    | "scorpion"
    | "shark"
    | "ship"
    | "shuttle"
    | "squad"
    | "station"
    | "submarine"
    | "tank"
    | "trailer"
    | "train"
    | "truck"
    | "van"
    | null;
}

/** Where the numbers come from, as players are shown it. */
export interface HexSource {
  provenance: "decision" | "memory" | "partial" | "proxy" | "retrieved" | "retrieved-corrected" | "rulebook";
  confidence: "high" | "low" | "medium";
  note?: string;
}

/** What a unit leaves behind when it is deactivated (HX-NEB-7). */
export interface HexSpawn {
  spawn: string;
}

/** A group of humans: one HP a head, and firepower by heads (HX-HUM-1 to HX-HUM-3). */
export interface HexPeople {
  heads: number;
  heads_per_fire: number;
}

/** The numbers of a mode that follow from others. */
export interface HexModeNumbers {
  endurance: number;
  skill: number;
  range: number;
  arc: number;
}

/** Everything about a scenario that its pages need. */
export interface HexInfo {
  card: GameCard;
  scenario: HexScenario;
  map: HexMap;
  sheets: Record<string, HexUnit>;
  teams: HexTeam[];
  options: GameOption[];
  presets: Record<string, Record<string, OptionValue>>;
  mission?: MissionInfo | null;
}

/** A game to play: map, sides, options and what wins. */
export interface HexScenario {
  id: string;
  title: Record<string, string>;
  text: Record<string, string>;
  sides: [HexScenarioSide, HexScenarioSide];
  map?: string | null;
  generator?: HexGenerator | null;
  preset?: "arena" | "book";
  options?: Record<string, OptionValue>;
  mercenaries?: HexEntry[];
  victory?: (HexDestroy | HexEliminate | HexExit | HexHold | HexProtect)[];
  limit?: HexLimit | null;
  start_damage?: boolean;
}

/** One of the two sides; the first is seat 0. */
export interface HexScenarioSide {
  id: string;
  faction: string;
  name: Record<string, string>;
  units?: HexEntry[];
  zone?: string | null;
  facing?: "N" | "NE" | "NW" | "S" | "SE" | "SW";
  chain?: string[];
  points?: number | null;
  factions?: string[];
}

/** One unit in a scenario: placed by the scenario, or by its player in a zone. */
export interface HexEntry {
  unit: string;
  id?: string | null;
  at?: string | null;
  facing?: "N" | "NE" | "NW" | "S" | "SE" | "SW" | null;
  mode?: string | null;
  zone?: string | null;
  heads?: number | null;
  round?: number;
}

/** Parameters of a generated map; the densities are per cent of the hexes. */
export interface HexGenerator {
  seed?: number | null;
  width?: number;
  height?: number;
  hills?: number;
  woods?: number;
  water?: number;
  rough?: number;
  ruins?: number;
  symmetric?: boolean;
}

/** A side wins when the other has nothing left; without a side it holds for both (HX-END-2). */
export interface HexEliminate {
  kind: "eliminate";
  side?: string | null;
}

/** A side wins when it alone has units in the zone at the end of some rounds in a row. */
export interface HexHold {
  kind: "hold";
  side: string;
  zone: string;
  rounds?: number;
  hexes?: number;
}

/** A side wins when enough of its units have left the map (HX-MOVE-8). */
export interface HexExit {
  kind: "exit";
  side: string;
  edge: "E" | "N" | "S" | "W";
  count?: number;
  units?: string[];
}

/** A side wins when at the end of a round something of it is still there. */
export interface HexProtect {
  kind: "protect";
  side: string;
  until: number;
  units?: string[];
  hexes?: string[];
  count?: number | null;
}

/** A side wins when enough of the named units or constructs are gone. */
export interface HexDestroy {
  kind: "destroy";
  side: string;
  units?: string[];
  hexes?: string[];
  count?: number | null;
}

/** The last round, and who wins after it. */
export interface HexLimit {
  rounds: number;
  winner?: string;
}

/** Robots that combine into a big one; their order decides who gets the remainder (HX-ABL-SEP). */
export interface HexTeam {
  id: string;
  name: string;
  members: string[];
  into: string;
}

/** What a mission tells before, while and after it is played. */
export interface MissionInfo {
  chapter: HexChapter;
  number: number;
  level: number;
  before: Record<string, string>;
  after: Record<string, string>;
  prompts: HexPrompt[];
  goals: MissionGoal[];
  next: string;
}

/** Missions that belong together. */
export interface HexChapter {
  id: string;
  title: Record<string, string>;
  text: Record<string, string>;
  linked?: boolean;
  carry?: number;
}

/** What is said beside the map until something has happened. */
export interface HexPrompt {
  say: Record<string, string>;
  until?: MissionSign | null;
  hexes?: string[];
  press?: string;
  unit?: string;
  stays?: boolean;
}

/** A unit stands in one of some hexes. */
export interface HexAt {
  kind: "at";
  unit: string;
  hexes: string[];
}

/** A unit faces one of some ways. */
export interface HexFaces {
  kind: "faces";
  unit: string;
  facings: ("N" | "NE" | "NW" | "S" | "SE" | "SW")[];
}

/** A unit is in a mode. */
export interface HexInMode {
  kind: "mode";
  unit: string;
  mode: string;
}

/** A unit is out of action. */
export interface HexDown {
  kind: "down";
  unit: string;
}

/** A unit has so many hit points at least. */
export interface HexHasHp {
  kind: "hp";
  unit: string;
  least: number;
}

/** A unit is on the map: a big robot that was put together. */
export interface HexInPlay {
  kind: "in-play";
  unit: string;
}

/** A unit has raised its shield. */
export interface HexShielded {
  kind: "shielded";
  unit: string;
}

/** A round has begun. */
export interface HexInRound {
  kind: "round";
  round: number;
}

/** At most so many of the player's units fall. */
export interface HexKeep {
  kind: "keep";
  lost?: number;
}

/** The mission is won in this round or before. */
export interface HexByRound {
  kind: "by-round";
  round: number;
}

/** At the end the player's units, and nobody else, stand in each of these zones. */
export interface HexHoldZones {
  kind: "zones";
  zones: string[];
}

/** So many of the enemy's units are out of action at the end. */
export interface HexDefeat {
  kind: "defeat";
  count: number;
}

/** A scenario at a glance: its map, and where the units of each side begin. */
export interface HexPicture {
  map: HexMap;
  starts: [number, number][];
}

/** Where a unit may be deployed in a mode. */
export interface HexSpot {
  mode: number;
  hexes: number[];
}

/** A unit that may be put on the map now. */
export interface HexDeployment {
  unit: string;
  spots: HexSpot[];
}

/** What the seat in turn may do, with every cost and every chance. */
export interface HexDemand {
  n: number;
  what: string;
  unit?: number;
  points?: number;
  costs_from?: [number, number[]][];
  shots?: HexShot[];
  deploy?: HexDeployment[];
  chain?: string[];
  muster?: Record<string, number>;
}

/** A move before it is made: its path, what could be shot at from its end, and who could shoot there. */
export interface HexPlan {
  path: [hex: number, facing: number, layer: number, stance: number][];
  cost: number;
  points: number;
  shots: HexShot[];
  threats: HexShot[];
}

/** Who may shoot at whom now, as far as a seat knows: both ways between a unit and all its foes. */
export interface HexOutlook {
  shots: HexShot[];
  threats: HexShot[];
  refused: Record<string, string>;
  reach: [number, number][];
}

/** What a unit sees and covers, from where it is or from the end of a plan, and where it is in danger. */
export interface HexGaze {
  seen: number[];
  arc: number[];
  threat: [number, number][];
}

/** A line of sight from the side, and what an attack along it would need. */
export interface HexLine {
  line: HexLineUp;
  to_hit: HexToHit | null;
}

/** The endings of a way through chosen hexes. */
export interface HexRoute {
  ends: HexEnding[];
  points: number;
}

/** One way to end in the last hex of a route. */
export interface HexEnding {
  place: [hex: number, facing: number, layer: number, stance: number];
  cost: number;
  via: string[];
  path: [hex: number, facing: number, layer: number, stance: number][];
}

/** The report of a finished game. */
export interface HexReported {
  report: HexBattleReport;
}

/** Luck by side, acts by unit, the strength of both sides by round, and the turning point. */
export interface HexBattleReport {
  seats: [HexLuck, HexLuck];
  units: HexUnitRecord[];
  strength: [number, number][];
  turning: HexTurningPoint | null;
}

/** What one side's attacks did, and what they should have done on average. */
export interface HexLuck {
  attacks: number;
  hits: number;
  due_hits: number;
  damage: number;
  due_damage: number;
}

/** What one unit did in a game, and what was done to it. */
export interface HexUnitRecord {
  unit: number;
  seat: number;
  dealt: number;
  taken: number;
  felled: number;
  standing: boolean;
}

/** The action that moved the balance most towards the side that won. */
export interface HexTurningPoint {
  ply: number;
  round: number;
  unit: number;
  share: number;
}

/** What the list shows of a mission. */
export interface MissionCard {
  id: string;
  chapter: string;
  number: number;
  title: Record<string, string>;
  text: Record<string, string>;
  goals: MissionGoal[];
}

/** All missions, in the order in which they are played. */
export interface MissionBook {
  chapters: HexChapter[];
  missions: MissionCard[];
}

/** The best that a person did in a mission. */
export interface MissionMark {
  stars: number;
  goals: boolean[];
  damage: Record<string, number>;
}

/** What came of a game of a mission, and the best so far. */
export interface MissionDone {
  won: boolean;
  goals: boolean[];
  damage: Record<string, number>;
  best: MissionMark | null;
}

/** The text of a map file or of a MegaMek board, and the name of the file. */
export interface MapFile {
  text: string;
  name?: string;
}

/** A map as somebody has drawn it. */
export interface MapDrawing {
  name: string;
  text: string;
  width: number;
  height: number;
  cells: [elevation: number, terrain: string, size: number, hp: number][];
  zones: Record<string, number[]>;
  roads?: number[];
}

/** A map with its file, or all that is wrong with it. */
export interface MapDraft {
  map?: HexMap | null;
  note?: string;
  text?: string;
  twins?: number[];
  faults?: FaultAt[];
  warnings?: FaultAt[];
  seed?: number;
}

/** The files of a scenario; where its own is empty, a skirmish is made of the wishes. */
export interface OwnScenario {
  scenario?: string;
  map?: string;
  units?: string;
  skirmish?: HexSkirmish | null;
}

/** What two players agree on for a skirmish. */
export interface HexSkirmish {
  name?: string;
  points?: [number, number];
  everybody?: boolean;
  preset?: "arena" | "book";
  rounds?: number;
  generator?: HexGenerator | null;
}

/** What an uploaded scenario is, or what is wrong in which of its files. */
export interface OwnChecked {
  card?: GameCard | null;
  scenario?: string;
  map?: string;
  faults?: Record<string, FaultAt[]>;
}

/** A scenario in the making, with the map and the units that it brings along as files. */
export interface ScenarioDraft {
  scenario: HexScenario;
  map?: string;
  units?: string;
}

/** A scenario in the making as one file, and all that is wrong with it, by field. */
export interface ScenarioChecked {
  text?: string;
  faults?: FaultAt[];
  sheets?: Record<string, HexUnit>;
}

/** A scenario from its files, to be worked on; or why it cannot be read. */
export interface ScenarioOpened {
  scenario?: HexScenario | null;
  map?: MapDraft | null;
  units?: string;
  faults?: Record<string, FaultAt[]>;
}

/** A map that comes with the program. */
export interface MapName {
  id: string;
  name: string;
  width: number;
  height: number;
}

/** What a scenario can be made of: units, teams, options, maps. */
export interface Workbench {
  sheets: Record<string, HexUnit>;
  teams: HexTeam[];
  options: GameOption[];
  presets: Record<string, Record<string, OptionValue>>;
  maps: MapName[];
  colours: [string, string];
}

/** A way to use a turn. */
export interface HexManner {
  id: string;
  verb: string;
  moves: boolean;
  mode: number;
}

/** A puzzle of the hex game as it is asked; the answer stays here. */
export interface HexPuzzleShown {
  type: "hexes";
  id: string;
  game: string;
  kind: string;
  seat: number;
  unit: number;
  target: number;
  count: number;
  rating: number;
  view: HexView;
  hexes: number[];
  manners: HexManner[];
  day: string;
}

/** All that a seat knows: everything but the order of the cards and the places of hidden units. */
export interface HexView {
  type: "hex";
  game: string;
  seat: number;
  options: HexOptions;
  map_seed: number;
  pieces: HexPiece[];
  table: HexRoundState;
  changes: [number, [elevation: number, terrain: string, size: number, hp: number]][];
  smoke: [hex: number, fire: number, until: number][];
  fires: number[];
  wind: number;
  opening: HexRolled[];
  muster: string[];
  outcome: Outcome | null;
}

/** The options of one game, each under the name that the rules give it. */
export interface HexOptions {
  preset?: string;
  attack_abilities_share_slot?: boolean;
  max_climb?: number;
  arcs?: string;
  tree_height?: number;
  to_hit_offset?: number;
  natural_1_misses?: boolean;
  natural_10_hits?: boolean;
  cloak_hides_position?: boolean;
  nebulon_rejoin?: boolean;
  redirect_doubles_range?: boolean;
  sprint?: boolean;
  careful_aim?: boolean;
  redirect_power?: boolean;
  brawl?: boolean;
  duck_and_cover?: boolean;
  damage_offset?: number;
  revision?: number;
  start_damage?: string;
}

/** What lies open next to the map: phase, round, which cards are left, whose turn it is. */
export interface HexRoundState {
  phase: string;
  round: number;
  pile: number[];
  stack: [unit: number, left: number, used: string[], free: boolean][];
  used: string[];
  chains: number[][];
  holds: number[];
  deploying: number;
  mustered: boolean[];
}

/** A die was thrown: what for, for which unit, what it showed (HX-CONV-1). */
export interface HexRolled {
  type: "rolled";
  purpose?: string;
  unit?: number;
  value?: number;
  to?: number[] | null;
}

/** A line from one unit to another, with the shot along it or the rule that forbids that. */
export interface HexPuzzleLine {
  unit: number;
  line: HexLineUp;
  to_hit: HexToHit;
}

/** What is to be seen where an answer leads. */
export interface HexPuzzleShowing {
  place: [hex: number, facing: number, layer: number, stance: number];
  mode: number;
  lines: HexPuzzleLine[];
  shots: HexShot[];
  percent: number;
}

/** Whether it was right; what was right is shown once it is solved or given up. */
export interface HexPuzzleVerdict {
  type: "hexes";
  right: boolean;
  solution: HexPuzzleShowing | null;
  manner: string;
  counter: HexPuzzleShowing | null;
  record: PuzzleRecord | null;
  change: number;
}

/** Something that is done, and what chance makes of it. */
export interface HexStep {
  action: HexAction;
  dice?: number;
  card?: number;
}

/** A position, and what was done from there. */
export interface HexAnalysisLine {
  game: string;
  text: string;
  steps?: HexStep[];
}

/** Where a line has come to. */
export interface HexAnalysisMoment {
  view: HexView;
  seat: number;
  demand: HexDemand;
  offers: OfferedActions[];
  actor: string;
  told: HexEvent[];
  rolled: boolean;
  text: string;
  outcome: Outcome | null;
}

/** A card was turned over; ``turn`` is false where its unit cannot act (HX-SEQ-7). */
export interface HexDrawn {
  type: "drawn";
  unit?: number;
  turn?: boolean;
  to?: number[] | null;
}

/** The cards were shuffled. */
export interface HexRoundBegan {
  type: "round";
  round?: number;
  to?: number[] | null;
}

/** A unit went along a path, at a cost. */
export interface HexMoved {
  type: "moved";
  unit?: number;
  path?: [hex: number, facing: number, layer: number, stance: number][];
  cost?: number;
  manner?: string;
  stopped?: boolean;
  to?: number[] | null;
}

/** An attack was made: its to-hit number with all parts, and what became of it. */
export interface HexAttacked {
  type: "attacked";
  to_hit?: HexToHit | null;
  hit?: boolean;
  to?: number[] | null;
}

/** A unit or a construct lost hit points. */
export interface HexStruck {
  type: "struck";
  unit?: number;
  hex?: number;
  damage?: number;
  cause?: string;
  to?: number[] | null;
}

/** A unit did something that needs few words: the verb, its target, its hex. */
export interface HexDid {
  type: "did";
  unit?: number;
  verb?: string;
  target?: number;
  hex?: number;
  amount?: number;
  to?: number[] | null;
}

/** Something ended for a unit: it was deactivated, destroyed, dropped, withdrawn, handed over ... */
export interface HexFell {
  type: "fell";
  unit?: number;
  what?: string;
  hex?: number;
  to?: number[] | null;
}

/** A unit, after a change. */
export interface HexPieceIs {
  type: "piece";
  unit?: number;
  piece?: HexPiece | null;
  to?: number[] | null;
}

/** A hex, after a change. */
export interface HexGroundIs {
  type: "ground";
  hex?: number;
  cell?: [elevation: number, terrain: string, size: number, hp: number] | null;
  to?: number[] | null;
}

/** The markers on the map, after a change. */
export interface HexMarksAre {
  type: "marks";
  smoke?: [hex: number, fire: number, until: number][];
  fires?: number[];
  wind?: number;
  to?: number[] | null;
}

/** What lies open next to the map, after a change. */
export interface HexTableIs {
  type: "table";
  table?: HexRoundState | null;
  to?: number[] | null;
}

/** The force that a seat has chosen; told to that seat alone until both have. */
export interface HexMustered {
  type: "mustered";
  units?: string[];
  to?: number[] | null;
}

/** All units of the game, once both seats have chosen. */
export interface HexForces {
  type: "forces";
  pieces?: HexPiece[];
  to?: number[] | null;
}

/** The game is over. */
export interface HexEnded {
  type: "ended";
  outcome?: Outcome | null;
  to?: number[] | null;
}

/** Something to be worked out of the moment that a line comes to. */
export interface HexAnalysisQuestion {
  line: HexAnalysisLine;
  what: "gaze" | "hint" | "line" | "plan" | "sight" | "way";
  unit?: number;
  at?: string;
  index?: number;
  manner?: string;
  via?: string;
  through?: string;
}

/** The answer, under the name of the question. */
export interface HexAnalysisAnswer {
  plan?: HexPlan | null;
  way?: HexRoute | null;
  sight?: HexOutlook | null;
  gaze?: HexGaze | null;
  line?: HexLine | null;
  hint?: HexPlanned | null;
}

/** Put the whole army on the board (ST-SET-1): the square and the kind of every piece, by square. */
export interface Deploy {
  type: "deploy";
  pieces: [number, string][];
}
