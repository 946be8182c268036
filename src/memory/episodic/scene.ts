/** A short break does not end a scene, a lunch break does. Session ids do not tell, since most users never set one. */
const maxGapMs = 45 * 60_000
/** Bounds the scene of an agent that never pauses: a scene gives its context to every member. */
const maxMembers = 64

/** The previous memory in the session's order (T_ref, then write order), and the size of its scene. */
interface ScenePredecessor {
  readonly happenedAt: number
  readonly sceneSize: number
}

/** Whether a memory joins its predecessor's scene or opens a new one. Decided once, on write. */
export function joinsScene(predecessor: ScenePredecessor | undefined, happenedAt: number): boolean {
  if (predecessor === undefined || isFull(predecessor.sceneSize)) return false
  return happenedAt - predecessor.happenedAt <= maxGapMs
}

export const isFull = (sceneSize: number): boolean => sceneSize >= maxMembers
