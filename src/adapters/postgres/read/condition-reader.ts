import type { Scope } from '../../../ports/store/filter.js'
import type { StoreCondition, StoreLoad, StoreStatistics, StoreTally } from '../../../ports/store/maintain.js'
import { kindCode } from '../../relational/codes.js'
import { Parameters } from '../connection/parameters.js'
import { prepared, type Sql } from '../connection/sql.js'
import { isCurrent, toCondition } from '../search/filter-sql.js'
import type { KindCounts } from './kind-counts.js'

const engineAndSize = prepared(
  'engine and size',
  `SELECT current_setting('server_version') AS version, current_database() AS name,
     pg_database_size(current_database()) AS bytes FROM totals WHERE tenant_id = $1`,
)

interface Engine {
  readonly version: string
  readonly name: string
  readonly bytes: number
}

const currentSessions = prepared(
  'current sessions',
  `SELECT names.name, count(*) AS n FROM memories JOIN names ON names.tenant_id = $1 AND names.id = memories.session
   WHERE memories.tenant_id = $1 AND ${isCurrent} GROUP BY names.name ORDER BY n DESC, names.name`,
)
const openEdges = prepared('open edges', 'SELECT count(*) AS n FROM edges WHERE tenant_id = $1 AND valid_to IS NULL')
const vectorsOfModels = prepared(
  'vectors of models',
  `SELECT models.identity AS name, count(*) AS n
   FROM vectors JOIN models ON models.tenant_id = $1 AND models.id = vectors.model
   WHERE vectors.tenant_id = $1 GROUP BY models.identity`,
)
const termsInUse = prepared('terms in use', 'SELECT count(*) AS n FROM terms WHERE tenant_id = $1 AND documents > 0')

const languagesInUse = prepared(
  'languages',
  'SELECT code FROM languages WHERE tenant_id = $1 AND documents > 0 ORDER BY documents DESC, code',
)

interface Named {
  readonly name: string
  readonly n: number
}

const byName = (counts: readonly Named[]): Record<string, number> =>
  Object.fromEntries(counts.map(({ name, n }) => [name, n]))

/** Runs within a snapshot, as do all functions here. */
export async function readStatistics(sql: Sql): Promise<StoreStatistics> {
  const [engine, sessions, edges, vectors, terms] = await Promise.all([
    sql.find<Engine>(engineAndSize),
    sql.all<Named>(currentSessions),
    sql.find<{ n: number }>(openEdges),
    sql.all<Named>(vectorsOfModels),
    sql.find<{ n: number }>(termsInUse),
  ])
  return {
    engine: `postgres ${engine?.version}`,
    sessions: byName(sessions),
    edges: edges?.n ?? 0,
    vectors: byName(vectors),
    terms: terms?.n ?? 0,
    bytes: engine?.bytes ?? 0,
  }
}

export async function readTally(sql: Sql, scope: Scope): Promise<StoreTally> {
  const condition = await toCondition(sql, { ...scope, includeClosed: true })
  const count = <Name>(column: string) => {
    const parameters = new Parameters()
    const text = `SELECT memories.${column} AS name, count(*) AS n FROM memories
      WHERE memories.tenant_id = $1 AND ${condition(parameters)} GROUP BY 1 ORDER BY n DESC, name`
    return sql.all<{ name: Name; n: number }>(text, ...parameters.values)
  }
  const [kinds, sources] = await Promise.all([count<number>('kind'), count<string>('source')])
  return {
    total: kinds.reduce((sum, { n }) => sum + n, 0),
    // A code that this version wrote or migrated.
    kinds: Object.fromEntries(kinds.map(({ name, n }) => [kindCode.fromCode(name)!, n])),
    sources: byName(sources),
  }
}

const counted = prepared(
  'condition',
  `SELECT totals.seq, totals.documents,
     (SELECT count(*) FROM memories WHERE memories.tenant_id = $1) AS memories,
     (SELECT count(*) FROM vectors JOIN memories ON memories.tenant_id = $1 AND memories.row = vectors.row
      WHERE vectors.tenant_id = $1 AND vectors.model = (
        SELECT models.id FROM models WHERE models.tenant_id = $1 AND models.identity = $2)) AS vectors,
     (SELECT count(*) FROM structures JOIN memories ON memories.tenant_id = $1 AND memories.row = structures.row
      WHERE structures.tenant_id = $1 AND ${isCurrent}) AS structures
   FROM totals WHERE totals.tenant_id = $1`,
)

interface Counted {
  readonly seq: number
  readonly documents: number
  readonly memories: number
  readonly vectors: number
  readonly structures: number
}

/**
 * This engine searches in the database, not in a cache: the cached numbers are the stored ones, and `inWords` is the
 * document count that writers maintain.
 */
export async function readCondition(sql: Sql, model: string): Promise<Omit<StoreCondition, 'restoredMemories'>> {
  const [engine, found] = await Promise.all([sql.find<Engine>(engineAndSize), sql.find<Counted>(counted, model)])
  const { seq, documents, memories, vectors, structures } = found ?? none
  return {
    seq,
    cachedSeq: seq,
    memories,
    inWords: documents,
    inVectors: vectors,
    inStructures: structures,
    cachedMemories: memories,
    cachedVectors: vectors,
    // False if the tenant was removed.
    isInPlace: found !== undefined,
    files: engine === undefined ? {} : { [engine.name]: engine.bytes },
  }
}

const none: Counted = { seq: 0, documents: 0, memories: 0, vectors: 0, structures: 0 }

export async function readLoad(sql: Sql, counts: KindCounts): Promise<Omit<StoreLoad, 'waiting'>> {
  const [engine, kinds] = await Promise.all([sql.find<Engine>(engineAndSize), counts.read(sql)])
  const memories = Object.values(kinds).reduce((sum, n) => sum + n, 0)
  return { kinds, bytes: engine?.bytes ?? 0, cachedMemories: memories, cachedVectors: 0 }
}

/** Most frequent first. */
export const readLanguages = async (sql: Sql): Promise<string[]> =>
  (await sql.all<{ code: string }>(languagesInUse)).map(({ code }) => code)
