import type { Facets } from '../memory.js'

/** What was told beside an episode: project, tool, file, speaker and whatever else; empty where nothing was. */
export function contextOf({ context }: Facets): Facets {
  const isObject = context !== null && typeof context === 'object' && !Array.isArray(context)
  // Json's object is what Facets is; the check above leaves nothing else.
  return isObject ? (context as Facets) : {}
}

/** Whoever said it, where the context names them. */
export function speakerIn(facets: Facets): string | null {
  const { speaker } = contextOf(facets)
  return typeof speaker === 'string' ? speaker : null
}
