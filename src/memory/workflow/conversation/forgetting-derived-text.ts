import type { JsonObject } from '../../memory.js'
import type { FinalOutput } from '../retrieval/final-output.js'
import { restrictMatches } from '../retrieval/final-output.js'
import { endsRun, type WorkflowEvent } from '../stream/event.js'
import type { Clarification, Run } from './run.js'
import type { Turn } from './turn.js'

/**
 * OPS4: a plan may quote other texts: "Where does he live?" is searched with the name from an earlier turn, and a
 * clarification question lists values of memories; other wordings may do either. When that turn or memory is forgotten, only the user's own words stay.
 */
export function forgetDerivedText({ also: _, drawnFrom: __, ...run }: Run): Run {
  const subqueries = run.subqueries.filter(({ text }) => isUserText(text, run))
  return {
    ...run,
    pendingQuestion: run.pendingQuestion === null ? null : plainQuestion,
    clarifications: run.clarifications.map(withPlainQuestion),
    subqueries,
    output: run.output === null ? null : restrictMatches(run.output, subqueries),
  }
}

/** `run` is the run of the event, before or after its own derived text was forgotten. */
export function forgetDerivedTextInEvent(event: WorkflowEvent, run: Run): WorkflowEvent {
  const { type, data } = event
  const isAsking = type === 'status' && !endsRun(event)
  if (isAsking) return { ...event, message: plainQuestion, data: { ...data, clarification_question: plainQuestion } }
  const own = run.subqueries.filter(({ text }) => isUserText(text, run))
  if (type === 'progress' && Array.isArray(data?.subqueries)) {
    return { ...event, data: { ...data, subqueries: own.map(({ text }) => text) } }
  }
  // Only `endEventsOf` writes this data, from a run's output.
  if (type === 'memories')
    return { ...event, data: restrictMatches(data as unknown as FinalOutput, own) as unknown as JsonObject }
  return event
}

export const forgetDerivedTextInTurn = (turn: Turn): Turn => ({
  ...turn,
  clarifications: turn.clarifications.map(withPlainQuestion),
})

/** Replaces a forgotten question, so that the user can still answer it. */
export const plainQuestion = 'Could you say more about what you mean?'

const withPlainQuestion = ({ answer }: Clarification): Clarification => ({ question: plainQuestion, answer })

const isUserText = (text: string, { userInput, clarifications }: Run): boolean =>
  [userInput, ...clarifications.map(({ answer }) => answer)].some((userText) => userText.includes(text))
