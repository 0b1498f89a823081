"""The key of an embedding service: read from a file or the environment, never shown."""

import os
from pathlib import Path

from ai_memory.config import LlmSettings
from ai_memory.errors import ConfigError


def read_api_key(settings: LlmSettings, required: bool) -> str:
    """Return the key without surrounding blanks, or "" when there is none and none is required.

    Raises:
        ConfigError: The key file cannot be read or is empty, a required key is
            missing, or the key holds a character that no header can carry.
    """
    if settings.embedding_api_key_file:
        place, key = "the file llm.embedding_api_key_file names", _from_file(settings)
    else:
        place = f"the environment variable {settings.embedding_api_key_env}"
        key = os.environ.get(settings.embedding_api_key_env, "").strip()
    if not key and (required or settings.embedding_api_key_file):
        raise ConfigError(
            f"There is no API key in {place}",
            f"Set {settings.embedding_api_key_env}, or llm.embedding_api_key_file.",
        )
    if not key.isascii() or not key.isprintable() or " " in key:
        raise ConfigError(f"The API key in {place} holds blanks or characters beyond ASCII")
    return key


def _from_file(settings: LlmSettings) -> str:
    file = Path(settings.embedding_api_key_file).expanduser()
    try:
        return file.read_text(encoding="utf-8").strip()
    except (OSError, ValueError) as error:
        raise ConfigError(
            f"The API key file {file} cannot be read ({type(error).__name__})",
            "Check llm.embedding_api_key_file.",
        ) from None
