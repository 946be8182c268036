import { hasSameContent } from '../../../memory/import-export/same-content.js'
import type { DuplicateProbe } from '../../../ports/store/read.js'
import { packTerms } from '../../relational/packing.js'
import { prepared, type Sql } from '../connection/sql.js'

interface KnownTerm {
  readonly id: number
  readonly documents: number
  readonly count: number
}

/** A probe with the numbers that the store would give it. */
interface Lookup {
  readonly probe: DuplicateProbe
  readonly place: number
  readonly session: number
  readonly project: number
  readonly pack: Uint8Array
  /** Its rarest terms: each further one costs an index lookup and leaves fewer memories to compare. */
  readonly rarest: readonly KnownTerm[]
}

const maxRarest = 3

const knownNames = prepared(
  'duplicate names',
  'SELECT name, id FROM names WHERE tenant_id = $1 AND name = ANY ($2::text[])',
)

const knownTerms = prepared(
  'duplicate terms',
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

const withTerms = prepared(
  'duplicates with terms',
  `${selected}
   FROM unnest(${asked}, $7::int[], $8::int[], $9::int[], $10::int[], $11::int[], $12::int[])
     AS asked(${columns}, term1, count1, term2, count2, term3, count3)
   JOIN postings ON postings.tenant_id = $1 AND postings.term = asked.term1 AND postings.count = asked.count1
     AND ${holds(2)} AND ${holds(3)}
   JOIN memories ON memories.row = postings.row AND ${isSame}
   ORDER BY asked.place, memories.row`,
)

// A text without terms has no postings; a partial index finds such memories.
const withoutTerms = prepared(
  'duplicates without terms',
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

/** Finds memories with the same content by their terms: equal texts have equal term counts. Runs within a snapshot. */
export async function findDuplicates(sql: Sql, probes: readonly DuplicateProbe[]): Promise<(string | undefined)[]> {
  const lookups = await toLookups(sql, probes)
  const having = lookups.filter(({ rarest }) => rarest.length > 0)
  const lacking = lookups.filter(({ rarest }) => rarest.length === 0)
  const similar = await Promise.all([
    having.length === 0 ? [] : sql.all<SimilarRow>(withTerms, ...commonValues(having), ...rareTerms(having)),
    lacking.length === 0 ? [] : sql.all<SimilarRow>(withoutTerms, ...commonValues(lacking)),
  ])
  const found = new Array<string | undefined>(probes.length)
  for (const row of similar.flat()) {
    const isSameContent = () => hasSameContent({ ...row, tags: JSON.parse(row.tags) }, probes[row.place])
    if (found[row.place] === undefined && isSameContent()) found[row.place] = row.id
  }
  return found
}

const commonValues = (lookups: readonly Lookup[]) => [
  lookups.map(({ place }) => place),
  lookups.map(({ pack }) => pack),
  lookups.map(({ probe }) => probe.source),
  lookups.map(({ session }) => session),
  lookups.map(({ project }) => project),
]

const rareTerms = (lookups: readonly Lookup[]) =>
  Array.from({ length: maxRarest }, (_, nth) => [
    lookups.map((each) => each.rarest[nth]?.id ?? 0),
    lookups.map((each) => each.rarest[nth]?.count ?? 0),
  ]).flat()

/** Leaves out probes that cannot be stored: their session, project or one of their terms is unknown. */
async function toLookups(sql: Sql, probes: readonly DuplicateProbe[]): Promise<Lookup[]> {
  const asked = new Set(probes.flatMap(({ session, project }) => (project === null ? [session] : [session, project])))
  const found = await sql.all<{ name: string; id: number }>(knownNames, [...asked])
  const names = new Map(found.map(({ name, id }) => [name, id]))
  const possible = probes.flatMap((probe, place) => {
    const session = names.get(probe.session)
    const project = probe.project === null ? 0 : names.get(probe.project)
    return session === undefined || project === undefined ? [] : [{ probe, place, session, project }]
  })
  if (possible.length === 0) return []
  const stored = await lookUpTerms(sql, possible)
  return possible.flatMap((each) => {
    const terms = [...each.probe.terms].map(([term, count]) => ({ known: stored.get(term), count }))
    if (terms.some(({ known }) => known === undefined)) return []
    const known = terms.map(({ known, count }) => ({ ...known!, count }))
    const pack = packTerms(known.map(({ id, count }) => [id, count]))
    return [{ ...each, pack, rarest: known.sort((a, b) => a.documents - b.documents).slice(0, maxRarest) }]
  })
}

async function lookUpTerms(
  sql: Sql,
  possible: readonly { readonly probe: DuplicateProbe }[],
): Promise<ReadonlyMap<string, Omit<KnownTerm, 'count'>>> {
  const terms = new Set(possible.flatMap(({ probe }) => [...probe.terms.keys()]))
  const found = await sql.all<{ term: string; id: number; documents: number }>(knownTerms, [...terms])
  return new Map(found.map(({ term, id, documents }) => [term, { id, documents }]))
}
