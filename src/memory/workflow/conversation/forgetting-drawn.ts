import type { JsonObject } from '../../memory.js'
import type { FinalOutput } from '../retrieval/final-output.js'
import { onlyMatchedBy } from '../retrieval/final-output.js'
import { endsRun, type WorkflowEvent } from '../stream/event.js'
import type { Clarification, Run } from './run.js'
import type { Turn } from './turn.js'

/**
 * OPS4: a plan speaks in the words of others: "Where does he live?" is searched for with the name of an earlier turn,
 * and a question lists what memories hold. When that turn or memory is forgotten, only the user's own words stay.
 */
export function forgetDrawn({ drawnFrom: _, ...run }: Run): Run {
  const subqueries = run.subqueries.filter(({ text }) => isOwn(text, run))
  return {
    ...run,
    pendingQuestion: run.pendingQuestion === null ? null : plainQuestion,
    clarifications: run.clarifications.map(inPlainWords),
    subqueries,
    output: run.output === null ? null : onlyMatchedBy(run.output, subqueries),
  }
}

/** `run` is the event's, as it was or as it is now. */
export function forgetDrawnInEvent(event: WorkflowEvent, run: Run): WorkflowEvent {
  const { type, data } = event
  const isAsking = type === 'status' && !endsRun(event)
  if (isAsking) return { ...event, message: plainQuestion, data: { ...data, clarification_question: plainQuestion } }
  const own = run.subqueries.filter(({ text }) => isOwn(text, run))
  if (type === 'progress' && Array.isArray(data?.subqueries)) {
    return { ...event, data: { ...data, subqueries: own.map(({ text }) => text) } }
  }
  // Written by lastWordsOf alone, from a run's output.
  if (type === 'memories')
    return { ...event, data: onlyMatchedBy(data as unknown as FinalOutput, own) as unknown as JsonObject }
  return event
}

export const forgetDrawnInTurn = (turn: Turn): Turn => ({
  ...turn,
  clarifications: turn.clarifications.map(inPlainWords),
})

/** Stands where a question stood, so that whoever is asked can still answer. */
export const plainQuestion = 'Could you say more about what you mean?'

const inPlainWords = ({ answer }: Clarification): Clarification => ({ question: plainQuestion, answer })

const isOwn = (text: string, { userInput, clarifications }: Run): boolean =>
  [userInput, ...clarifications.map(({ answer }) => answer)].some((said) => said.includes(text))
