/** One step forward, never back. Each is applied in the transaction that also writes its number down. */
export interface Migration {
  readonly version: number
  readonly sql: string
}

/**
 * The embedded engine's tables, column for column, so that a store moves between the two as it is. `tenant_id` comes
 * first in every key and index and nothing refers across tenants: Citus can distribute all of it by that column, but
 * for `tenants`, which every node may hold. Numbers (rows, terms, names, scenes, the change log) are the tenant's own,
 * given by whoever holds its line of `totals` (one writer per tenant at a time, so that the change log is in the order
 * of commits). Texts are compared byte by byte, as the embedded engine does.
 */
const firstSchema = `
CREATE EXTENSION IF NOT EXISTS vector;

CREATE TABLE tenants (
  tenant_id INTEGER GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name TEXT COLLATE "C" NOT NULL UNIQUE
);

-- Lines that are written again and again have room beside them, so that no index hears of it.
-- What whoever writes locks first. The last number given of each sort, and the statistics of ranking.
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
-- What is current (state 1 is active): what nearly every question is about.
CREATE INDEX current_memories ON memories (tenant_id, happened_at DESC, id) INCLUDE (row, kind, project, session)
  WHERE state = 1 AND valid_to IS NULL;
CREATE INDEX current_memories_in_sessions ON memories (tenant_id, session, happened_at DESC)
  WHERE state = 1 AND valid_to IS NULL;
CREATE INDEX memories_in_scenes ON memories (tenant_id, session, project, happened_at, row) WHERE scene > 0;
-- What says nothing in words is found by no word.
CREATE INDEX memories_without_words ON memories (tenant_id, session) WHERE terms = ''::bytea;
-- Who stands beside whom in a scene is told by this index alone, with what filters mostly ask about.
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

-- What a text holds besides words: records, and facts of the graph.
CREATE TABLE structures (
  tenant_id INTEGER NOT NULL, row INTEGER NOT NULL, body TEXT NOT NULL,
  PRIMARY KEY (tenant_id, row)
);

-- Half precision holds every int8 exactly, and a sum of their products is exact in single precision: distances are
-- those of the embedded engine to the bit. \`square\` is the vector's product with itself.
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
-- Never compressed or put aside: every scan reads them.
ALTER TABLE vectors ALTER COLUMN components SET STORAGE PLAIN;

CREATE TABLE terms (
  tenant_id INTEGER NOT NULL, id INTEGER NOT NULL, term TEXT COLLATE "C" NOT NULL, documents INTEGER NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, term)
) WITH (fillfactor = 80);
-- Which memories hold a term, how often, and how long they are: a leg reads nothing but this index.
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

-- Conversations: each with its runs, their turns, and what was said meanwhile.
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

-- Where background work stands.
CREATE TABLE bookmarks (
  tenant_id INTEGER NOT NULL, name TEXT COLLATE "C" NOT NULL, value TEXT NOT NULL,
  PRIMARY KEY (tenant_id, name)
);

-- Copies that this store has written, and what is erased here but perhaps not yet there.
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

-- Which transactions were committed lately, by names that whoever wrote gave them: who was not answered looks here. The
-- server's own numbers will not do, since after a crash it gives those that it lost to others.
CREATE TABLE commits (
  tenant_id INTEGER NOT NULL, name UUID NOT NULL, at TIMESTAMPTZ NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, name)
);

-- COM10: what servers tell each other about calls that they counted; worth nothing after a minute. The sequence is one
-- that a crash of the server keeps: those who listen go on behind the last number they heard.
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

-- Of all tenants, like \`tenants\`: a key says whose it is.
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

export const migrations: readonly Migration[] = [{ version: 1, sql: firstSchema }]
