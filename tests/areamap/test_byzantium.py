"""The board of Byzantium against lists typed from the rules: paths, their order, what belongs together, tracks and tray."""

from __future__ import annotations

from itertools import pairwise

import pytest

from areamap.asking import AreaMap
from areamap.reader import load
from areamap.spaces import Link

# 3.1 of the set-up and the examples of 6.7.4, 8.3, 9.3, 10.3, 10.6.7, 11.3: from the City outwards
EAST = {
    "D": ["Nicaea", "Paphlagonia", "Lesser Armenia", "Greater Armenia", "Iberia"],
    "E": ["Amorion", "Cappadocia", "Melitene", "Nisibis", "Persia"],
    "Z": ["Ephesus", "Cilicia", "Jerusalem", "Damascus", "Syria"],
}
LETTERS = {"A": "Α", "B": "Β", "G": "Γ", "D": "Δ", "E": "Ε", "Z": "Ζ"}
ANNEXES = {
    ("Tribe Α", "Zone Α"), ("Tribe Β", "Zone Β"), ("Tribe Γ", "Zone Γ"), ("Rome", "Zone Β"), ("Hispania", "Zone Α"),
    ("Sicily", "Zone Β"), ("Egypt", "Zone Α"), ("Lazica", "Iberia"), ("Holy Land", "Jerusalem"),
    ("Bulgarian Church", "Zone Γ"), ("Patriarch", "Constantinople"), ("Hippodrome", "Constantinople"),
    ("Egyptian Religion", "Egypt"),
}  # fmt: skip
YEARS = {1: "421–460", 2: "461–500", 3: "501–540", 10: "781–820", 14: "941–980", 22: "1261–1300", 27: "1461–1500"}
ROMAN = [
    "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "XIII", "XIV", "XV", "XVI", "XVII", "XVIII",
    "XIX", "XX", "XXI", "XXII", "XXIII", "XXIV", "XXV", "XXVI", "XXVII",
]  # fmt: skip
MIGRATIONS = {"VI": "Islam", "VIII": "Carthage", "XIV": "Egypt", "XV": "Buyids", "XVII": "Normans", "XXI": "Mongols"}
MAGISTERS = {3, 4, 5, 9, 13, 14, 15, 16, 17, 18, 20, 22, 23}
MILITARY = [
    "Donatists", "Excubitors", "War in the East", "Iconoclasm", "Tagmata Troops", "Bagratids", "Cataphracts",
    "Varangian Guard", "Disloyal Mercenaries", "Powerful Egypt", "Latinikon", "Black Death", "Yihad", "Cannons",
]  # fmt: skip


@pytest.fixture(scope="module")
def board() -> AreaMap:
    return load("byzantium")


def links(board: AreaMap, kind: str) -> list[Link]:
    return [link for link in board.links if link.kind == kind]


def test_the_spaces_are_counted_by_class(board: AreaMap) -> None:
    counts: dict[str, int] = {}
    for space in board.spaces.values():
        counts[space.group or space.kind] = counts.get(space.group or space.kind, 0) + 1
    assert counts == {
        "capital": 1, "thema": 12, "homeland": 3, "zone": 3, "reserves": 3, "tribe": 3, "outpost": 6, "marker": 14,
        "off-map": 2, "mug": 4,
    }  # fmt: skip
    assert len(board) == 51


@pytest.mark.parametrize("path", EAST)
def test_eastern_paths_run_from_the_city_through_four_themas_to_a_homeland(board: AreaMap, path: str) -> None:
    chain = [board.space(name) for name in ("Constantinople", *EAST[path])]
    assert [space.order for space in chain] == [0, 1, 2, 3, 4, 5]
    assert [space.kind for space in chain] == ["capital", *["thema"] * 4, "homeland"]
    assert {space.path for space in chain[1:]} == {path}
    pairs = {frozenset((link.a, link.b)) for link in links(board, "path") if link.path == path}
    assert pairs == {frozenset((a.id, b.id)) for a, b in pairwise(chain)}


@pytest.mark.parametrize("letter", ["A", "B", "G"])
def test_western_paths_are_one_zone_with_its_reserves_and_its_tribe(board: AreaMap, letter: str) -> None:
    zone = board.space(f"Zone {LETTERS[letter]}")
    assert (zone.kind, zone.path, zone.order) == ("zone", letter, 1)
    around = {(link.kind, link.other(zone.id)) for link in board.links_of[zone.id]}
    low = letter.lower()
    assert {("path", "constantinople"), ("reserve", f"reserves_{low}"), ("annex", f"tribe_{low}")} <= around
    assert {kind for kind, _ in around} == {"path", "reserve", "annex"}


def test_the_city_is_where_six_paths_meet(board: AreaMap) -> None:
    ways = [link for link in board.links_of["constantinople"] if link.kind == "path"]
    assert {link.path for link in ways} == set(LETTERS)
    assert {board.spaces[link.other("constantinople")].order for link in ways} == {1}


def test_nothing_but_the_listed_spaces_belongs_together(board: AreaMap) -> None:
    found = {(board.spaces[link.a].name, board.spaces[link.b].name) for link in links(board, "annex")}
    assert {tuple(sorted(pair)) for pair in found} == {tuple(sorted(pair)) for pair in ANNEXES}
    assert len(links(board, "path")) == 18
    assert len(links(board, "reserve")) == 3


def test_every_way_says_its_rule_and_where_it_comes_from(board: AreaMap) -> None:
    assert [link for link in board.links if not link.rule or not link.provenance] == []


def test_geography_does_not_decide_the_order_of_path_zeta(board: AreaMap) -> None:
    # 10.6.7: Jerusalem touches Cilicia, Damascus lies behind it
    near = {link.other("jerusalem") for link in board.links_of["jerusalem"] if link.kind == "path"}
    assert near == {"cilicia", "damascus"}


@pytest.mark.parametrize(
    ("trait", "names"),
    [
        ("mountain", {"Greater Armenia", "Melitene", "Cilicia"}),
        ("greek", {"Nicaea", "Cappadocia", "Ephesus"}),
        ("hostile-see", {"Cilicia", "Nisibis"}),
    ],
)
def test_mountains_greek_themas_and_hostile_sees(board: AreaMap, trait: str, names: set[str]) -> None:
    assert {space.name for space in board.spaces.values() if trait in space.traits} == names


def test_an_army_in_melitene_holds_three_spaces(board: AreaMap) -> None:
    # 6.7.4: Melitene, Nisibis and Persia
    front = board.space("Melitene")
    held = [s.name for s in board.spaces.values() if s.path == "E" and (s.order or 0) >= (front.order or 0)]
    assert held == ["Melitene", "Nisibis", "Persia"]


def test_mountains_held_while_the_persians_stand_as_in_the_example(board: AreaMap) -> None:
    # 8.3: Persians in Jerusalem, Amorion and Lesser Armenia leave one mountain
    fronts = {"D": "lesser_armenia", "E": "amorion", "Z": "jerusalem"}
    mountains = [space for space in board.spaces.values() if "mountain" in space.traits]
    held = [m.name for m in mountains if (m.order or 0) < (board.spaces[fronts[m.path]].order or 0)]
    assert held == ["Cilicia"]


@pytest.mark.parametrize("name", ["İstanbul", "istanbul", "Byzantion", "CONSTANTINOPOLIS", "Κωνσταντινούπολις", "the city"])
def test_the_city_has_many_names(board: AreaMap, name: str) -> None:
    assert board.space(name).id == "constantinople"


def test_paths_have_letters_regions_and_a_die_face(board: AreaMap) -> None:
    assert board.art is not None
    paths = board.art.board.paths
    assert {name: path.letter for name, path in paths.items()} == LETTERS
    assert [path.die for path in paths.values()] == [1, 2, 3, 4, 5, 6]
    assert [path.region for path in paths.values()] == ["South", "West", "North", "Iberia", "Persia", "Syria"]


def test_the_chronographia_has_27_turns_of_40_years(board: AreaMap) -> None:
    track = board.tracks["chronographia"]
    assert list(track.boxes) == ROMAN
    assert {turn: track.notes[turn - 1] for turn in YEARS} == YEARS
    assert all(note == f"{381 + 40 * turn}–{420 + 40 * turn}" for turn, note in enumerate(track.notes, start=1))


def test_printed_events_stand_on_their_turns(board: AreaMap) -> None:
    assert board.art is not None
    events = [event for event in board.art.board.events if event.track == "chronographia"]
    assert {event.box: event.text for event in events if event.kind == "migration"} == MIGRATIONS
    assert {ROMAN.index(event.box) + 1 for event in events if event.kind == "magister"} == MAGISTERS
    assert [(event.box, event.text) for event in events if event.kind == "council"] == [("I", "Ephesus and Chalcedon")]
    assert [event.box for event in events if event.optional] == ["VI"]
    assert [event.box for event in events if event.kind == "deployment"] == ["III", "III", "V"]
    assert all(event.rule and event.provenance for event in events)


def test_the_omnibus_runs_to_twelve_with_its_markers(board: AreaMap) -> None:
    track = board.tracks["omnibus"]
    assert list(track.boxes) == [str(k) for k in range(13)]
    assert {k: v for k, v in track.start.items() if v is not None} == {
        "schism": 0, "solidus": 1, "nike": 0, "reforms": 0, "walls_of_theodosius": 5, "hagia_sophia": 5,
    }  # fmt: skip
    assert track.start["ruins"] is None
    assert track.overflow["solidus"] == track.overflow["nike"] == "clamp"
    assert "lost" in track.overflow["schism"]
    assert "achieved" in track.overflow["reforms"]


def test_strategikon_crusades_and_banking(board: AreaMap) -> None:
    assert list(board.tracks["strategikon"].boxes) == MILITARY
    assert list(board.tracks["crusades"].boxes) == ["A", "B", "C", "D"]
    assert list(board.tracks["banking"].boxes) == ["1", "3", "12"]
    assert board.art is not None
    marks = [event for event in board.art.board.events if event.track == "strategikon"]
    assert {event.box: event.text for event in marks}["Cataphracts"] == "+1 Α"
    blue = [event for event in marks if event.kind == "blue"]
    red = [event for event in marks if event.kind == "red"]
    assert (len(blue), len(red), len(marks)) == (6, 6, 14)


def test_the_tray_holds_every_tile_but_the_chits(board: AreaMap) -> None:
    assert board.art is not None
    plan = board.art.board
    reserves = [plan.form_of(f"reserves_{p}", "reserves", "").slots or () for p in "abg"]
    assert all(slots == ("army",) * 5 + ("siege",) for slots in reserves)
    tiles = sum(len(group.tiles) for group in plan.bins.values()) + sum(len(slots) for slots in reserves)
    assert tiles + 28 == 176  # 2.1


def test_every_space_but_the_tray_itself_has_a_place(board: AreaMap) -> None:
    assert board.art is not None
    plan = board.art.board
    lost = [s.id for s in board.spaces.values() if not (s.at or plan.form_of(s.id, s.kind, s.group).at)]
    assert lost == ["counter_tray"]


def test_provenance_is_counted(board: AreaMap) -> None:
    assert all(board.provenance.values())


def test_the_east_stands_on_its_own_ground(board: AreaMap) -> None:
    """Iberia and Lazica lie east of the Black Sea, on land, and no homeland stands in a sea."""
    from shapely import Point, Polygon, union_all

    from areamap.projection import from_dict

    assert board.art is not None
    backdrop = board.art.board.backdrop
    assert backdrop is not None
    assert backdrop.topology is not None
    project, (left, top) = from_dict(backdrop.topology.meta["projection"]), backdrop.panel.at

    def on_sheet(lon: float, lat: float) -> tuple[float, float]:
        x, y = project.forward(lon, lat)
        return float(x) + left, float(y) + top

    polygons = [p for name in backdrop.topology.shapes for p in backdrop.topology.polygons(name)]
    land = union_all([Polygon([on_sheet(*at) for at in rings[0]]).buffer(0) for rings in polygons])
    for name in ("lazica", "iberia", "persia", "syria"):
        at = board.spaces[name].at
        assert at is not None
        assert land.contains(Point(at)), name
    east = on_sheet(41.6, 41.65)[0]  # Batumi, where the Black Sea ends
    assert [name for name in ("lazica", "iberia") if (board.spaces[name].at or (0, 0))[0] < east] == []
    assert on_sheet(48.3, 42.05)[0] > 421 + 22  # Derbent on the Caspian: beyond Iberia's panel
