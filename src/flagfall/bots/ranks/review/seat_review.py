"""The review of one seat's game: every decision judged, the costliest and the best ones, and the luck."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from flagfall.bots.ranks.advice import HeardGame
from flagfall.bots.ranks.beliefs import Beliefs
from flagfall.bots.ranks.board_reading import Effect
from flagfall.bots.ranks.evaluation import Evaluation
from flagfall.bots.ranks.explain import reasons
from flagfall.bots.ranks.kind_counts import Floats
from flagfall.bots.ranks.review.battle_luck import battle
from flagfall.bots.ranks.review.findings import (
    ActionKind,
    BattleLuck,
    Finding,
    Foe,
    Luck,
    MoveTold,
    SeatFindings,
    TriedMove,
)
from flagfall.bots.ranks.review.judges import Judge, NetworkJudge, Verdict, judge_for
from flagfall.bots.ranks.weighing_bot import WeighingBot
from flagfall.core import Action, Event
from flagfall.ranks.game import RankGame
from flagfall.ranks.view import RankView

NAMED = 3
"""Costly and good decisions that are told."""
COSTLY = 0.02
"""A decision that gave away less is not told as costly; nor is one as good whose rivals were as good."""


def accuracy_of(cost: float) -> float:
    """How accurate a decision is that gave away so much of the chance to win: half for a sixth of it."""
    return 100.0 * math.exp(-cost * math.log(2) * 6)


class SeatReview:
    """Hears a seat's game, action by action, and judges each decision of the seat."""

    def __init__(self, game: RankGame, seat: int, options: Mapping[str, object] | None = None) -> None:
        self.heard = 0
        """How many actions were heard."""
        self.story = HeardGame(game, seat, options)
        self.judge: Judge = judge_for(game, seat)
        self._reader = WeighingBot(game, seat)
        self._costs: list[float] = []
        self._costly: list[Finding] = []
        self._good: list[Finding] = []
        self._battles: list[BattleLuck] = []

    def hear(self, acts: Sequence[tuple[Sequence[Action], Sequence[Event]]]) -> SeatFindings:
        """Hear the next actions: of each what the seat did, if it was its own, and what it heard."""
        for own, events in acts:
            view = self.story.view
            if own and self.story.playing and view.turn == self.story.seat:
                self._decided(view, own[0], events)
            self.story.hear(events)
            self.judge.observe(events)
            self._reader.observe(events)
            self.heard += 1
        return self.findings()

    def tried(self, acts: Sequence[Sequence[Event]], action: Action) -> TriedMove | None:
        """What an action would be worth after all this was heard; None where it is not legal."""
        for events in acts:
            self.story.hear(events)
            self.judge.observe(events)
            self._reader.observe(events)
        view, legal = self.story.view, self.story.legal()
        if action not in legal:
            return None
        verdict = self.judge.judge(view, legal, action, careful=True)
        evaluation = self._evaluation(view)
        mine = told(evaluation, evaluation.reading.effect(action))
        if verdict is None:
            return TriedMove(self.judge.name, mine, -1, 0.0, None)
        better = told(evaluation, evaluation.reading.effect(verdict.best)) if verdict.cost > 0 else None
        chance = round(100 * (verdict.chance - verdict.cost))
        return TriedMove(self.judge.name, mine, chance, round(100 * verdict.cost, 1), better)

    def _decided(self, view: RankView, action: Action, events: Sequence[Event]) -> None:
        verdict = self.judge.judge(view, self.story.legal(), action)
        attacks = bool({"captured", "attacked"} & {_tag(event) for event in events})
        matters = verdict is not None and max(verdict.cost, verdict.gap) >= COSTLY
        if verdict is not None:
            self._costs.append(verdict.cost)
        if not (attacks or matters):
            return
        evaluation = self._evaluation(view)
        effect = evaluation.reading.effect(action)
        fought = battle(evaluation, effect, view.track.ply, events)
        if fought is not None and fought.hidden:
            self._battles.append(fought)
        if verdict is None or not matters:
            return
        found = self._finding(evaluation, effect, fought, verdict)
        if verdict.cost >= COSTLY:
            self._costly = top([*self._costly, found])
        else:
            self._good = top([*self._good, found])

    def _evaluation(self, view: RankView) -> Evaluation:
        """What the seat could make of a position; with a network, half by the network."""
        evaluation = self._reader.evaluation(view)
        if not isinstance(self.judge, NetworkJudge):
            return evaluation
        theirs, learned = self._reader.theirs, self.story.learned(self.judge.bot)
        for i, id in enumerate(theirs.ids):
            if odds := learned.get(id):
                theirs.table[i] = 0.5 * (theirs.table[i] + _by_kind(theirs, theirs.table[i], odds))
        return Evaluation(evaluation.reading, theirs, self._reader.mine, self._reader.preferences)

    def _finding(
        self, evaluation: Evaluation, effect: Effect, fought: BattleLuck | None, verdict: Verdict
    ) -> Finding:
        target = effect.struck[0] if effect.manner == "strike" and effect.struck else None
        foe: Foe = ""
        if target is not None:
            known = evaluation.beliefs[1 - evaluation.seat].ranked(target.id)
            moved = target.moved or target.id in self._reader.theirs.moved
            foe = "known" if known else "moved" if moved else "unmoved"
        better = None
        if verdict.cost > 0:
            better = told(evaluation, evaluation.reading.effect(verdict.best))
        return Finding(
            self.heard,
            evaluation.reading.view.track.ply,
            kind_of_action(effect),
            effect.piece.kind,
            target.square if target is not None else effect.target,
            foe,
            target.rank if target is not None and foe == "known" else "",
            fought.wins if fought is not None else -1,
            fought.result if fought is not None else None,
            fought.rank if fought is not None else "",
            round(100 * verdict.chance),
            round(100 * max(verdict.cost, verdict.gap), 1),
            told(evaluation, effect),
            better,
        )

    def findings(self) -> SeatFindings:
        """What was found so far."""
        accuracy = -1
        if self._costs:
            accuracy = round(sum(map(accuracy_of, self._costs)) / len(self._costs))
        return SeatFindings(
            self.judge.name,
            len(self._costs),
            self._costs.count(0.0),
            accuracy,
            tuple(self._costly[:NAMED]),
            tuple(self._good[:NAMED]),
            _luck(self._battles),
        )


def kind_of_action(effect: Effect) -> ActionKind:
    """What kind of action it is."""
    tag = effect.action.__struct_config__.tag
    if tag == "move":
        return "attack" if effect.struck else "move"
    return "power" if tag == "use" else "strike" if tag == "strike" else "halt"


def told(evaluation: Evaluation, effect: Effect) -> MoveTold:
    """A move as it is told."""
    action: Any = effect.action
    return MoveTold(action, str(action), reasons(evaluation, effect))


def _by_kind(beliefs: Beliefs, row: Floats, odds: Mapping[str, float]) -> Floats:
    """Odds by rank as odds by kind: kinds of one rank share theirs as they do in a row."""
    ranks = [kind.rank for kind in beliefs.kinds]
    whole = {rank: sum(p for p, one in zip(row, ranks, strict=True) if one == rank) for rank in ranks}
    found = [
        odds.get(rank, 0.0) * (p / whole[rank] if whole[rank] else 1.0 / ranks.count(rank))
        for p, rank in zip(row, ranks, strict=True)
    ]
    total = sum(found)
    return np.array(found) / total if total else row


def _tag(event: Event) -> object:
    return event.__struct_config__.tag


def top(findings: Sequence[Finding]) -> list[Finding]:
    """Those that counted most; the same better move left out turn after turn is one of them."""
    found: dict[object, Finding] = {}
    for one in sorted(findings, key=lambda one: (-one.cost, one.ply)):
        found.setdefault(one.better.action if one.better else one.ply, one)
    return list(found.values())[:NAMED]


def _luck(battles: Sequence[BattleLuck]) -> Luck:
    by_luck = sorted(battles, key=lambda one: (one.luck, one.ply))
    return Luck(
        len(battles),
        round(sum(one.wins for one in battles) / 100, 1),
        sum(one.result == "won" for one in battles),
        round(sum(one.luck for one in battles), 1),
        by_luck[-1] if by_luck and by_luck[-1].luck > 0 else None,
        by_luck[0] if by_luck and by_luck[0].luck < 0 else None,
    )
