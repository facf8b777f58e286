/** The endpoints about tournaments. */

import { call } from "../lib/api";
import type { NewTournament, Tournaments, TournamentSeen } from "../wire";

const q = encodeURIComponent;

export const tournamentApi = {
  list: () => call<Tournaments>("GET", "/tournaments"),
  make: (wish: NewTournament) => call<TournamentSeen>("POST", "/tournaments", wish),
  see: (id: string, code: string) =>
    call<TournamentSeen>("GET", `/tournaments/${q(id)}${code ? `?code=${q(code)}` : ""}`),
  join: (id: string, code: string) => call<TournamentSeen>("POST", `/tournaments/${q(id)}/join`, { code }),
  leave: (id: string) => call<void>("POST", `/tournaments/${q(id)}/leave`),
  stop: (id: string) => call<TournamentSeen>("POST", `/tournaments/${q(id)}/stop`),
};
