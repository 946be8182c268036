import { loadFirstNames } from '../../memory/consolidation/extraction/tagger.js'
import type { Facets, StoredMemory } from '../../memory/memory.js'
import type { IsFirstName } from '../../memory/procedural/merging/compare-wording.js'
import { areOneSkill, mergeSkills as mergeInto, type Skill } from '../../memory/procedural/merging/merge-skills.js'
import { withoutMerged } from '../../memory/procedural/merging/separate-skills.js'
import { type Procedure, procedureOf, type Variant } from '../../memory/procedural/procedure.js'
import type { MemoryFilter } from '../../ports/store/filter.js'
import type { MemoryReader } from '../../ports/store/read.js'
import type { MemorySearch } from '../../ports/store/search.js'
import type { MemoryChange, MemoryWriter } from '../../ports/store/write.js'
import type { Using } from '../machinery/operation-context.js'
import { yieldIfDue } from '../machinery/run-in-slices.js'
import { retryOnConflict } from '../writing/change-memory.js'
import { nearestInScope } from './nearest-in-scope.js'
import { type ConsolidationScope, groupBySession } from './new-memories.js'

/** CON4. */
const minCosine = 0.85
const maxSimilar = 2_000
const pageSize = 100

/** A stored variant: which step of which skill. The text stays in that skill, so that forgetting the skill erases it. */
type StoredVariant = Omit<Variant, 'step'> & { readonly order: number }

/** CON4: merges the skills that do the same into the best one; the others are deprecated with a pointer to it. */
export async function mergeSkills(
  scope: ConsolidationScope,
  context: Using<MemoryReader & MemoryWriter & MemorySearch, 'signal' | 'clock' | 'embedder'>,
): Promise<number> {
  const filter = { ...scope, kinds: ['procedure'] as const }
  const skills = await readAll(filter, context)
  if (skills.length < 2) return 0
  const isFirstName = await loadFirstNames()
  let merged = 0
  for (const group of groupBySession(skills)) {
    const left = new Map(group.filter(hasSteps).map((memory) => [memory.id, memory]))
    for (const skill of left.values()) {
      if (context.signal?.aborted === true) return merged
      left.delete(skill.id)
      const similar = (await findSimilar(skill, context)).flatMap((id) => left.get(id) ?? [])
      const same: StoredMemory[] = []
      for (const other of similar) {
        await yieldIfDue(context)
        if (areOneSkill(toSkill(skill), toSkill(other), isFirstName)) same.push(other)
      }
      if (same.length === 0) continue
      const ids = [skill, ...same].map(({ id }) => id)
      const done = await retryOnConflict(() => mergeGroup(ids, isFirstName, context))
      for (const id of done) left.delete(id)
      merged += done.length
    }
  }
  return merged
}

const toSkill = ({ id, facets }: StoredMemory): Skill => ({ id, procedure: procedureOf(facets) })

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

/** The ids of those that were merged into another. */
async function mergeGroup(
  ids: readonly string[],
  isFirstName: IsFirstName,
  context: Using<MemoryReader & MemoryWriter, 'clock'>,
): Promise<readonly string[]> {
  const found = (await context.memories.get(ids)).filter((memory) => memory?.state === 'active')
  const skills = new Map(found.map((memory) => [memory!.id, memory!]))
  if (skills.size < 2) return []
  const whole = await Promise.all(Array.from(skills.values(), (memory) => withVariants(memory, context)))
  const { best, others } = mergeInto(whole, isFirstName)
  if (others.length === 0) return []
  const toChange = ({ id, procedure }: Skill) => ({
    id,
    version: skills.get(id)!.version,
    facets: toFacets(procedure, skills.get(id)!.facets),
  })
  await context.memories.commit({
    at: context.clock.now(),
    change: [toChange(best), ...others.map((other) => ({ ...toChange(other), state: 'retired' as const }))],
  })
  return others.map(({ id }) => id)
}

/** CON4: what bringing back this skill changes in the one that it was merged into. */
export async function undoMerge(
  { id, facets }: StoredMemory,
  memories: MemoryReader,
): Promise<readonly MemoryChange[]> {
  const { merged_into: bestId } = procedureOf(facets)
  if (bestId === undefined) return []
  const [best] = await memories.get([bestId])
  if (best === undefined) return []
  const { total } = await memories.query(
    { kinds: ['procedure'], facets: { merged_into: bestId }, includeClosed: true },
    { offset: 0, limit: 1 },
  )
  return [{ id: bestId, version: best.version, facets: withoutMerged(best.facets, id, total < 2) }]
}

/** The steps that only skills merged into these have, by the id of the one that has them now; forgotten ones are left out. */
export async function readVariants(
  skills: readonly Pick<StoredMemory, 'id' | 'facets'>[],
  memories: MemoryReader,
): Promise<ReadonlyMap<string, readonly Variant[]>> {
  const whole = await Promise.all(skills.map((skill) => withVariants(skill, { memories })))
  return new Map(whole.map(({ id, procedure }) => [id, procedure.variants ?? []]))
}

/** The skill with the steps of its variants, except variants of skills that were forgotten. */
async function withVariants(
  { id, facets }: Pick<StoredMemory, 'id' | 'facets'>,
  { memories }: Using<MemoryReader>,
): Promise<Skill> {
  const stored = (facets.variants ?? []) as unknown as readonly StoredVariant[]
  if (stored.length === 0) return { id, procedure: procedureOf(facets) }
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
