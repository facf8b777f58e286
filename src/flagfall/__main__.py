"""``python -m flagfall`` is the command ``flagfall``."""

from flagfall.terminal.main import main

main()
