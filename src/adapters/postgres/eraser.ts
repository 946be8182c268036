import type { Facets } from '../../memory/memory.js'
import { derivedFrom } from '../../memory/semantic/links.js'
import { forgetInStored, isEmptyMind, workspacePrefix } from '../../memory/workspace/state/stored-workspace.js'
import { StoreConflict } from '../../ports/memory-store.js'
import { changeCode } from '../relational/codes.js'
import type { ErasedRow } from '../relational/erased-row.js'
import { labelsOf } from '../relational/labels.js'
import { unpackTerms } from '../relational/packing.js'
import type { Sql } from './sql.js'
import type { Sums } from './sums.js'
import { WorkflowEraser } from './workflow-eraser.js'

const rowsOfIds = 'SELECT row FROM memories WHERE tenant_id = $1 AND id = ANY($2::text[])'

const changedSince = `SELECT seq FROM changes WHERE tenant_id = $1 AND seq > $3 AND (
  what = ${changeCode.toCode('erased')}
  OR row IN (${rowsOfIds}) AND what <> ${changeCode.toCode('embedded')}
  OR what = ${changeCode.toCode('connected')} AND EXISTS (
    SELECT 1 FROM edges WHERE tenant_id = $1 AND source = changes.row AND target IN (${rowsOfIds}))
) LIMIT 1`

const derivedFromThem = `SELECT derived.id FROM memories
  JOIN edges ON edges.tenant_id = $1 AND edges.target = memories.row AND edges.type = $4
  JOIN memories AS derived ON derived.tenant_id = $1 AND derived.row = edges.source AND derived.valid_to IS NULL
  WHERE memories.tenant_id = $1 AND memories.id = ANY($2::text[])
    AND derived.id <> ALL($2::text[]) AND derived.id <> ALL($3::text[]) LIMIT 1`

const erasedRows = `SELECT row, project, session, speaker, scene, length, language, terms, tags, facets
  FROM memories WHERE tenant_id = $1 AND id = ANY($2::text[])`

/** All that belongs to a memory alone, by its row. Followers learn which rows to drop, and nothing more of them. */
const deletions = [
  ...['memories', 'strengths', 'versions', 'structures', 'changes'].map(
    (table) => `DELETE FROM ${table} WHERE tenant_id = $1 AND row = ANY($2::int[])`,
  ),
  'DELETE FROM edges WHERE tenant_id = $1 AND source = ANY($2::int[])',
  'DELETE FROM edges WHERE tenant_id = $1 AND target = ANY($2::int[])',
  `DELETE FROM vectors WHERE tenant_id = $1 AND row = ANY($2::int[])
   AND model IN (SELECT id FROM models WHERE tenant_id = $1)`,
]

const unusedNames = `SELECT id, name FROM names WHERE tenant_id = $1 AND id = ANY($2::int[]) AND id NOT IN (
  SELECT session FROM memories WHERE tenant_id = $1 UNION SELECT project FROM memories WHERE tenant_id = $1
  UNION SELECT speaker FROM memories WHERE tenant_id = $1)`

/** Takes memories out of the tables, and with them all that only they used. To be called within a transaction. */
export class Eraser {
  readonly #sql: Sql
  readonly #workflows: WorkflowEraser

  constructor(sql: Sql) {
    this.#sql = sql
    this.#workflows = new WorkflowEraser(sql)
  }

  /** An edge is logged at its source only. What was erased cannot be told any more: it may have been one of these. */
  async assertSame(ids: readonly string[], since: number): Promise<void> {
    const changed = await this.#sql.find<{ seq: number }>(changedSince, ids, since)
    if (changed !== undefined) throw new StoreConflict(`change ${changed.seq} came between`)
  }

  /** Something that was derived from these after the caller had looked would stay behind. */
  async assertKnown(ids: readonly string[], changed: readonly string[]): Promise<void> {
    const other = await this.#sql.find<{ id: string }>(derivedFromThem, ids, changed, derivedFrom)
    if (other !== undefined) throw new StoreConflict(`${other.id} was derived from what is to be erased`)
  }

  /** Names that nobody is called by any more are to be dropped after what takes their place has come. */
  async take(
    ids: readonly string[],
    at: number,
    sums: Sums,
  ): Promise<{ readonly rows: readonly ErasedRow[]; readonly isAny: boolean }> {
    const messageIds = await this.#workflows.messagesAmong(ids)
    const erased = await this.#takeMemories(ids, at, sums)
    const isAny = erased.length > 0 || messageIds.length > 0
    if (isAny) await this.#workflows.forget(new Set(ids), [...new Set([...messageIdsOf(erased), ...messageIds])])
    return { rows: erased, isAny }
  }

  async #takeMemories(ids: readonly string[], at: number, sums: Sums): Promise<readonly ErasedRow[]> {
    const erased = await this.#sql.all<ErasedRow>(erasedRows, ids)
    if (erased.length === 0) return []
    await this.#remove(erased)
    await this.#countDown(erased, sums)
    await this.#forgetInWorkspaces(ids)
    for (const { row } of erased) sums.log(row, 'erased', at)
    return erased
  }

  async #remove(erased: readonly ErasedRow[]): Promise<void> {
    const rows = erased.map(({ row }) => row)
    for (const deletion of deletions) await this.#sql.change(deletion, rows)
    const labels = erased.flatMap(({ row, tags, facets }) =>
      [...labelsOf(JSON.parse(tags), JSON.parse(facets))].map((label) => [label, row] as const),
    )
    await this.#removePairs('labels', 'label', 'text', labels)
    const postings = erased.flatMap(({ row, terms }) => unpackTerms(terms).map((term) => [term, row] as const))
    await this.#removePairs('postings', 'term', 'int', postings)
  }

  /** By the whole key: there is no index by row alone, and there need not be one. */
  async #removePairs(
    table: string,
    column: string,
    type: string,
    pairs: readonly (readonly [string | number, number])[],
  ): Promise<void> {
    await this.#sql.change(
      `DELETE FROM ${table} USING unnest($2::${type}[], $3::int[]) AS gone (${column}, row)
       WHERE ${table}.tenant_id = $1 AND ${table}.${column} = gone.${column} AND ${table}.row = gone.row`,
      pairs.map(([first]) => first),
      pairs.map(([, row]) => row),
    )
  }

  async #countDown(erased: readonly ErasedRow[], sums: Sums): Promise<void> {
    const scenes = erased.flatMap(({ scene }) => (scene === 0 ? [] : [scene]))
    const languages = erased.flatMap(({ language }) => (language === null ? [] : [language]))
    const terms = erased.flatMap((each) => unpackTerms(each.terms))
    await this.#decrease('terms', 'id', 'int', 'documents', terms)
    await this.#decrease('scenes', 'id', 'int', 'members', scenes)
    await this.#decrease('languages', 'code', 'text', 'documents', languages)
    const length = erased.reduce((sum, each) => sum + each.length, 0)
    sums.add('documents', -erased.length)
    sums.add('length', -length)
    sums.add('erasures', 1)
  }

  /** By one for each time that it is named; what nobody uses any more goes. */
  async #decrease(
    table: string,
    key: string,
    type: string,
    counter: string,
    named: readonly (string | number)[],
  ): Promise<void> {
    await this.#sql.change(
      `UPDATE ${table} SET ${counter} = ${counter} - gone.n
       FROM (SELECT key, count(*)::int AS n FROM unnest($2::${type}[]) AS key GROUP BY key) AS gone
       WHERE tenant_id = $1 AND ${table}.${key} = gone.key`,
      named,
    )
    const unused = `DELETE FROM ${table} WHERE tenant_id = $1 AND ${key} = ANY($2::${type}[]) AND ${counter} <= 0`
    await this.#sql.change(unused, named)
  }

  /** Sessions, projects and speakers that nobody has any more. All at once: each look would read the whole table. */
  async dropNames(erased: readonly ErasedRow[]): Promise<void> {
    const used = new Set(erased.flatMap(({ project, session, speaker }) => [project, session, speaker]))
    if (used.size === 0) return
    const unused = await this.#sql.all<{ id: number; name: string }>(unusedNames, [...used])
    if (unused.length === 0) return
    const ids = unused.map(({ id }) => id)
    await this.#sql.change('DELETE FROM names WHERE tenant_id = $1 AND id = ANY($2::int[])', ids)
    for (const { name } of unused) await this.#dropBookmarks(name)
  }

  /** Those of a session without memories, but not a mind that has goals of its own, or memories of others (WSP2). */
  async #dropBookmarks(name: string): Promise<void> {
    const named = await this.#sql.all<{ name: string; value: string }>(
      'SELECT name, value FROM bookmarks WHERE tenant_id = $1 AND strpos(name, $2) > 0',
      JSON.stringify(name),
    )
    for (const bookmark of named) {
      const isMind = bookmark.name.startsWith(workspacePrefix)
      if (isMind && !isEmptyMind(JSON.parse(bookmark.value))) continue
      // A lease as well: one that nobody gave back.
      for (const table of ['bookmarks', 'leases'])
        await this.#sql.change(`DELETE FROM ${table} WHERE tenant_id = $1 AND name = $2`, bookmark.name)
    }
  }

  /** What is in somebody's mind may quote them. */
  async #forgetInWorkspaces(ids: readonly string[]): Promise<void> {
    const gone = new Set(ids)
    const workspaces = await this.#sql.all<{ name: string; value: string }>(
      'SELECT name, value FROM bookmarks WHERE tenant_id = $1 AND starts_with(name, $2)',
      workspacePrefix,
    )
    for (const { name, value } of workspaces) {
      const left = JSON.stringify(forgetInStored(JSON.parse(value), gone))
      await this.#sql.change('UPDATE bookmarks SET value = $3 WHERE tenant_id = $1 AND name = $2', name, left)
    }
  }
}

/** Of episodes that are what is left of a turn (RSB5). */
const messageIdsOf = (erased: readonly ErasedRow[]): string[] =>
  erased.flatMap(({ facets }) => {
    const { message_id } = JSON.parse(facets) as Facets
    return typeof message_id === 'string' ? [message_id] : []
  })
