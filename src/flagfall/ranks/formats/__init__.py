"""Formats of other programs: field letters, set-ups in letters, game files in XML and ``.gsn``."""

from __future__ import annotations

from flagfall.ranks.formats.foreign_games import Foreign, ImportedGame, from_record, to_record
from flagfall.ranks.formats.gsn_games import read_gsn, write_gsn
from flagfall.ranks.formats.letters import (
    LetterBoard,
    read_field,
    read_letters,
    read_letters_file,
    write_field,
    write_letters,
)
from flagfall.ranks.formats.xml_games import read_xml, write_xml

__all__ = [
    "Foreign",
    "ImportedGame",
    "LetterBoard",
    "from_record",
    "read_field",
    "read_gsn",
    "read_letters",
    "read_letters_file",
    "read_xml",
    "to_record",
    "write_field",
    "write_gsn",
    "write_letters",
    "write_xml",
]
