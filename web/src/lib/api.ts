/** The endpoints of the server, each with its types. */

import { fetchFaultWords } from "../i18n/faults.svelte";
import type {
  BeliefsSeen,
  BotInfo,
  Chances,
  Checked,
  GameCard,
  GameInfo,
  GameRecord,
  Hello,
  Hints,
  Join,
  LadderRow,
  Lobby,
  Me,
  MyTables,
  NewTable,
  NewToken,
  Problem,
  Profile,
  QuickPlay,
  Registered,
  Report,
  Reset,
  SavedSetup,
  SaveSetup,
  Seated,
  SetupText,
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

export async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
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
  if (answer.status === 204) return undefined as T;
  const text = await answer.text();
  const data = parsed(text);
  if (!answer.ok) {
    const problem =
      data && typeof data === "object" && "code" in data
        ? (data as Problem)
        : { code: answer.status === 404 ? "not-found" : "server" };
    if (problem.faults) await fetchFaultWords();
    throw new Refusal(answer.status, problem);
  }
  return data as T;
}

const q = encodeURIComponent;

export const api = {
  hello: () => call<Hello>("GET", "/hello"),
  session: () => call<Me>("POST", "/session"),
  games: () => call<GameCard[]>("GET", "/games"),
  game: (id: string) => call<GameInfo>("GET", `/games/${q(id)}`),
  card: (id: string) => call<GameCard>("GET", `/games/${q(id)}/card`),
  randomSetup: (game: string, seat: number, style: string) =>
    call<SetupText>("GET", `/games/${q(game)}/setup?seat=${seat}&style=${q(style)}`),
  bots: (game: string) => call<BotInfo[]>("GET", `/bots?game=${q(game)}`),
  newTable: (table: NewTable) => call<Seated>("POST", "/tables", table),
  quick: (quick: QuickPlay) => call<Seated>("POST", "/quick", quick),
  lobby: () => call<Lobby>("GET", "/lobby"),
  table: (id: string, code = "") => call<Seated>("GET", `/tables/${q(id)}${code ? `?code=${q(code)}` : ""}`),
  join: (id: string, join: Join) => call<Seated>("POST", `/tables/${q(id)}/join`, join),
  record: <V, E>(id: string) => call<GameRecord<V, E>>("GET", `/tables/${q(id)}/record`),
  history: <V, E>(id: string, seat: number) =>
    call<(Told<E> | Reset<V>)[]>("GET", `/tables/${q(id)}/history?seat=${seat}`),
  hints: (id: string, seat: number, upto?: number) =>
    call<Hints>("GET", `/tables/${q(id)}/advice/hints?seat=${seat}${upto === undefined ? "" : `&upto=${upto}`}`),
  beliefs: (id: string, seat: number, upto?: number, bot = false) =>
    call<BeliefsSeen>(
      "GET",
      `/tables/${q(id)}/advice/beliefs?seat=${seat}&bot=${bot}${upto === undefined ? "" : `&upto=${upto}`}`,
    ),
  chances: (id: string) => call<Chances>("GET", `/tables/${q(id)}/advice/chances`),
  myTables: (status: "live" | "over", before = 0) =>
    call<MyTables>("GET", `/me/tables?status=${status}${before ? `&before=${before}` : ""}`),
  preferences: (prefs: object) => call<Me>("PUT", "/me/preferences", prefs),
  rename: (name: string) => call<Me>("PUT", "/me/name", { name }),
  setups: (game: string) => call<SavedSetup[]>("GET", `/me/setups?game=${q(game)}`),
  saveSetup: (setup: SaveSetup) => call<SavedSetup>("POST", "/me/setups", setup),
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
  ladder: (game: string, speed: string) => call<LadderRow[]>("GET", `/ladder?game=${q(game)}&speed=${q(speed)}`),
  upload: (text: string) => call<Checked>("POST", "/editions", { text }),
  check: (text: string) => call<Checked>("POST", "/editions/check", { text }),
};
