import { saysTheSame } from '../../memory/moving/same-content.js'
import type { Told } from '../../ports/memory-store.js'
import { packTerms } from '../relational/packing.js'
import { prepared, type Sql } from './sql.js'

interface KnownTerm {
  readonly id: number
  readonly documents: number
  readonly count: number
}

/** Something told, as the store would hold it. */
interface Sought {
  readonly told: Told
  readonly place: number
  readonly session: number
  readonly project: number
  readonly pack: Uint8Array
  /** Its rarest words: with each more of them the index is asked once more, and fewer memories are looked at. */
  readonly rarest: readonly KnownTerm[]
}

const rarest = 3

const knownNames = prepared('told names', 'SELECT name, id FROM names WHERE tenant_id = $1 AND name = ANY ($2::text[])')

const knownTerms = prepared(
  'told terms',
  'SELECT term, id, documents FROM terms WHERE tenant_id = $1 AND term = ANY ($2::text[]) AND documents > 0',
)

const isSame = `memories.tenant_id = $1 AND memories.terms = asked.pack AND memories.source = asked.source
  AND memories.session = asked.session AND memories.project = asked.project`

const asked = '$2::int[], $3::bytea[], $4::text[], $5::int[], $6::int[]'
const columns = 'place, pack, source, session, project'
const selected = 'SELECT asked.place, memories.id, memories.source, memories.tags, memories.text'

const holds = (nth: number) => `(asked.term${nth} = 0 OR EXISTS (
  SELECT 1 FROM postings AS other WHERE other.tenant_id = $1 AND other.term = asked.term${nth}
    AND other.row = postings.row AND other.count = asked.count${nth}))`

const withWords = prepared(
  'told with words',
  `${selected}
   FROM unnest(${asked}, $7::int[], $8::int[], $9::int[], $10::int[], $11::int[], $12::int[])
     AS asked(${columns}, term1, count1, term2, count2, term3, count3)
   JOIN postings ON postings.tenant_id = $1 AND postings.term = asked.term1 AND postings.count = asked.count1
     AND ${holds(2)} AND ${holds(3)}
   JOIN memories ON memories.row = postings.row AND ${isSame}
   ORDER BY asked.place, memories.row`,
)

// A text without words is in no posting; such have an index of their own.
const withoutWords = prepared(
  'told without words',
  `${selected} FROM unnest(${asked}) AS asked(${columns})
   JOIN memories ON ${isSame} AND memories.terms = ''::bytea ORDER BY asked.place, memories.row`,
)

interface SimilarRow {
  readonly place: number
  readonly id: string
  readonly source: string
  readonly tags: string
  readonly text: string
}

/** Finds what says the same, by its words: the same text has the same, each as often. Within a snapshot. */
export async function findTold(sql: Sql, told: readonly Told[]): Promise<(string | undefined)[]> {
  const sought = await seek(sql, told)
  const worded = sought.filter((each) => each.rarest.length > 0)
  const wordless = sought.filter((each) => each.rarest.length === 0)
  const [similar, silent] = await Promise.all([
    worded.length === 0 ? [] : sql.all<SimilarRow>(withWords, ...common(worded), ...rareWords(worded)),
    wordless.length === 0 ? [] : sql.all<SimilarRow>(withoutWords, ...common(wordless)),
  ])
  const found = new Array<string | undefined>(told.length)
  for (const row of [...similar, ...silent]) {
    const is = () => saysTheSame({ ...row, tags: JSON.parse(row.tags) }, told[row.place])
    if (found[row.place] === undefined && is()) found[row.place] = row.id
  }
  return found
}

const common = (sought: readonly Sought[]) => [
  sought.map(({ place }) => place),
  sought.map(({ pack }) => pack),
  sought.map(({ told }) => told.source),
  sought.map(({ session }) => session),
  sought.map(({ project }) => project),
]

const rareWords = (sought: readonly Sought[]) =>
  Array.from({ length: rarest }, (_, nth) => [
    sought.map((each) => each.rarest[nth]?.id ?? 0),
    sought.map((each) => each.rarest[nth]?.count ?? 0),
  ]).flat()

/** Only what may have been told: of a session that has a name here, and of words that all occur. */
async function seek(sql: Sql, told: readonly Told[]): Promise<Sought[]> {
  const asked = new Set(told.flatMap(({ session, project }) => (project === null ? [session] : [session, project])))
  const found = await sql.all<{ name: string; id: number }>(knownNames, [...asked])
  const names = new Map(found.map(({ name, id }) => [name, id]))
  const possible = told.flatMap((each, place) => {
    const session = names.get(each.session)
    const project = each.project === null ? 0 : names.get(each.project)
    return session === undefined || project === undefined ? [] : [{ told: each, place, session, project }]
  })
  if (possible.length === 0) return []
  const words = await lookUp(sql, possible)
  return possible.flatMap((each) => {
    const terms = [...each.told.terms].map(([term, count]) => ({ known: words.get(term), count }))
    if (terms.some(({ known }) => known === undefined)) return []
    const known = terms.map(({ known, count }) => ({ ...known!, count }))
    const pack = packTerms(known.map(({ id, count }) => [id, count]))
    return [{ ...each, pack, rarest: known.sort((a, b) => a.documents - b.documents).slice(0, rarest) }]
  })
}

async function lookUp(
  sql: Sql,
  possible: readonly { readonly told: Told }[],
): Promise<ReadonlyMap<string, Omit<KnownTerm, 'count'>>> {
  const terms = new Set(possible.flatMap(({ told }) => [...told.terms.keys()]))
  const found = await sql.all<{ term: string; id: number; documents: number }>(knownTerms, [...terms])
  return new Map(found.map(({ term, id, documents }) => [term, { id, documents }]))
}
