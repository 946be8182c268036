import type { Facets, StoredMemory } from '../../memory/memory.js'
import { mergeSkills as mergeInto, type Skill } from '../../memory/procedural/merge-skills.js'
import { type Procedure, procedureOf, type Variant } from '../../memory/procedural/procedure.js'
import type { MemoryFilter } from '../../ports/store/filter.js'
import type { MemoryReader } from '../../ports/store/read.js'
import type { MemorySearch } from '../../ports/store/search.js'
import type { MemoryWriter } from '../../ports/store/write.js'
import type { Using } from '../machinery/operation-context.js'
import { retryOnConflict } from '../writing/change-memory.js'
import { nearestInScope } from './nearest-in-scope.js'
import { type ConsolidationScope, groupBySession } from './new-memories.js'

/** CON4. */
const minCosine = 0.85
const maxSimilar = 2_000
const pageSize = 100

/** A stored variant: which step of which skill. The text stays in that skill, so that forgetting the skill erases it. */
type StoredVariant = Omit<Variant, 'step'> & { readonly order: number }

/** CON4: merges equivalent skills into the best one; the others are deprecated with a pointer to it. */
export async function mergeSkills(
  scope: ConsolidationScope,
  context: Using<MemoryReader & MemoryWriter & MemorySearch, 'signal' | 'clock' | 'embedder'>,
): Promise<number> {
  const filter = { ...scope, kinds: ['procedure'] as const }
  const skills = await readAll(filter, context)
  let merged = 0
  for (const group of groupBySession(skills)) {
    const left = new Map(group.filter(hasSteps).map((skill) => [skill.id, skill]))
    for (const skill of left.values()) {
      if (context.signal?.aborted === true) return merged
      const similar = await findSimilar(skill, context)
      const equivalent = [skill.id, ...similar.filter((id) => left.has(id))]
      for (const id of equivalent) left.delete(id)
      if (equivalent.length > 1) merged += await retryOnConflict(() => mergeGroup(equivalent, context))
    }
  }
  return merged
}

/** In pages: a skill may be megabytes. One that is added meanwhile moves others to the next page, where they are read twice. */
async function readAll(filter: MemoryFilter, { memories }: Using<MemoryReader>): Promise<StoredMemory[]> {
  const found = new Map<string, StoredMemory>()
  for (let offset = 0; ; offset += pageSize) {
    const page = await memories.query(filter, { offset, limit: pageSize })
    for (const memory of page.memories) found.set(memory.id, memory)
    if (offset + pageSize >= page.total) return [...found.values()]
  }
}

const hasSteps = ({ facets }: StoredMemory): boolean => procedureOf(facets).steps.length > 0

async function findSimilar(skill: StoredMemory, context: Using<MemorySearch, 'embedder'>) {
  const { domain } = procedureOf(skill.facets)
  const wanted = { kinds: ['procedure'] as const, facets: { domain }, most: maxSimilar, minCosine }
  const [near] = await nearestInScope([skill], wanted, context)
  return near.map((each) => each.id)
}

async function mergeGroup(
  ids: readonly string[],
  context: Using<MemoryReader & MemoryWriter, 'clock'>,
): Promise<number> {
  const found = (await context.memories.get(ids)).filter((memory) => memory?.state === 'active')
  const skills = new Map(found.map((memory) => [memory!.id, memory!]))
  if (skills.size < 2) return 0
  const whole = await Promise.all(Array.from(skills.values(), (memory) => withVariants(memory, context)))
  const { best, others } = mergeInto(whole)
  const toChange = ({ id, procedure }: Skill) => ({
    id,
    version: skills.get(id)!.version,
    facets: toFacets(procedure, skills.get(id)!.facets),
  })
  await context.memories.commit({
    at: context.clock.now(),
    change: [toChange(best), ...others.map((other) => ({ ...toChange(other), state: 'retired' as const }))],
  })
  return others.length
}

/** The skill with the steps of its variants, except variants of skills that were forgotten. */
async function withVariants({ id, facets }: StoredMemory, { memories }: Using<MemoryReader>): Promise<Skill> {
  const stored = (facets.variants ?? []) as unknown as readonly StoredVariant[]
  const owners = await memories.get(stored.map(({ from }) => from))
  const variants = stored.flatMap(({ from, after, order }, at): Variant[] => {
    const step = procedureOf(owners[at]?.facets ?? {}).steps.find((each) => each.order === order)
    return step === undefined ? [] : [{ from, after, step }]
  })
  const { variants: _, ...procedure } = procedureOf(facets)
  return { id, procedure: variants.length === 0 ? procedure : { ...procedure, variants } }
}

/** Stores only the skill's own texts: of a placeholder's values, the one that the skill had itself. */
function toFacets({ variants = [], parameters = [], ...procedure }: Procedure, before: Facets): Facets {
  const { variants: _, parameters: __, ...others } = before
  return {
    ...others,
    ...procedure,
    ...(parameters.length === 0
      ? {}
      : { parameters: parameters.map(({ name, values: [own] }) => ({ name, values: [own] })) }),
    ...(variants.length === 0
      ? {}
      : { variants: variants.map(({ from, after, step }) => ({ from, after, order: step.order })) }),
  }
}
