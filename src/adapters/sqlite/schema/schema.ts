import { addOrigins } from '../../relational/origin-columns.js'
import { sceneRowsOfMembers } from '../../relational/scene-row.js'

/** One step forward; there are none back. The transaction that applies it also sets `user_version`. */
export interface Migration {
  readonly version: number
  readonly sql: string
}

/**
 * The narrow, often-read columns come first and `text` last: SQLite stores a row in order and spills
 * long values to overflow pages, which a read of the first columns then never touches.
 */
const firstSchema = `
CREATE TABLE names (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;

CREATE TABLE scenes (id INTEGER PRIMARY KEY, members INTEGER NOT NULL) STRICT;

CREATE TABLE memories (
  row INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  kind INTEGER NOT NULL,
  state INTEGER NOT NULL,
  outcome INTEGER NOT NULL,
  project INTEGER NOT NULL,
  session INTEGER NOT NULL,
  scene INTEGER NOT NULL,
  happened_at INTEGER NOT NULL,
  recorded_at INTEGER NOT NULL,
  valid_from INTEGER NOT NULL,
  valid_to INTEGER,
  importance REAL NOT NULL,
  version INTEGER NOT NULL,
  version_began_at INTEGER NOT NULL,
  flags INTEGER NOT NULL,
  speaker INTEGER NOT NULL,
  length INTEGER NOT NULL,
  content_tokens INTEGER NOT NULL,
  language TEXT,
  terms BLOB NOT NULL,
  tokens BLOB NOT NULL,
  source TEXT NOT NULL,
  tags TEXT NOT NULL,
  facets TEXT NOT NULL,
  summary TEXT,
  text TEXT NOT NULL
) STRICT;
CREATE INDEX memories_in_scenes ON memories (session, project, happened_at, row) WHERE scene > 0;

CREATE TABLE strengths (
  row INTEGER PRIMARY KEY REFERENCES memories ON DELETE CASCADE,
  stability REAL NOT NULL,
  difficulty REAL NOT NULL,
  reviewed_at INTEGER NOT NULL,
  uses INTEGER NOT NULL,
  recent_uses TEXT NOT NULL
) STRICT;

CREATE TABLE versions (
  row INTEGER NOT NULL REFERENCES memories ON DELETE CASCADE,
  version INTEGER NOT NULL,
  began_at INTEGER NOT NULL,
  ended_at INTEGER NOT NULL,
  state INTEGER NOT NULL,
  valid_to INTEGER,
  importance REAL NOT NULL,
  tags TEXT NOT NULL,
  facets TEXT NOT NULL,
  PRIMARY KEY (row, version)
) STRICT, WITHOUT ROWID;
CREATE INDEX versions_by_end ON versions (ended_at);

CREATE TABLE labels (
  label TEXT NOT NULL,
  row INTEGER NOT NULL,
  PRIMARY KEY (label, row)
) STRICT, WITHOUT ROWID;

CREATE TABLE edges (
  id INTEGER PRIMARY KEY,
  source INTEGER NOT NULL REFERENCES memories ON DELETE CASCADE,
  target INTEGER NOT NULL REFERENCES memories ON DELETE CASCADE,
  type TEXT NOT NULL,
  weight REAL NOT NULL,
  valid_from INTEGER NOT NULL,
  valid_to INTEGER,
  coactivations INTEGER NOT NULL,
  coactivated_at INTEGER
) STRICT;
CREATE UNIQUE INDEX open_edges ON edges (source, target, type) WHERE valid_to IS NULL;
-- An import looks up each edge: this index finds it without reading all edges of a hub.
CREATE INDEX edges_by_ends ON edges (source, target, type, valid_from);
CREATE INDEX edges_by_target ON edges (target);
-- Lists the types with one index step per type, instead of a scan of every edge.
CREATE INDEX edges_by_type ON edges (type) WHERE valid_to IS NULL;

-- Records and facts of the graph that a text contains.
CREATE TABLE structures (row INTEGER PRIMARY KEY REFERENCES memories ON DELETE CASCADE, body TEXT NOT NULL) STRICT;

CREATE TABLE models (id INTEGER PRIMARY KEY, identity TEXT NOT NULL UNIQUE, dimensions INTEGER NOT NULL) STRICT;
-- No foreign key to the memory: with the model first in the primary key, a cascade would read the whole table.
CREATE TABLE vectors (
  model INTEGER NOT NULL REFERENCES models,
  row INTEGER NOT NULL,
  components BLOB NOT NULL,
  PRIMARY KEY (model, row)
) STRICT, WITHOUT ROWID;

-- Runs of rows packed into one value each: a starting process reads these instead of the rows.
CREATE TABLE row_segments (first INTEGER PRIMARY KEY, seq INTEGER NOT NULL, columns BLOB NOT NULL) STRICT;
CREATE TABLE vector_segments (
  model INTEGER NOT NULL REFERENCES models,
  first INTEGER NOT NULL,
  components BLOB NOT NULL,
  PRIMARY KEY (model, first)
) STRICT, WITHOUT ROWID;

CREATE TABLE terms (id INTEGER PRIMARY KEY, term TEXT NOT NULL UNIQUE, documents INTEGER NOT NULL) STRICT;
CREATE VIRTUAL TABLE postings USING fts5 (
  term_ids, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii'
);
-- Twice the default: single writes take a tenth less time, and lookups no more.
INSERT INTO postings (postings, rank) VALUES ('automerge', 8);

CREATE TABLE languages (code TEXT PRIMARY KEY, documents INTEGER NOT NULL) STRICT, WITHOUT ROWID;
-- Cached ids of names and terms are valid while the number of erasures stays the same.
CREATE TABLE totals (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  documents INTEGER NOT NULL,
  length INTEGER NOT NULL,
  erasures INTEGER NOT NULL
) STRICT;
INSERT INTO totals VALUES (1, 0, 0, 0);

CREATE TABLE changes (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  row INTEGER NOT NULL,
  what INTEGER NOT NULL,
  at INTEGER NOT NULL
) STRICT;

-- Conversations, with their runs, turns and events.
CREATE TABLE workflows (id TEXT PRIMARY KEY, revision INTEGER NOT NULL, body TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE runs (
  message_id TEXT PRIMARY KEY,
  workflow TEXT NOT NULL,
  number INTEGER NOT NULL,
  lease_until INTEGER,
  ended_at INTEGER,
  body TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX runs_in_order ON runs (workflow, number);
CREATE INDEX runs_at_work ON runs (lease_until) WHERE lease_until IS NOT NULL;
CREATE INDEX runs_by_end ON runs (ended_at) WHERE ended_at IS NOT NULL;
CREATE TABLE turns (message_id TEXT PRIMARY KEY, workflow TEXT NOT NULL, number INTEGER NOT NULL, body TEXT NOT NULL)
  STRICT, WITHOUT ROWID;
CREATE INDEX turns_in_order ON turns (workflow, number);
CREATE TABLE events (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  workflow TEXT NOT NULL,
  id INTEGER NOT NULL,
  message_id TEXT NOT NULL,
  body TEXT NOT NULL,
  UNIQUE (workflow, id)
) STRICT;
CREATE INDEX events_of_runs ON events (message_id);

-- Checkpoints of background work, and workspaces.
CREATE TABLE bookmarks (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

-- Backups that this store has written; paths within its own folder are relative.
CREATE TABLE backups (path TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
-- Erased from the tables, but perhaps not yet from backups, free pages and the log.
CREATE TABLE unfinished_erasing (place TEXT NOT NULL, id TEXT NOT NULL, PRIMARY KEY (place, id)) STRICT, WITHOUT ROWID;

CREATE TABLE leases (name TEXT PRIMARY KEY, holder TEXT NOT NULL, expires_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
`

/** SQLite does not notice damage within a long text. Null for memories from before this migration. */
const digests = 'ALTER TABLE memories ADD COLUMN digest INTEGER'

/** The index of the questions that a memory answers (REC25), packed as in `relational/packed-answers.ts`. */
const answers = `
CREATE TABLE answers (
  row INTEGER PRIMARY KEY REFERENCES memories ON DELETE CASCADE,
  model INTEGER NOT NULL,
  terms BLOB NOT NULL,
  tokens BLOB NOT NULL,
  vectors BLOB NOT NULL
) STRICT;
ALTER TABLE strengths ADD COLUMN accessed_at INTEGER;
`

/** Vectors of further models, packed in the same way; those of the model that came first are among the answers. */
const answerVectors = `
CREATE TABLE answer_vectors (
  row INTEGER NOT NULL REFERENCES answers ON DELETE CASCADE,
  model INTEGER NOT NULL,
  vectors BLOB NOT NULL,
  PRIMARY KEY (row, model)
) STRICT, WITHOUT ROWID;
CREATE INDEX answers_by_model ON answers (model);
`

/** Whether a scene is a conversation, and what tells (REC15): decided when a member is written. */
const sceneShapes = `
ALTER TABLE scenes ADD COLUMN speakers TEXT NOT NULL DEFAULT '';
ALTER TABLE scenes ADD COLUMN questions INTEGER NOT NULL DEFAULT 0;
ALTER TABLE scenes ADD COLUMN conversation INTEGER NOT NULL DEFAULT 0;
UPDATE scenes SET speakers = shape.speakers, questions = shape.questions, conversation = shape.conversation
FROM (${sceneRowsOfMembers('')}) AS shape WHERE shape.scene = scenes.id;
`

const origins = `
${addOrigins}
-- What a key wrote.
CREATE INDEX memories_by_key ON memories (key_id) WHERE key_id IS NOT NULL;
CREATE INDEX versions_by_key ON versions (key_id) WHERE key_id IS NOT NULL;
`

/** Checksums of parts of tables, kept by `sums/table-sums.ts`; `migrate` computes them after the last step. */
const sums = `
CREATE TABLE sums (
  name TEXT NOT NULL,
  part INTEGER NOT NULL,
  sum INTEGER NOT NULL,
  twin INTEGER NOT NULL,
  PRIMARY KEY (name, part)
) STRICT, WITHOUT ROWID;
`

export const migrations: readonly Migration[] = [
  { version: 1, sql: firstSchema },
  { version: 2, sql: digests },
  { version: 3, sql: answers },
  { version: 4, sql: answerVectors },
  {
    version: 5,
    sql: [
      sceneShapes, //
      origins,
      sums,
    ].join('\n'),
  },
]

export const newestSchema = migrations.at(-1)?.version ?? 0
