import type { Facets } from '../../../memory/memory.js'
import { derivedFrom } from '../../../memory/semantic/links.js'
import { forgetInStored, isEmptyWorkspace, workspacePrefix } from '../../../memory/workspace/state/stored-workspace.js'
import { StoreConflict } from '../../../ports/store/errors.js'
import { changeCode } from '../../relational/codes.js'
import type { ErasedRow } from '../../relational/erased-row.js'
import { labelsOf } from '../../relational/labels.js'
import { unpackTerms } from '../../relational/packing.js'
import { removeMember, type SceneRow } from '../../relational/scene-row.js'
import type { SegmentPacker } from '../cache/segment-packer.js'
import type { Statements } from '../connection/statements.js'
import { noteAdded } from '../sums/table-sums.js'
import { WorkflowEraser } from '../workflow/workflow-eraser.js'
import { updateScene } from '../write/scene-writer.js'
import { Tally } from '../write/tally.js'

/** Grows with every erasure, by any process. */
export const countErasures = (sql: Statements): number =>
  sql.find<{ erasures: number }>('SELECT erasures FROM totals')?.erasures ?? 0

/** Deletes memories from the tables, with everything that only they used. Call it within a transaction. */
export class Eraser {
  readonly #sql: Statements
  readonly #packer: SegmentPacker
  readonly #workflows: WorkflowEraser

  constructor(sql: Statements, packer: SegmentPacker) {
    this.#sql = sql
    this.#packer = packer
    this.#workflows = new WorkflowEraser(sql)
  }

  /** Refuses the erasure if a memory was derived from these since the caller looked: it would stay behind. */
  assertNothingElseDerived(ids: readonly string[], changed: readonly string[]): void {
    const other = this.#sql.find<{ id: string }>(
      `SELECT derived.id FROM json_each(?1) JOIN memories ON memories.id = value
       JOIN edges ON edges.target = memories.row AND edges.type = ?3
       JOIN memories AS derived ON derived.row = edges.source AND derived.valid_to IS NULL
       WHERE derived.id NOT IN (SELECT value FROM json_each(?1)) AND derived.id NOT IN (SELECT value FROM json_each(?2))`,
      JSON.stringify(ids),
      JSON.stringify(changed),
      derivedFrom,
    )
    if (other !== undefined) throw new StoreConflict(`${other.id} was derived from what is to be erased`)
  }

  /** Returns whether anything was there. */
  erase(ids: readonly string[], at: number): boolean {
    const { rows, isAny } = this.eraseRows(ids, at)
    this.dropNames(rows)
    return isAny
  }

  /** Like `erase`, but leaves unused names: a caller that writes replacements calls `dropNames` after them. */
  eraseRows(ids: readonly string[], at: number): { readonly rows: readonly ErasedRow[]; readonly isAny: boolean } {
    const messageIds = this.#workflows.messagesAmong(ids)
    const erased = this.#eraseMemories(ids, at)
    const isAny = erased.length > 0 || messageIds.length > 0
    if (isAny) this.#workflows.forget(new Set(ids), [...new Set([...messageIdsOf(erased), ...messageIds])])
    return { rows: erased, isAny }
  }

  #eraseMemories(ids: readonly string[], at: number): readonly ErasedRow[] {
    const erased = this.#sql.all<ErasedRow>(
      `SELECT row, project, session, speaker, scene, flags, length, language, terms, tags, facets
       FROM json_each(?) JOIN memories ON memories.id = value GROUP BY row`,
      JSON.stringify(ids),
    )
    if (erased.length === 0) return []
    for (const each of erased) this.#remove(each)
    this.#countDown(erased)
    this.#forgetInWorkspaces(ids)
    const rows = erased.map(({ row }) => row)
    this.#log(rows, at)
    this.#packer.rewrite(rows)
    // A contentless index only marks rows as deleted; `optimize` merges it and drops their content.
    this.#sql.run("INSERT INTO postings (postings) VALUES ('optimize')")
    return erased
  }

  #remove({ row, tags, facets }: ErasedRow): void {
    for (const label of labelsOf(JSON.parse(tags), JSON.parse(facets))) {
      this.#sql.run('DELETE FROM labels WHERE label = ? AND row = ?', label, row)
    }
    this.#sql.run('DELETE FROM vectors WHERE model IN (SELECT id FROM models) AND row = ?', row)
    this.#sql.run('DELETE FROM postings WHERE rowid = ?', row)
    // Strength, versions and edges are deleted by cascade.
    this.#sql.run('DELETE FROM memories WHERE row = ?', row)
  }

  #countDown(erased: readonly ErasedRow[]): void {
    const terms = new Tally<number>()
    const languages = new Tally<string>()
    let length = 0
    for (const each of erased) {
      for (const id of unpackTerms(each.terms)) terms.add(id)
      this.#leaveScene(each)
      if (each.language !== null) languages.add(each.language)
      length += each.length
    }
    for (const [id, documents] of terms.counts) {
      this.#sql.run('UPDATE terms SET documents = documents - ? WHERE id = ?', documents, id)
      this.#sql.run('DELETE FROM terms WHERE id = ? AND documents <= 0', id)
    }
    for (const [code, documents] of languages.counts) {
      this.#sql.run('UPDATE languages SET documents = documents - ? WHERE code = ?', documents, code)
      this.#sql.run('DELETE FROM languages WHERE code = ? AND documents <= 0', code)
    }
    this.#sql.run(
      'UPDATE totals SET documents = documents - ?, length = length - ?, erasures = erasures + 1',
      erased.length,
      length,
    )
  }

  #leaveScene(erased: ErasedRow): void {
    const { scene } = erased
    if (scene === 0) return
    const stored = this.#sql.find<SceneRow>(
      'SELECT members, speakers, questions, conversation FROM scenes WHERE id = ?',
      scene,
    )
    if (stored === undefined) return
    const left = removeMember(stored, erased)
    if (left.members > 0) updateScene(this.#sql, scene, left)
    else this.#sql.run('DELETE FROM scenes WHERE id = ?', scene)
  }

  /** Deletes sessions, projects and speakers without memories. All at once, since each lookup reads the whole table. */
  dropNames(erased: readonly ErasedRow[]): void {
    const used = new Set(erased.flatMap(({ project, session, speaker }) => [project, session, speaker]))
    const unused = this.#sql.all<{ id: number; name: string }>(
      `SELECT id, name FROM names WHERE id IN (SELECT value FROM json_each(?)) AND id NOT IN (
         SELECT session FROM memories UNION SELECT project FROM memories UNION SELECT speaker FROM memories)`,
      JSON.stringify([...used]),
    )
    for (const { id, name } of unused) {
      this.#sql.run('DELETE FROM names WHERE id = ?', id)
      this.#dropCheckpoints(name)
    }
  }

  /** Deletes the checkpoints of a session without memories, but keeps a workspace that has goals or other memories (WSP2). */
  #dropCheckpoints(name: string): void {
    const named = this.#sql.all<{ name: string; value: string }>(
      'SELECT name, value FROM bookmarks WHERE instr(name, ?) > 0',
      JSON.stringify(name),
    )
    for (const checkpoint of named) {
      const isWorkspace = checkpoint.name.startsWith(workspacePrefix)
      if (isWorkspace && !isEmptyWorkspace(JSON.parse(checkpoint.value))) continue
      this.#sql.run('DELETE FROM bookmarks WHERE name = ?', checkpoint.name)
      // A lease that was never released.
      this.#sql.run('DELETE FROM leases WHERE name = ?', checkpoint.name)
    }
  }

  /** A workspace may quote the memories. */
  #forgetInWorkspaces(ids: readonly string[]): void {
    const gone = new Set(ids)
    const workspaces = this.#sql.all<{ name: string; value: string }>(
      'SELECT name, value FROM bookmarks WHERE substr(name, 1, ?) = ?',
      workspacePrefix.length,
      workspacePrefix,
    )
    for (const { name, value } of workspaces) {
      const left = JSON.stringify(forgetInStored(JSON.parse(value), gone))
      this.#sql.run('UPDATE bookmarks SET value = ? WHERE name = ?', left, name)
    }
  }

  /** Replaces all entries of these rows: caches learn which rows to drop, and nothing else of them remains. */
  #log(rows: readonly number[], at: number): void {
    const asked = JSON.stringify(rows)
    this.#sql.run('DELETE FROM changes WHERE row IN (SELECT value FROM json_each(?))', asked)
    this.#sql.run(
      'INSERT INTO changes (row, what, at) SELECT value, ?2, ?3 FROM json_each(?1)',
      asked,
      changeCode.toCode('erased'),
      at,
    )
    noteAdded(this.#sql, 'changes', 'row IN (SELECT value FROM json_each(?))', asked)
  }
}

/** The messages of turns that became these episodes (RSB5). */
const messageIdsOf = (erased: readonly ErasedRow[]): string[] =>
  erased.flatMap(({ facets }) => {
    const { message_id } = JSON.parse(facets) as Facets
    return typeof message_id === 'string' ? [message_id] : []
  })
