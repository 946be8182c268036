import { labelsOf } from '../relational/labels.js'
import { unpackTerms } from '../relational/packing.js'
import { digestOf } from '../relational/text-digest.js'
import { type Connection, inTransaction } from './connection.js'
import { Statements } from './statements.js'
import { Tally } from './tally.js'

/** Rows that belong to a memory that is not there. */
const ownerless: Readonly<Record<string, string>> = {
  strengths: 'row NOT IN (SELECT row FROM memories)',
  versions: 'row NOT IN (SELECT row FROM memories)',
  structures: 'row NOT IN (SELECT row FROM memories)',
  vectors: 'row NOT IN (SELECT row FROM memories)',
  labels: 'row NOT IN (SELECT row FROM memories)',
  edges: 'source NOT IN (SELECT row FROM memories) OR target NOT IN (SELECT row FROM memories)',
}

interface Source {
  readonly row: number
  readonly terms: Uint8Array
  readonly tags: string
  readonly facets: string
}

/** What can be made anew from the memories themselves, and does not agree with them. */
export function findDisagreements(connection: Connection): string[] {
  const sql = new Statements(connection)
  const count = (query: string) => sql.find<{ n: number }>(query)?.n ?? 0
  const found: string[] = []
  const expectNone = (what: string, query: string) => {
    const number = count(query)
    if (number > 0) found.push(`${number} ${what}`)
  }
  for (const [table, condition] of Object.entries(ownerless)) {
    expectNone(`${table} of no memory`, `SELECT count(*) AS n FROM ${table} WHERE ${condition}`)
  }
  expectNone(
    'memories that no word finds',
    'SELECT count(*) AS n FROM memories WHERE row NOT IN (SELECT id FROM postings_docsize)',
  )
  expectNone(
    'words of no memory',
    'SELECT count(*) AS n FROM postings_docsize WHERE id NOT IN (SELECT row FROM memories)',
  )
  expectNone(
    'scenes that are counted wrongly',
    `SELECT count(*) AS n FROM scenes WHERE members <> (SELECT count(*) FROM memories WHERE scene = scenes.id)`,
  )
  expectNone(
    'totals that are wrong',
    `SELECT count(*) AS n FROM totals WHERE documents <> (SELECT count(*) FROM memories)
       OR length <> (SELECT ifnull(sum(length), 0) FROM memories)`,
  )
  expectNone(
    'languages that are counted wrongly',
    `SELECT count(*) AS n FROM (SELECT code FROM languages
       WHERE documents <> (SELECT count(*) FROM memories WHERE language = code)
       UNION SELECT language FROM memories WHERE language IS NOT NULL AND language NOT IN (SELECT code FROM languages))`,
  )
  const { counts, labels } = derive(sql)
  const stored = sql.all<{ id: number; documents: number }>('SELECT id, documents FROM terms')
  const wrong = stored.filter(({ id, documents }) => (counts.get(id) ?? 0) !== documents).length
  if (wrong > 0) found.push(`${wrong} words that are counted wrongly`)
  const storedLabels = new Set(
    sql.all<{ label: string; row: number }>('SELECT label, row FROM labels').map(({ label, row }) => `${row} ${label}`),
  )
  const missing = labels.filter(({ label, row }) => !storedLabels.has(`${row} ${label}`)).length
  if (missing > 0) found.push(`${missing} labels that are missing`)
  else if (storedLabels.size > labels.length) found.push(`${storedLabels.size - labels.length} labels too many`)
  return found
}

/** Texts that are not what was written: nothing can bring them back but a backup. */
export function findDamagedTexts(connection: Connection): string[] {
  const rows = connection.prepare('SELECT id, text, digest FROM memories WHERE digest IS NOT NULL').iterate()
  const damaged: string[] = []
  for (const { id, text, digest } of rows as Iterable<{ id: string; text: string; digest: number }>) {
    if (digestOf(id, text) !== digest) damaged.push(id)
  }
  return damaged
}

/** Makes all of it anew, in one transaction. Segments are copies: whoever writes next makes them. */
export function rebuildDerived(connection: Connection): void {
  connection.exec('REINDEX')
  inTransaction(connection, () => {
    const sql = new Statements(connection)
    for (const [table, condition] of Object.entries(ownerless)) sql.run(`DELETE FROM ${table} WHERE ${condition}`)
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
    sql.run('UPDATE scenes SET members = (SELECT count(*) FROM memories WHERE scene = scenes.id)')
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
