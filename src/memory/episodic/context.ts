import { isJsonObject } from '../../plain-object.js'
import type { Facets } from '../memory.js'

/** The context of an episode: project, tool, file, speaker and so on; empty when it has none. */
export function contextOf({ context }: Facets): Facets {
  return isJsonObject(context) ? context : {}
}

/** The speaker that the context names. */
export function speakerIn(facets: Facets): string | null {
  const { speaker } = contextOf(facets)
  return typeof speaker === 'string' ? speaker : null
}
