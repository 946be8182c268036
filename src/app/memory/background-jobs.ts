import type { OperationContext } from '../../operations/machinery/operation-context.js'
import type { Configuration } from '../configuration/configuration.js'
import { answerInBackground } from './answer-in-background.js'
import { consolidateWhenIdle, type IdleSurroundings } from './idle-consolidation.js'
import { embedInBackground } from './re-embed.js'

/** What the jobs work with. */
export interface JobSurroundings {
  readonly configuration: Pick<Configuration, 'answersPerDay' | 'autoConsolidate'>
  /** What a job writes says by its name that it did. */
  readonly contextOf: (job: string) => OperationContext
  readonly idle: Pick<IdleSurroundings, 'quietSince' | 'consolidate'>
  /** The jobs end when it aborts. */
  readonly signal: AbortSignal
}

/** Starts the job; undefined when the configuration does not want it. */
type StartJob = (surroundings: JobSurroundings) => Promise<unknown> | undefined

/** Everything that an open memory does unasked. A new job is a line here; `test/stalls` covers each. */
export const backgroundJobs = {
  embed({ contextOf, signal }) {
    const context = contextOf('embedding')
    return embedInBackground(context.memories, context.embedder, { ...context, signal })
  },
  answer({ configuration: { answersPerDay: perDay }, contextOf, signal }) {
    const context = contextOf('answers')
    const { languageModel: model } = context
    return model === undefined || perDay === 0 ? undefined : answerInBackground({ model, perDay, signal }, context)
  },
  consolidate({ configuration: { autoConsolidate }, contextOf, idle, signal }) {
    const { memories, log } = contextOf('consolidation')
    return autoConsolidate === null
      ? undefined
      : consolidateWhenIdle(autoConsolidate, { ...idle, memories, log, signal })
  },
} satisfies Record<string, StartJob>
export type BackgroundJob = keyof typeof backgroundJobs
