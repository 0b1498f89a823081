"""Every error this package raises on purpose, in one tree.

    AiMemoryError                 base: carries a message and the next step
    ├── BadInput                  what was asked for cannot be right
    │   ├── InvalidProjectName
    │   ├── UnknownKind
    │   ├── UnknownStream
    │   ├── ConfigError           a setting is unknown, misplaced or of the wrong type
    │   ├── PathRefused           a path that leaves the wiki or may never be touched
    │   └── PageRefused           a text that could not be indexed as a page
    ├── NotFound                  what was named does not exist
    │   ├── ProjectNotFound
    │   ├── PageNotFound
    │   ├── NotInTrash
    │   └── FolderMissing         a registered folder is gone or cannot be read
    ├── Conflict                  what is there already stands against it
    │   ├── ProjectExists         the name or the folder is taken
    │   ├── PageExists            a page is there, under this name or one that looks the same
    │   └── StaleWrite            the page is no longer what the writer started from
    ├── WriteFailed               the file system refused; the page is as it was, or as it should be
    ├── StoreError                the index cannot serve
    │   ├── IndexMissing
    │   ├── IndexBusy             another process holds the lock; nothing is damaged
    │   ├── IndexTooNew           written by a newer version
    │   └── IndexDamaged
    ├── EmbeddingError            vectors cannot be had
    │   ├── ProviderUnreachable   no answer, or a refusal that retrying will not change
    │   ├── DimensionMismatch
    │   └── ModelFileError        the local model is absent or is not the pinned one
    └── MissingExtra              an optional part is not installed

Catch `AiMemoryError` to handle all of them. Each face maps the branches to its
own codes in one table.
"""


class AiMemoryError(Exception):
    """Base of the tree.

    Attributes:
        message: What is wrong, naming the input.
        remedy: The next step for the person or agent, or "" when there is none.
    """

    code = "error"

    def __init__(self, message: str, remedy: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.remedy = remedy


class BadInput(AiMemoryError):
    """What was asked for cannot be right."""

    code = "bad_input"


class InvalidProjectName(BadInput):
    """A project name outside `[a-z0-9][a-z0-9._-]{0,63}`."""

    code = "invalid_project_name"


class UnknownKind(BadInput):
    """A filter names a kind that no page has."""

    code = "unknown_kind"


class UnknownStream(BadInput):
    """A stream name that does not exist."""

    code = "unknown_stream"


class ConfigError(BadInput):
    """A setting is unknown, misplaced or of the wrong type."""

    code = "config_error"


class PathRefused(BadInput):
    """A path that leaves the wiki's folder, or that may never be touched."""

    code = "path_refused"


class PageRefused(BadInput):
    """A text that could not be indexed as a page: too large, or no text."""

    code = "page_refused"


class NotFound(AiMemoryError):
    """What was named does not exist."""

    code = "not_found"


class ProjectNotFound(NotFound):
    """No project of that name, or none holds the working directory."""

    code = "project_not_found"


class PageNotFound(NotFound):
    """No page answers to that path, name or alias."""

    code = "page_not_found"


class NotInTrash(NotFound):
    """No page of that id or path is in the trash."""

    code = "not_in_trash"


class FolderMissing(NotFound):
    """A registered folder is gone or cannot be read; its pages are kept in the index."""

    code = "folder_missing"


class Conflict(AiMemoryError):
    """What is there already stands against what was asked for."""

    code = "conflict"


class ProjectExists(Conflict):
    """The project name or its folder is registered already."""

    code = "project_exists"


class PageExists(Conflict):
    """A page is there already, under this name or under one that looks the same."""

    code = "page_exists"


class StaleWrite(Conflict):
    """The page is no longer what the writer started from; nothing was written.

    Attributes:
        path: Of the page.
        current: Its bytes as they are, None when it is gone.
        yours: The bytes that were to be written; with conflict marks where a merge was tried.
    """

    code = "stale_write"

    def __init__(
        self, message: str, remedy: str, *, path: str, current: bytes | None, yours: bytes | None
    ) -> None:
        super().__init__(message, remedy)
        self.path = path
        self.current = current
        self.yours = yours


class WriteFailed(AiMemoryError):
    """The file system refused a write; the page is as it was, or as it should be."""

    code = "write_failed"


class StoreError(AiMemoryError):
    """The index cannot serve."""

    code = "store_error"


class IndexMissing(StoreError):
    """There is no index in the home folder yet."""

    code = "index_missing"


class IndexBusy(StoreError):
    """Another process holds the write lock; the index is whole."""

    code = "index_busy"


class IndexTooNew(StoreError):
    """The index was written by a newer version of this package."""

    code = "index_too_new"


class IndexDamaged(StoreError):
    """SQLite reports that the index file is not a sound database."""

    code = "index_damaged"


class EmbeddingError(AiMemoryError):
    """Vectors cannot be had."""

    code = "embedding_error"


class ProviderUnreachable(EmbeddingError):
    """The endpoint gave no usable answer after the retries that make sense."""

    code = "provider_unreachable"


class DimensionMismatch(EmbeddingError):
    """A vector's length differs from the configured or the stored one, or is not finite."""

    code = "dimension_mismatch"


class ModelFileError(EmbeddingError):
    """The local model's files are absent or their hash is not the pinned one."""

    code = "model_file_error"


class MissingExtra(AiMemoryError):
    """An optional part of the package is not installed."""

    code = "missing_extra"
