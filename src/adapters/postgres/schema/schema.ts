import { addOrigins } from '../../relational/origin-columns.js'
import { sceneRowsOfMembers } from '../../relational/scene-row.js'

/** One step forward; there are none back. The transaction that applies it also records its number. */
export interface Migration {
  readonly version: number
  readonly sql: string
}

/**
 * The tables of the SQLite engine, column for column, so that `ww move` copies rows unchanged. `tenant_id` comes first
 * in every key and index, and no row refers to another tenant: Citus can distribute all tables by that column, except
 * `tenants`, which every node may hold. Each tenant has its own numbers (rows, terms, names, scenes, the change log). The
 * writer that locks the tenant's row of `totals` assigns them; there is one writer per tenant at a time, so that the
 * change log is in the order of commits. Texts are compared byte by byte, as in SQLite.
 */
const firstSchema = `
CREATE EXTENSION IF NOT EXISTS vector;

CREATE TABLE tenants (
  tenant_id INTEGER GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name TEXT COLLATE "C" NOT NULL UNIQUE
);

-- A fillfactor below 100 leaves room for updates in the same page, which then change no index.
-- Every writer locks its tenant's row first. It holds the last number of each sequence and the statistics of ranking.
CREATE TABLE totals (
  tenant_id INTEGER PRIMARY KEY,
  seq BIGINT NOT NULL DEFAULT 0,
  event BIGINT NOT NULL DEFAULT 0,
  row INTEGER NOT NULL DEFAULT 0,
  term INTEGER NOT NULL DEFAULT 0,
  name INTEGER NOT NULL DEFAULT 0,
  scene INTEGER NOT NULL DEFAULT 0,
  edge BIGINT NOT NULL DEFAULT 0,
  documents INTEGER NOT NULL DEFAULT 0,
  length BIGINT NOT NULL DEFAULT 0,
  erasures INTEGER NOT NULL DEFAULT 0
) WITH (fillfactor = 50);

-- Sessions, projects and speakers.
CREATE TABLE names (
  tenant_id INTEGER NOT NULL, id INTEGER NOT NULL, name TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, name)
);

CREATE TABLE scenes (
  tenant_id INTEGER NOT NULL, id INTEGER NOT NULL, members INTEGER NOT NULL,
  PRIMARY KEY (tenant_id, id)
);

CREATE TABLE memories (
  tenant_id INTEGER NOT NULL,
  row INTEGER NOT NULL,
  id TEXT COLLATE "C" NOT NULL,
  kind SMALLINT NOT NULL,
  state SMALLINT NOT NULL,
  outcome SMALLINT NOT NULL,
  project INTEGER NOT NULL,
  session INTEGER NOT NULL,
  scene INTEGER NOT NULL,
  happened_at BIGINT NOT NULL,
  recorded_at BIGINT NOT NULL,
  valid_from BIGINT NOT NULL,
  valid_to BIGINT,
  importance DOUBLE PRECISION NOT NULL,
  version INTEGER NOT NULL,
  version_began_at BIGINT NOT NULL,
  flags SMALLINT NOT NULL,
  speaker INTEGER NOT NULL,
  length INTEGER NOT NULL,
  content_tokens INTEGER NOT NULL,
  language TEXT,
  terms BYTEA NOT NULL,
  tokens BYTEA NOT NULL,
  source TEXT NOT NULL,
  tags TEXT NOT NULL,
  facets TEXT NOT NULL,
  summary TEXT,
  text TEXT NOT NULL,
  digest BIGINT,
  PRIMARY KEY (tenant_id, row),
  UNIQUE (tenant_id, id)
);
-- Current memories (state 1 is active): nearly every query reads only these.
CREATE INDEX current_memories ON memories (tenant_id, happened_at DESC, id) INCLUDE (row, kind, project, session)
  WHERE state = 1 AND valid_to IS NULL;
CREATE INDEX current_memories_in_sessions ON memories (tenant_id, session, happened_at DESC)
  WHERE state = 1 AND valid_to IS NULL;
CREATE INDEX memories_in_scenes ON memories (tenant_id, session, project, happened_at, row) WHERE scene > 0;
-- Texts without any indexed word, which no full-text query finds.
CREATE INDEX memories_without_words ON memories (tenant_id, session) WHERE terms = ''::bytea;
-- Covers reading the members of a scene, including the columns that most filters use.
CREATE INDEX scene_members ON memories (tenant_id, scene, happened_at, row)
  INCLUDE (kind, state, valid_to, project, session) WHERE scene > 0;

CREATE TABLE strengths (
  tenant_id INTEGER NOT NULL,
  row INTEGER NOT NULL,
  stability DOUBLE PRECISION NOT NULL,
  difficulty DOUBLE PRECISION NOT NULL,
  reviewed_at BIGINT NOT NULL,
  uses INTEGER NOT NULL,
  recent_uses TEXT NOT NULL,
  PRIMARY KEY (tenant_id, row)
) WITH (fillfactor = 90);

CREATE TABLE versions (
  tenant_id INTEGER NOT NULL,
  row INTEGER NOT NULL,
  version INTEGER NOT NULL,
  began_at BIGINT NOT NULL,
  ended_at BIGINT NOT NULL,
  state SMALLINT NOT NULL,
  valid_to BIGINT,
  importance DOUBLE PRECISION NOT NULL,
  tags TEXT NOT NULL,
  facets TEXT NOT NULL,
  PRIMARY KEY (tenant_id, row, version)
);
CREATE INDEX versions_by_end ON versions (tenant_id, ended_at);

CREATE TABLE labels (
  tenant_id INTEGER NOT NULL, label TEXT COLLATE "C" NOT NULL, row INTEGER NOT NULL,
  PRIMARY KEY (tenant_id, label, row)
);

CREATE TABLE edges (
  tenant_id INTEGER NOT NULL,
  id BIGINT NOT NULL,
  source INTEGER NOT NULL,
  target INTEGER NOT NULL,
  type TEXT COLLATE "C" NOT NULL,
  weight DOUBLE PRECISION NOT NULL,
  valid_from BIGINT NOT NULL,
  valid_to BIGINT,
  coactivations INTEGER NOT NULL,
  coactivated_at BIGINT,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX open_edges ON edges (tenant_id, source, target, type) WHERE valid_to IS NULL;
CREATE INDEX edges_by_ends ON edges (tenant_id, source, target, type, valid_from);
CREATE INDEX edges_by_target ON edges (tenant_id, target);
CREATE INDEX edges_by_type ON edges (tenant_id, type) WHERE valid_to IS NULL;

-- Records and facts of the graph that a text contains.
CREATE TABLE structures (
  tenant_id INTEGER NOT NULL, row INTEGER NOT NULL, body TEXT NOT NULL,
  PRIMARY KEY (tenant_id, row)
);

-- Half precision holds every int8 exactly, and a sum of their products is exact in single precision: distances are
-- bit for bit those of the SQLite engine. \`square\` is the vector's product with itself.
CREATE TABLE models (
  tenant_id INTEGER NOT NULL, id INTEGER NOT NULL, identity TEXT COLLATE "C" NOT NULL, dimensions INTEGER NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, identity)
);
CREATE TABLE vectors (
  tenant_id INTEGER NOT NULL,
  model INTEGER NOT NULL,
  row INTEGER NOT NULL,
  square INTEGER NOT NULL,
  components HALFVEC NOT NULL,
  PRIMARY KEY (tenant_id, model, row)
);
-- Stored inline and uncompressed: every scan reads them.
ALTER TABLE vectors ALTER COLUMN components SET STORAGE PLAIN;

CREATE TABLE terms (
  tenant_id INTEGER NOT NULL, id INTEGER NOT NULL, term TEXT COLLATE "C" NOT NULL, documents INTEGER NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, term)
) WITH (fillfactor = 80);
-- Which memories hold a term, how often, and how long they are: the lexical retriever reads only this index.
CREATE TABLE postings (
  tenant_id INTEGER NOT NULL, term INTEGER NOT NULL, row INTEGER NOT NULL, count INTEGER NOT NULL,
  length INTEGER NOT NULL,
  PRIMARY KEY (tenant_id, term, row) INCLUDE (count, length)
);

CREATE TABLE languages (
  tenant_id INTEGER NOT NULL, code TEXT COLLATE "C" NOT NULL, documents INTEGER NOT NULL,
  PRIMARY KEY (tenant_id, code)
);

CREATE TABLE changes (
  tenant_id INTEGER NOT NULL, seq BIGINT NOT NULL, row INTEGER NOT NULL, what SMALLINT NOT NULL, at BIGINT NOT NULL,
  PRIMARY KEY (tenant_id, seq)
);

-- Conversations, with their runs, turns and events.
CREATE TABLE workflows (
  tenant_id INTEGER NOT NULL, id TEXT COLLATE "C" NOT NULL, revision INTEGER NOT NULL, body TEXT NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
CREATE TABLE runs (
  tenant_id INTEGER NOT NULL,
  message_id TEXT COLLATE "C" NOT NULL,
  workflow TEXT COLLATE "C" NOT NULL,
  number INTEGER NOT NULL,
  lease_until BIGINT,
  ended_at BIGINT,
  body TEXT NOT NULL,
  PRIMARY KEY (tenant_id, message_id)
);
CREATE INDEX runs_in_order ON runs (tenant_id, workflow, number);
CREATE INDEX runs_at_work ON runs (tenant_id, lease_until) WHERE lease_until IS NOT NULL;
CREATE INDEX runs_by_end ON runs (tenant_id, ended_at) WHERE ended_at IS NOT NULL;
CREATE TABLE turns (
  tenant_id INTEGER NOT NULL,
  message_id TEXT COLLATE "C" NOT NULL,
  workflow TEXT COLLATE "C" NOT NULL,
  number INTEGER NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (tenant_id, message_id)
);
CREATE INDEX turns_in_order ON turns (tenant_id, workflow, number);
CREATE TABLE events (
  tenant_id INTEGER NOT NULL,
  seq BIGINT NOT NULL,
  workflow TEXT COLLATE "C" NOT NULL,
  id INTEGER NOT NULL,
  message_id TEXT COLLATE "C" NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (tenant_id, seq),
  UNIQUE (tenant_id, workflow, id)
);
CREATE INDEX events_of_runs ON events (tenant_id, message_id);

-- Checkpoints of background work, and workspaces.
CREATE TABLE bookmarks (
  tenant_id INTEGER NOT NULL, name TEXT COLLATE "C" NOT NULL, value TEXT NOT NULL,
  PRIMARY KEY (tenant_id, name)
);

-- Backups that this store has written, and what is erased from the tables but perhaps not yet from them.
CREATE TABLE backups (
  tenant_id INTEGER NOT NULL, path TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, path)
);
CREATE TABLE unfinished_erasing (
  tenant_id INTEGER NOT NULL, place TEXT COLLATE "C" NOT NULL, id TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, place, id)
);

CREATE TABLE leases (
  tenant_id INTEGER NOT NULL, name TEXT COLLATE "C" NOT NULL, holder TEXT NOT NULL, expires_at BIGINT NOT NULL,
  PRIMARY KEY (tenant_id, name)
);

-- Recently committed transactions, by names that their writers chose: a writer that lost its connection during COMMIT
-- looks here. The server's transaction ids do not serve, because after a crash it may reuse those that were lost.
CREATE TABLE commits (
  tenant_id INTEGER NOT NULL, name UUID NOT NULL, at TIMESTAMPTZ NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, name)
);

-- COM10: call counts that servers share; obsolete after a minute. The sequence is logged and survives a crash, so that
-- readers can continue after the last number they have read.
CREATE SEQUENCE call_numbers;
CREATE UNLOGGED TABLE calls (
  tenant_id INTEGER NOT NULL,
  seq BIGINT NOT NULL DEFAULT nextval('call_numbers'),
  server TEXT COLLATE "C" NOT NULL,
  key TEXT NOT NULL,
  at TEXT NOT NULL,
  newest BIGINT NOT NULL,
  PRIMARY KEY (tenant_id, seq)
);

-- Shared by all tenants, like \`tenants\`: each key names its tenant.
CREATE TABLE api_keys (
  id TEXT COLLATE "C" PRIMARY KEY,
  name TEXT COLLATE "C" NOT NULL,
  digest BYTEA NOT NULL,
  tenant TEXT COLLATE "C" NOT NULL,
  role TEXT NOT NULL,
  sessions TEXT,
  created_at BIGINT NOT NULL,
  expires_at BIGINT,
  last_used_at BIGINT,
  revoked_at BIGINT
);
CREATE UNIQUE INDEX names_in_force ON api_keys (name) WHERE revoked_at IS NULL;
`

/**
 * The questions that memories answer (REC25): packed as in `relational/packed-answers.ts`, and what retrieval derives from
 * that. A term is its hash, a uint32 stored as the int4 with the same bits. `place` counts a memory's answers from 0.
 */
const answers = `
CREATE TABLE answers (
  tenant_id INTEGER NOT NULL,
  row INTEGER NOT NULL,
  model INTEGER NOT NULL,
  terms BYTEA NOT NULL,
  tokens BYTEA NOT NULL,
  vectors BYTEA NOT NULL,
  PRIMARY KEY (tenant_id, row)
);
CREATE TABLE answer_vectors (
  tenant_id INTEGER NOT NULL,
  model INTEGER NOT NULL,
  row INTEGER NOT NULL,
  place SMALLINT NOT NULL,
  square INTEGER NOT NULL,
  components HALFVEC NOT NULL,
  PRIMARY KEY (tenant_id, model, row, place)
);
ALTER TABLE answer_vectors ALTER COLUMN components SET STORAGE PLAIN;
CREATE TABLE answer_postings (
  tenant_id INTEGER NOT NULL,
  hash INTEGER NOT NULL,
  row INTEGER NOT NULL,
  place SMALLINT NOT NULL,
  count INTEGER NOT NULL,
  length INTEGER NOT NULL,
  PRIMARY KEY (tenant_id, hash, row, place) INCLUDE (count, length)
);
CREATE TABLE answer_terms (
  tenant_id INTEGER NOT NULL, hash INTEGER NOT NULL, documents INTEGER NOT NULL,
  PRIMARY KEY (tenant_id, hash)
) WITH (fillfactor = 80);
ALTER TABLE totals
  ADD COLUMN answers INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN answer_length BIGINT NOT NULL DEFAULT 0;
ALTER TABLE strengths ADD COLUMN accessed_at BIGINT;
`

/** Finds answers that a model has not embedded without reading their columns. */
const answersByModel = 'CREATE INDEX answers_by_model ON answers (tenant_id, model, row);'

/** Whether a scene is a conversation, and what tells (REC15): decided when a member is written. */
const sceneShapes = `
ALTER TABLE scenes
  ADD COLUMN speakers TEXT NOT NULL DEFAULT '',
  ADD COLUMN questions INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN conversation SMALLINT NOT NULL DEFAULT 0;
UPDATE scenes SET speakers = shape.speakers, questions = shape.questions, conversation = shape.conversation
FROM (${sceneRowsOfMembers('tenant_id,')}) AS shape
WHERE shape.tenant_id = scenes.tenant_id AND shape.scene = scenes.id;
`

const origins = `
${addOrigins}
-- What a key wrote.
CREATE INDEX memories_by_key ON memories (tenant_id, key_id) WHERE key_id IS NOT NULL;
CREATE INDEX versions_by_key ON versions (tenant_id, key_id) WHERE key_id IS NOT NULL;
`

export const migrations: readonly Migration[] = [
  { version: 1, sql: firstSchema },
  { version: 2, sql: answers },
  { version: 3, sql: answersByModel },
  // The number of SQLite's, which has had one more.
  {
    version: 5,
    sql: [
      sceneShapes, //
      origins,
    ].join('\n'),
  },
]
