import type { Json } from '../memory.js'
import { align, type Pair } from './align-steps.js'
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
  /** The best of them, with what the others add. */
  readonly best: Skill
  /** The others, deprecated, each with a pointer to the best. */
  readonly others: readonly Skill[]
}

/**
 * CON4: similar skills of one domain become the best of them by success. Values that differ become placeholders
 * (PRO2), steps that only another has become variants; nothing that was told is lost. The text of a memory never
 * changes, and its statistics stay those of the steps that they were counted on.
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
  // Twice: what is clearly a value at one step ("-t shop") is one at the others too ("push shop").
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

const [identical, alike] = [2, 1]

function alignSteps(ours: readonly Step[], theirs: readonly Step[], placeholders: Placeholders): readonly Pair[] {
  // Most pairs are told apart by this alone.
  const [ourHeads, theirHeads] = [ours.map(headOf), theirs.map(headOf)]
  return align(ours.length, theirs.length, (i, j) => {
    if (ourHeads[i] !== theirHeads[j]) return 0
    const unified = unifySteps(ours[i], theirs[j], placeholders)
    if (unified === undefined) return 0
    return unified.isSame ? identical : alike
  })
}

const headOf = ({ tool, command = '' }: Step): string => JSON.stringify([tool, wordsOf(command)[0] ?? ''])

/** Their steps that none of ours is, and the variants they had, at our places. */
function variantsOf(from: string, theirs: Procedure, pairs: readonly Pair[]): Variant[] {
  const paired = new Set(pairs.map(({ theirs: j }) => j))
  /** The last of our steps that goes with one of their first `count`. */
  const placeOf = (count: number) => (pairs.findLast(({ theirs: j }) => j < count)?.ours ?? -1) + 1
  const own = theirs.steps.flatMap((step, j) => (paired.has(j) ? [] : [{ from, after: placeOf(j), step }]))
  const inherited = (theirs.variants ?? []).map((variant) => ({ ...variant, after: placeOf(variant.after) }))
  return [...own, ...inherited]
}

function withoutRepeats(kept: readonly Variant[], variant: Variant): Variant[] {
  const isKnown = kept.some(({ after, step }) => after === variant.after && isEqual(doing(step), doing(variant.step)))
  return isKnown ? [...kept] : [...kept, variant]
}

const doing = ({ action, tool, parameters, command }: Step): Json => [action, tool, parameters, command ?? null]
