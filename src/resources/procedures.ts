import { z } from 'zod'
import { domains, type StoredMemory } from '../memory/memory.js'
import { formatTime } from '../memory/time.js'
import { scopeOf } from '../operations/caller.js'
import { rounded } from '../operations/rounded.js'
import { readNewest } from './newest.js'
import { defineResource } from './resource.js'

export const procedures = defineResource({
  name: 'procedures',
  title: 'Procedures by domain',
  description: 'The newest 100 procedures of a domain, deprecated ones marked.',
  uriTemplate: 'memory://procedures/{domain}',
  argument: z.enum(domains),
  values: async () => domains,
  async read(domain, context, caller) {
    const filter = { ...scopeOf(caller), kinds: ['procedure'] as const, facets: { domain } }
    const { page, items } = await readNewest(filter, toItem, context)
    return { domain, ...page, procedures: items }
  },
  shows: ({ kind, facets }) => (kind === 'procedure' ? String(facets.domain) : undefined),
})

/** One that was only told as a text has neither steps nor a record of how it went. */
function toItem({ id, text, facets, happenedAt, session, project }: StoredMemory) {
  const { name, trigger_pattern = null, steps, success_rate = null, execution_count = 0, deprecated = false } = facets
  return {
    id,
    name,
    domain: facets.domain,
    trigger_pattern,
    content: text,
    step_count: Array.isArray(steps) ? steps.length : 0,
    success_rate: typeof success_rate === 'number' ? rounded(success_rate) : null,
    execution_count,
    deprecated,
    timestamp: formatTime(happenedAt),
    session_id: session,
    project,
  }
}
