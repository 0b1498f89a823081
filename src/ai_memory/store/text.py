"""Text that SQLite can hold."""


def storable(text: str) -> bool:
    """Tell whether the text is Unicode; a file name in other bytes has lone surrogates."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True
