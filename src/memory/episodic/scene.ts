/** A coffee or a call does not end an occasion, lunch does; most people never set a session id that would tell. */
const longestGapMs = 45 * 60_000
/** An agent that never pauses would make a scene of its whole life, and a scene lends its context to every member. */
const mostMembers = 64

/** The memory before, in the session's order (T_ref, then write order), and how many its scene has already. */
interface ScenePredecessor {
  readonly happenedAt: number
  readonly sceneSize: number
}

/** A memory joins its predecessor's scene, or opens one. Decided once, when it is written. */
export function joinsScene(predecessor: ScenePredecessor | undefined, happenedAt: number): boolean {
  if (predecessor === undefined || isFull(predecessor.sceneSize)) return false
  return happenedAt - predecessor.happenedAt <= longestGapMs
}

export const isFull = (sceneSize: number): boolean => sceneSize >= mostMembers
