import type { Json } from '../memory.js'
import { wordsOf } from './command-words.js'
import { deprecate } from './deprecation.js'
import { successesOf } from './executions.js'
import { toScript } from './learn-skill.js'
import { createPlaceholders, isEqual, type Placeholders } from './placeholders.js'
import type { Procedure, Step, Variant } from './procedure.js'
import { unifySteps } from './unify-steps.js'

export interface Skill {
  readonly id: string
  readonly procedure: Procedure
}

interface MergedSkills {
  /** The best skill with the additions of the others. */
  readonly best: Skill
  /** The others, deprecated, each with a reference to the best. */
  readonly others: readonly Skill[]
}

/**
 * CON4: merges similar skills of one domain into the one with the best success. Differing values become placeholders
 * (PRO2), steps that only another skill has become variants; nothing is lost. The text of a memory never changes, and
 * its statistics stay those of its own steps.
 */
export function mergeSkills(skills: readonly Skill[]): MergedSkills {
  const [best, ...others] = [...skills].sort(bySuccess)
  const procedure = others.reduce((merged, other) => absorb(merged, other), best.procedure)
  return {
    best: { id: best.id, procedure },
    others: others.map(({ id, procedure: other }) => ({
      id,
      procedure: { ...deprecate(other, `Merged into ${best.id}`), merged_into: best.id },
    })),
  }
}

/** By Laplace's rule of succession, (s + 1) / (n + 2): one lucky run does not outrank forty good ones. */
const expectedSuccess = (procedure: Procedure): number => (successesOf(procedure) + 1) / (procedure.execution_count + 2)

function bySuccess(a: Skill, b: Skill): number {
  return expectedSuccess(b.procedure) - expectedSuccess(a.procedure) || (a.id < b.id ? -1 : 1)
}

function absorb(ours: Procedure, { id, procedure: theirs }: Skill): Procedure {
  const [ourParameters, theirParameters] = [ours.parameters ?? [], theirs.parameters ?? []]
  // Two passes: a clear value in one step ("-t shop") is a value in the others, too ("push shop").
  const first = createPlaceholders(ourParameters, theirParameters)
  unifyAll(ours.steps, theirs.steps, first)
  const placeholders = createPlaceholders(ourParameters, theirParameters, first)
  const { steps, pairs } = unifyAll(ours.steps, theirs.steps, placeholders)
  const parameters = placeholders.parameters()
  const variants = [...(ours.variants ?? []), ...variantsOf(id, theirs, pairs)].reduce(withoutRepeats, [])
  return {
    ...ours,
    steps,
    script: toScript(steps),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(variants.length === 0 ? {} : { variants }),
  }
}

function unifyAll(ours: readonly Step[], theirs: readonly Step[], placeholders: Placeholders) {
  const pairs = alignSteps(ours, theirs, placeholders)
  const steps = [...ours]
  for (const { ours: i, theirs: j } of pairs) steps[i] = unifySteps(ours[i], theirs[j], placeholders)!.write()
  return { steps, pairs }
}

const [identical, similar] = [2, 1]

function alignSteps(ours: readonly Step[], theirs: readonly Step[], placeholders: Placeholders): readonly Pair[] {
  // A cheap comparison that rejects most pairs.
  const [ourHeads, theirHeads] = [ours.map(headOf), theirs.map(headOf)]
  return align(ours.length, theirs.length, (i, j) => {
    if (ourHeads[i] !== theirHeads[j]) return 0
    const unified = unifySteps(ours[i], theirs[j], placeholders)
    if (unified === undefined) return 0
    return unified.isSame ? identical : similar
  })
}

const headOf = ({ tool, command = '' }: Step): string => JSON.stringify([tool, wordsOf(command)[0] ?? ''])

/** Their unpaired steps and their variants, at the positions of our steps. */
function variantsOf(from: string, theirs: Procedure, pairs: readonly Pair[]): Variant[] {
  const paired = new Set(pairs.map(({ theirs: j }) => j))
  /** The last of our steps that is paired with one of their first `count`. */
  const positionOf = (count: number) => (pairs.findLast(({ theirs: j }) => j < count)?.ours ?? -1) + 1
  const own = theirs.steps.flatMap((step, j) => (paired.has(j) ? [] : [{ from, after: positionOf(j), step }]))
  const inherited = (theirs.variants ?? []).map((variant) => ({ ...variant, after: positionOf(variant.after) }))
  return [...own, ...inherited]
}

function withoutRepeats(kept: readonly Variant[], variant: Variant): Variant[] {
  const isKnown = kept.some(
    ({ after, step }) => after === variant.after && isEqual(contentOf(step), contentOf(variant.step)),
  )
  return isKnown ? [...kept] : [...kept, variant]
}

const contentOf = ({ action, tool, parameters, command }: Step): Json => [action, tool, parameters, command ?? null]

/** A pair of indexes, from 0. */
interface Pair {
  readonly ours: number
  readonly theirs: number
}

/**
 * The order-preserving pairs with the largest sum of weights (weighted longest common subsequence; Needleman & Wunsch
 * 1970 without a gap penalty). A weight of 0 is no pair.
 */
function align(
  ourCount: number,
  theirCount: number,
  weightOf: (ours: number, theirs: number) => number,
): readonly Pair[] {
  const width = theirCount + 1
  // best[i, j]: the largest sum from our i-th and their j-th on.
  const best = new Float64Array((ourCount + 1) * width)
  const weights = new Float64Array(ourCount * width)
  for (let i = ourCount - 1; i >= 0; i--) {
    for (let j = theirCount - 1; j >= 0; j--) {
      const weight = weightOf(i, j)
      weights[i * width + j] = weight
      const paired = weight > 0 ? weight + best[(i + 1) * width + j + 1] : 0
      best[i * width + j] = Math.max(paired, best[(i + 1) * width + j], best[i * width + j + 1])
    }
  }
  const pairs: Pair[] = []
  for (let i = 0, j = 0; i < ourCount && j < theirCount; ) {
    const weight = weights[i * width + j]
    if (weight > 0 && best[i * width + j] === weight + best[(i + 1) * width + j + 1])
      pairs.push({ ours: i++, theirs: j++ })
    else if (best[i * width + j] === best[(i + 1) * width + j]) i++
    else j++
  }
  return pairs
}
