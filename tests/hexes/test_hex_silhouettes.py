"""What the units look like: every mode has a drawing, every unit a label of its own."""

from __future__ import annotations

from flagfall.hexes.units.labels import labels
from flagfall.hexes.units.unit_files import roster


def test_every_mode_of_every_unit_names_its_drawing() -> None:
    plain = [
        f"{sheet.id}: {mode.name}" for sheet in roster().values() for mode in sheet.modes if not mode.shape
    ]
    assert not plain


def test_no_two_units_share_a_label() -> None:
    names = {id: sheet.name for id, sheet in roster().items()}
    found = labels(names)
    assert len({label.lower() for label in found.values()}) == len(names) == len(found)
    assert all(2 <= len(label) <= 3 for label in found.values())
    assert all(label[0].lower() == names[id][0].lower() for id, label in found.items())


def test_units_with_the_same_name_have_labels_of_their_own() -> None:
    found = labels({"a": "Guard", "b": "Guard", "c": "Gua", "d": "7"})
    assert len(set(found.values())) == 4
    assert found["c"] == "Gua"
