"""The one gate between a name and a file: what lies in a wiki, and may be touched.

Containment is decided on resolved paths, never on strings: `../wiki-evil` starts with
the right letters and is outside all the same (the class of CVE-2025-53110).
"""

import os
from pathlib import Path, PurePosixPath

from ai_memory.errors import PathRefused

PAGE_SUFFIX = ".md"


def is_page_name(name: str) -> bool:
    """Tell whether a file name is a page's."""
    return name.lower().endswith(PAGE_SUFFIX)


def page_file(root: Path, path: str) -> Path:
    """Return the file of a page that may be read.

    Args:
        root: The project's folder, absolute and resolved.
        path: Relative to it, with "/" between folders.

    Raises:
        PathRefused: The path is absolute, leaves the folder (a symlink counts), lies in
            a folder whose name begins with a dot, or is not a page's.
    """
    parts = PurePosixPath(path).parts
    foreign = "\0" in path or (os.sep == "\\" and os.sep in path)
    if not parts or foreign or PurePosixPath(path).is_absolute():
        raise _refused(path, "is not a relative path with '/' between folders")
    if any(part.startswith(".") for part in parts):
        raise _refused(path, "goes up, or into a dot-folder")
    if not is_page_name(parts[-1]):
        raise _refused(path, f"is not a page: it does not end in {PAGE_SUFFIX}")
    file = root.joinpath(*parts)
    try:
        place = file.resolve()
    except (OSError, RuntimeError, UnicodeEncodeError):
        # A loop of links (RuntimeError before Python 3.13), or no name a file can have.
        raise _refused(path, "leads nowhere") from None
    if not place.is_relative_to(root):
        raise _refused(path, "leaves the project's folder through a link")
    if any(part.startswith(".") for part in place.relative_to(root).parts):
        raise _refused(path, "leads into a dot-folder through a link")
    return file


def settings_file(root: Path, name: str) -> Path:
    """Return the file in a project's folder that holds its settings, which need not exist.

    Args:
        root: The project's folder, absolute and resolved.
        name: Of the file.

    Raises:
        PathRefused: What lies there is a symbolic link, or no file.
    """
    file = root / name
    if file.is_symlink():
        raise PathRefused(
            f"{file} is a symbolic link, and links in a wiki are not followed",
            "Put the file itself there.",
        )
    if file.exists() and not file.is_file():
        raise PathRefused(f"{file} is not a file", "Move it away.")
    return file


def _refused(path: str, reason: str) -> PathRefused:
    return PathRefused(
        f"{path!r} {reason}",
        "Give the page's path relative to the project's folder, as 'ai-memory search' prints it.",
    )
