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

export type LobbyMessage = Lobby | Notice;

export type GameOption = ChoiceOption | NumberOption | SwitchOption;

export type Status = "aborted" | "open" | "over" | "play" | "setup";

export type Speed = "blitz" | "days" | "free" | "rapid" | "slow";

export type OfferKind = "draw" | "rematch" | "takeback";

export type Room = "players" | "watchers";

export type Preset = "good-game" | "good-luck" | "hello" | "one-moment" | "sorry" | "thanks" | "well-played";

export type Scope = "play" | "setups" | "tables";

export type OptionValue = boolean | number | string;

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
}

/** A map as it lies on the table before the first shot. */
export interface HexMap {
  name: string;
  width: number;
  height: number;
  digits: number;
  cells: [elevation: number, terrain: string, size: number, hp: number][];
  zones: Record<string, number[]>;
}

/** The numbers of a mode that follow from others. */
export interface HexModeNumbers {
  endurance: number;
  skill: number;
  range: number;
  arc: number;
}

/** A tech-spec sheet with all that follows from it. */
export interface HexUnit {
  sheet: HexSheet;
  hp: number;
  cost: number;
  estimate: boolean;
  modes: HexModeNumbers[];
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

/** Everything about a scenario that its pages need. */
export interface HexInfo {
  card: GameCard;
  scenario: HexScenario;
  map: HexMap;
  sheets: Record<string, HexUnit>;
  teams: HexTeam[];
  options: GameOption[];
  presets: Record<string, Record<string, OptionValue>>;
}

/** A game to play: map, sides, options and what wins. */
export interface HexScenario {
  id: string;
  title: HexWords;
  text: HexWords;
  sides: [HexSide, HexSide];
  map?: string | null;
  generator?: HexGenerator | null;
  preset?: "arena" | "book";
  options?: Record<string, OptionValue>;
  mercenaries?: HexEntry[];
  victory?: (HexDestroy | HexEliminate | HexExit | HexHold | HexProtect)[];
  limit?: HexLimit | null;
}

/** A title or a short text in the four languages. */
export interface HexWords {
  en: string;
  nl: string;
  fr: string;
  de: string;
}

/** One of the two sides; the first is seat 0. */
export interface HexSide {
  id: string;
  faction: string;
  name: HexWords;
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

/** One named part of a to-hit number: "thick trees 0507: +2". */
export interface HexPart {
  name: string;
  value: number;
  of: string;
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
  costs?: [number, number][];
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

/** A line of sight from the side: both ends, and every hex between. */
export interface HexLineUp {
  sight: HexSight;
  stations: HexStation[];
  eye: number;
  mark: number;
  flying: boolean;
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

/** Expected against actual, by seat. */
export interface HexFortunes {
  seats: [HexLuck, HexLuck];
}

/** What one side's attacks did, and what they should have done on average. */
export interface HexLuck {
  attacks: number;
  hits: number;
  due_hits: number;
  damage: number;
  due_damage: number;
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

/** All that a seat knows: everything but the order of the cards and the places of hidden units. */
export interface HexView {
  type: "hex";
  game: string;
  seat: number;
  options: HexOptions;
  map_seed: number;
  pieces: HexPiece[];
  table: HexTable;
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
  revision?: number;
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

/** What lies open next to the map: phase, round, which cards are left, whose turn it is. */
export interface HexTable {
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

/** Put the whole army on the board (ST-SET-1): the square and the kind of every piece, by square. */
export interface Deploy {
  type: "deploy";
  pieces: [number, string][];
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
  table?: HexTable | null;
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
