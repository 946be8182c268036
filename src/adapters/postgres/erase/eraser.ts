import type { Facets } from '../../../memory/memory.js'
import { derivedFrom } from '../../../memory/semantic/links.js'
import { forgetInStored, isEmptyWorkspace, workspacePrefix } from '../../../memory/workspace/state/stored-workspace.js'
import { StoreConflict } from '../../../ports/store/errors.js'
import { changeCode } from '../../relational/codes.js'
import type { ErasedRow } from '../../relational/erased-row.js'
import { labelsOf } from '../../relational/labels.js'
import { unpackTerms } from '../../relational/packing.js'
import type { Sql } from '../connection/sql.js'
import { WorkflowEraser } from '../workflow/workflow-eraser.js'
import { dropAnswers } from '../write/answer-writer.js'
import type { TransactionCounters } from '../write/transaction-counters.js'
import { leaveScenes } from './leave-scenes.js'

const rowsOfIds = 'SELECT row FROM memories WHERE tenant_id = $1 AND id = ANY($2::text[])'

const changeSince = `SELECT seq FROM changes WHERE tenant_id = $1 AND seq > $3 AND (
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

const erasedRows = `SELECT row, project, session, speaker, scene, flags, length, language, terms, tags, facets
  FROM memories WHERE tenant_id = $1 AND id = ANY($2::text[])`

/** Everything that belongs to one memory, by row. Followers of the change log learn only which rows to drop. */
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

/** Removes memories from the tables, with everything that only they used. Runs within a transaction. */
export class Eraser {
  readonly #sql: Sql
  readonly #workflows: WorkflowEraser

  constructor(sql: Sql) {
    this.#sql = sql
    this.#workflows = new WorkflowEraser(sql)
  }

  /**
   * Throws if the memories or their edges changed. An edge is logged at its source, and any erasure counts as a
   * change.
   */
  async assertUnchanged(ids: readonly string[], since: number): Promise<void> {
    const changed = await this.#sql.find<{ seq: number }>(changeSince, ids, since)
    if (changed !== undefined) throw new StoreConflict(`change ${changed.seq} came between`)
  }

  /** Throws if a memory was derived from these after the caller looked: it would not be erased. */
  async assertNothingDerived(ids: readonly string[], changed: readonly string[]): Promise<void> {
    const other = await this.#sql.find<{ id: string }>(derivedFromThem, ids, changed, derivedFrom)
    if (other !== undefined) throw new StoreConflict(`${other.id} was derived from what is to be erased`)
  }

  /** The caller drops unused names later, because replacements may use them. */
  async erase(
    ids: readonly string[],
    at: number,
    counters: TransactionCounters,
  ): Promise<{ readonly rows: readonly ErasedRow[]; readonly isAny: boolean }> {
    const messageIds = await this.#workflows.messagesAmong(ids)
    const erased = await this.#eraseMemories(ids, at, counters)
    const isAny = erased.length > 0 || messageIds.length > 0
    if (isAny) await this.#workflows.forget(new Set(ids), [...new Set([...messageIdsOf(erased), ...messageIds])])
    return { rows: erased, isAny }
  }

  async #eraseMemories(
    ids: readonly string[],
    at: number,
    counters: TransactionCounters,
  ): Promise<readonly ErasedRow[]> {
    const erased = await this.#sql.all<ErasedRow>(erasedRows, ids)
    if (erased.length === 0) return []
    await this.#remove(erased)
    await dropAnswers(
      this.#sql,
      erased.map(({ row }) => row),
      counters,
    )
    await this.#countDown(erased, counters)
    await this.#forgetInWorkspaces(ids)
    for (const { row } of erased) counters.log(row, 'erased', at)
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

  /** Deletes by the whole primary key, because there is no index by row alone. */
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

  async #countDown(erased: readonly ErasedRow[], counters: TransactionCounters): Promise<void> {
    const languages = erased.flatMap(({ language }) => (language === null ? [] : [language]))
    const terms = erased.flatMap((each) => unpackTerms(each.terms))
    await this.#decrease('terms', 'id', 'int', 'documents', terms)
    await leaveScenes(this.#sql, erased)
    await this.#decrease('languages', 'code', 'text', 'documents', languages)
    const length = erased.reduce((sum, each) => sum + each.length, 0)
    counters.add('documents', -erased.length)
    counters.add('length', -length)
    counters.add('erasures', 1)
  }

  /** Decreases the counter by one per occurrence of a key, and deletes rows that reach zero. */
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

  /** Drops unused sessions, projects and speakers in one query, because it reads the whole table. */
  async dropNames(erased: readonly ErasedRow[]): Promise<void> {
    const used = new Set(erased.flatMap(({ project, session, speaker }) => [project, session, speaker]))
    if (used.size === 0) return
    const unused = await this.#sql.all<{ id: number; name: string }>(unusedNames, [...used])
    if (unused.length === 0) return
    const ids = unused.map(({ id }) => id)
    await this.#sql.change('DELETE FROM names WHERE tenant_id = $1 AND id = ANY($2::int[])', ids)
    for (const { name } of unused) await this.#dropCheckpoints(name)
  }

  /** Drops checkpoints of a session without memories, except a workspace with goals or with others' memories (WSP2). */
  async #dropCheckpoints(name: string): Promise<void> {
    const named = await this.#sql.all<{ name: string; value: string }>(
      'SELECT name, value FROM bookmarks WHERE tenant_id = $1 AND strpos(name, $2) > 0',
      JSON.stringify(name),
    )
    for (const checkpoint of named) {
      const isWorkspace = checkpoint.name.startsWith(workspacePrefix)
      if (isWorkspace && !isEmptyWorkspace(JSON.parse(checkpoint.value))) continue
      // The session may also have left a lease.
      for (const table of ['bookmarks', 'leases'])
        await this.#sql.change(`DELETE FROM ${table} WHERE tenant_id = $1 AND name = $2`, checkpoint.name)
    }
  }

  /** Workspaces may quote the erased memories. */
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

/** The messages of the turns that these episodes were made from (RSB5). */
const messageIdsOf = (erased: readonly ErasedRow[]): string[] =>
  erased.flatMap(({ facets }) => {
    const { message_id } = JSON.parse(facets) as Facets
    return typeof message_id === 'string' ? [message_id] : []
  })
