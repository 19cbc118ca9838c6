"""What the scheme of allies can be played with, in words."""

from __future__ import annotations

from collections.abc import Mapping

from rulebook.allies.state import HOUSE, HOUSE_SAYS

OPTIONS: Mapping[str, str] = {
    "turns": "N, how many turns there are",
    "flags": "ROWS of influence as your copy has them: spain on papacy activate 2 default 1, empire on venice deactivate 0",
    **{
        f"house.{name}": f"{'yes, no' if usual else 'no, yes'} (house ruling {HOUSE_SAYS[name][0]}: {HOUSE_SAYS[name][1]})"
        for name, usual in HOUSE.items()
    },
}
"""Each option with what it can be, the usual first."""
