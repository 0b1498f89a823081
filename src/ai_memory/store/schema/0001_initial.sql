-- Everything here can be dropped and rebuilt from the files, except `projects`,
-- which says where the files are.

CREATE TABLE projects (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,  -- never used again: caches go by it
    name       TEXT NOT NULL UNIQUE,
    root       TEXT NOT NULL UNIQUE,          -- absolute folder
    generation INTEGER NOT NULL DEFAULT 0     -- grows with every change to pages or vectors
) STRICT;

CREATE TABLE pages (
    id             INTEGER PRIMARY KEY,
    project_id     INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    path           TEXT NOT NULL,             -- as on disk, "/" between folders
    title          TEXT NOT NULL,
    kind           TEXT NOT NULL,
    description    TEXT NOT NULL,
    created        TEXT,                      -- ISO date from the front matter
    updated        TEXT NOT NULL,             -- ISO date: front matter, else the file's own
    properties     TEXT NOT NULL,             -- JSON object, the front matter
    size           INTEGER NOT NULL,          -- bytes
    mtime_ns       INTEGER NOT NULL,
    ctime_ns       INTEGER NOT NULL,          -- -1: too fresh to be trusted at the next look
    hash           TEXT NOT NULL,             -- SHA-256 of the bytes, hex; '' asks for a re-read
    embedded_model TEXT,                      -- model of its vectors, once they are all current
    UNIQUE (project_id, path)
) STRICT;

CREATE INDEX pages_by_kind ON pages (project_id, kind);

CREATE TABLE pages_section (
    page_id    INTEGER NOT NULL REFERENCES pages (id) ON DELETE CASCADE,
    position   INTEGER NOT NULL,
    heading    TEXT NOT NULL,
    trail      TEXT NOT NULL,                 -- JSON list of headings, outermost first
    level      INTEGER NOT NULL,
    first_line INTEGER NOT NULL,
    last_line  INTEGER NOT NULL,
    text       TEXT NOT NULL,
    UNIQUE (page_id, position)
) STRICT;

CREATE TABLE pages_tag (
    page_id INTEGER NOT NULL REFERENCES pages (id) ON DELETE CASCADE,
    tag     TEXT NOT NULL,
    PRIMARY KEY (page_id, tag)
) STRICT, WITHOUT ROWID;

CREATE INDEX pages_by_tag ON pages_tag (tag);

-- Names a link or an exact question may use for a page.
CREATE TABLE pages_name (
    page_id    INTEGER NOT NULL REFERENCES pages (id) ON DELETE CASCADE,
    project_id INTEGER NOT NULL,
    key        TEXT NOT NULL,                 -- last segment; folded, and "-" and "_" as spaces
    name       TEXT NOT NULL,                 -- the whole name, folded
    source     TEXT NOT NULL                  -- path, alias, title or id
) STRICT;

CREATE INDEX pages_name_by_key ON pages_name (project_id, key);
CREATE INDEX pages_name_by_page ON pages_name (page_id);

-- Words of the names a page is about: one row a word and name.
CREATE TABLE pages_entity (
    project_id INTEGER NOT NULL,
    token      TEXT NOT NULL,                 -- lower case, alphanumeric
    page_id    INTEGER NOT NULL REFERENCES pages (id) ON DELETE CASCADE,
    entity     TEXT NOT NULL,                 -- the name as written
    PRIMARY KEY (project_id, token, page_id, entity)
) STRICT, WITHOUT ROWID;

CREATE INDEX pages_entity_by_page ON pages_entity (page_id);

CREATE TABLE pages_link (
    id         INTEGER PRIMARY KEY,
    source_id  INTEGER NOT NULL REFERENCES pages (id) ON DELETE CASCADE,
    project_id INTEGER NOT NULL,              -- of the source
    wanted_in  TEXT NOT NULL,                 -- project named in the link, else the source's
    key        TEXT NOT NULL,                 -- as in pages_name, for the target's last segment
    target     TEXT NOT NULL,                 -- as written
    fragment   TEXT NOT NULL,
    label      TEXT NOT NULL,
    kind       TEXT NOT NULL,                 -- wikilink, embed, markdown or property
    line       INTEGER NOT NULL,
    target_id  INTEGER REFERENCES pages (id) ON DELETE SET NULL,
    attachment TEXT,                          -- path of the file, when it is not a page
    resolved   TEXT NOT NULL DEFAULT ''       -- how: path, name, alias, title, id, loose
) STRICT;

CREATE INDEX pages_link_by_source ON pages_link (source_id, target_id);
CREATE INDEX pages_link_by_target ON pages_link (target_id, source_id);
CREATE INDEX pages_link_by_key ON pages_link (wanted_in, key);

-- Under what a link can be found besides its own key, where it can be read otherwise:
-- [[word:rest]] as one name, [[C# notes]] with its "#".
CREATE TABLE pages_link_key (
    wanted_in TEXT NOT NULL,
    key       TEXT NOT NULL,
    link_id   INTEGER NOT NULL REFERENCES pages_link (id) ON DELETE CASCADE,
    PRIMARY KEY (wanted_in, key, link_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX pages_link_key_by_link ON pages_link_key (link_id);

-- Files that are not pages but may be linked to.
CREATE TABLE attachments (
    project_id INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    path       TEXT NOT NULL,
    key        TEXT NOT NULL,                 -- as in pages_name
    PRIMARY KEY (project_id, path)
) STRICT, WITHOUT ROWID;

CREATE INDEX attachments_by_key ON attachments (project_id, key);

-- What a person should know about a file.
CREATE TABLE problems (
    project_id INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    path       TEXT NOT NULL,
    code       TEXT NOT NULL,
    message    TEXT NOT NULL,
    line       INTEGER
) STRICT;

CREATE INDEX problems_by_path ON problems (project_id, path);

-- Files named *.md that cannot be pages, so that they are not read again until they change.
CREATE TABLE refused (
    project_id INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    path       TEXT NOT NULL,
    code       TEXT NOT NULL,                 -- too-large, binary or unreadable
    size       INTEGER NOT NULL,
    mtime_ns   INTEGER NOT NULL,
    ctime_ns   INTEGER NOT NULL,
    PRIMARY KEY (project_id, path)
) STRICT, WITHOUT ROWID;

-- Passages as vectors; section -1 is the page's own summary.
CREATE TABLE pages_vector (
    page_id   INTEGER NOT NULL REFERENCES pages (id) ON DELETE CASCADE,
    section   INTEGER NOT NULL,
    window    INTEGER NOT NULL,               -- 0-based part of a long section
    model     TEXT NOT NULL,
    dimension INTEGER NOT NULL,
    text_hash TEXT NOT NULL,                  -- of the passage, so that unchanged ones are kept
    vector    BLOB NOT NULL,                  -- float32, little-endian, length 1
    PRIMARY KEY (page_id, section, window)
) STRICT;

-- The text itself is in pages_section; this holds only the inverted index.
-- `scope` is one word that names the project, so that a search starts inside it.
CREATE VIRTUAL TABLE pages_fts USING fts5 (
    title, headings, body, front_matter, tags, path, scope,
    content = '', contentless_delete = 1,
    tokenize = "porter unicode61 remove_diacritics 2 categories 'L* N* Co M* So'"
);
