"""The shipped map of The Ottomans, by printed rule numbers and by a hand list typed apart from its file."""

from __future__ import annotations

import json
import tomllib
import unicodedata
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pytest
import shapely

from areamap import AreaMap, load
from areamap.conditions import ALWAYS
from areamap.spaces import Space
from mapsheet.provenance import PROVENANCE
from tests.areamap.near_east import CITIES, COASTS, ENTRY, LAND, PORTS, REGIONS, SEA_LINKS, SEAS, rows

FOLDER = Path(__file__).parents[2] / "data" / "ottomans"
FIELDS = ("land", "strait")
HOSTILE_FLEET = ["fleet_hostile(bosporus)"]


@pytest.fixture(scope="module")
def board() -> AreaMap:
    return load(FOLDER)


@pytest.fixture(scope="module")
def written() -> dict[str, Any]:
    """The file itself, as TOML has it."""
    return tomllib.loads((FOLDER / "map.toml").read_text("utf-8"))


def playable(board: AreaMap, *kinds: str) -> list[Space]:
    return [space for space in board.spaces.values() if space.kind in kinds]


def linked(board: AreaMap, kind: str) -> set[frozenset[str]]:
    return {frozenset({link.a, link.b}) for link in board.links if link.kind == kind}


def shape(board: AreaMap, id_: str) -> Any:
    assert board.topology is not None
    return shapely.union_all([shapely.Polygon(rings[0], rings[1:]) for rings in board.topology.polygons(id_)])


# -- what there is -------------------------------------------------------------------------------------------------


def test_how_many_of_each_there_are(board: AreaMap) -> None:
    kinds = Counter(space.kind for space in board.spaces.values())
    assert (kinds["land"] + kinds["island"], kinds["island"], kinds["sea"], kinds["city"]) == (50, 4, 12, 59)
    assert {"northwest_italy", "sardinia_corsica", "scandinavia", "turkestan"} <= {one.id for one in playable(board, "closed")}
    links = Counter(link.kind for link in board.links)
    assert links == {"land": 92, "strait": 1, "coast": 54, "sea": 11, "city": 59, "port": 29}
    assert sum(1 for space in board.spaces.values() if space.ports) == 27
    groups = Counter(space.group for space in playable(board, "land", "island"))
    assert groups == {"nation": 33, "special": 3, "march": 10, "island": 4}


def test_every_region_of_the_hand_list_has_its_name_class_colour_and_value(board: AreaMap) -> None:
    for id_, group, faction, value, name, *_ in rows(REGIONS, 7):
        space = board.spaces[id_]
        if group == "closed":
            assert space.is_shut
            continue
        assert (space.name, space.group, space.faction, space.value) == (name, group, faction, int(value)), id_
    for id_, name, value, *_ in rows(SEAS, 5):
        sea = board.spaces[id_]
        assert (sea.name, sea.value, sea.faction) == (name, int(value), ""), "a sea has a value and no colour (3.12)"


def test_every_city_of_the_hand_list_lies_in_its_region(board: AreaMap) -> None:
    listed = rows(CITIES, 4)
    assert len(listed) == len(playable(board, "city"))
    for name, region, seas, critical in listed:
        city = board.spaces[f"city_{name.lower()}"]
        assert (city.name, city.within, set(city.ports)) == (name, region, {f"sea_{sea}" for sea in seas.split()})
        assert ("critical" in city.traits) == bool(critical), name
    assert {one.id for one in playable(board, "city") if "fortress" in one.traits} == {"city_agram", "city_buda"}


def test_values_and_critical_cities_by_colour(board: AreaMap) -> None:
    values, cities = Counter[str](), Counter[str]()
    for space in playable(board, "land", "island"):
        assert space.value is not None
        values[space.faction] += space.value
        cities[space.faction] += sum("critical" in city.traits for city in board.cities_of(space))
    assert values == {"turks": 15, "caliphate": 25, "orthodox": 25, "holy_league": 35}
    assert cities == {"turks": 2, "caliphate": 5, "orthodox": 2, "holy_league": 6}


# -- who touches whom ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "listed"), [("land", LAND), ("coast", COASTS), ("sea", SEA_LINKS), ("port", PORTS)])
def test_links_are_those_of_the_hand_list_both_ways(board: AreaMap, kind: str, listed: set[frozenset[str]]) -> None:
    drawn = linked(board, kind)
    assert sorted(map(sorted, listed - drawn)) == []
    assert sorted(map(sorted, drawn - listed)) == []


def test_what_the_file_declares_is_what_is_drawn(board: AreaMap) -> None:
    near = {id_: {link.other(id_) for link in links if link.kind in {"land", "sea"}} for id_, links in board.links_of.items()}
    wet = {id_: {link.other(id_) for link in links if link.kind == "coast"} for id_, links in board.links_of.items()}
    for space in playable(board, "land", "island", "sea"):
        assert set(space.neighbors or ()) == near[space.id], space.id
        if space.kind != "sea":
            assert set(space.coasts or ()) == wet[space.id], space.id


def test_straits_alone_are_waived_and_corners_join_nobody(board: AreaMap) -> None:
    straits = {("sea_aegean", "sea_bosporus"), ("sea_bosporus", "sea_black_west"), ("sea_tyrrhenian", "sea_ionian")}
    assert {waiver.pair for waiver in board.waivers} == straits, "short contacts that are meant; nothing else is waived"
    assert board.topology is not None
    meeting: dict[tuple[float, float], set[str]] = {}
    for border in board.topology.borders:
        arc = board.topology.arcs[border.arc]
        for place in (arc[0], arc[-1]):
            meeting.setdefault(place, set()).update(border.pair)
    four = {frozenset(spaces) for spaces in meeting.values() if len(spaces) > 3}
    assert four == {corner.spaces for corner in board.corners}, "each ruled on"
    assert len(four) == 2
    assert all(corner.joins == () and corner.reason for corner in board.corners)


def test_100_the_strait_is_one_step_and_the_way_round_nine(board: AreaMap) -> None:
    assert board.distance("byzantium", "ottomans", by=FIELDS).distance == 1
    assert board.distance("byzantium", "ottomans", by="land").distance == 9
    assert board.distance("ottomans", "byzantium", by=FIELDS, facts=HOSTILE_FLEET).distance == 9
    assert not board.borders_between("byzantium", "ottomans"), "7.63: the only way between them is the crossing"


def test_all_hang_together(board: AreaMap) -> None:
    land = [space.id for space in playable(board, "land", "island")]
    seas = [space.id for space in playable(board, "sea")]
    assert [len(group) for group in board.groups(land, by=FIELDS).groups] == [46, 1, 1, 1, 1]
    assert [len(group) for group in board.groups(seas, by="sea").groups] == [9, 1, 1, 1]
    alone = {group[0] for group in board.groups(seas, by="sea").groups if len(group) == 1}
    assert alone == {"sea_red", "sea_persian_gulf", "sea_caspian"}
    assert [len(group) for group in board.groups([*land, *seas]).groups] == [62]


def test_bans_isolate_what_they_should(board: AreaMap) -> None:
    def near(id_: str, kind: str) -> set[str]:
        return {link.other(id_) for link in board.links_of[id_] if link.kind == kind}

    assert near("sea_tyrrhenian", "coast") == {"papal_states", "two_sicilies"}
    assert near("two_sicilies", "land") == {"papal_states"}
    assert near("moscovy", "land") == {"russian_principalities", "kazan"}
    assert near("malta", "coast") == {"sea_ionian", "sea_libyan"}
    assert near("rhodes", "coast") == {"sea_aegean", "sea_levantine"}


# -- what the rules say --------------------------------------------------------------------------------------------


def test_7_63_a_hostile_fleet_in_the_bosporus_closes_the_crossing(board: AreaMap) -> None:
    (strait,) = [link for link in board.links if link.kind == "strait"]
    assert (strait.cost, strait.rule, strait.provenance) == (1, "7.63", "text")
    assert strait.open.holds(board.facts([]))
    assert not strait.open.holds(board.facts(HOSTILE_FLEET))
    assert strait.open.holds(board.facts(["fleet_hostile(city_constantinople)"]))


@pytest.mark.parametrize("id_", sorted(ENTRY))
def test_special_entries(board: AreaMap, id_: str) -> None:
    space = board.spaces[id_]
    assert (str(space.entry), space.entry_rule) == ENTRY[id_]
    assert space.note
    assert space.provenance["entry"] == "text"


def test_nobody_else_is_kept_out(board: AreaMap) -> None:
    banned = {space.id for space in board.spaces.values() if space.entry != ALWAYS and not space.is_shut}
    cities = {f"city_{name}" for name in ("rome", "ancona", "naples", "messina", "moscow", "malta")}
    assert banned == {*ENTRY, *cities}
    for id_ in cities:
        assert board.spaces[id_].entry == board.spaces[board.spaces[id_].within].entry, "a city shares its region's ban"


def test_18_1_papal_units_alone_enter_rome(board: AreaMap) -> None:
    rome = board.spaces["city_rome"]
    assert (rome.within, rome.entry_rule, "critical" in rome.traits) == ("papal_states", "18.1", True)
    assert rome.entry.holds(board.facts(["nation(papal)"]))
    assert not rome.entry.holds(board.facts(["nation(spanish)"]))


def test_18_4_malta_and_rhodes_are_cities_alone(board: AreaMap) -> None:
    assert {one.id for one in playable(board, "island") if "city-only" in one.traits} == {"malta", "rhodes"}
    assert {one.id for one in playable(board, "island")} == {"malta", "rhodes", "crete", "cyprus"}
    assert not board.cities_of("crete")
    assert not board.cities_of("cyprus")


def test_18_5_no_combat_in_the_tyrrhenian_alone(board: AreaMap) -> None:
    assert [space.id for space in board.spaces.values() if "no-combat" in space.traits] == ["sea_tyrrhenian"]


def test_28_northwest_italy_reads_no_entry(board: AreaMap) -> None:
    space = board.spaces["northwest_italy"]
    assert (space.kind, space.note, str(space.entry), space.entry_rule) == ("closed", "NO ENTRY", "never", "28")
    assert not any(space.id in (link.a, link.b) for link in board.links)


def test_3_14_errata(board: AreaMap) -> None:
    assert board.spaces["krim"].faction == "turks"
    assert board.spaces["luristan"].name == "Luristan"
    assert board.space("Zuristan").id == "luristan"


def test_colours_that_the_rules_name(board: AreaMap, written: dict[str, Any]) -> None:
    stated = {"bohemia": "holy_league", "austria": "holy_league", "hungary": "holy_league", "byzantium": "orthodox",
              "ottomans": "turks", "seljuks": "turks", "krim": "turks"}  # fmt: skip
    derived = {"venice", "papal_states", "two_sicilies", "emirates", "rumelia", "egypt"}
    marks = {id_: table["provenance"]["faction"] for id_, table in written["space"].items() if "faction" in table}
    assert {id_ for id_, mark in marks.items() if mark == "text"} == set(stated)
    assert {id_ for id_, mark in marks.items() if mark == "derived"} == derived
    assert {id_: board.spaces[id_].faction for id_ in stated} == stated


def test_cities_that_the_rules_place(board: AreaMap) -> None:
    assert board.spaces["city_constantinople"].within == "byzantium", "27.2, Kaisar-i-Rum"
    assert board.spaces["city_thessalonica"].within == "byzantium", "S1-4.0(2)"
    shared = set(board.spaces["city_thessalonica"].ports) & set(board.spaces["city_smyrna"].ports)
    assert shared == {"sea_aegean"}, "29, first answer"
    assert board.spaces["city_bursa"].within == "ottomans", "S1-3.0(3a)"


def test_nations_that_own_fleets_adjoin_a_sea(board: AreaMap) -> None:
    """Units named in S1-3.0 and S2-3.0 and in 29: a fleet is built where its nation has a coast."""
    owners = ("achaea", "byzantium", "egypt", "iraq", "ottomans", "persia", "syria", "trebizond", "two_sicilies", "venice")
    for id_ in owners:
        assert any(link.kind == "coast" for link in board.links_of[id_]), id_


def test_names_that_the_rules_do_not_give(written: dict[str, Any]) -> None:
    regions = {id_: table for id_, table in written["space"].items() if table["kind"] in {"land", "island"}}
    marches = {id_ for id_, table in regions.items() if table["class"] == "march"}
    made = {id_ for id_, table in regions.items() if table["provenance"]["name"] == "reconstructed"}
    assert made == marches | {"transylvania", "moldavia", "golden_horde"}
    assert [id_ for id_, table in regions.items() if table["provenance"]["name"] == "derived"] == ["germany"]
    cities = {id_ for id_, table in written["space"].items() if table["kind"] == "city" and table["provenance"]["name"] == "text"}
    stated = ("constantinople", "thessalonica", "bursa", "vienna", "rome", "baghdad", "malta", "rhodes")
    assert cities == {f"city_{name}" for name in stated}


def test_movers(board: AreaMap) -> None:
    assert {name: mover.by for name, mover in board.movers.items()} == {
        "army": ("land", "strait", "city"), "fleet": ("sea", "port"),
    }  # fmt: skip


# -- names and marks -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "id_"),
    [
        ("İstanbul", "city_constantinople"), ("istanbul", "city_constantinople"), ("Edirne", "city_adrianople"),
        ("İzmir", "city_smyrna"), ("Ofen", "city_buda"), ("Zagreb", "city_agram"), ("Dubrovnik", "city_ragusa"),
        ("Selanik", "city_thessalonica"), ("Salonica", "city_thessalonica"), ("Durrës", "city_durazzo"),
        ("Feodosia", "city_kaffa"), ("Trabzon", "city_trebizond"), ("Tbilisi", "city_tiflis"), ("Antalya", "city_attaleia"),
        ("Diyarbakir", "city_amida"), ("Vilnius", "city_vilna"), ("Byzantium", "byzantium"), ("Kazan", "kazan"),
        ("Venice", "venice"), ("Rhodes", "rhodes"), ("Bosphorus", "sea_bosporus"), ("Qırım", "krim"),
    ],
)  # fmt: skip
def test_other_names(board: AreaMap, name: str, id_: str) -> None:
    assert board.space(name).id == id_


def test_names_mean_one_space_but_for_a_region_and_its_city(board: AreaMap) -> None:
    for space in board.spaces.values():
        for name in (space.name, *space.aliases):
            found = board.space(name)
            assert found == space or (space.within == found.id), name


@pytest.mark.parametrize("file", ["map.toml", "source.toml"])
def test_files_are_composed(file: str) -> None:
    text = (FOLDER / file).read_text("utf-8")
    assert unicodedata.is_normalized("NFC", text)


def test_letter_codes_are_of_one_space_each(board: AreaMap) -> None:
    codes = Counter(space.code for space in board.spaces.values() if space.code)
    assert max(codes.values()) == 1
    assert all(space.code for space in playable(board, "land", "island", "sea"))


def test_every_datum_has_its_mark(board: AreaMap, written: dict[str, Any]) -> None:
    needed = {
        "land": {"name", "faction", "value", "neighbors", "coasts", "entry"}, "sea": {"name", "value", "neighbors"},
        "city": {"name", "kind", "within", "at", "ports", "critical"},
    }  # fmt: skip
    for id_, table in written["space"].items():
        marks = table["provenance"]
        if isinstance(marks, dict):
            assert set(marks.values()) <= set(PROVENANCE)
            assert needed.get(table["kind"], set()) <= set(marks), id_
        else:
            assert marks in PROVENANCE
    assert {mark for mark, number in board.provenance.items() if number} == {"text", "derived", "reconstructed"}


def test_no_value_of_a_region_is_called_text(written: dict[str, Any]) -> None:
    marks = [table["provenance"]["value"] for table in written["space"].values() if "value" in table]
    assert marks == ["reconstructed"] * 62


# -- the drawing ---------------------------------------------------------------------------------------------------


PLACES = """
Sarajevo 18.41 43.86 bosnia | Sofia 23.32 42.70 rumelia | Skopje 21.43 42.00 rumelia | Ankara 32.86 39.93 seljuks
Zara 15.25 44.11 dalmatia | Athens 23.73 37.98 achaea | Ioannina 20.85 39.66 albania | Corfu 19.85 39.55 albania
Naxos 25.48 37.05 achaea | Chios 26.05 38.40 ottomans | Palermo 13.36 38.09 two_sicilies
Bari 16.80 41.08 two_sicilies | Perugia 12.39 43.11 papal_states | Florence 11.25 43.77 northwest_italy
Milan 9.30 45.47 northwest_italy | Trent 11.12 46.07 tyrol | Udine 13.24 46.06 venice | Graz 15.44 47.07 austria
Brno 16.61 49.20 bohemia | Breslau 17.04 51.11 bohemia | Rostock 12.10 54.05 germany | Munich 11.58 48.14 germany
Danzig 18.60 54.34 poland | Lemberg 24.03 49.84 poland | Odense 10.39 55.38 scandinavia
Flensburg 9.35 54.85 scandinavia | Cagliari 9.15 39.30 sardinia_corsica | Pressburg 17.20 48.18 hungary
Temesvar 21.23 45.75 hungary | Klausenburg 23.59 46.77 transylvania | Kronstadt 25.60 45.65 transylvania
Constanta 28.58 44.15 walachia | Jassy 27.59 47.16 moldavia | Nis 21.90 43.32 serbia | Pristina 21.16 42.66 serbia
Gallipoli 26.66 40.43 byzantium | Lemnos 25.15 39.93 byzantium | Canakkale 26.47 40.10 ottomans
Nicaea 29.72 40.43 ottomans | Lesbos 26.30 39.20 ottomans | Adana 35.32 36.99 emirates | Kos 27.10 36.82 emirates
Malatya 38.32 38.35 seljuks | Batum 41.68 41.60 trebizond | Samsun 36.33 41.25 trebizond | Sukhumi 41.05 43.05 georgia
Van 43.38 38.50 armenia | Yerevan 44.51 40.18 armenia | Derbent 48.25 42.05 shirvan | Kerch 36.45 45.35 krim
Azov 39.50 47.15 krim | Tmutarakan 37.00 45.15 circassia | Mangyshlak 52.00 44.00 turkestan | Qum 50.88 34.64 persia
Ahvaz 48.67 31.32 luristan | Kuwait 47.90 29.33 arabia | Gaza 34.50 31.48 palestine | Aqaba 35.05 29.54 palestine
Suez 32.50 30.00 egypt | Benghazi 20.15 32.10 cyrenaica | Sfax 10.65 34.75 barbary | Minsk 27.56 53.90 lithuania
Chernigov 31.30 51.55 russian_principalities | Poltava 34.55 49.59 ukraine | Vladimir 40.40 56.00 moscovy
Samara 50.20 53.20 kazan | Azov_Sea 36.60 46.00 sea_black_east | Marmara 28.20 40.75 sea_bosporus
Dardanelles 26.40 40.20 sea_bosporus | Corinth 22.50 38.20 sea_ionian | Suda 24.20 35.70 sea_aegean
Aqaba_Gulf 34.75 28.90 sea_red | Kvarner 14.50 44.60 sea_adriatic | Taranto 17.10 40.20 sea_ionian
Ligurian 8.80 43.80 sea_west_mediterranean | Kiel 10.40 54.60 sea_baltic
"""


@pytest.mark.parametrize("line", [part.strip() for row in PLACES.strip().splitlines() for part in row.split("|")])
def test_places_lie_where_an_atlas_has_them(board: AreaMap, line: str) -> None:
    _, lon, lat, id_ = line.split()
    found = board.space_at(float(lon), float(lat))
    assert found is not None
    assert found.id == id_


def test_cities_lie_in_their_regions(board: AreaMap) -> None:
    outside = [
        city.id for city in playable(board, "city")
        if city.at is None or not shapely.contains(shape(board, city.within), shapely.Point(city.at))
    ]  # fmt: skip
    assert outside == []


def test_ports_lie_at_the_water(board: AreaMap) -> None:
    """Basra lies up its river, all other ports within a third of a degree of each of their seas."""
    far = set()
    for city in playable(board, "city"):
        for sea in city.ports:
            if shapely.distance(shape(board, sea), shapely.Point(city.at or (0, 0))) > 1 / 3:
                far.add(city.id)
    assert far <= {"city_basra", "city_astrakhan"}


def test_named_islands_are_there(board: AreaMap) -> None:
    places = {
        "malta": (14.42, 35.9), "rhodes": (28.0, 36.2), "crete": (24.9, 35.2), "cyprus": (33.2, 35.0),
        "two_sicilies": (14.1, 37.5), "achaea": (23.8, 38.5),
        "albania": (19.8, 39.6), "ottomans": (26.05, 38.4), "byzantium": (25.25, 39.9),
    }  # fmt: skip
    for id_, place in places.items():
        assert shapely.distance(shape(board, id_), shapely.Point(place)) < 0.1, id_


def test_the_frame_is_filled(board: AreaMap) -> None:
    """No bare edge: every arc along the frame belongs to a space, and the shapes lie side by side."""
    assert board.topology is not None
    edge = [border for border in board.topology.borders if "" in border.pair]
    assert edge
    assert all(border.kind == "edge" for border in edge)
    shapes = [shape(board, id_) for id_ in board.topology.shapes]
    assert sum(one.area for one in shapes) == pytest.approx(shapely.union_all(shapes).area, rel=1e-6)


def test_no_sliver(board: AreaMap) -> None:
    """Every link that is drawn has a border to be seen: a tenth of a degree long at least."""
    assert board.topology is not None
    lengths: defaultdict[frozenset[str], float] = defaultdict(float)
    for border in board.topology.borders:
        lengths[frozenset(border.pair)] += shapely.LineString(board.topology.arcs[border.arc]).length
    drawn = linked(board, "land") | linked(board, "coast") | linked(board, "sea")
    short = {pair for pair in drawn if lengths[pair] < 0.1}
    assert short <= {frozenset(pair) for pair in (("sea_bosporus", "sea_black_west"), ("sea_aegean", "sea_bosporus"),
                                                  ("sea_ionian", "sea_tyrrhenian"))}, "straits are narrow"  # fmt: skip


def test_the_shapes_name_their_sources(board: AreaMap) -> None:
    assert board.topology is not None
    meta = board.topology.meta
    assert "Natural Earth" in str(meta["credit"])
    assert str(meta["inputs"]).startswith("sha256:")
    assert (FOLDER / "map.topojson").stat().st_size < 600_000
    assert json.loads((FOLDER / "map.topojson").read_text("utf-8"))["type"] == "Topology"
