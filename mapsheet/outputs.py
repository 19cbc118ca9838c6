"""Files written whole or not at all, several together or none, and pipes and devices that data are poured into."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from mapsheet.errors import DataError, NotationError, clipped


def write(path: str | Path, data: bytes | str) -> None:
    """Write a file whole or not at all: what stood there before stays until the new one is complete.

    Into a pipe or a character device (`/dev/stdout`, `/dev/null`) the data are poured. DataError when the folder is missing, the
    path is a directory or anything else that is no regular file, or the system refuses.
    """
    content = _encoded(path, data)
    if pours(path):
        _pour(path, content)
        return
    target = Path(os.path.realpath(path))  # a link stays a link to what is written
    if not target.parent.is_dir():
        raise DataError(f"{target}: the folder {target.parent} does not exist")
    _refuse_guarded(target)
    # beside the target, because only a rename within one file system is a single step
    part = target.with_name(f".{target.name[:200]}.{os.getpid()}.part")
    try:
        part.write_bytes(content)
        _keep_mode(part, target)
        part.replace(target)
    except OSError as error:
        raise DataError(f"{target}: cannot be written: {error.strerror or error}") from error
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def _encoded(path: str | Path, data: bytes | str) -> bytes:
    try:
        return data.encode() if isinstance(data, str) else data
    except UnicodeEncodeError as error:
        raise DataError(f"{path}: cannot be written: {clipped(error.object[error.start])} is half a character") from None


def _refuse_guarded(target: Path) -> None:
    """Raise DataError for a file that its mode protects: a rename would not ask."""
    if target.exists() and (not target.stat().st_mode & 0o222 or not os.access(target, os.W_OK)):
        raise DataError(f"{target}: cannot be written: is read-only")


def _keep_mode(part: Path, target: Path) -> None:
    """Give a file the mode of the one that it replaces."""
    if target.exists():
        part.chmod(stat.S_IMODE(target.stat().st_mode))


@contextmanager
def held(path: str | Path) -> Iterator[None]:
    """Wait until nobody else holds a file that is read and then written anew, and hold it for the block.

    The folder is locked, since the file is another one after it was written; where the system has no such locks, nothing is.
    """
    try:
        import fcntl

        folder = os.open(Path(os.path.realpath(path)).parent, os.O_RDONLY)
    except (ImportError, OSError, ValueError):
        yield
        return
    try:
        with suppress(OSError):
            fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def pours(path: str | Path) -> bool:
    """Return whether data are poured into a path: a pipe, a character device, or whatever stands open as stdout or stderr.

    DataError for a folder, a block device or a socket, which cannot be written.
    """
    try:
        found = Path(path).stat()
    except (OSError, ValueError):
        return False  # nothing there, or nothing that can be: who writes it is told
    if stat.S_ISDIR(found.st_mode):
        raise DataError(f"{path}: is a folder, not a file")
    if stat.S_ISFIFO(found.st_mode) or stat.S_ISCHR(found.st_mode):
        return True
    if not stat.S_ISREG(found.st_mode):
        raise DataError(f"{path}: is neither a file, a pipe nor a character device")
    # of a redirected stdout only the open file counts, not the name that it has
    return str(path) in ("/dev/stdout", "/dev/stderr") or str(Path(path).parent) in ("/dev/fd", "/proc/self/fd")


def _pour(path: str | Path, content: bytes) -> None:
    try:
        # a file behind /dev/stdout may hold something already
        with Path(path).open("ab" if Path(path).is_file() else "wb", buffering=0) as out:
            rest = memoryview(content)
            while rest:
                rest = rest[out.write(rest) :]
    except OSError as error:
        raise DataError(f"{path}: cannot be written: {error.strerror or error}") from error


def write_all(files: Mapping[Path, bytes | str]) -> None:
    """Write several files, all or none: those that stood there before stay until the last new one is complete.

    DataError as from `write`.
    """
    if len(files) == 1:
        for path, data in files.items():
            write(path, data)
        return
    if any(pours(path) for path in files):
        for path, data in files.items():
            write(path, data)
        return
    for path in files:
        refuse_path(path)
    contents = [_encoded(path, data) for path, data in files.items()]
    with TemporaryDirectory(prefix=".mapsheet-", dir=_common_folder(files)) as stage:
        staged = [(Path(stage, f"{k}.new"), Path(os.path.realpath(path))) for k, path in enumerate(files)]
        try:
            for (part, _), data in zip(staged, contents, strict=True):
                part.write_bytes(data)
            _put(staged)
        except OSError as error:
            raise DataError(f"{next(iter(files))}: cannot be written: {error.strerror or error}") from error


def _common_folder(files: Iterable[Path]) -> Path:
    folders = {Path(os.path.realpath(path)).parent for path in files}
    if len(folders) > 1:
        raise DataError(f"files to be written together lie in different folders: {', '.join(map(str, sorted(folders)))}")
    return folders.pop()


def _put(staged: Sequence[tuple[Path, Path]]) -> None:
    """Move files to where they belong; what was moved before one that cannot be goes back."""
    done: list[tuple[Path | None, Path]] = []
    try:
        for part, target in staged:
            old = part.with_suffix(".old") if target.exists() else None
            _keep_mode(part, target)
            if old is not None:
                target.replace(old)
            done.append((old, target))
            part.replace(target)
    except OSError:
        for old, target in reversed(done):
            with suppress(OSError):
                target.unlink(missing_ok=True)
                if old is not None:
                    old.replace(target)
        raise


def refuse_path(path: str | Path, suffixes: Sequence[str] = ()) -> Path:
    """Return a path where a file can be written, before anything is drawn for it.

    NotationError for another suffix than those (a pipe or a device needs none); DataError where the folder is missing or the
    path is one.
    """
    target, poured = Path(path), pours(path)
    if suffixes and target.suffix.lower() not in suffixes and (target.suffix or not poured):
        raise NotationError(f"a file name that ends in {_either(suffixes)}", str(path))
    if poured:
        return target
    try:
        if target.is_dir():
            raise DataError(f"{target}: is a folder, not a file")
        if not Path(os.path.realpath(target)).parent.is_dir():
            raise DataError(f"{target}: the folder {target.parent} does not exist")
        _refuse_guarded(Path(os.path.realpath(target)))
    except (OSError, ValueError) as error:
        raise DataError(f"{clipped(str(path))}: cannot be written: {getattr(error, 'strerror', None) or error}") from None
    return target


def _either(words: Sequence[str]) -> str:
    return " or ".join(part for part in (", ".join(words[:-1]), words[-1]) if part)
