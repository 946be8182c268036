import { labelsOf } from '../../relational/labels.js'
import type { MemoryRow } from '../../relational/memory-columns.js'
import { unpackTerms } from '../../relational/packing.js'
import { sceneRowsOfMembers } from '../../relational/scene-row.js'
import { digestOf } from '../../relational/text-digest.js'
import { type Connection, inTransaction, reindex } from '../connection/connection.js'
import { Statements } from '../connection/statements.js'
import { Tally } from '../write/tally.js'

const isOrphan = 'row NOT IN (SELECT row FROM memories)'
/** Conditions for rows whose memory does not exist. */
const orphans: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['strengths', 'versions', 'structures', 'vectors', 'answers', 'labels'].map((name) => [name, isOrphan]),
  ),
  edges: 'source NOT IN (SELECT row FROM memories) OR target NOT IN (SELECT row FROM memories)',
}

type Source = Pick<MemoryRow, 'row' | 'terms' | 'tags' | 'facets'>

/** Lists derived data that does not agree with the memories; `rebuildDerived` repairs all of it. */
export function findInconsistencies(connection: Connection): string[] {
  const sql = new Statements(connection)
  const count = (query: string) => sql.find<{ n: number }>(query)?.n ?? 0
  const found: string[] = []
  const expectNone = (what: string, query: string) => {
    const number = count(query)
    if (number > 0) found.push(`${number} ${what}`)
  }
  for (const [table, condition] of Object.entries(orphans)) {
    expectNone(`${table} without a memory`, `SELECT count(*) AS n FROM ${table} WHERE ${condition}`)
  }
  expectNone(
    'memories missing from the full-text index',
    'SELECT count(*) AS n FROM memories WHERE row NOT IN (SELECT id FROM postings_docsize)',
  )
  expectNone(
    'full-text entries without a memory',
    'SELECT count(*) AS n FROM postings_docsize WHERE id NOT IN (SELECT row FROM memories)',
  )
  expectNone(
    'scenes with a wrong count',
    `SELECT count(*) AS n FROM scenes LEFT JOIN (${sceneRowsOfMembers('')}) AS shape ON shape.scene = scenes.id
     WHERE (scenes.members, scenes.speakers, scenes.questions, scenes.conversation)
       IS NOT (shape.members, shape.speakers, shape.questions, shape.conversation)`,
  )
  expectNone(
    'wrong totals',
    `SELECT count(*) AS n FROM totals WHERE documents <> (SELECT count(*) FROM memories)
       OR length <> (SELECT ifnull(sum(length), 0) FROM memories)`,
  )
  expectNone(
    'languages with a wrong count',
    `SELECT count(*) AS n FROM (SELECT code FROM languages
       WHERE documents <> (SELECT count(*) FROM memories WHERE language = code)
       UNION SELECT language FROM memories WHERE language IS NOT NULL AND language NOT IN (SELECT code FROM languages))`,
  )
  const { counts, labels } = derive(sql)
  const stored = sql.all<{ id: number; documents: number }>('SELECT id, documents FROM terms')
  const wrong = stored.filter(({ id, documents }) => (counts.get(id) ?? 0) !== documents).length
  if (wrong > 0) found.push(`${wrong} words with a wrong count`)
  const storedLabels = new Set(
    sql.all<{ label: string; row: number }>('SELECT label, row FROM labels').map(({ label, row }) => `${row} ${label}`),
  )
  const missing = labels.filter(({ label, row }) => !storedLabels.has(`${row} ${label}`)).length
  if (missing > 0) found.push(`${missing} missing labels`)
  else if (storedLabels.size > labels.length) found.push(`${storedLabels.size - labels.length} labels too many`)
  return found
}

/** Ids of memories whose text does not match its checksum: only a backup has the original. */
export function findDamagedTexts(connection: Connection): string[] {
  const rows = connection.prepare('SELECT id, text, digest FROM memories WHERE digest IS NOT NULL').iterate()
  const damaged: string[] = []
  for (const { id, text, digest } of rows as Iterable<{ id: string; text: string; digest: number }>) {
    if (digestOf(id, text) !== digest) damaged.push(id)
  }
  return damaged
}

/** Rebuilds all derived data in one transaction, except the segments: the next writer packs those. */
export function rebuildDerived(connection: Connection): void {
  reindex(connection)
  inTransaction(connection, () => {
    const sql = new Statements(connection)
    for (const [table, condition] of Object.entries(orphans)) sql.run(`DELETE FROM ${table} WHERE ${condition}`)
    const { counts, labels, sources } = derive(sql)
    sql.run('DELETE FROM row_segments')
    sql.run('DELETE FROM vector_segments')
    sql.run('DELETE FROM labels')
    for (const { label, row } of labels) sql.run('INSERT INTO labels VALUES (?, ?)', label, row)
    sql.run("INSERT INTO postings (postings) VALUES ('delete-all')")
    for (const { row, terms } of sources) {
      const termIds = unpackTerms(terms).map((id) => id.toString(36))
      sql.run('INSERT INTO postings (rowid, term_ids) VALUES (?, ?)', row, termIds.join(' '))
    }
    for (const { id } of sql.all<{ id: number }>('SELECT id FROM terms')) {
      sql.run('UPDATE terms SET documents = ? WHERE id = ?', counts.get(id) ?? 0, id)
    }
    sql.run('DELETE FROM scenes')
    sql.run(
      `INSERT INTO scenes (id, members, speakers, questions, conversation)
       SELECT scene, members, speakers, questions, conversation FROM (${sceneRowsOfMembers('')})`,
    )
    sql.run('DELETE FROM languages')
    sql.run(
      `INSERT INTO languages SELECT language, count(*) FROM memories WHERE language IS NOT NULL GROUP BY language`,
    )
    sql.run(
      `UPDATE totals SET documents = (SELECT count(*) FROM memories),
         length = (SELECT ifnull(sum(length), 0) FROM memories), erasures = erasures + 1`,
    )
  })
}

function derive(sql: Statements) {
  const sources = sql.all<Source>('SELECT row, terms, tags, facets FROM memories ORDER BY row')
  const tally = new Tally<number>()
  const labels: { readonly row: number; readonly label: string }[] = []
  for (const { row, terms, tags, facets } of sources) {
    for (const id of unpackTerms(terms)) tally.add(id)
    for (const label of labelsOf(JSON.parse(tags), JSON.parse(facets))) labels.push({ row, label })
  }
  return { sources, labels, counts: new Map(tally.counts) }
}
