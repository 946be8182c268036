import { z } from 'zod'
import type { StoredMemory } from '../../memory/memory.js'
import type { Query } from '../../memory/recall/query/query.js'
import { saidAsMarks } from '../../memory/recall/text/sentence-mark.js'
import type { MemoryFilter } from '../../ports/store/filter.js'
import type { MemoryGraph } from '../../ports/store/graph.js'
import type { MemoryReader } from '../../ports/store/read.js'
import type { MemorySearch } from '../../ports/store/search.js'
import type { Caller } from '../machinery/caller.js'
import type { Recalling, Using } from '../machinery/operation-context.js'
import { type Cutting, cutToBudget } from './answer-budget.js'
import { explainer, explaining, explanation } from './explanation.js'
import { type Found, findMemories } from './find-memories.js'
import { findPastFields, pastFields } from './past-memories.js'
import { noteRecall, type Ordering, type RecalledMemory, recallPage, type Scored, toPage } from './recall-page.js'
import { reviewFields, toReviewFields } from './review.js'
import { findStale, staleField } from './stale-references.js'

/** REC16, REC18: what a caller needs to judge a memory. */
export const judgementFields = {
  newer: z.array(z.string()).optional(),
  said_as: z.enum(saidAsMarks).optional(),
}

/** What every recall adds to each item; a look back leaves out `stale_ref`. */
export const addedFields = {
  ...judgementFields,
  ...pastFields,
  ...reviewFields,
  ...staleField,
  explanation: explanation.optional(),
}
type AddedFields = { -readonly [Key in keyof typeof addedFields]?: z.output<(typeof addedFields)[Key]> }

/** The part of an operation's input that every recall has. */
export interface RecallInput {
  readonly query: string
  readonly also?: readonly string[] | null
  readonly offset?: number
  readonly limit: number
  readonly min_relevance?: number | null
  readonly leavesOutFiller?: boolean
  readonly explain: boolean
  readonly max_tokens: number
}

/** What an operation decides itself. */
export interface RecallRules<Score extends Scored, Item> extends Ordering<Score> {
  /** With `knownAt` the recall is a look back (EPI4): it changes nothing that it looks at. */
  readonly filter: MemoryFilter
  /** REC16: a question about the past also finds what is no longer true. */
  readonly findsPast?: boolean
  readonly show: (memory: StoredMemory, scored: Score) => Item
  readonly cut: (query: Query) => Cutting<Item & AddedFields>
}

const toJudgementFields = ({ id, saidAs }: StoredMemory, newer: Found['ranking']['newer']) => ({
  ...(newer[id] === undefined ? {} : { newer: [...newer[id]] }),
  ...(saidAs === null ? {} : { said_as: saidAs }),
})

/** What every recall asks for. */
export type RecallContext = Using<
  MemorySearch & MemoryReader & MemoryGraph,
  Recalling | 'clock' | 'repository' | 'noteUses'
>

/** Every recall: find, order by the operation's score, explain, take the page, note the use, show, fit the budget. */
export async function recallMemories<Score extends Scored, Item>(
  input: RecallInput,
  { filter, findsPast, show, cut, ...ordering }: RecallRules<Score, Item>,
  context: RecallContext,
  caller: Caller,
) {
  const { knownAt } = filter
  const now = knownAt ?? context.clock.now()
  const { query, also } = input
  const found = await findMemories({ query, also, filter, findsPast, now, ...explaining(input) }, context)
  const page = await recallPage(found, input, ordering, context)
  if (knownAt === undefined) noteRecall(found, page, context)
  const explained = await explainer(found, context)
  const stale = knownAt === undefined ? await findStale(page.recalled, context, caller) : undefined
  const past = await findPastFields(page, context, caller)
  const shown = page.recalled.map(({ memory, scored }: RecalledMemory<Score>) => ({
    ...show(memory, scored),
    ...toJudgementFields(memory, ordering.replacesOlder === false ? {} : found.ranking.newer),
    ...past(memory),
    ...toReviewFields(memory),
    ...stale?.of(memory),
    ...explained(memory.id),
  }))
  const items = await cutToBudget<Item & AddedFields>(shown, found.query, input.max_tokens, cut(found.query), context)
  return { page: toPage(input, found, page, items.length), items: [...items], recalled: page.recalled }
}
