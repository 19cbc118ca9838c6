"""The Near East as a hand list, typed apart from the data of any title: who touches whom, and a board made of it.

Each land link stands at both of its ends, so that a slip of one line shows.
"""

from __future__ import annotations

import tomli_w

from areamap import AreaMap, loads

# id | kind | faction | value | name | land neighbors | seas
REGIONS = """
germany | nation | holy_league | 4 | Germany | austria bohemia poland tyrol |
bohemia | nation | holy_league | 3 | Bohemia | austria germany hungary poland |
tyrol | nation | holy_league | 1 | Tyrol | austria germany venice |
austria | nation | holy_league | 3 | Austria | bohemia croatia germany hungary tyrol venice |
hungary | nation | holy_league | 3 | Hungary | austria bohemia croatia moldavia poland serbia transylvania walachia |
transylvania | nation | holy_league | 2 | Transylvania | hungary moldavia walachia |
croatia | nation | holy_league | 1 | Croatia | austria bosnia dalmatia hungary serbia venice | adriatic
dalmatia | nation | holy_league | 1 | Dalmatia | albania bosnia croatia serbia | adriatic
venice | nation | holy_league | 3 | Venice | austria croatia papal_states tyrol | adriatic
papal_states | special | holy_league | 2 | Papal States | two_sicilies venice | adriatic tyrrhenian
two_sicilies | special | holy_league | 3 | Kingdom of the Two Sicilies | papal_states | adriatic ionian libyan tyrrhenian
poland | nation | holy_league | 3 | Poland | bohemia germany hungary lithuania moldavia ukraine |
lithuania | nation | holy_league | 2 | Lithuania | poland russian_principalities ukraine |
byzantium | nation | orthodox | 3 | Byzantium | achaea albania rumelia | aegean black_west bosporus
achaea | nation | orthodox | 1 | Achaea | albania byzantium | aegean ionian
albania | nation | orthodox | 1 | Albania | achaea byzantium dalmatia rumelia serbia | adriatic ionian
serbia | nation | orthodox | 2 | Serbia | albania bosnia croatia dalmatia hungary rumelia walachia |
bosnia | march | orthodox | 1 | Bosnia | croatia dalmatia serbia |
walachia | nation | orthodox | 2 | Walachia | hungary moldavia rumelia serbia transylvania | black_west
moldavia | nation | orthodox | 2 | Moldavia | hungary krim poland transylvania ukraine walachia | black_west
trebizond | nation | orthodox | 2 | Trebizond | armenia georgia seljuks | black_east
georgia | nation | orthodox | 2 | Georgia | armenia circassia shirvan trebizond | black_east
armenia | march | orthodox | 1 | Armenia | azerbaijan georgia kurdistan seljuks shirvan trebizond |
circassia | march | orthodox | 1 | Circassia | georgia golden_horde krim shirvan | black_east caspian
ukraine | march | orthodox | 1 | Ukraine | krim lithuania moldavia poland russian_principalities |
russian_principalities | nation | orthodox | 3 | Russian Principalities | golden_horde kazan krim lithuania moscovy ukraine |
moscovy | special | orthodox | 3 | Moscovy | kazan russian_principalities |
ottomans | nation | turks | 4 | Ottomans | emirates seljuks | aegean black_west bosporus
emirates | nation | turks | 2 | Emirates | ottomans seljuks syria | aegean levantine
seljuks | nation | turks | 2 | Seljuks | armenia emirates kurdistan ottomans syria trebizond | black_east
rumelia | nation | turks | 3 | Rumelia | albania byzantium serbia walachia | black_west
krim | nation | turks | 2 | Krim | circassia golden_horde moldavia russian_principalities ukraine | black_east black_west
golden_horde | nation | turks | 1 | Golden Horde | circassia kazan krim russian_principalities | caspian
kazan | march | turks | 1 | Kazan | golden_horde moscovy russian_principalities |
egypt | nation | caliphate | 5 | Egypt | cyrenaica palestine | levantine red
syria | nation | caliphate | 3 | Syria | arabia emirates iraq kurdistan palestine seljuks | levantine
palestine | march | caliphate | 1 | Palestine | arabia egypt syria | levantine red
arabia | march | caliphate | 0 | Arabia | iraq palestine syria | persian_gulf red
iraq | nation | caliphate | 3 | Iraq | arabia kurdistan luristan syria | persian_gulf
kurdistan | nation | caliphate | 2 | Kurdistan | armenia azerbaijan iraq luristan seljuks syria |
azerbaijan | nation | caliphate | 3 | Azerbaijan | armenia kurdistan luristan persia shirvan | caspian
luristan | nation | caliphate | 1 | Luristan | azerbaijan iraq kurdistan persia | persian_gulf
persia | nation | caliphate | 4 | Persia | azerbaijan luristan | caspian persian_gulf
shirvan | march | caliphate | 1 | Shirvan | armenia azerbaijan circassia georgia | caspian
cyrenaica | march | caliphate | 0 | Cyrenaica | barbary egypt | libyan
barbary | march | caliphate | 2 | Barbary | cyrenaica | libyan
malta | island | holy_league | 1 | Malta | | ionian libyan
rhodes | island | holy_league | 1 | Rhodes | | aegean levantine
crete | island | holy_league | 1 | Crete | | aegean libyan
cyprus | island | holy_league | 1 | Cyprus | | levantine
northwest_italy | closed | | 0 | Northwest Italy (NO ENTRY) | |
sardinia_corsica | closed | | 0 | Sardinia and Corsica (off play) | |
scandinavia | closed | | 0 | Scandinavia (off play) | |
turkestan | closed | | 0 | Turkestan (off play) | |
"""

# id | name | value | sea neighbors | coastal regions
SEAS = """
sea_tyrrhenian | Tyrrhenian Sea | 2 | ionian libyan | papal_states two_sicilies
sea_adriatic | Adriatic Sea | 3 | ionian | albania croatia dalmatia papal_states two_sicilies venice
sea_ionian | Ionian Sea | 2 | adriatic aegean libyan tyrrhenian | achaea albania malta two_sicilies
sea_libyan | Libyan Sea | 2 | aegean ionian levantine tyrrhenian | barbary crete cyrenaica malta two_sicilies
sea_aegean | Aegean Sea | 3 | bosporus ionian levantine libyan | achaea byzantium crete emirates ottomans rhodes
sea_bosporus | Bosporus | 2 | aegean black_west | byzantium ottomans
sea_black_west | Western Black Sea | 2 | black_east bosporus | byzantium krim moldavia ottomans rumelia walachia
sea_black_east | Eastern Black Sea | 2 | black_west | circassia georgia krim seljuks trebizond
sea_levantine | Levantine Sea | 3 | aegean libyan | cyprus egypt emirates palestine rhodes syria
sea_red | Red Sea | 1 |  | arabia egypt palestine
sea_persian_gulf | Persian Gulf | 1 |  | arabia iraq luristan persia
sea_caspian | Caspian Sea | 1 |  | azerbaijan circassia golden_horde persia shirvan
"""

# name | region | seas it opens to | critical
CITIES = """
Constantinople | byzantium | bosporus | critical
Thessalonica | byzantium | aegean |
Bursa | ottomans |  | critical
Smyrna | ottomans | aegean |
Adrianople | rumelia |  | critical
Varna | rumelia | black_west |
Belgrade | serbia |  | critical
Ragusa | dalmatia | adriatic |
Agram | croatia |  |
Buda | hungary |  | critical
Vienna | austria |  | critical
Innsbruck | tyrol |  |
Prague | bohemia |  | critical
Nuremberg | germany |  |
Cracow | poland |  | critical
Vilna | lithuania |  |
Kiev | ukraine |  |
Moscow | moscovy |  |
Smolensk | russian_principalities |  |
Venice | venice | adriatic | critical
Rome | papal_states |  | critical
Ancona | papal_states | adriatic |
Naples | two_sicilies | tyrrhenian |
Messina | two_sicilies | ionian |
Durazzo | albania | adriatic |
Patras | achaea | ionian |
Tirgoviste | walachia |  |
Suceava | moldavia |  |
Akkerman | moldavia | black_west |
Kaffa | krim | black_east |
Trebizond | trebizond | black_east |
Tiflis | georgia |  |
Erzurum | armenia |  |
Sivas | seljuks |  |
Sinope | seljuks | black_east |
Konya | emirates |  |
Attaleia | emirates | levantine |
Astrakhan | golden_horde | caspian |
Kazan | kazan |  |
Cairo | egypt |  | critical
Alexandria | egypt | levantine |
Damascus | syria |  | critical
Aleppo | syria |  |
Beirut | syria | levantine |
Jerusalem | palestine |  |
Acre | palestine | levantine |
Baghdad | iraq |  | critical
Basra | iraq | persian_gulf |
Mosul | kurdistan |  |
Amida | kurdistan |  |
Tabriz | azerbaijan |  | critical
Khorramabad | luristan |  |
Isfahan | persia |  | critical
Bushire | persia | persian_gulf |
Baku | shirvan | caspian |
Tripoli | barbary | libyan |
Tunis | barbary | libyan |
Malta | malta | ionian libyan |
Rhodes | rhodes | aegean levantine |
"""

FORTRESSES = ("buda", "agram")
ENTRY = {
    "papal_states": ("nation(papal)", "18.1"),
    "two_sicilies": ("nation(spanish)", "18.22"),
    "moscovy": ("nation(muscovite)", "18.3"),
    "malta": ("spain_in_play", "18.41"),
    "sea_tyrrhenian": ("any(nation(spanish), nation(papal))", "18.5"),
}
ALIASES = {"city_constantinople": ["İstanbul"], "city_adrianople": ["Edirne"], "city_smyrna": ["İzmir"], "krim": ["Qırım"]}


def rows(text: str, columns: int) -> list[list[str]]:
    """Split lines at their bars into so many columns, missing ones empty."""
    found = [[part.strip() for part in line.split("|")] for line in text.strip().splitlines()]
    return [row + [""] * (columns - len(row)) for row in found]


def pairs(column: int) -> set[frozenset[str]]:
    """Collect the pairs of a column of REGIONS."""
    return {frozenset({row[0], other}) for row in rows(REGIONS, 7) for other in row[column].split()}


LAND = pairs(5)
COASTS = {frozenset({row[0], f"sea_{sea}"}) for row in rows(REGIONS, 7) for sea in row[6].split()}
SEA_LINKS = {frozenset({row[0], f"sea_{sea}"}) for row in rows(SEAS, 5) for sea in row[3].split()}
PORTS = {frozenset({f"city_{row[0].lower()}", f"sea_{sea}"}) for row in rows(CITIES, 4) for sea in row[2].split()}


def _region(row: list[str]) -> dict[str, object]:
    id_, kind, faction, value, name, land, seas = row
    found: dict[str, object] = {"kind": kind if kind in {"island", "closed"} else "land", "class": kind, "name": name}
    found |= {"value": int(value)} | ({"faction": faction} if faction else {})
    found |= {"neighbors": land.split(), "coasts": [f"sea_{sea}" for sea in seas.split()]}
    return found | ({"traits": ["city-only"]} if id_ in {"malta", "rhodes"} else {})


def _sea(row: list[str]) -> dict[str, object]:
    return {"kind": "sea", "name": row[1], "value": int(row[2]), "neighbors": [f"sea_{sea}" for sea in row[3].split()]}


def _city(row: list[str]) -> dict[str, object]:
    traits = [row[3]] * bool(row[3]) + ["fortress"] * (row[0].lower() in FORTRESSES)
    return {"kind": "city", "name": row[0], "within": row[1], "ports": [f"sea_{sea}" for sea in row[2].split()], "traits": traits}


def data() -> dict[str, object]:
    """Return the board as the tables of a map file."""
    spaces = {row[0]: _region(row) for row in rows(REGIONS, 7)}
    spaces |= {row[0]: _sea(row) for row in rows(SEAS, 5)}
    spaces |= {f"city_{row[0].lower()}": _city(row) for row in rows(CITIES, 4)}
    for id_, (entry, rule) in ENTRY.items():
        spaces[id_] |= {"entry": entry, "entry_rule": rule}
    for id_, aliases in ALIASES.items():
        spaces[id_]["aliases"] = aliases
    strait = {"kind": "strait", "between": ["byzantium", "ottomans"], "open": "not(fleet_hostile(bosporus))", "rule": "7.63"}
    factions = {name: {"name": name} for name in ("turks", "caliphate", "orthodox", "holy_league")}
    movers = {"army": {"by": ["land", "strait", "city"]}, "fleet": {"by": ["sea", "port"]}}
    return {
        "format": "areamap/1", "title": "The Near East", "faction": factions, "space": spaces, "link": [strait],
        "mover": movers,
    }


def near_east(**more: object) -> AreaMap:
    """Return the board, with further top-level keys."""
    return loads(tomli_w.dumps({**data(), **more}))
