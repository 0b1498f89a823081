"""The one gate between a name and a file: what lies in a wiki, and may be touched.

Containment is decided on resolved paths, never on strings: `../wiki-evil` starts with
the right letters and is outside all the same (the class of CVE-2025-53110).
"""

import os
import re
import unicodedata
from pathlib import Path, PurePosixPath

from ai_memory.errors import PageExists, PathRefused
from ai_memory.parse.links import name_key

PAGE_SUFFIX = ".md"
LONGEST_NAME = 255  # bytes; what the file systems in use have in common

# Controls, formats (bidi and zero-width signs among them), line ends, what is unassigned
# or half a pair.
_UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
_NOT_ON_WINDOWS = re.compile(r'[<>:"\\|?*]')
# https://learn.microsoft.com/windows/win32/fileio/naming-a-file
_DEVICES = frozenset(
    {
        *("CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"),
        *(f"{port}{number}" for port in ("COM", "LPT") for number in "0123456789¹²³"),
    }
)


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


def new_page_file(root: Path, path: str) -> Path:
    """Return the file of a page that may be made, under a name that every system can hold.

    Args:
        root: The project's folder, absolute and resolved.
        path: Relative to it, with "/" between folders.

    Raises:
        PathRefused: As for `page_file`; or a part of the path is no name on some system,
            cannot be told from another by eye, or is too long.
        PageExists: Something there has the same name but for case or Unicode form.
    """
    file = page_file(root, path)
    if path != "/".join(PurePosixPath(path).parts):
        raise _refused(path, "is not written plainly: leave out './', '//' and a '/' at the end")
    if unicodedata.normalize("NFC", path) != path:
        raise _refused(path, "is not in the Unicode form NFC")
    for part in path.split("/"):
        if reason := _why_no_name(part):
            raise _refused(path, reason)
    folder = root
    for part in path.split("/"):
        if twin := _twin(folder, part):
            raise PageExists(
                f"{path!r} differs from {twin.relative_to(root).as_posix()!r} only in case or "
                "Unicode form, and some systems cannot hold both",
                "Use the name that is there, or one that differs in letters.",
            )
        folder /= part
    return file


def _why_no_name(part: str) -> str:
    """Return why a name cannot be given to a new file or folder; "" when it can."""
    if len(part.encode("utf-8", "surrogatepass")) > LONGEST_NAME:
        return f"has a part longer than {LONGEST_NAME} bytes"
    if any(unicodedata.category(sign) in _UNSEEN for sign in part):
        return "has control characters or ones that cannot be seen"
    if found := _NOT_ON_WINDOWS.search(part):
        return f"has {found[0]!r}, which Windows cannot hold in a name"
    if part != part.strip() or part.endswith("."):
        return "has a part that begins or ends with a space, or ends with a dot"
    if part.split(".")[0].rstrip().upper() in _DEVICES:
        return "has a part that is a device's name on Windows"
    return ""


def _twin(folder: Path, name: str) -> Path | None:
    """Return what has the name but for case or Unicode form, where nothing has it exactly."""
    try:
        present = [each.name for each in folder.iterdir()]
    except OSError:
        return None  # no such folder yet
    if name in present:
        return None
    sought = name_key(name)
    return next((folder / each for each in present if name_key(each) == sought), None)


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
