import { WorldWeaverError } from '../../errors.js'
import { fromModelAnswers } from '../../memory/answering/model-reply.js'
import { toAnswersRequest } from '../../memory/answering/model-request.js'
import { needsAnswers } from '../../memory/answering/needs-answers.js'
import { answersOf, withAnswers } from '../../memory/answers.js'
import type { Json, StoredMemory } from '../../memory/memory.js'
import { formatTime } from '../../memory/time.js'
import { isJsonObject } from '../../plain-object.js'
import type { LanguageModel } from '../../ports/language-model.js'
import { StoreConflict } from '../../ports/store/errors.js'
import type { ChangeFeed } from '../../ports/store/follow.js'
import type { MemoryReader } from '../../ports/store/read.js'
import type { MemoryChange, MemoryWriter } from '../../ports/store/write.js'
import type { Using } from '../machinery/operation-context.js'
import { askModelWithTimeout } from '../workflow/ask-model-in-time.js'
import { indexAnswers } from '../writing/write-memory.js'

/** What answering reads, follows and writes. */
type AnsweringRoles = Pick<MemoryReader, 'get' | 'checkpoints'> & ChangeFeed & Pick<MemoryWriter, 'commit'>

export type AnsweringContext = Using<AnsweringRoles, 'embedder' | 'tokenSpace' | 'clock'>

export interface AnsweringSettings {
  readonly model: LanguageModel
  /** For how many memories the model is asked in a day (UTC). */
  readonly perDay: number
  readonly signal: AbortSignal
}

/** Memories in one request: few, so that a crash or a bad reply costs little. */
const memoriesPerRequest = 8
const changesPerPage = 200
/** The model's own time limit is usually shorter. */
const timeoutMs = 120_000
const checkpointName = 'answers by model'

/** How far the log of changes was followed, and for how many memories the model was asked on that day. */
interface Progress {
  readonly seq: number
  readonly day: string
  readonly asked: number
}

/**
 * REC25: asks a language model what the next memories without answers do answer, and stores it, marked as the model's.
 * Each step commits its progress with its results, so that the next one resumes. False when there is nothing more to do
 * for now. Rejects when the model fails: no memory is changed then.
 */
export async function addAnswers({ model, perDay, signal }: AnsweringSettings, context: AnsweringContext) {
  const { memories, clock } = context
  const day = formatTime(clock.now()).slice(0, 10)
  const before = toProgress((await memories.checkpoints([checkpointName]))[checkpointName])
  const askedToday = before.day === day ? before.asked : 0
  const atMost = Math.min(memoriesPerRequest, perDay - askedToday)
  if (atMost <= 0) return false
  const { chosen, seq } = await chooseNext(before.seq, atMost, context)
  if (seq === before.seq) return false
  const questions = chosen.length === 0 ? [] : await askFor(chosen, model, signal)
  const progress = { seq, day, asked: askedToday + chosen.length }
  try {
    const change = await toChanges(chosen, questions ?? [], context)
    await memories.commit({ at: clock.now(), change, checkpoints: { [checkpointName]: progress } })
  } catch (error) {
    // A memory was changed or erased meanwhile: the next step reads again.
    if (!(error instanceof StoreConflict)) throw error
  }
  // Not asked again for the same memories: the reply would be the same.
  if (questions === undefined)
    throw new WorldWeaverError('internal_error', `${model.name} returned no usable questions`)
  return true
}

function toProgress(stored: Json | undefined): Progress {
  const { seq = 0, day = '', asked = 0 } = stored !== undefined && isJsonObject(stored) ? stored : {}
  return { seq: Number(seq), day: String(day), asked: Number(asked) }
}

/** The next memories that were added and need answers, and the last change that was looked at. */
async function chooseNext(since: number, atMost: number, { memories }: AnsweringContext) {
  const changes = await memories.changes(since, changesPerPage)
  const added = changes.filter(({ what }) => what === 'added')
  const found = await memories.get(added.map(({ id }) => id as string))
  const needing = added.flatMap(({ seq }, at) => {
    const memory = found[at]
    return memory !== undefined && needsAnswers(memory) ? [{ seq, memory }] : []
  })
  const isAll = needing.length <= atMost
  const chosen = needing.slice(0, atMost)
  const last = isAll ? changes.at(-1) : chosen.at(-1)
  return { chosen: chosen.map(({ memory }) => memory), seq: last?.seq ?? since }
}

async function askFor(chosen: readonly StoredMemory[], model: LanguageModel, signal: AbortSignal) {
  const request = toAnswersRequest(chosen.map(({ text }) => text))
  return fromModelAnswers(await askModelWithTimeout(model, request, timeoutMs, signal), chosen.length)
}

async function toChanges(
  chosen: readonly StoredMemory[],
  questions: readonly (readonly string[])[],
  context: AnsweringContext,
): Promise<MemoryChange[]> {
  const changes = chosen.map(async ({ id, version, facets }, at): Promise<MemoryChange[]> => {
    const own = questions[at] ?? []
    if (own.length === 0) return []
    const answering = withAnswers(facets, own, 'model')
    return [{ id, version, facets: answering, answers: await indexAnswers(answersOf(answering), context) }]
  })
  return (await Promise.all(changes)).flat()
}
