"""From a kit to a PDF, by Typst: the templates are in ``templates``, and no font of the machine is used."""

from __future__ import annotations

from importlib.resources import as_file, files

import msgspec

from flagfall.core.extras import need

MADE = 0
"""The time that every PDF says it was made at: the same input gives the same bytes."""


class Kit(msgspec.Struct, frozen=True):
    """What is to be printed: a template, and all that it shows."""

    template: str
    content: dict[str, object]


def typeset(kit: Kit) -> bytes:
    """The PDF of a kit; `MissingExtra` where Typst is not installed."""
    need("printing", "print", "typst")
    import typst

    given = {"kit": msgspec.json.encode(kit.content).decode()}
    with as_file(files("flagfall.printing") / "templates") as folder:
        made = typst.compile(
            str(folder / f"{kit.template}.typ"),
            root=str(folder),
            format="pdf",
            ignore_system_fonts=True,
            sys_inputs=given,
            timestamp=MADE,
        )
    assert isinstance(made, bytes)
    return made
