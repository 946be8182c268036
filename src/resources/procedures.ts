import { domains, type StoredMemory } from '../memory/memory.js'
import { procedureOf } from '../memory/procedural/procedure.js'
import { formatTime } from '../memory/time.js'
import { scopeOf } from '../operations/machinery/caller.js'
import * as fields from '../operations/machinery/fields.js'
import type { Using } from '../operations/machinery/operation-context.js'
import { rounded } from '../operations/machinery/rounded.js'
import { toReviewFields } from '../operations/recall/review.js'
import type { MemoryReader } from '../ports/store/read.js'
import { readNewest } from './newest.js'
import { defineResource } from './resource.js'

export const procedures = defineResource({
  name: 'procedures',
  title: 'Procedures by domain',
  description: 'The newest 100 procedures of a domain that are in use.',
  uriTemplate: 'memory://procedures/{domain}',
  argument: fields.domain,
  values: async () => domains,
  async read(domain, context: Using<MemoryReader>, caller) {
    const filter = { ...scopeOf(caller), kinds: ['procedure'] as const, facets: { domain } }
    const { page, items } = await readNewest(filter, toItem, context)
    return { domain, ...page, procedures: items }
  },
  shows: ({ kind, facets }) => (kind === 'procedure' ? procedureOf(facets).domain : undefined),
})

function toItem(memory: StoredMemory) {
  const skill = procedureOf(memory.facets)
  return {
    id: memory.id,
    name: skill.name,
    domain: skill.domain,
    trigger_pattern: skill.trigger_pattern,
    content: memory.text,
    step_count: skill.steps.length,
    success_rate: rounded(skill.success_rate),
    execution_count: skill.execution_count,
    timestamp: formatTime(memory.happenedAt),
    session_id: memory.session,
    project: memory.project,
    ...toReviewFields(memory),
  }
}
