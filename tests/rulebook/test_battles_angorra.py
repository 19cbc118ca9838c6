"""What Angorra's rules say of every piece and of every difference of points, listed out."""

from __future__ import annotations

import pytest

import rulebook
from hexmap.effects import terrain_chart
from rulebook.battles.model import battle_of
from rulebook.battles.removal import may_rally
from rulebook.battles.tables import tables_of

BATTLE = battle_of("angorra")
ARMY = {"ottoman": "ottomans", "serbian": "ottomans", "tartar": "tartars", "mongol": "tartars", "indian": "tartars"}


def test_15_1_lances_lie_on_plate_and_mail_two_hex_cavalry_alone() -> None:
    state = rulebook.new("angorra").state
    lances = {id_ for id_, unit in state["units"].items() if unit["lance"]}
    faces = {id_: BATTLE.pieces[id_].faces[0] for id_ in BATTLE.units}
    assert lances == {id_ for id_, face in faces.items() if (face.kind, face.size) == ("horse", 2) and face.armour in "PM"}
    assert any((face.kind, face.size, face.armour) == ("horse", 1, "M") for face in faces.values()), "squadrons have none"


def test_15_1_whoever_has_two_modes_starts_in_either() -> None:
    game = rulebook.new("angorra")
    asked = []
    while game.state["phase"] == "setup":
        asked.append({action.rpartition(" ")[2] for action in game.actions()})
        game.do(2)
    two = [{face.mode for face in BATTLE.pieces[id_].faces} for id_ in BATTLE.units if len(BATTLE.pieces[id_].faces) == 2]
    assert sorted(map(sorted, asked)) == sorted(map(sorted, two))
    assert game.decider == "tartars"


@pytest.mark.parametrize("leader", BATTLE.leaders)
def test_17_1_whom_a_leader_rallies(leader: str) -> None:
    own = leader.partition("/")[0]
    rallied = {id_ for id_ in BATTLE.units if may_rally(BATTLE, leader, id_)}
    contingents = [name for name, army in ARMY.items() if army == ARMY[own]] if leader in ("ottoman/bay", "tartar/tam") else [own]
    assert rallied == {id_ for id_ in BATTLE.units if id_.partition("/")[0] in contingents}
    assert own != "indian", "the Indians have no leader"


def test_21_3_every_difference_has_its_level() -> None:
    bands = {
        "Tartar, decisive": range(31, 500), "Tartar, substantive": range(21, 31), "Tartar, marginal": range(11, 21),
        "Draw": range(-9, 11), "Ottoman, marginal": range(-19, -9), "Ottoman, substantive": range(-29, -19),
        "Ottoman, decisive": range(-500, -29),
    }  # fmt: skip
    told = {difference: tables_of(BATTLE).level(difference) for difference in range(-500, 500)}
    assert told == {difference: words for words, band in bands.items() for difference in band}


@pytest.mark.parametrize("title", ["angorra", "bannockburn"])
def test_8_2_the_printed_tables_say_when_morale_is_checked(title: str) -> None:
    charts = battle_of(title).tables
    assert "at the end of the phase the target checks its morale for each" in charts["fire"].notes[0]
    assert "the defender checks its morale at once" in charts["melee"].notes[0]


def test_7_4_what_the_table_of_terrain_says() -> None:
    rows = {row.head.words: [cell.words for cell in row.cells] for row in terrain_chart(BATTLE.board).rows}
    assert {name: points for name, (points, _) in rows.items()} == {
        "Clear": "1", "River": "no entry", "Dry river bed": "2", "Tartar camp": "2", "Uphill hexside": "+1", "Road": "–",
    }  # fmt: skip
    assert rows["Road"][1] == "no effect", "7.23"
