/** The endpoints of the server, each with its types. */

import { fetchFaultWords } from "../i18n/faults.svelte";
import type {
  AnalysisAnswer,
  AnalysisLine,
  AnalysisMoment,
  AnalysisQuestion,
  BeliefsSeen,
  BotInfo,
  Challenge,
  ChangeAnalysis,
  Chances,
  Checked,
  FoundGames,
  Friends,
  GameCard,
  GameInfo,
  GameRecord,
  GameReview,
  GameStatistics,
  Hello,
  HexPuzzleShown,
  HexPuzzleVerdict,
  Hints,
  Invitation,
  Join,
  LadderRow,
  LessonCard,
  LessonMoment,
  LessonPlay,
  Lobby,
  Me,
  Moderate,
  MyTables,
  NewTable,
  NewToken,
  OpenedAnalysis,
  OwnRank,
  PersonModerated,
  PositionText,
  Problem,
  Profile,
  Progress,
  PuzzleAnswer,
  PuzzleRecord,
  PuzzleShelf,
  PuzzleShown,
  PuzzleVerdict,
  QuickPlay,
  RatingHistory,
  Registered,
  Report,
  Reports,
  Reset,
  ReviewMoment,
  ReviewTried,
  ReviewTry,
  SaveAnalysis,
  SavedAnalysis,
  SavedSetup,
  SaveSetup,
  Seated,
  SetupAsked,
  SetupReport,
  SetupScored,
  SetupText,
  ShowGames,
  Statistics,
  Told,
  TokenInfo,
} from "../wire";

/** JSON, or null where something on the way answered with another text. */
function parsed(text: string): unknown {
  try {
    return text ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}

/** An answer that is a refusal. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly problem: Problem,
  ) {
    super(problem.detail || problem.code);
  }
}

/** The answer of the server, whatever its kind; a refusal is thrown. */
async function ask(method: string, path: string, body?: unknown): Promise<Response> {
  const headers: Record<string, string> = {};
  if (method !== "GET") headers["X-Flagfall"] = "1";
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let answer: Response;
  try {
    answer = await fetch(`/api${path}`, {
      method,
      headers,
      credentials: "same-origin",
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw new Refusal(0, { code: "offline" });
  }
  if (answer.ok) return answer;
  const data = parsed(await answer.text());
  const problem =
    data && typeof data === "object" && "code" in data
      ? (data as Problem)
      : { code: answer.status === 404 ? "not-found" : "server" };
  if (problem.faults) await fetchFaultWords();
  throw new Refusal(answer.status, problem);
}

export async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await ask(method, path, body);
  return answer.status === 204 ? (undefined as T) : (parsed(await answer.text()) as T);
}

const q = encodeURIComponent;

export const api = {
  hello: () => call<Hello>("GET", "/hello"),
  session: () => call<Me>("POST", "/session"),
  games: () => call<GameCard[]>("GET", "/games"),
  game: (id: string) => call<GameInfo>("GET", `/games/${q(id)}`),
  card: (id: string) => call<GameCard>("GET", `/games/${q(id)}/card`),
  print: async (id: string, language: string, paper: string): Promise<Blob> =>
    (await ask("GET", `/games/${q(id)}/print?language=${q(language)}&paper=${q(paper)}`)).blob(),
  randomSetup: (game: string, seat: number, style: string) =>
    call<SetupText>("GET", `/games/${q(game)}/setup?seat=${seat}&style=${q(style)}`),
  bots: (game: string) => call<BotInfo[]>("GET", `/bots?game=${q(game)}`),
  newTable: (table: NewTable) => call<Seated>("POST", "/tables", table),
  quick: (quick: QuickPlay) => call<Seated>("POST", "/quick", quick),
  lobby: () => call<Lobby>("GET", "/lobby"),
  table: (id: string, code = "") => call<Seated>("GET", `/tables/${q(id)}${code ? `?code=${q(code)}` : ""}`),
  invitation: (short: string) => call<Invitation>("GET", `/codes/${q(short)}`),
  join: (id: string, join: Join) => call<Seated>("POST", `/tables/${q(id)}/join`, join),
  record: <V, E>(id: string) => call<GameRecord<V, E>>("GET", `/tables/${q(id)}/record`),
  history: <V, E>(id: string, seat: number, code = "") =>
    call<(Told<E> | Reset<V>)[]>("GET", `/tables/${q(id)}/history?seat=${seat}${code ? `&code=${q(code)}` : ""}`),
  hints: (id: string, seat: number, upto?: number) =>
    call<Hints>("GET", `/tables/${q(id)}/advice/hints?seat=${seat}${upto === undefined ? "" : `&upto=${upto}`}`),
  beliefs: (id: string, seat: number, upto?: number, bot = false) =>
    call<BeliefsSeen>(
      "GET",
      `/tables/${q(id)}/advice/beliefs?seat=${seat}&bot=${bot}${upto === undefined ? "" : `&upto=${upto}`}`,
    ),
  chances: (id: string) => call<Chances>("GET", `/tables/${q(id)}/advice/chances`),
  review: (id: string) => call<GameReview>("GET", `/tables/${q(id)}/review`),
  reviewMoment: (id: string, seat: number, upto: number) =>
    call<ReviewMoment>("GET", `/tables/${q(id)}/review/moment?seat=${seat}&upto=${upto}`),
  tryAgain: (id: string, move: ReviewTry) => call<ReviewTried>("POST", `/tables/${q(id)}/review/try`, move),
  positionOf: (id: string, upto: number) => call<PositionText>("GET", `/tables/${q(id)}/position?upto=${upto}`),
  analyses: () => call<SavedAnalysis[]>("GET", "/me/analyses"),
  keepAnalysis: (wish: SaveAnalysis) => call<SavedAnalysis>("POST", "/me/analyses", wish),
  changeAnalysis: (id: string, wish: ChangeAnalysis) => call<SavedAnalysis>("PATCH", `/me/analyses/${q(id)}`, wish),
  dropAnalysis: (id: string) => call<void>("DELETE", `/me/analyses/${q(id)}`),
  openAnalysis: (id: string) => call<OpenedAnalysis>("GET", `/analyses/${q(id)}`),
  analyse: (line: AnalysisLine) => call<AnalysisMoment>("POST", "/analysis", line),
  examineSetup: (asked: SetupAsked) => call<SetupReport>("POST", "/setup-lab", asked),
  scoreSetup: (asked: SetupAsked) => call<SetupScored>("POST", "/setup-lab/score", asked),
  analyseLines: (asked: AnalysisQuestion) => call<AnalysisAnswer>("POST", "/analysis/lines", asked),
  myTables: (status: "live" | "over", before = 0) =>
    call<MyTables>("GET", `/me/tables?status=${status}${before ? `&before=${before}` : ""}`),
  preferences: (prefs: object) => call<Me>("PUT", "/me/preferences", prefs),
  rename: (name: string) => call<Me>("PUT", "/me/name", { name }),
  setups: (game: string) => call<SavedSetup[]>("GET", `/me/setups?game=${q(game)}`),
  saveSetup: (setup: SaveSetup) => call<SavedSetup>("POST", "/me/setups", setup),
  renameSetup: (id: string, name: string) => call<SavedSetup>("PATCH", `/me/setups/${q(id)}`, { name }),
  dropSetup: (id: string) => call<void>("DELETE", `/me/setups/${q(id)}`),
  register: (name: string, password: string) => call<Registered>("POST", "/account", { name, password }),
  login: (name: string, password: string) => call<Me>("POST", "/login", { name, password }),
  logout: () => call<void>("POST", "/logout"),
  logoutEverywhere: (andTokens: boolean) => call<void>("DELETE", `/me/sessions?and_tokens=${andTokens}`),
  recover: (name: string, code: string, password: string) => call<Me>("POST", "/recover", { name, code, password }),
  password: (old: string, fresh: string, endTokens: boolean) =>
    call<Me>("PUT", "/me/password", { old, new: fresh, end_tokens: endTokens }),
  forget: () => call<void>("DELETE", "/me"),
  tokens: () => call<TokenInfo[]>("GET", "/me/tokens"),
  newToken: (token: NewToken) => call<TokenInfo>("POST", "/me/tokens", token),
  dropToken: (id: string) => call<void>("DELETE", `/me/tokens/${q(id)}`),
  block: (person: string, on: boolean) => call<void>(on ? "PUT" : "DELETE", `/me/blocks/${q(person)}`),
  report: (report: Report) => call<void>("POST", "/reports", report),
  person: (id: string) => call<Profile>("GET", `/people/${q(id)}`),
  progress: (id: string, game = "") =>
    call<Progress>("GET", `/people/${q(id)}/progress${game ? `?game=${q(game)}` : ""}`),
  statistics: (id: string, game = "") =>
    call<Statistics>("GET", `/people/${q(id)}/statistics${game ? `?game=${q(game)}` : ""}`),
  ratingHistory: (id: string, game: string, speed: string, before = 0) =>
    call<RatingHistory>("GET", `/people/${q(id)}/ratings/${q(game)}/${q(speed)}${before ? `?before=${before}` : ""}`),
  ownRanks: (game: string) => call<OwnRank[]>("GET", `/me/ranks?game=${q(game)}`),
  ladder: (game: string, speed: string) => call<LadderRow[]>("GET", `/ladder?game=${q(game)}&speed=${q(speed)}`),
  friends: () => call<Friends>("GET", "/me/friends"),
  addFriend: (who: string) => call<Friends>("PUT", `/me/friends/${q(who)}`),
  removeFriend: (id: string) => call<void>("DELETE", `/me/friends/${q(id)}`),
  friendSettings: (seen: boolean, friendsOnly: boolean) =>
    call<void>("PUT", "/me/friend-settings", { seen, friends_only: friendsOnly }),
  publicGames: (query: string, after = "") =>
    call<FoundGames>("GET", `/public-games?${query}${after ? `&after=${q(after)}` : ""}`),
  gameStatistics: (query: string) => call<GameStatistics>("GET", `/public-games/statistics?${query}`),
  downloadGames: async (query: string): Promise<Blob> => (await ask("GET", `/public-games/download?${query}`)).blob(),
  showGames: (shown: ShowGames["shown"]) => call<void>("PUT", "/me/games-shown", { shown }),
  challenge: (challenge: Challenge) => call<Seated>("POST", "/challenges", challenge),
  invite: (table: string, person: string) => call<void>("POST", `/tables/${q(table)}/invite`, { person }),
  declineInvitation: (table: string) => call<void>("DELETE", `/me/invitations/${q(table)}`),
  reports: (closed: boolean, after = 0) => call<Reports>("GET", `/moderation/reports?closed=${closed}&after=${after}`),
  moderated: (who: string) => call<PersonModerated>("GET", `/moderation/people/${q(who)}`),
  moderate: (act: Moderate) => call<void>("POST", "/moderation/acts", act),
  puzzles: () => call<PuzzleShelf[]>("GET", "/puzzles"),
  puzzle: (id: string) => call<PuzzleShown | HexPuzzleShown>("GET", `/puzzles/${q(id)}`),
  dailyPuzzle: () => call<PuzzleShown | HexPuzzleShown>("GET", "/puzzles/daily"),
  nextPuzzle: (game: string, kind: string) =>
    call<PuzzleShown | HexPuzzleShown>("GET", `/puzzles/next?game=${q(game)}&kind=${q(kind)}`),
  tryPuzzle: <V extends PuzzleVerdict | HexPuzzleVerdict>(id: string, answer: PuzzleAnswer | null) =>
    call<V>("POST", `/puzzles/${q(id)}`, { answer }),
  puzzleRecord: () => call<PuzzleRecord>("GET", "/me/puzzles"),
  lessons: () => call<LessonCard[]>("GET", "/lessons"),
  playLesson: (id: string, play: LessonPlay) => call<LessonMoment>("POST", `/lessons/${q(id)}`, play),
  lessonStars: () => call<Record<string, number>>("GET", "/me/lessons"),
  keepStars: (id: string, stars: number) => call<void>("PUT", `/me/lessons/${q(id)}`, { stars }),
  upload: (text: string) => call<Checked>("POST", "/editions", { text }),
  check: (text: string) => call<Checked>("POST", "/editions/check", { text }),
};
