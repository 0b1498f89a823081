"""The home folder, and the configuration files that lie in it and in projects."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ai_memory.config import SECTIONS, Layer, Settings, resolve
from ai_memory.errors import ConfigError

CONFIG_NAME = "ai-memory.toml"
ENVIRONMENT_PREFIX = "AI_MEMORY_"
# Variables of ours that are not settings.
_OTHER_VARIABLES = ("AI_MEMORY_HOME", "AI_MEMORY_PROJECT")


def home_folder(environment: Mapping[str, str]) -> Path:
    """Return `AI_MEMORY_HOME`, else the platform's data directory for this program."""
    if chosen := environment.get("AI_MEMORY_HOME"):
        return Path(chosen).expanduser().absolute()
    import platformdirs  # costs a search its start-up time, and most set nothing else

    return platformdirs.user_data_path("ai-memory", appauthor=False)


def config_paths(home: Path, root: Path | None = None) -> list[tuple[Path, bool]]:
    """Return (file, trusted) in the order they are laid: the user's, then the project's."""
    paths = [(home / CONFIG_NAME, True)]
    return [*paths, (root / CONFIG_NAME, False)] if root else paths


def load_settings(
    home: Path,
    root: Path | None = None,
    environment: Mapping[str, str] | None = None,
    flags: Mapping[str, Mapping[str, Any]] | None = None,
) -> Settings:
    """Return the settings: flags over environment over project over user over defaults.

    Args:
        home: The home folder, with the user's file.
        root: Folder of the project in question, whose own file may tune searches.
        environment: `AI_MEMORY_SECTION__KEY` variables are read from it.
        flags: What the command line says, section → key → value.

    Raises:
        ConfigError: A file is not TOML, or holds what it may not.
    """
    layers = [
        Layer(str(path), _read_toml(path, trusted), trusted)
        for path, trusted in config_paths(home, root)
        if os.path.isfile(path)  # noqa: PTH113 (Path.is_file raises where it may not look)
    ]
    layers += _environment_layers(environment or {})
    if flags:
        layers.append(Layer("command line", flags))
    return resolve(layers)


def _read_toml(path: Path, trusted: bool) -> dict[str, Any]:
    import tomllib  # most have no file to read

    if not trusted and path.is_symlink():
        raise ConfigError(
            f"{path} is a symbolic link, and links in a wiki are not followed",
            "Put the file itself there.",
        )
    try:
        with path.open("rb") as file:
            return tomllib.load(file)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        raise ConfigError(f"{path} cannot be read as TOML: {error}") from None


def _environment_layers(environment: Mapping[str, str]) -> list[Layer]:
    layers = []
    for variable, value in sorted(environment.items()):
        if not variable.startswith(ENVIRONMENT_PREFIX) or variable in _OTHER_VARIABLES:
            continue
        section, _, name = variable.removeprefix(ENVIRONMENT_PREFIX).lower().partition("__")
        # Others may use our prefix for their own ends; a known section is meant for us.
        if name and section in SECTIONS:
            layers.append(Layer(f"environment, {variable}", {section: {name: value}}))
    return layers
