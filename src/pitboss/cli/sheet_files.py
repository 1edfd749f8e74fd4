"""The files of a sheet's folder: examined, and the faults in them told with their lines."""

from pathlib import Path

from pitboss.reason import because
from pitboss.sheets import Game, SheetFault
from pitboss.sheets.examination import Examination
from pitboss.sheets.loader import examine, texts_in
from pitboss.sheets.places import line_of, lines_of
from pitboss.time_zones import zone_named


def examine_folder(folder: Path) -> tuple[Examination, Game | None]:
    """Examine the sheet and the register of a folder; a file that cannot be read is a fault too."""
    try:
        texts = texts_in(folder)
    except SheetFault as fault:
        return Examination(None, {}, (fault,), ()), None
    return examine(*texts)


def zone_note(folder: Path, found: Examination) -> list[SheetFault]:
    """A note where this machine does not know the sheet's time zone: another machine may."""
    path = "identity.time_zone"
    if found.sheet is None or path in {fault.path for fault in found.faults}:
        return []
    zone = found.sheet.identity.time_zone
    if zone_named(zone) is not None:
        return []
    return [
        SheetFault(path, because("identity.zone_unknown", zone=zone)).at(
            line_of(lines_of(texts_in(folder)[0]), path)
        )
    ]
