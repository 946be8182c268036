import type { Json } from '../../memory.js'
import type { EpisodeText } from './extraction.js'
import type { Naming } from './namings.js'

const maxNameLength = 200

/** The project and tool that the context names. */
export function contextNamings({ context }: Pick<EpisodeText, 'context'>): readonly Naming[] {
  const named = (value: Json | undefined, type: Naming['type']) =>
    namesIn(value).map((name) => ({ surface: name, name, type }))
  return [...named(context.project, 'PROJECT'), ...named(context.tool, 'TOOL')]
}

/** One name or a list of names; any other value is ignored. */
function namesIn(value: Json | undefined): readonly string[] {
  const values = Array.isArray(value) ? value : [value]
  return values.filter((name) => typeof name === 'string' && name.trim() !== '' && name.length <= maxNameLength)
}
