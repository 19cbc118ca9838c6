"""The common door `mapsheet`: hands a verb to the door whose format its target has."""

from __future__ import annotations

from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, NoReturn

import click

from mapsheet import shell
from mapsheet.errors import DataError, Fault, clipped, nearest
from mapsheet.source import data_folder, find_source, read_toml, titles

DOORS = "mapsheet.doors"
FIRST_DOOR = "hexmap"  # where a verb's target does not tell, as for `new`
_BESIDE_MAPS = {"position", "style"}  # formats that every door can check


def doors() -> dict[str, click.Group]:
    """Return the installed doors by the name of the format they read, hexmap first."""
    found = sorted(entry_points(group=DOORS), key=lambda entry: (entry.name != FIRST_DOOR, entry.name))
    return {entry.name: entry.load() for entry in found}


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
        if len(found) > 1 and words and words[0] in shell.CONTEXT["help_option_names"]:
            return _tell(verb, found)
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


def _tell(verb: str, found: dict[str, click.Command]) -> None:
    """Print the help of a verb for each door that has it."""
    for name, command in found.items():
        with click.Context(command, info_name=f"{name} {verb}", **shell.CONTEXT) as context:
            click.echo(command.get_help(context) + "\n" * (name != [*found][-1]))


def _door_for(verb: str, words: tuple[str, ...], found: dict[str, click.Command]) -> str:
    """Return the door for the verb's target, its first argument; the first door where that tells nothing."""
    first = next(iter(found))
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
@click.option("-o", "--output", type=shell.NAMED, metavar="FILE", required=True, help="The form to write, a TOML file.")
def overrides(target: str, output: str) -> None:
    """Write every reconstructed value of a title as a form to fill in; --override reads it back."""
    from mapsheet.overrides import form

    shell.refuse_inputs(output, [find_source(target)])
    shell.write_file(output, form(read_toml(find_source(target)).data, Path(output).name))


def main() -> NoReturn:
    """Run the command `mapsheet`."""
    shell.run(door, name="mapsheet")
