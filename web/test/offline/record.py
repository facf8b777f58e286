"""Write games of the reference engine, so that the rules and the network in the browser are held against it.

``python web/test/offline/record.py`` from the root of the project writes ``web/test/offline/recorded`` anew:
the editions as the server sends them, games with a checksum of all that can be known at each half-move,
moves that are refused and why, and what the network thinks of positions of games that it plays with itself.
"""

from __future__ import annotations

import json
import random
import zlib
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

import flagfall
from flagfall.bots.base import Clock
from flagfall.bots.network.bot import NetworkBot
from flagfall.bots.network.network import net, softmax
from flagfall.bots.network.observation import EventMemory, observation_of
from flagfall.core import PUBLIC, IllegalAction, hears
from flagfall.ranks.actions import Deploy, Move
from flagfall.ranks.game import RankGame
from flagfall.ranks.legal import repeats_chase, shuttles
from flagfall.ranks.state import RankState
from flagfall.server.http.ranks.games import info

HERE = Path(__file__).parent / "recorded"
EDITIONS = ("original", "barrage")
HEAT, FLOOR = 0.5, 0.02
"""How level 6 plays the policy of its network (`levels.toml`)."""
MOST = 250
"""Half-moves of a recorded game at most."""
PLANS: tuple[tuple[dict[str, Any], str, int], ...] = (
    ({}, "restless", 6),
    ({}, "chasing", 40),
    ({"captured": "prisoner", "two_square_attacks": False, "announce": "piece"}, "restless", 3),
    ({"captured": "secret", "two_square": 2, "two_square_reading": "squares", "ply_limit": 90}, "chasing", 3),
    ({"captured": "stealth", "memory": "table", "long_move": "piece", "more_square": False}, "restless", 3),
    ({"both_immobile": "draw", "quiet_limit": 90, "bomb_move_loses": True}, "storming", 200),
    ({"both_immobile": "mover_loses", "two_square": 0}, "storming", 20),
)
"""Options, how the players play, and how many games are looked through for each end."""


def plain(value: object) -> Any:
    """A struct as the wire would carry it."""
    return json.loads(msgspec.json.encode(value))


class Numbering:
    """Gives the numbers that stand for positions new ones, in the order in which they come up."""

    def __init__(self) -> None:
        self.known: dict[int, int] = {0: 0}

    def of(self, position: int) -> int:
        """The new number of a position."""
        return self.known.setdefault(position, len(self.known))


def bare(value: Any, numbering: Numbering, key: str = "") -> Any:
    """A value without what is nothing, so that it does not matter whether a default is written."""
    if isinstance(value, dict):
        inside = {name: bare(one, numbering, name) for name, one in value.items()}
        return {name: one for name, one in inside.items() if one not in (None, False, 0, "", -1, [])}
    if isinstance(value, list):
        return [bare(one, numbering, key) for one in value]
    if key in ("position", "past"):
        return numbering.of(value)
    return int(value) if isinstance(value, float) and value.is_integer() else value


def checksum(value: Any) -> str:
    """A short sum of a value's text."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return f"{zlib.crc32(text.encode()):08x}"


def beside_enemy(state: RankState, square: int) -> bool:
    """Whether an enemy of the player to move stands next to a square."""
    return any(
        state.board[one] >= 0 and state.seat_of(state.board[one]) != state.track.turn
        for one in state.rules.board.beside[square]
    )


def restless(state: RankState, rng: random.Random) -> Move:
    """A move of a player who goes to and fro with one piece."""
    legal = [move for move in state.legal(state.track.turn) if isinstance(move, Move)]
    last = state.track.routes[state.track.turn]
    roll = rng.random()
    same = [move for move in legal if last is not None and move.origin == last[2]]
    if same and roll < 0.5:
        return rng.choice(same)
    attacks = [move for move in legal if state.board[move.target] >= 0]
    return rng.choice(attacks if attacks and roll > 0.9 else legal)


def chasing(state: RankState, rng: random.Random) -> Move:
    """A move of a player who follows a piece, if first, or runs with one in circles, if second."""
    legal = [move for move in state.legal(state.track.turn) if isinstance(move, Move)]
    last = state.track.routes[state.track.turn]
    quiet = [move for move in legal if state.board[move.target] < 0]
    same = [move for move in quiet if last is not None and move.origin == last[2]]
    if state.track.turn == 0:
        same = [move for move in same or quiet if beside_enemy(state, move.target)] or same
    elif last is not None:
        back = last[1]
        turned = [move for move in same if abs(move.target - move.origin) != abs(last[2] - last[1])]
        same = turned or [move for move in same if move.target != back] or same
    return rng.choice(same if same and rng.random() < 0.97 else quiet or legal)


def storming(state: RankState, rng: random.Random) -> Move:
    """A move of a player who attacks wherever that is possible, but never the flag."""
    legal = [move for move in state.legal(state.track.turn) if isinstance(move, Move)]
    at = {move: state.board[move.target] for move in legal}
    attacks = [move for move in legal if at[move] >= 0 and state.kinds[at[move]].role != "flag"]
    quiet = [move for move in legal if at[move] < 0]
    return rng.choice(attacks or quiet or legal)


PLAYERS = {"restless": restless, "chasing": chasing, "storming": storming}


def bound(state: RankState) -> Counter[str]:
    """By which rules of repetition moves are refused here."""
    found: Counter[str] = Counter()
    for piece, square in enumerate(state.where):
        if square < 0 or state.seat_of(piece) != state.track.turn or not state.kinds[piece].movable:
            continue
        for target in state.rules.board.beside[square]:
            other = state.board[target]
            if other >= 0 and state.seat_of(other) == state.track.turn:
                continue
            found["two-square"] += shuttles(state, square, target)
            found["more-square"] += repeats_chase(state, square, target)
    return found


def at_moment(state: RankState, memory: list[EventMemory], numbering: Numbering, events: Any) -> str:
    """The checksum of all that is legal, told, known and seen by a network at a moment."""
    seat = state.track.turn
    legal = list(state.legal(seat)) if state.outcome() is None else []
    seen = None
    if legal:
        found = observation_of(rank_game(state.rules.edition.id), state.view(seat), legal, memory[seat])
        seen = [found.planes.flatten().tolist(), found.vector.tolist(), sorted(found.moves)]
    views = [plain(state.view(one)) for one in (0, 1, PUBLIC)]
    return checksum(
        [
            bare([plain(event) for event in events], numbering),
            [[move.origin, move.target] for move in legal if isinstance(move, Move)],
            bare(views, numbering),
            seen,
        ]
    )


def rank_game(id: str) -> RankGame:
    """A game by its id."""
    found = flagfall.game(id)
    assert isinstance(found, RankGame)
    return found


def refused(state: RankState, rng: random.Random) -> list[Any]:
    """Some moves that are refused here, one for each reason."""
    found: dict[str, Any] = {}
    tries = [(rng.randrange(100), rng.randrange(100))]
    for piece, square in enumerate(state.where):
        if square >= 0 and state.seat_of(piece) == state.track.turn:
            tries += [
                (square, rng.randrange(square % 10, 100, 10)),
                (square, square // 10 * 10 + rng.randrange(10)),
            ]
            tries += [(square, one) for one in state.rules.board.beside[square]]
    for origin, target in tries:
        try:
            state.apply(state.track.turn, Move(origin, target))
        except IllegalAction as error:
            found.setdefault(
                str(error.params["reason"]), [origin, target, error.rule, error.params["reason"]]
            )
    return list(found.values())


def played(id: str, options: dict[str, Any], player: str, seed: int, sums: bool) -> dict[str, Any]:
    """A game, and what it shows; with the checksums of its moments, which take most of the time."""
    rng = random.Random(f"{id} {sorted(options.items())} {player} {seed}")
    state: Any = rank_game(id).new(seed=seed, **options)
    memory, numbering = [EventMemory(), EventMemory()], Numbering()
    setups: list[Any] = []
    moves: list[int] = []
    found: list[str] = []
    no: list[Any] = []
    binds = Counter[str]()
    while state.outcome() is None and len(moves) < 2 * MOST:
        decision = state.pending()[0]
        action: Any = PLAYERS[player](state, rng) if state.where else decision.sample(rng)
        if state.where and sums and len(moves) % 48 == 0:
            no += [[len(moves) // 2, *one] for one in refused(state, random.Random(len(moves)))]
        step = state.apply(decision.seat, action)
        state = step.state
        if isinstance(action, Deploy):
            setups.append([list(one) for one in action.pieces])
        else:
            moves += [action.origin, action.target]
        if sums:
            for seat in (0, 1):
                memory[seat].hear([event for event in step.events if hears(event, seat)])
            found.append(at_moment(state, memory, numbering, step.events))
        if state.where and state.outcome() is None:
            binds += bound(state)
    return {
        "game": id,
        "options": plain(state.rules.options),
        "setups": setups,
        "moves": moves,
        "sums": "".join(found),
        "refused": no,
        "ends": state.outcome().termination if state.outcome() else "",
        "bound": {rule: count for rule, count in sorted(binds.items()) if count},
    }


def chosen(id: str) -> list[dict[str, Any]]:
    """Games of an edition that between them have its ends and the rules of repetition."""
    found = []
    for options, player, tries in PLANS:
        ends: dict[str, tuple[int, int]] = {}
        for seed in range(tries):
            game = played(id, options, player, seed, sums=False)
            score = sum(game["bound"].values()) + 100 * game["bound"].get("more-square", 0)
            if score > ends.get(game["ends"], (-1, 0))[0]:
                ends[game["ends"]] = score, seed
        found += [played(id, options, player, seed, sums=True) for _, seed in ends.values()]
    return found


def judged(id: str, seed: int, every: int, most: int) -> dict[str, Any]:
    """A game of the network with itself, and at some moments the chances of its moves."""
    game = rank_game(id)
    bots = [NetworkBot(game, seat, seed, {"heat": HEAT, "floor": FLOOR, "mirror": 1}) for seat in (0, 1)]
    state: Any = game.new(seed=seed)
    setups: list[Any] = []
    moves: list[int] = []
    moments: list[Any] = []
    while state.outcome() is None and len(moments) < most:
        seat = state.pending()[0].seat
        view, legal = state.view(seat), tuple(state.legal(seat))
        if not legal:
            action: Any = bots[seat].deploy(view)
            setups.append([list(one) for one in action.pieces])
        else:
            if len(moves) // 2 % every == every - 1:
                seen, output = bots[seat].judge(view, legal)
                codes = sorted(seen.moves)
                logits = output.moves[0, codes].astype(np.float32)
                cold = softmax(logits / HEAT)
                cold[cold < FLOOR * cold.max()] = 0
                moments.append(
                    {
                        "ply": len(moves) // 2,
                        "codes": codes,
                        "policy": [round(float(one), 6) for one in softmax(logits)],
                        "chances": [round(float(one), 6) for one in cold / cold.sum()],
                        "outcome": [round(float(one), 6) for one in output.outcome[0]],
                    }
                )
            action = bots[seat].choose(view, legal, Clock())
            moves += [action.origin, action.target]
        step = state.apply(seat, action)
        state = step.state
        for one in (0, 1):
            bots[one].observe([event for event in step.events if hears(event, one)])
    return {"game": id, "setups": setups, "moves": moves, "moments": moments}


def write(name: str, value: Any) -> None:
    """Write a file."""
    (HERE / f"{name}.json").write_text(json.dumps(value, separators=(",", ":")) + "\n")


def main() -> None:
    """Write all files."""
    net()
    HERE.mkdir(exist_ok=True)
    for id in EDITIONS:
        about = plain(info(rank_game(id), ()))
        write(id, {"edition": about["edition"], "board": about["board"]})
        write(f"{id}-games", chosen(id))
    write("network", [judged("original", 1, 33, 8), judged("barrage", 1, 7, 6)])


if __name__ == "__main__":
    main()
