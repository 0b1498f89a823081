-- Words are stored as the page's language stems them, and tags in one Unicode form, so
-- every page is read again.

ALTER TABLE pages ADD COLUMN language TEXT NOT NULL DEFAULT '';         -- ISO 639-1 code
ALTER TABLE projects ADD COLUMN language TEXT NOT NULL DEFAULT 'auto';  -- setting it was read with

CREATE INDEX pages_by_language ON pages (project_id, language);
