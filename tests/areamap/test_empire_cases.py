"""What the paths to the City answer, by the numbers of their cases, and tracks."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from areamap.paths import PathBoard, Zone
from mapsheet.errors import IllegalAction, NotationError
from tests.areamap.empire import PATHS, empire

BOARD = empire()


def paths(**fronts: str | int) -> PathBoard:
    return BOARD.paths(fronts)


def test_w01_all_fronts_on_the_homelands() -> None:
    board = paths(D=5, E=5, Z="syria")
    assert [board.front(path) for path in "DEZ"] == ["iberia", "persia", "syria"]
    assert board.held("mountain") == ("cilicia", "greater_armenia", "melitene")
    assert [board.border(path) for path in "DEZ"] == ["greater_armenia", "nisibis", "damascus"]


def test_w02_w03_the_millennium_holds_no_mountain() -> None:
    board = paths(D="lesser_armenia", E="melitene", Z="cilicia")
    assert [board.distance(board.front(path)) for path in "DEZ"] == [3, 3, 2]
    assert board.held("mountain") == ()
    assert [board.border(path) for path in "EZ"] == ["cappadocia", "ephesus"]


def test_x07_three_enemy_spaces() -> None:
    assert paths(E="melitene").enemy_spaces("E") == ("melitene", "nisibis", "persia")


def test_x11_one_mountain_left() -> None:
    assert paths(Z="jerusalem", E="amorion", D="lesser_armenia").held("mountain") == ("cilicia",)


def test_x12_and_y40_the_next_step_towards_the_city() -> None:
    assert BOARD.paths().next_toward("lesser_armenia") == "paphlagonia"
    assert BOARD.paths().next_toward("jerusalem") == "cilicia"
    assert BOARD.paths().next_toward("amorion") == "constantinople"
    assert [paths(E=order).is_at_capital("E") for order in (1, 2)] == [True, False]


def test_x21_x24_y10_y22_one_space_away() -> None:
    assert paths(E="melitene").border("E") == "cappadocia"
    assert BOARD.paths().next_away("ephesus") == "cilicia"
    assert BOARD.paths().next_away("melitene") == "nisibis"
    assert BOARD.paths().next_away("persia") is None


def test_x26_a_colonist_takes_his_space_and_all_behind() -> None:
    assert BOARD.paths().taken_with("jerusalem") == ("jerusalem", "damascus", "syria")


def test_q19_a_face_of_the_die_picks_a_path_and_letters_name_them() -> None:
    assert [BOARD.paths().die_path(face) for face in (4, 6)] == ["D", "Z"]
    for face in (0, 1, 7):
        with pytest.raises(NotationError, match="a face of the die"):
            BOARD.paths().die_path(face)
    assert BOARD.paths({"Ζ": "cilicia"}).border("Zeta") == "ephesus"
    assert BOARD.paths({"Δ": 2}).enemy_spaces("D")[0] == "paphlagonia"


def test_q22_what_can_be_attacked() -> None:
    board = BOARD.paths()
    assert [board.is_attackable(id_) for id_ in PATHS["Z"]] == [True, True, True, True, False]
    assert [board.is_attackable(id_, ["jerusalem", "nicaea"]) for id_ in PATHS["Z"]] == [True, True, False, False, False]
    assert [Zone(armies, {}).is_attackable for armies in ({"a": 1}, {"a": 1, "b": 2})] == [False, True]


@pytest.mark.parametrize(("front", "holder"), [(1, "enemy"), (2, "enemy"), (3, "enemy"), (4, "player"), (5, "player")])
def test_jerusalem_is_lost_with_a_front_at_three_or_nearer(front: int, holder: str) -> None:
    assert paths(Z=front).holder("jerusalem") == holder


def test_the_greek_themas_that_are_held() -> None:
    assert paths(D=2, E=1, Z=5).held("greek") == ("ephesus", "nicaea")
    assert paths(D=2, E=1, Z=5).held("greek", "enemy") == ("cappadocia",)


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("order", [1, 2, 3, 4, 5])
def test_a_front_divides_its_path(path: str, order: int) -> None:
    board = BOARD.paths({path: order})
    chain = PATHS[path]
    assert board.enemy_spaces(path) == chain[order - 1 :]
    assert len(board.enemy_spaces(path)) == 6 - order
    assert board.border(path) == (chain[order - 2] if order > 1 else None)
    assert [board.holder(id_) for id_ in chain] == ["player"] * (order - 1) + ["enemy"] * (6 - order)


@pytest.mark.parametrize("path", PATHS)
def test_there_and_back_along_a_path(path: str) -> None:
    board = BOARD.paths()
    for order, id_ in enumerate(PATHS[path], start=1):
        assert board.distance(id_) == order == BOARD.distance("constantinople", id_).distance
        assert board.behind(id_) == PATHS[path][order:]
        away = board.next_away(id_)
        assert away is None or board.next_toward(away) == id_


def test_annexes_are_drawn_and_never_walked() -> None:
    assert BOARD.paths().annexes("iberia") == ("lazica",)
    assert BOARD.route("iberia", "lazica").cost is None
    assert BOARD.route("iberia", "lazica", by="all").cost is None
    assert "annex" in BOARD.neighbors("iberia").neighbors


def test_a_closed_path_leads_nowhere() -> None:
    assert BOARD.paths(closed=["paphlagonia"]).next_toward("lesser_armenia") is None


@pytest.mark.parametrize(
    ("fronts", "says"),
    [({"Q": 1}, "a path of the map"), ({"E": 6}, "an order on path E"), ({"E": "cilicia"}, "a space on path E"),
     ({"E": "lazica"}, "a space on a path"), ({"E": "melitne"}, "melitene")],
)
def test_a_front_that_is_none_is_refused(fronts: Mapping[str, str | int], says: str) -> None:
    with pytest.raises(NotationError, match=says):
        BOARD.paths(fronts)


def test_x06_y11_the_weakest_and_strongest_with_ties_to_the_lowest() -> None:
    zone = Zone({"b2": 1, "b1": 1, "b3": 4}, {"b4": 2, "b5": 2})
    assert (zone.weakest(), zone.strongest()) == ("b1", "b3")
    assert (zone.weakest(in_reserve=True), zone.strongest(in_reserve=True)) == ("b4", "b4")
    assert Zone({"a": 1}, {}).is_full
    assert Zone({"a": 1}, {}).weakest(in_reserve=True) is None


# -- tracks --------------------------------------------------------------------------------------------------------


def test_schism_past_twelve_loses_the_game_and_below_nothing_stays() -> None:
    track = BOARD.track("omnibus").put("schism", "12")
    lost = track.move("schism", 1)
    assert (lost.end, lost.beyond, lost.event) == (12, 1, "the game is lost")
    back = BOARD.track("omnibus").put("schism", "1").move("schism", -4)
    assert (back.end, back.beyond, back.event) == (0, -3, "")


def test_the_treasury_is_cut_off_at_twelve() -> None:
    moved = BOARD.track("omnibus").put("solidus", "10").move("solidus", 5)
    assert (moved.track.box("solidus"), moved.beyond, moved.event) == ("12", 3, "")


def test_y05_reforms_are_done_past_twelve_only() -> None:
    track = BOARD.track("omnibus").put("reforms", "8")
    twelve = track.move("reforms", 4)
    assert (twelve.track.box("reforms"), twelve.event) == ("12", "")
    assert twelve.track.move("reforms", 1).event == "achieved"


def test_markers_move_alone_and_the_track_stays_as_it_was() -> None:
    track = BOARD.track("omnibus")
    moved = track.move("solidus", 3).track
    assert (moved.box("solidus"), moved.box("schism"), track.box("solidus")) == ("4", "0", "1")


def test_a_marker_off_the_track_does_not_move() -> None:
    track = BOARD.track("omnibus")
    assert track.box("ruins") is None
    with pytest.raises(IllegalAction, match="ruins is not on the track"):
        track.move("ruins", 1)
    assert track.put("ruins", 3).put("ruins", None) == track


ACTS: dict[str, Callable[[], object]] = {
    "track": lambda: BOARD.track("omnibuss"),
    "marker": lambda: BOARD.track("omnibus").box("shism"),
    "box": lambda: BOARD.track("omnibus").put("schism", "13"),
    "steps": lambda: BOARD.track("omnibus").move("schism", True),
}


@pytest.mark.parametrize("act", ACTS)
def test_unknown_words_of_a_track(act: str) -> None:
    with pytest.raises(NotationError):
        ACTS[act]()


def test_the_calendar_looks_ahead_to_its_end() -> None:
    turns = BOARD.track("turns")
    assert turns.ahead("10", 2) == "12"
    assert turns.ahead("25", 2) == "27"
    assert turns.ahead("26", 2) is None
    assert turns.ahead("1", -1) is None
