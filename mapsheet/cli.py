"""The common door `mapsheet`: hands a verb to the door whose format its target has."""

from __future__ import annotations

from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, NoReturn

import click

from mapsheet import shell
from mapsheet.errors import DataError, Fault, clipped, nearest
from mapsheet.source import data_folder, find_source, is_title, read_toml, titles

DOORS = "mapsheet.doors"
_OF_ANYBODY = "style"  # every door can check it
_OF_ITS_MAP = "position"  # checked by the door of the map that it names


def doors() -> dict[str, click.Group]:
    """Return the installed doors by the name of the format they read."""
    return {entry.name: entry.load() for entry in sorted(entry_points(group=DOORS), key=lambda e: e.name)}


def format_of(target: str) -> str | None:
    """Return the format family of a title, folder or file: `hexmap` for `hexmap/1`; None when it cannot be told."""
    try:
        return str(read_toml(find_source(target)).data.get("format", "")).partition("/")[0] or None
    except DataError:
        return None


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
        return _handing(cmd_name, found) if found else None


def _handing(verb: str, found: dict[str, click.Command]) -> click.Command:
    """Return a command that passes its words on to the door of its target's format."""

    def hand(words: tuple[str, ...]) -> Any:
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


def _door_for(verb: str, words: tuple[str, ...], found: dict[str, click.Command]) -> str:
    """Return the door for the verb's target, its first argument; the first door where that tells nothing."""
    first = next(iter(found))
    target = _target(verb, words, found[first])
    family = format_of(target) if target else None
    if target and family == _OF_ITS_MAP:
        family = _format_of_map(target) or "hexmap"
    # areamap-source is read by areamap
    owner = (family or "").partition("-")[0]
    if owner in found or family in {None, _OF_ANYBODY}:
        return owner if owner in found else first
    raise DataError(Fault(f"no door knows {verb} for the format {clipped(family)}{nearest(owner, list(found))}"))


def _format_of_map(target: str) -> str | None:
    """Return the format of the title that a position names."""
    name = read_toml(find_source(target)).data.get("map")
    return format_of(name) if isinstance(name, str) and is_title(name) else None


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
@click.option("-o", "--output", type=shell.NAMED, metavar="FILE", required=True, help="The form to write, a TOML file.")
def overrides(target: str, output: str) -> None:
    """Write every reconstructed value of a title as a form to fill in; --override reads it back."""
    from mapsheet.overrides import form

    shell.write_file(output, form(read_toml(find_source(target)).data, Path(output).name))


def main() -> NoReturn:
    """Run the command `mapsheet`."""
    shell.run(door, name="mapsheet")
