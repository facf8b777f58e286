"""The process of one of our own bots: ``python -m flagfall.bots.worker``."""

from flagfall.bots.programs import program

if __name__ == "__main__":
    program()
