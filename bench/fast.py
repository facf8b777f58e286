"""The batch engine on one CPU core, as ratios: to the reference engine, and to games of other libraries.

    python -m bench fast
    python -m bench.fast draw        # the curves of docs/research/performance.md
    FLAGFALL_EARLY=FOLDER python -m bench fast       # and the prototype it grew from, if you have it

Other libraries are measured where they are installed (``pip install open_spiel pgx``); each plays at random,
by the quickest way that its own documentation shows.
"""

from __future__ import annotations

import os
import random
import re
import sys
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import numpy as np

import flagfall
from flagfall.fast import Batch, Spec
from flagfall.research.chart import Axis, Line, chart

GAMES = 4096
WITH_POWERS = (
    "star-wars-powers",
    "star-wars-empire",
    "star-wars-rebellion",
    "transformers-powers",
    "pirates-code",
)
LARGEST = 24
"""The power of two of games that the curve goes up to, if memory lasts."""
MIDDLE = 300
"""After so many half-moves of random play games are in all stages."""


def rate(work: Callable[[], int], seconds: float = 1.0, rounds: int = 3) -> float:
    """How much is done in a second of CPU time, whatever else is running: the best of some rounds."""
    best = 0.0
    for _ in range(rounds):
        done, start = 0, time.process_time()
        while time.process_time() - start < seconds:
            done += work()
        best = max(best, done / (time.process_time() - start))
    return best


def reference(id: str) -> Callable[[], int]:
    """Random play in the reference engine."""
    game, rng = flagfall.game(id), random.Random(1)

    def work() -> int:
        state, plies = game.new(seed=1), 0
        while decisions := state.pending():
            state = state.apply(decisions[0].seat, decisions[0].sample(rng)).state
            plies += 1
        return plies - 2

    return work


def batch_play(id: str, games: int = GAMES, plies: int = 64, before: int = MIDDLE) -> Callable[[], int]:
    """Random play in a batch, in the middle of games."""
    batch = Batch(Spec.of(id), games, seed=1)
    batch.play(before)

    def work() -> int:
        batch.play(plies)
        return games * plies

    return work


def batch_masks() -> Callable[[], int]:
    """Legal moves as sets."""
    batch = Batch(Spec.of("original"), GAMES, seed=1)
    batch.play(MIDDLE)

    def work() -> int:
        batch.find()
        return GAMES

    return work


def batch_views() -> Callable[[], int]:
    """What the movers see, as bytes."""
    batch = Batch(Spec.of("original"), GAMES, seed=1)
    batch.play(MIDDLE)

    def work() -> int:
        batch.observe()
        return GAMES

    return work


def vector_steps() -> Callable[[], int]:
    """The agent's half-move, the opponent's answer and what the agent sees, in Gymnasium's vector form."""
    from flagfall.research.gym_env import BatchEnv

    envs = BatchEnv("original", GAMES)
    seen = envs.reset(seed=1)[0]

    def work() -> int:
        nonlocal seen
        seen = envs.step(seen["action_mask"].argmax(1))[0]
        return GAMES

    return work


def early(folder: str) -> Callable[[], int]:
    """Random play in the prototype that the simulator grew from: classic rules, no more-square rule."""
    sys.path.insert(0, folder)
    import rules
    from backends import for_cpu
    from numba import njit

    code = for_cpu(rules)
    deal, play = code.deal_game, code.play_on

    @njit
    def dealt(a: object, seed: int) -> None:
        for game in range(a.shape[1]):
            deal(a, game, seed)

    @njit
    def played(a: object, seed: int, plies: int) -> None:
        for game in range(a.shape[1]):
            play(a, game, seed, plies)

    games = np.zeros((rules.WORDS + 1, GAMES), np.int64)
    dealt(games, 1)
    played(games, 1, MIDDLE)

    def work() -> int:
        played(games, 1, 64)
        return 64 * GAMES

    return work


def open_spiel(name: str) -> Callable[[], int]:
    """Random play in a game of OpenSpiel, one state at a time from Python."""
    import pyspiel

    game, rng = pyspiel.load_game(name), random.Random(1)

    def work() -> int:
        state, plies = game.new_initial_state(), 0
        while not state.is_terminal() and plies < 400:
            state.apply_action(rng.choice(state.legal_actions()))
            plies += 1
        return plies

    return work


def pgx(name: str, games: int = GAMES) -> Callable[[], int]:
    """Random play in a game of Pgx, a batch compiled by JAX with a new deal after the end."""
    import jax
    import jax.numpy as jnp
    from pgx import make
    from pgx.experimental import auto_reset

    env = make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    @jax.jit
    def some(state: object, key: object) -> tuple[object, object]:
        def one(_: int, carry: tuple[object, object]) -> tuple[object, object]:
            state, key = carry
            key, now, again = jax.random.split(key, 3)
            action = jax.random.categorical(
                now, jnp.log(state.legal_action_mask.astype(jnp.float32)), axis=-1
            )
            return step(state, action, jax.random.split(again, games)), key

        return jax.lax.fori_loop(0, 16, one, (state, key))

    key = jax.random.PRNGKey(1)
    carry = [jax.jit(jax.vmap(env.init))(jax.random.split(key, games)), key]

    def work() -> int:
        carry[0], carry[1] = some(carry[0], carry[1])
        carry[0].current_player.block_until_ready()
        return 16 * games

    work()
    return work


def peers() -> dict[str, Callable[[], Callable[[], int]]]:
    """The games of other libraries that are installed."""
    found: dict[str, Callable[[], Callable[[], int]]] = {}
    if find_spec("pyspiel"):
        for name in ("dark_chess", "kriegspiel"):
            found[f"OpenSpiel {name}"] = lambda name=name: open_spiel(name)
    if find_spec("pgx"):
        for name in ("animal_shogi", "gardner_chess"):
            found[f"Pgx {name}"] = lambda name=name: pgx(name)
    return found


def run() -> None:
    """Print all figures, and the ratios to the batch engine."""
    ours = rate(batch_play("original"))
    print(f"{'original, random play in a batch':42s} {ours:14,.0f} half-moves/s")
    for id in ("duel", "barrage", "star-wars-saga", "transformers", "pirates"):
        print(f"{id + ', random play in a batch':42s} {rate(batch_play(id)):14,.0f} half-moves/s")
    for id in WITH_POWERS:
        speed = rate(batch_play(id))
        print(
            f"{id + ', random play in a batch':42s} {speed:14,.0f} actions/s, {speed / ours:.2f} of original"
        )
    print(f"{'original, legal moves of a batch':42s} {rate(batch_masks()):14,.0f} positions/s")
    views = rate(batch_views())
    print(f"{'original, observations of a batch':42s} {views:14,.0f} positions/s")
    if find_spec("gymnasium"):
        steps = rate(vector_steps())
        line = f"{'original, steps of the vector environment':42s} {steps:14,.0f} steps/s"
        print(f"{line}, {steps / views:.2f} of observations alone")
    base = rate(reference("original"), 2.0, 2)
    print(f"{'original, reference engine':42s} {base:14,.0f} half-moves/s, batch {ours / base:,.0f} times")
    if folder := os.environ.get("FLAGFALL_EARLY"):
        first = rate(early(folder))
        print(f"{'classic, early prototype':42s} {first:14,.0f} half-moves/s, batch {ours / first:.2f} times")
    for name, make in peers().items():
        theirs = rate(make(), 1.0, 2)
        print(f"{name:42s} {theirs:14,.0f} half-moves/s, batch {ours / theirs:,.1f} times")
    print("games in the batch, and half-moves a second:")
    for games, speed in scaling():
        print(f"{games:14,d} {speed:14,.0f}")


def free_memory() -> int:
    """Bytes that nobody uses; where the system does not say, four billion."""
    if "SC_AVPHYS_PAGES" not in os.sysconf_names:
        return 1 << 32
    return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")


def scaling() -> list[tuple[int, float]]:
    """Half-moves a second for batches of 16 games and more, until memory ends."""
    found = []
    one = Batch(Spec.of("original"), 1)
    each = one.state.nbytes + one.mask.nbytes
    for power in range(4, LARGEST + 1, 2):
        games = 1 << power
        if games * each > 0.9 * free_memory():
            print(f"{games:14,d} games do not fit into memory")
            break
        # Large batches take long to be brought to the middle of their games, and long for a half-move.
        work = batch_play(
            "original", games, max(2, min(32, (1 << 26) // games)), min(MIDDLE, (1 << 29) // games)
        )
        found.append((games, rate(work, 0.5, 2)))
    return found


CPU = re.compile(r"^\| ([\d,]+) \| ([\d.]+) M \|$", re.MULTILINE)
GPU = re.compile(r"^\| ([\d,]+) \| ([\d.]+) G/s \| ([\d.]+) G/s", re.MULTILINE)
"""The lines of the tables of figures by number of games in the page on performance."""


def draw(page: Path, speeds: Path, costs: Path) -> None:
    """Draw speed and cost against the number of games, from the tables of the page."""
    text = page.read_text(encoding="utf-8")
    cpu = [(float(games.replace(",", "")), 1e6 * float(speed)) for games, speed in CPU.findall(text)]
    one, many = [], []
    for games, single, several in GPU.findall(text):
        one.append((float(games.replace(",", "")), 1e9 * float(single)))
        many.append((float(games.replace(",", "")), 1e9 * float(several)))
    lines = (("one CPU core", cpu), ("H200, one a launch", one), ("H200, 256 a launch", many))
    across = Axis("games in the batch", log=True, write=short)
    up = Axis("half-moves a second", log=True, write=short)
    title = "Random play with all rules of original"
    speeds.write_text(chart(title, across, up, [Line(name, points) for name, points in lines]))
    up = Axis("time for one half-move in every game", log=True, write=span)
    cost = [Line(name, [(games, games / speed) for games, speed in points]) for name, points in lines]
    costs.write_text(chart("What one half-move in every game costs", across, up, cost))


def short(value: float) -> str:
    """A number with k, M or G."""
    for size, sign in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if value >= size:
            return f"{value / size:g} {sign}"
    return f"{value:g}"


def span(seconds: float) -> str:
    """A time with its unit."""
    for size, sign in ((1, "s"), (1e-3, "ms"), (1e-6, "µs")):
        if seconds >= size * (1 - 1e-9):
            return f"{seconds / size:.0f} {sign}"
    return f"{seconds * 1e9:.0f} ns"


if __name__ == "__main__":
    if sys.argv[1:] == ["draw"]:
        docs = Path(__file__).parent.parent / "docs"
        images = docs / "images"
        draw(docs / "research" / "performance.md", images / "fast-speed.svg", images / "fast-cost.svg")
    else:
        run()
