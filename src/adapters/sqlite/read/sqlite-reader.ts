import type { Edge, Json, StoredMemory } from '../../../memory/memory.js'
import { isStructural } from '../../../memory/semantic/links.js'
import type { MemoryFilter, Page } from '../../../ports/store/filter.js'
import type { Change } from '../../../ports/store/follow.js'
import type { StoreStatistics } from '../../../ports/store/maintain.js'
import type { KeyWritten, UnembeddedAnswers } from '../../../ports/store/read.js'
import { changeCode } from '../../relational/codes.js'
import { facetLabel } from '../../relational/labels.js'
import { type MemoryColumns, toStoredMemory } from '../../relational/stored-memory.js'
import { toUnembeddedAnswers } from '../../relational/unembedded-answers.js'
import type { MemoryCache } from '../cache/memory-cache.js'
import { segmentRows } from '../cache/segment.js'
import type { Statements } from '../connection/statements.js'
import { filterRows } from '../search/row-filter.js'
import { TopRows } from '../search/top-rows.js'
import { type SelectedMemory, selectMemories } from './select-memories.js'
import { verifyChecksum } from './verify-checksum.js'

/** Reads by id, by filter and along edges, without search. */
export class SqliteReader {
  readonly #sql: Statements
  readonly #cache: MemoryCache

  constructor(sql: Statements, cache: MemoryCache) {
    this.#sql = sql
    this.#cache = cache
  }

  get(ids: readonly string[], asOf?: number): (StoredMemory | undefined)[] {
    return this.#sql.inSnapshot(() =>
      ids.map((id) => {
        const found = this.#sql.find<SelectedMemory>(`${selectMemories} WHERE memories.id = ?`, id)
        const columns = found === undefined ? undefined : verifyChecksum(found)
        const then = columns === undefined || asOf === undefined ? columns : this.#asOf(columns, asOf)
        return then === undefined ? undefined : toStoredMemory(then)
      }),
    )
  }

  /** Importance, tags, facets, validity and state at that moment; undefined before the memory was recorded. */
  #asOf(columns: MemoryColumns, moment: number): MemoryColumns | undefined {
    if (columns.recorded_at > moment) return undefined
    if (columns.version_began_at <= moment) return columns
    const then = this.#sql.find<Partial<MemoryColumns>>(
      `SELECT version, state, valid_to, importance, tags, facets, door, client, key_id FROM versions
       WHERE row = ? AND began_at <= ? ORDER BY version DESC LIMIT 1`,
      columns.row,
      moment,
    )
    return { ...columns, ...then }
  }

  query(filter: MemoryFilter, { offset, limit }: Page, except: readonly string[] = []) {
    return this.#sql.inSnapshot(() => {
      this.#cache.refresh()
      const { happenedAt, ids, end } = this.#cache.columns
      const { passes, among } = filterRows(filter, this.#cache.columns, this.#sql)
      const excluded = new Set(except)
      const isMatch = (row: number) => row < end && passes[row] === 1 && !(excluded.size > 0 && excluded.has(ids[row]))
      let total = 0
      const newest = new TopRows(limit === 0 ? 0 : offset + limit)
      for (let at = 0; at < among.length; at++) {
        const row = among[at]
        if (!isMatch(row)) continue
        total++
        newest.offer(row, happenedAt[row])
      }
      // Memories of the same time are ordered by id, so all that share the page's oldest time are compared.
      const oldest = newest.bestFirst().at(-1)
      const rows: number[] = []
      for (let at = 0; oldest !== undefined && at < among.length; at++) {
        const row = among[at]
        if (happenedAt[row] >= happenedAt[oldest] && isMatch(row)) rows.push(row)
      }
      rows.sort((a, b) => happenedAt[b] - happenedAt[a] || (ids[a] < ids[b] ? -1 : 1))
      const memories = rows.slice(offset, offset + limit).flatMap((row) => {
        const found = this.#sql.find<SelectedMemory>(`${selectMemories} WHERE memories.row = ?`, row)
        const columns = found === undefined ? undefined : verifyChecksum(found)
        const then =
          columns === undefined || filter.knownAt === undefined ? columns : this.#asOf(columns, filter.knownAt)
        return then === undefined ? [] : [toStoredMemory(then)]
      })
      return { total, memories }
    })
  }

  sessions(filter: MemoryFilter): string[] {
    return this.#sql.inSnapshot(() => {
      this.#cache.refresh()
      const { happenedAt, session, end } = this.#cache.columns
      const { passes } = filterRows(filter, this.#cache.columns, this.#sql)
      const newest = new Map<number, number>()
      for (let row = 1; row < end; row++) {
        if (passes[row] === 1)
          newest.set(session[row], Math.max(happenedAt[row], newest.get(session[row]) ?? -Infinity))
      }
      const names = [...newest].map(([id, at]) => ({ name: this.#nameOf(id), at }))
      names.sort((a, b) => b.at - a.at || (a.name < b.name ? -1 : 1))
      return names.map(({ name }) => name)
    })
  }

  /** The id is of a stored row, so the name exists. */
  #nameOf(id: number): string {
    return this.#sql.find<{ name: string }>('SELECT name FROM names WHERE id = ?', id)!.name
  }

  languages(): string[] {
    return this.#sql
      .all<{ code: string }>('SELECT code FROM languages WHERE documents > 0 ORDER BY documents DESC, code')
      .map(({ code }) => code)
  }

  neighbours(ids: readonly string[], types?: readonly string[], asOf?: number | 'ever'): Edge[] {
    const validity = `CASE WHEN ?2 IS NULL THEN edges.valid_to IS NULL WHEN ?2 = 'ever' THEN true
      ELSE edges.valid_from <= ?2 AND ifnull(edges.valid_to > ?2, true) END`
    const ofType = '(?3 IS NULL OR edges.type IN (SELECT value FROM json_each(?3)))'
    const at = (end: 'source' | 'target') => `
      SELECT edges.id FROM json_each(?1) JOIN memories ON memories.id = value JOIN edges ON edges.${end} = memories.row
      WHERE ${validity} AND ${ofType}`
    const rows = this.#sql.all<Edge>(
      `SELECT a.id AS source, b.id AS target, type, weight, edges.valid_from AS validFrom, edges.valid_to AS validTo,
         coactivations, coactivated_at AS coactivatedAt
       FROM edges JOIN memories AS a ON a.row = edges.source JOIN memories AS b ON b.row = edges.target
       WHERE edges.id IN (${at('source')} UNION ${at('target')}) ORDER BY edges.id`,
      JSON.stringify(ids),
      asOf ?? null,
      types === undefined ? null : JSON.stringify(types),
    )
    return rows.map((edge) => ({ ...edge }))
  }

  findByFacet(facet: string, values: readonly string[], filter: MemoryFilter): { value: string; id: string }[] {
    return this.#sql.inSnapshot(() => {
      const labels = new Map(values.map((value) => [facetLabel(facet, value), value]))
      const found = this.#sql.all<{ label: string; row: number }>(
        'SELECT label, row FROM json_each(?) JOIN labels ON label = value ORDER BY label, row',
        JSON.stringify([...labels.keys()]),
      )
      if (found.length === 0) return []
      this.#cache.refresh()
      const { passes } = filterRows(filter, this.#cache.columns, this.#sql)
      return found
        .filter(({ row }) => passes[row] === 1)
        .map(({ label, row }) => ({ value: labels.get(label)!, id: this.#cache.columns.ids[row] }))
    })
  }

  /** Jumps in the index from each type to the next, instead of scanning every edge. */
  relationTypes(): string[] {
    const types = this.#sql.all<{ type: string | null }>(
      `WITH RECURSIVE types(type) AS (
         SELECT min(type) FROM edges WHERE valid_to IS NULL
         UNION ALL
         SELECT (SELECT min(edges.type) FROM edges WHERE valid_to IS NULL AND edges.type > types.type)
         FROM types WHERE types.type IS NOT NULL
       )
       SELECT type FROM types WHERE type IS NOT NULL`,
    )
    return types.flatMap(({ type }) => (type === null || isStructural(type) ? [] : [type]))
  }

  writtenBy(key: string): KeyWritten[] {
    const rows = this.#sql.all<{ id: string; author: string | null }>(
      `SELECT id, CASE version WHEN 1 THEN key_id
         ELSE (SELECT key_id FROM versions WHERE versions.row = memories.row AND version = 1) END AS author
       FROM memories
       WHERE row IN (SELECT row FROM memories WHERE key_id = ?1 UNION SELECT row FROM versions WHERE key_id = ?1)
       ORDER BY row`,
      key,
    )
    return rows.map(({ id, author }) => ({ id, isAuthor: author === key }))
  }

  checkpoints(names: readonly string[]): Record<string, Json> {
    const found = this.#sql.all<{ name: string; value: string }>(
      'SELECT name, bookmarks.value AS value FROM json_each(?) AS asked JOIN bookmarks ON name = asked.value',
      JSON.stringify(names),
    )
    return Object.fromEntries(found.map(({ name, value }) => [name, JSON.parse(value) as Json]))
  }

  unembedded(model: string, limit: number): { id: string; text: string }[] {
    const missing: { id: string; text: string }[] = []
    for (const { first, last } of this.#withoutVectorSegment(model)) {
      const found = this.#sql.all<{ id: string; text: string }>(
        `SELECT id, text FROM memories WHERE row BETWEEN ? AND ? AND NOT EXISTS (
           SELECT 1 FROM vectors JOIN models ON models.id = model WHERE identity = ? AND vectors.row = memories.row
         ) ORDER BY row LIMIT ?`,
        first,
        last,
        model,
        limit - missing.length,
      )
      for (const each of found) missing.push({ ...each })
      if (missing.length === limit) break
    }
    return missing
  }

  unembeddedAnswers(model: string, limit: number): UnembeddedAnswers[] {
    // No model has the id -1; answers without vectors have 0.
    const id = this.#sql.find<{ id: number }>('SELECT id FROM models WHERE identity = ?', model)?.id ?? -1
    return this.#sql
      .all<{ id: string; version: number; facets: string }>(
        `SELECT id, version, facets FROM answers JOIN memories USING (row) WHERE model <> ?1 AND NOT EXISTS (
           SELECT 1 FROM answer_vectors AS further WHERE further.row = answers.row AND further.model = ?1
         ) ORDER BY answers.row LIMIT ?2`,
        id,
        limit,
      )
      .map(toUnembeddedAnswers)
  }

  /** Ranges without a vector segment. Segments hold complete runs, so a missing vector is never inside one. */
  *#withoutVectorSegment(model: string): Generator<{ readonly first: number; readonly last: number }> {
    const segments = this.#sql.all<{ first: number }>(
      'SELECT first FROM vector_segments JOIN models ON models.id = model WHERE identity = ? ORDER BY first',
      model,
    )
    let next = 1
    for (const { first } of segments) {
      if (first > next) yield { first: next, last: first - 1 }
      next = first + segmentRows
    }
    yield { first: next, last: Number.MAX_SAFE_INTEGER }
  }

  changes(since: number, limit: number): Change[] {
    return (
      this.#sql
        .all<{ seq: number; id: string | null; what: number; at: number }>(
          'SELECT seq, id, what, at FROM changes LEFT JOIN memories USING (row) WHERE seq > ? ORDER BY seq LIMIT ?',
          since,
          limit,
        )
        // The codes are from the same table, and an erased memory has no other entry.
        .map(({ what, ...rest }) => ({ ...rest, what: changeCode.fromCode(what)! }) as Change)
    )
  }

  newestSeq(): number {
    return this.#sql.find<{ seq: number | null }>('SELECT max(seq) AS seq FROM changes')?.seq ?? 0
  }

  stats(): StoreStatistics {
    return this.#sql.inSnapshot(() => {
      const tally = (sql: string) =>
        Object.fromEntries(this.#sql.all<{ name: string; n: number }>(sql).map(({ name, n }) => [name, n]))
      const count = (sql: string) => this.#sql.find<{ n: number }>(sql)?.n ?? 0
      return {
        engine: `sqlite ${this.#sql.find<{ v: string }>('SELECT sqlite_version() AS v')?.v}`,
        sessions: tally(
          `SELECT name, count(*) AS n FROM memories JOIN names ON names.id = session WHERE state = 1 AND valid_to IS NULL GROUP BY name ORDER BY n DESC, name`,
        ),
        edges: count('SELECT count(*) AS n FROM edges WHERE valid_to IS NULL'),
        vectors: tally(
          'SELECT identity AS name, count(*) AS n FROM vectors JOIN models ON models.id = model GROUP BY identity',
        ),
        terms: count('SELECT count(*) AS n FROM terms WHERE documents > 0'),
        bytes: count('SELECT page_count * page_size AS n FROM pragma_page_count, pragma_page_size'),
      }
    })
  }
}
