"""The process of one of our own bots: ``python -m flagfall.bots.processes.worker``."""

from flagfall.bots.processes.program import program

if __name__ == "__main__":
    program()
