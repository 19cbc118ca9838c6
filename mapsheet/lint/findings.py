"""What the lint finds, and which findings a title waives, with a reason."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from mapsheet.errors import clipped, nearest

if TYPE_CHECKING:
    from mapsheet.fields import Fields

IDLE = "L-11"
CODES = {
    "L-01": "counter-too-big",
    "L-02": "under-counter",
    "L-03": "too-small",
    "L-04": "low-contrast",
    "L-05": "alike",
    "L-06": "legend-missing",
    "L-07": "legend-unused",
    "L-08": "unsafe-ink",
    "L-09": "words-overlap",
    "L-10": "counter-print",
    IDLE: "idle-waiver",
    "L-12": "missing-character",
}
"""The name of each code; codes never change their meaning."""


class Finding(NamedTuple):
    """Something that prints badly: its code, where it is, what is wrong, the figures behind that, and why it is waived."""

    code: str
    place: str
    message: str
    figures: Mapping[str, Any] = MappingProxyType({})
    waived: str = ""

    @property
    def name(self) -> str:
        """Return the code's name."""
        return CODES[self.code]

    def to_json(self) -> dict[str, Any]:
        """Return the finding as plain values."""
        told = {"code": self.code, "name": self.name, "place": self.place, "message": self.message, "figures": dict(self.figures)}
        return {**told, "waived": self.waived or None}

    def __str__(self) -> str:
        return f"{self.code} {self.name}: {self.place}: {self.message}"


class Waiver(NamedTuple):
    """A code that a title does not mind, at all places or where its place or message holds some words, and why not."""

    code: str
    reason: str
    about: str = ""

    def covers(self, finding: Finding) -> bool:
        """Say whether a finding is waived by this."""
        return finding.code == self.code and (not self.about or self.about in f"{finding.place}: {finding.message}")


def take_waivers(top: Fields) -> tuple[Waiver, ...]:
    """Return the waivers in the table `lint` of a map file, every fault noted."""
    table = top.table("lint")
    waivers = tuple(_waiver(fields) for fields in table.tables("waive"))
    table.finish()
    return waivers


def _waiver(fields: Fields) -> Waiver:
    known = [code for code in CODES if code != IDLE]
    code = fields.text("code", required=True)
    if code and code not in known:
        fields.fault("code", f"unknown code {clipped(code)}{nearest(code, known)}")
    found = Waiver(code, fields.text("reason", required=True).strip(), fields.text("about"))
    if fields.has("reason") and len(found.reason) < 10:
        fields.fault("reason", "expected a reason in words")
    fields.finish()
    return found


def weigh(findings: Iterable[Finding], waivers: Sequence[Waiver], *, idle: bool = True) -> list[Finding]:
    """Return the findings, sorted, with the reasons of those that are waived, and (`idle`) one for each waiver of none."""
    weighed, used = [], set()
    for finding in findings:
        covering = next((k for k, waiver in enumerate(waivers) if waiver.covers(finding)), None)
        if covering is not None:
            used.add(covering)
            finding = finding._replace(waived=waivers[covering].reason)
        weighed.append(finding)
    for k, waiver in enumerate(waivers):
        if idle and k not in used:
            about = f" about {waiver.about}" if waiver.about else ""
            weighed.append(Finding(IDLE, f"lint.waive {k + 1}", f"waives {waiver.code}{about}, and nothing of the kind is found"))
    return sorted(weighed, key=lambda finding: (finding.code, finding.place, finding.message))
