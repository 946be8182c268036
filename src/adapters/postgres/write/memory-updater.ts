import type { Facets } from '../../../memory/memory.js'
import type { MemoryChange } from '../../../ports/store/write.js'
import { flagsBesideSaidAs, outcomeOf, saidAsFlag, stateCode } from '../../relational/codes.js'
import { labelsOf } from '../../relational/labels.js'
import { prepared } from '../connection/sql.js'
import type { Transaction } from '../connection/transaction.js'
import { numbers, Rows } from '../schema/bulk-insert.js'
import { labels } from '../schema/memory-tables.js'
import { AnswerWriter, dropAnswers } from './answer-writer.js'
import type { TransactionCounters } from './transaction-counters.js'

/** A change to a row whose version was checked. */
export interface RowChange extends Omit<MemoryChange, 'id' | 'version' | 'at'> {
  readonly row: number
  readonly at: number
}

export interface Labelled {
  readonly row: number
  readonly tags: string
  readonly facets: string
}

// A version never ends before it began, even if the clock stepped back.
const closeVersions = prepared(
  'close versions',
  `INSERT INTO versions (tenant_id, row, version, began_at, ended_at, state, valid_to, importance, tags, facets,
     door, client, key_id)
   SELECT $1, memories.row, version, version_began_at, greatest(ending.at, version_began_at), state, valid_to, importance,
     tags, facets, door, client, key_id
   FROM unnest($2::int[], $3::bigint[]) AS ending(row, at)
   JOIN memories ON memories.tenant_id = $1 AND memories.row = ending.row
   RETURNING row, tags, facets`,
)

const openVersions = prepared(
  'open versions',
  `UPDATE memories SET
     version = version + 1,
     version_began_at = greatest(change.at, version_began_at),
     importance = coalesce(change.importance, memories.importance),
     state = coalesce(change.state, memories.state),
     valid_to = CASE WHEN change.ends THEN change.valid_to ELSE memories.valid_to END,
     tags = coalesce(change.tags, memories.tags),
     facets = coalesce(change.facets, memories.facets),
     outcome = coalesce(change.outcome, memories.outcome),
     flags = CASE WHEN change.said_as IS NULL THEN flags ELSE flags & ${flagsBesideSaidAs} | change.said_as END,
     door = change.door,
     client = change.client,
     key_id = change.key_id
   FROM unnest($2::int[], $3::bigint[], $4::float8[], $5::smallint[], $6::bool[], $7::bigint[], $8::text[], $9::text[],
     $10::smallint[], $11::text[], $12::text[], $13::text[], $14::smallint[])
     AS change(row, at, importance, state, ends, valid_to, tags, facets, outcome, door, client, key_id, said_as)
   WHERE memories.tenant_id = $1 AND memories.row = change.row`,
)

const dropLabels = prepared(
  'drop labels',
  `DELETE FROM labels USING unnest($2::text[], $3::int[]) AS old(label, row)
   WHERE labels.tenant_id = $1 AND labels.label = old.label AND labels.row = old.row`,
)

/** Applies changes in order; a row may change several times. The models of answers must have been looked up before. */
export async function writeChanges(
  transaction: Transaction,
  changes: readonly RowChange[],
  counters: TransactionCounters,
): Promise<void> {
  for (let rest = changes; rest.length > 0; ) {
    const first = new Map<number, RowChange>()
    const later: RowChange[] = []
    for (const each of rest) {
      if (first.has(each.row)) later.push(each)
      else first.set(each.row, each)
    }
    await writeOncePerRow(transaction, [...first.values()])
    await replaceAnswers(transaction, [...first.values()], counters)
    rest = later
  }
}

async function writeOncePerRow(transaction: Transaction, changes: readonly RowChange[]): Promise<void> {
  const closed = transaction.all<Labelled>(
    closeVersions,
    numbers(changes.map(({ row }) => row)),
    numbers(changes.map(({ at }) => at)),
  )
  const opened = transaction.change(
    openVersions,
    numbers(changes.map(({ row }) => row)),
    numbers(changes.map(({ at }) => at)),
    numbers(changes.map(({ importance }) => importance ?? null)),
    numbers(changes.map(({ state }) => (state === undefined ? null : stateCode.toCode(state)))),
    changes.map(({ validTo }) => validTo !== undefined),
    numbers(changes.map(({ validTo }) => validTo ?? null)),
    changes.map(({ tags }) => (tags === undefined ? null : JSON.stringify(tags))),
    changes.map(({ facets }) => (facets === undefined ? null : JSON.stringify(facets))),
    numbers(changes.map(({ facets }) => (facets === undefined ? null : outcomeOf(facets)))),
    changes.map(({ origin }) => origin?.door ?? null),
    changes.map(({ origin }) => origin?.client ?? null),
    changes.map(({ origin }) => origin?.key ?? null),
    numbers(changes.map(({ saidAs }) => (saidAs === undefined ? null : saidAsFlag(saidAs)))),
  )
  const [before] = await Promise.all([closed, opened])
  relabel(transaction, changes, before)
}

async function replaceAnswers(
  transaction: Transaction,
  changes: readonly RowChange[],
  counters: TransactionCounters,
): Promise<void> {
  const rows = changes.flatMap(({ row, answers }) => (answers === undefined ? [] : [row]))
  if (rows.length === 0) return
  await dropAnswers(transaction, rows, counters)
  const added = new AnswerWriter()
  for (const { row, answers = [] } of changes) added.add(row, answers, counters)
  added.send(transaction)
}

function relabel(transaction: Transaction, changes: readonly RowChange[], before: readonly Labelled[]): void {
  const versions = new Map(before.map((each) => [each.row, each]))
  const changed = changes.flatMap(({ row, tags, facets }) => {
    const closed = versions.get(row)
    if (closed === undefined || (tags === undefined && facets === undefined)) return []
    const after = {
      row,
      tags: tags === undefined ? closed.tags : JSON.stringify(tags),
      facets: facets === undefined ? closed.facets : JSON.stringify(facets),
    }
    return [{ before: closed, after }]
  })
  sendLabels(transaction, changed)
}

/** Drops the labels that a memory no longer has, and adds those that it has now. */
export function sendLabels(
  transaction: Transaction,
  changed: readonly { readonly before: Labelled | undefined; readonly after: Labelled }[],
): void {
  const labelsIn = (each: Labelled | undefined) =>
    each === undefined
      ? new Set<string>()
      : labelsOf(JSON.parse(each.tags) as string[], JSON.parse(each.facets) as Facets)
  const gone: [label: string, row: number][] = []
  const added = new Rows(labels)
  for (const { before, after } of changed) {
    const [old, now] = [labelsIn(before), labelsIn(after)]
    for (const label of old) if (!now.has(label)) gone.push([label, after.row])
    for (const label of now) if (!old.has(label)) added.add(label, after.row)
  }
  if (gone.length > 0) {
    const rows = numbers(gone.map(([, row]) => row))
    transaction.send(
      dropLabels,
      gone.map(([label]) => label),
      rows,
    )
  }
  added.send(transaction)
}
