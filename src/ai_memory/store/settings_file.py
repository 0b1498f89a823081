"""A project's own settings in its folder: edited with every comment kept, replaced at once."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ai_memory.errors import ConfigError, MissingExtra
from ai_memory.store.home import CONFIG_NAME
from ai_memory.store.paths import settings_file
from ai_memory.store.place import hold


@dataclass(frozen=True, slots=True)
class Edit:
    """The settings as they are and as they would be; nothing is written yet."""

    file: Path
    before: str | None  # None when there is no file
    after: str


def edit_settings(root: Path, section: str, values: Mapping[str, Any]) -> Edit:
    """Return the edit that gives the keys of a section these values and keeps all else.

    Args:
        root: The project's folder.
        section: Name of the table.
        values: Key → value.

    Raises:
        PathRefused: A symbolic link stands in the file's place.
        ConfigError: The file is not TOML.
        MissingExtra: The library that keeps comments is not installed.
    """
    file = settings_file(root, CONFIG_NAME)
    library = _library()
    before = _read(file)
    try:
        document = library.parse(before or "")
        if section not in document:
            document[section] = library.table()
        document[section].update(values)
        return Edit(file, before, library.dumps(document))
    except (library.exceptions.TOMLKitError, AttributeError) as error:
        raise ConfigError(f"{file} cannot be edited: {error}") from None


def apply_edit(edit: Edit) -> None:
    """Put the new settings in place of the old: the whole file, or nothing.

    Raises:
        PathRefused: A symbolic link stands in the file's place by now.
        ConfigError: The file was changed meanwhile; it stays as it is.
        OSError: The folder cannot be written to.
    """
    settings_file(edit.file.parent, edit.file.name)
    if _read(edit.file) != edit.before:
        raise ConfigError(f"{edit.file} was changed meanwhile and is left as it is", "Try again.")
    with hold(edit.file.parent) as place:
        place.put(edit.file.name, edit.after.encode())


def _read(file: Path) -> str | None:
    try:
        return file.read_bytes().decode()
    except FileNotFoundError:
        return None
    except UnicodeDecodeError as error:
        raise ConfigError(f"{file} is not UTF-8: {error}") from None


def _library() -> Any:
    try:
        import tomlkit
    except ImportError:
        raise MissingExtra(
            "Editing settings needs the package tomlkit", "pip install 'ai-memory[eval]'"
        ) from None
    return tomlkit
