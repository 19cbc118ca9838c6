"""The common door `mapsheet`: hands a verb to the door whose format its target has."""

from __future__ import annotations

import json
from contextlib import redirect_stdout
from importlib.metadata import entry_points
from io import StringIO
from pathlib import Path
from typing import Any, NoReturn

import click

from mapsheet import shell
from mapsheet.errors import DataError, Fault, clipped, nearest
from mapsheet.source import data_folder, find_source, read_toml, titles

DOORS = "mapsheet.doors"
FIRST_DOOR = "hexmap"  # where a verb's target does not tell, as for `new`
GAMES = "rulebook"  # the door of games; a verb that a map door knows too is the map door's, but for what names a game
_NAMES_A_GAME = {"diagram"}
_BESIDE_MAPS = {"position", "style"}  # formats that every door can check
_OF_TITLES = {"counters", "charts", "aid", "scenario", "counter-layout"}  # formats of files beside a map
_OTHERS_FILES = {  # by the door that takes them over: of other programs, and the logs of games
    **dict.fromkeys((".tmj", ".tmx"), "hexmap"),
    **dict.fromkeys((".geojson", ".topojson", ".json", ".svg", ".graphml"), "areamap"),
    ".jsonl": GAMES,
}


def doors() -> dict[str, click.Group]:
    """Return the installed doors by the name of the format they read, hexmap first."""
    found = sorted(entry_points(group=DOORS), key=lambda entry: (entry.name != FIRST_DOOR, entry.name))
    return {entry.name: entry.load() for entry in found}


def format_of(target: str) -> str | None:
    """Return the format family of a title, folder or file: `hexmap` for `hexmap/1`; None when it cannot be told.

    That of a diagram is its map's where it does not ask the rules of a game, and so is that of a file that stands beside a map.
    """
    if (others := _OTHERS_FILES.get(Path(target).suffix.lower())) is not None:
        return others
    try:
        path = find_source(target)
        family = str(read_toml(path).data.get("format", "")).partition("/")[0]
        if family == "diagram":
            from mapsheet.diagram.reading import is_of_game, map_of

            return GAMES if is_of_game(path) else format_of(map_of(path))
        if family in _OF_TITLES and (path.parent / "map.toml").is_file():
            return format_of(str(path.parent))
    except DataError:
        return None
    return family or None


class _CommonDoor(click.Group):
    """A group whose verbs are those of all doors."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        verbs = {verb for door in doors().values() for verb in door.list_commands(ctx)}
        return sorted(verbs | set(super().list_commands(ctx)))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        own = super().get_command(ctx, cmd_name)
        if own is not None:
            return own
        commands = {name: door.get_command(ctx, cmd_name) for name, door in doors().items()}
        found = {name: command for name, command in commands.items() if command is not None}
        if len(found) > 1 and cmd_name not in _NAMES_A_GAME:
            found.pop(GAMES, None)
        return _handing(cmd_name, found) if found else None


def _handing(verb: str, found: dict[str, click.Command]) -> click.Command:
    """Return a command that passes its words on to the door of its target's format."""

    def hand(words: tuple[str, ...]) -> Any:
        if len(found) > 1 and words and words[0] in shell.CONTEXT["help_option_names"]:
            return _tell(verb, found)
        shares = _shares(verb, words, found)
        if len(shares) > 1:
            return _hand_shares(verb, shares, found)
        command = found[_door_for(verb, words, found)]
        with command.make_context(f"mapsheet {verb}", list(words), **shell.CONTEXT) as context:
            return command.invoke(context)

    first = next(iter(found.values()))
    return click.Command(
        verb,
        callback=hand,
        params=[click.Argument(["words"], nargs=-1, type=click.UNPROCESSED, metavar="TARGET …")],
        help=first.help,
        short_help=first.short_help,
        context_settings={"ignore_unknown_options": True, "help_option_names": []},
        add_help_option=False,
    )


def _shares(verb: str, words: tuple[str, ...], found: dict[str, click.Command]) -> dict[str, list[str]]:
    """Return the words of each door where a verb takes several targets of several doors, else nothing."""
    widest = max(found.values(), key=lambda command: len(command.params))
    context = widest.make_context(verb, list(words), resilient_parsing=True, **shell.CONTEXT)
    several = next((p for p in widest.params if isinstance(p, click.Argument) and p.nargs == -1), None)
    if several is None or several.name is None or any(word in shell.CONTEXT["help_option_names"] for word in words):
        return {}
    first = next(iter(found))
    shares: dict[str, list[str]] = {}
    for target in context.params.get(several.name) or ():
        shares.setdefault(_home(target, found) or first, []).append(target)
    return {door: [*_options(context, found[door]), "--", *shares[door]] for door in found if door in shares}


def _options(context: click.Context, command: click.Command) -> list[str]:
    """Return the options that were given, as words, of which a command knows."""
    known = {option for parameter in command.params for option in parameter.opts}
    words: list[str] = []
    for parameter in context.command.params:
        value = context.params.get(parameter.name or "")
        if isinstance(parameter, click.Option) and parameter.opts[0] in known and value not in {None, False, ()}:
            for each in value if isinstance(value, tuple) else [value]:
                words += [parameter.opts[0]] if parameter.is_flag else [parameter.opts[0], str(each)]
    return words


def _hand_shares(verb: str, shares: dict[str, list[str]], found: dict[str, click.Command]) -> int:
    """Run a verb at several doors and return the worst exit code; what they print as JSON becomes one object."""
    codes, printed = [], []
    for door, words in shares.items():
        with redirect_stdout(StringIO()) as said, found[door].make_context(verb, [*words], **shell.CONTEXT) as context:
            codes.append(found[door].invoke(context) or 0)
        printed.append(said.getvalue())
    if any("--json" in words[: words.index("--")] for words in shares.values()):
        click.echo(shell.to_line(_merged([json.loads(line) for line in printed])))
    else:
        click.echo("".join(printed), nl=False)
    return max(codes)


def _merged(answers: list[dict[str, Any]]) -> dict[str, Any]:
    """Return objects as one: lists one after the other, tables together."""
    merged: dict[str, Any] = {}
    for answer in answers:
        for name, value in answer.items():
            if isinstance(value, list):
                merged[name] = [*merged.get(name, []), *value]
            else:
                merged[name] = {**merged.get(name, {}), **value}
    return merged


def _home(target: str, found: dict[str, click.Command]) -> str | None:
    """Return the door that reads a target, None where its format does not tell."""
    family = format_of(target) or ""
    return next((name for name in (family, family.partition("-")[0]) if name in found), None)


def _tell(verb: str, found: dict[str, click.Command]) -> None:
    """Print the help of a verb for each door that has it."""
    for name, command in found.items():
        with click.Context(command, info_name=f"{name} {verb}", **shell.CONTEXT) as context:
            click.echo(command.get_help(context) + "\n" * (name != [*found][-1]))


def _door_for(verb: str, words: tuple[str, ...], found: dict[str, click.Command]) -> str:
    """Return the door for the verb's target, its first argument; the first door where that tells nothing."""
    first = next(iter(found))
    if first == GAMES:
        return first  # a title's map has a format of its own
    targets = [target for command in found.values() if (target := _target(verb, words, command))]
    # a door that does not know an option of another cannot tell the target from the option's value
    families = [family for target in targets if (family := format_of(target))]
    # what a door makes maps from is its own too: areamap-source
    families = [family if family in found else family.partition("-")[0] for family in families]
    family = next((family for family in families if family in found), families[0] if families else None)
    if family is None or family in found or family in _BESIDE_MAPS:
        return family if family in found else first
    raise DataError(Fault(f"no door knows {verb} for the format {clipped(family)}{nearest(family, list(found))}"))


def _target(verb: str, words: tuple[str, ...], command: click.Command) -> str | None:
    context = command.make_context(verb, list(words), resilient_parsing=True, **shell.CONTEXT)
    arguments = [parameter for parameter in command.params if isinstance(parameter, click.Argument)]
    value = context.params.get(arguments[0].name or "") if arguments else None
    return value[0] if isinstance(value, tuple) and value else value if isinstance(value, str) else None


@click.group(cls=_CommonDoor, context_settings=shell.CONTEXT)
@click.version_option(package_name="mapsheet")
def door() -> None:
    """Hex and area maps for wargames: each verb goes to the door that reads its TARGET.

    TARGET is a title (see `mapsheet list`), a folder, or a file.
    """


@door.command("list")
@shell.json_option
def list_titles(as_json: bool) -> None:
    """The titles of every kind at hand."""
    rows = []
    for name in titles():
        data = read_toml(data_folder() / name / "map.toml").data
        rows.append({"name": name, "title": str(data.get("title", "")), "format": str(data.get("format", ""))})
    if as_json:
        click.echo(shell.to_line({"titles": rows}))
    for row in [] if as_json else rows:
        click.echo(f"{row['name']:<14}{row['title']} ({row['format']})")


@door.command()
@click.argument("target", metavar="TITLE")
@click.option("-o", "--output", type=shell.WRITTEN, metavar="FILE", required=True, help="The form to write, a TOML file.")
def overrides(target: str, output: str) -> None:
    """Write every reconstructed value of a title as a form to fill in; --override reads it back."""
    from mapsheet.overrides import form

    shell.refuse_inputs(output, [find_source(target)])
    source = find_source(target)
    shell.write_file(output, form(read_toml(source).data, Path(output).name, more=_of_companions(source.parent)))


def _of_companions(folder: Path) -> dict[str, Any]:
    """Return what is reconstructed in the printed tables and on the counters of the title in a folder."""
    from mapsheet import chartfile
    from mapsheet.aid import charts_of
    from mapsheet.counters import reader

    counters = folder / reader.FILE
    return {
        "chart": chartfile.reconstructed(charts_of(folder)),
        reader.TABLE: reader.reconstructed(counters) if counters.is_file() else {},
    }


def main() -> NoReturn:
    """Run the command `mapsheet`."""
    shell.run(door, name="mapsheet")
