"""Small files of counters, written from what tests want of them."""

from __future__ import annotations

from collections.abc import Mapping


def counters_text(
    title: str, sides: Mapping[str, str], kinds: Mapping[str, str], counters: Mapping[str, int], *,
    inventory: Mapping[str, int] | None = None,
) -> str:
    """Return a `counters.toml`: sides with their colours, types each with a line, counters `side/type` with their copies."""
    lines = ['format = "counters/1"', f'title = "{title}"']
    if inventory:
        lines += ["[inventory]", *(f"{name} = {count}" for name, count in inventory.items())]
    for side, colour in sides.items():
        lines += [f"[side.{side}]", f'colour = "{colour}"']
    for kind, line in kinds.items():
        lines += [f"[type.{kind}]", line]
    for name, copies in counters.items():
        side, _, kind = name.partition("/")
        lines += [f'[counter."{name}"]', f'side = "{side}"', f'type = "{kind}"', f"copies = {copies}"]
    return "\n".join(lines) + "\n"
