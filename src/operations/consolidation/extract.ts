import { WorldWeaverError } from '../../errors.js'
import { extractByRules } from '../../memory/consolidation/extraction/extract-by-rules.js'
import type { EpisodeText, Extraction } from '../../memory/consolidation/extraction/extraction.js'
import { fromModelAnswer } from '../../memory/consolidation/extraction/model-answer.js'
import { toModelRequest } from '../../memory/consolidation/extraction/model-request.js'
import { contextOf, speakerIn } from '../../memory/episodic/context.js'
import type { Memory } from '../../memory/memory.js'
import type { LanguageModel } from '../../ports/language-model.js'
import type { OperationContext } from '../machinery/operation-context.js'

export interface Extracted extends Extraction {
  readonly by: 'model' | 'rules'
  /** Why the rules replaced a configured model; never quotes the episode. */
  readonly reason?: string
}

/** CON3: a configured language model extracts; without one, or when it fails, rules do. */
export async function extract(
  { text, facets }: Pick<Memory, 'text' | 'facets'>,
  { languageModel, signal }: Pick<OperationContext, 'languageModel' | 'signal'>,
): Promise<Extracted> {
  const episode: EpisodeText = { text, context: contextOf(facets), speaker: speakerIn(facets) }
  if (languageModel === undefined) return { ...(await extractByRules(episode)), by: 'rules' }
  try {
    return { ...(await askModel(episode, languageModel, signal)), by: 'model' }
  } catch (error) {
    const reason = error instanceof WorldWeaverError ? error.message : `${languageModel.name} failed`
    return { ...(await extractByRules(episode)), by: 'rules', reason }
  }
}

async function askModel(
  episode: EpisodeText,
  model: LanguageModel,
  signal: AbortSignal = new AbortController().signal,
): Promise<Extraction> {
  const answer = await model.generateObject({ ...toModelRequest(episode), signal })
  const extraction = fromModelAnswer(answer, episode)
  if (extraction === undefined)
    throw new WorldWeaverError('internal_error', `${model.name} answered in an unexpected format`)
  return extraction
}
