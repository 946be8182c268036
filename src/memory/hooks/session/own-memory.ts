import type { StoredMemory } from '../../memory.js'

/** A session of an agent's program, as the memory that it leaves names it. */
export interface AgentSession {
  /** The client's own session id. */
  readonly id: string
  /** The same for all sessions that go on from one another; null where the transcript does not tell. */
  readonly start: string | null
}

/** The facets that identify a session's episode. */
export const sessionFacet = 'agent_session'
export const startFacet = 'agent_session_start'

/** Whether this session left the memory, or one that it goes on from: it says nothing that the session does not know. */
export const isLeftBy = ({ id, start }: AgentSession, { facets }: Pick<StoredMemory, 'facets'>): boolean =>
  facets[sessionFacet] === id || (start !== null && facets[startFacet] === start)
