"""Players: they receive views and events, never states.

A level plays in this process or in one of its own, and so does a class of yours:

    >>> from flagfall import bots
    >>> bots.levels("original")                     # numbers, names, a sentence each, in four languages
    >>> bot = bots.make("original", 2, seat=1, seed=7)        # in this process
    >>> bot = bots.BotProcess("original", 2, seat=1, seed=7)  # the same in a process of its own
    >>> bot.deploy(view); bot.observe(events); bot.decide(view, legal, bots.Clock(move=0.5))
    >>> bots.program(MyBot)                         # a class of one's own, as a program for the arena
"""

from flagfall.bots.base import Bot, Clock
from flagfall.bots.levels import Level, UnknownLevel, level, levels, make
from flagfall.bots.processes.bot_process import BotProcess
from flagfall.bots.processes.program import program

__all__ = ["Bot", "BotProcess", "Clock", "Level", "UnknownLevel", "level", "levels", "make", "program"]
