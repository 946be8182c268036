import { invalid, notFound } from '../../errors.js'
import { keyOf, type ReviewQuestion } from '../../memory/review/question.js'
import { StoreConflict } from '../../ports/store/errors.js'
import type { MemoryReader } from '../../ports/store/read.js'
import type { MemoryWriter } from '../../ports/store/write.js'
import { type Caller, scopeOf } from '../machinery/caller.js'
import type { Using } from '../machinery/operation-context.js'
import { retryOnConflict } from '../writing/change-memory.js'
import {
  type BatchRecord,
  digestOfScope,
  readRecord,
  readState,
  type ScopeState,
  toCheckpoints,
} from './review-state.js'

/** OPS7: takes back all that a batch of replies did, as if it had never been; its questions are open again. */
export async function undoBatch(
  batch: string,
  context: Using<MemoryReader & MemoryWriter, 'clock'>,
  caller: Caller,
): Promise<readonly string[]> {
  try {
    return await retryOnConflict(() => undoOnce(batch, context, caller))
  } catch (error) {
    if (error instanceof StoreConflict) throw changedSince('a link', error)
    throw error
  }
}

async function undoOnce(
  batch: string,
  { memories, clock }: Using<MemoryReader & MemoryWriter, 'clock'>,
  caller: Caller,
): Promise<readonly string[]> {
  const scope = scopeOf(caller)
  const [before, record] = await Promise.all([readState(scope, memories), readRecord(batch, memories)])
  if (record === undefined || record.scope !== digestOfScope(scope)) throw notFound(`Review ${batch}`, 'undo')
  const { versions, opened, closed } = await present(record, memories)
  const now = clock.now()
  const after = { ...before, scope: withQuestions(before.scope, record.questions) }
  await memories.commit({
    at: now,
    takeBack: { versions, opened, closed },
    ...toCheckpoints(scope, { before, after, record: { batch, value: null } }),
  })
  return versions.map(({ id }) => id)
}

/** The record without what was erased since. */
async function present({ versions, opened, closed }: BatchRecord, memories: MemoryReader) {
  const ends = [...opened, ...closed].flatMap(({ source, target }) => [source, target])
  const ids = [...new Set([...versions.map(({ id }) => id), ...ends])]
  const found = new Map(
    (await memories.get(ids)).flatMap((memory) => (memory === undefined ? [] : [[memory.id, memory]])),
  )
  const changed = versions.find(({ id, version }) => found.has(id) && found.get(id)?.version !== version)
  if (changed !== undefined) throw changedSince(changed.id)
  const areThere = ({ source, target }: BatchRecord['opened'][number]) => found.has(source) && found.has(target)
  return {
    versions: versions.filter(({ id }) => found.has(id)).map(toTakenBack),
    opened: opened.filter(areThere),
    closed: closed.filter(areThere),
  }
}

const toTakenBack = ({ id, version, dropsAnswers, saidAs }: BatchRecord['versions'][number]) => ({
  id,
  version,
  ...(dropsAnswers === undefined ? {} : { dropsAnswers }),
  ...(saidAs === undefined ? {} : { saidAs }),
})

const changedSince = (what: string, cause?: unknown) =>
  Object.assign(
    invalid('undo', `${what} was changed since, by a later review or another call: undo that first, or use correct`),
    cause === undefined ? {} : { cause },
  )

/** The reopened questions come first again. */
function withQuestions(scope: ScopeState, questions: readonly ReviewQuestion[]): ScopeState {
  const withFirst = (list: ScopeState['findings'], own: readonly ReviewQuestion[]) => {
    const keys = new Set(own.map(keyOf))
    return { ...list, open: [...own, ...list.open.filter((each) => !keys.has(keyOf(each)))] }
  }
  return {
    ...scope,
    findings: withFirst(
      scope.findings,
      questions.filter(({ topic }) => topic !== 'answers'),
    ),
    answers: withFirst(
      scope.answers,
      questions.filter(({ topic }) => topic === 'answers'),
    ),
  }
}
