import type { SessionCall, SessionEvent } from './session-event.js'
import { changedBy } from './tool-calls.js'

/** What the agent reads where the client lets the end of a turn ask it. It is asked once in a session. */
export const requestForNote = [
  'Before you finish: if this work settled something that a later session would want to know, store it now, once, with the `remember` tool of World Weaver:',
  'the cause and its fix, what was decided and why, what was rejected, and what is left open, in one to four sentences in the words that were used, with names of files;',
  'and in `answers` up to three short questions that it answers, as somebody would ask them.',
  'Leave out what CLAUDE.md or AGENTS.md says already, and secrets. If nothing is worth it, store nothing. Then finish, without a word about this request.',
].join(' ')

const storing = /(?:^|__|\.)(?:remember|create_episode|gwt_store)$/

const isNote = ({ tool, failed }: SessionCall): boolean => !failed && storing.test(tool)

/** Whether a piece of work has just ended: the last turn changed files, and the agent has noted nothing itself. */
export function endsWork(events: readonly SessionEvent[]): boolean {
  const calls = events
    .slice(events.findLastIndex(({ from }) => from === 'user') + 1)
    .flatMap((event) => (event.from === 'tool' ? [event.call] : []))
  return calls.some((call) => changedBy(call).length > 0) && !calls.some(isNote)
}

/**
 * What came after the note that the agent was asked for: its words are better than ours, which are not kept beside them. The
 * whole session where it noted nothing.
 */
export function afterNote(events: readonly SessionEvent[], askedAt: number | null): readonly SessionEvent[] {
  if (askedAt === null) return events
  const place = events.findLastIndex(
    (event) => event.from === 'tool' && isNote(event.call) && (event.at === null || event.at >= askedAt),
  )
  return events.slice(place + 1)
}
