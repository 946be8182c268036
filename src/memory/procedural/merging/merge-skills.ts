import type { Json } from '../../memory.js'
import { mergedInto } from '../deprecation.js'
import { expectedSuccess } from '../executions.js'
import { toScript } from '../learn-skill.js'
import type { Procedure, Step, Variant } from '../procedure.js'
import { align, type Pair } from './align-steps.js'
import { type Comparing, compareWording, type IsFirstName, mayBeParaphrases } from './compare-wording.js'
import { createPlaceholders, type Difference, isEqual } from './placeholders.js'
import { tokensOf } from './tokens.js'
import { type Unified, unifySteps } from './unify-steps.js'

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
 * CON4: merges the skills that do the same into the one with the best success. Differing values become placeholders
 * (PRO2), steps that only another skill has become variants; nothing is lost. The text of a memory never changes, and
 * its statistics stay those of its own steps. Skills that differ in any word that is no value are left as they are.
 */
export function mergeSkills(skills: readonly Skill[], isFirstName: IsFirstName): MergedSkills {
  const [best, ...candidates] = [...skills].sort(bySuccess)
  const others: Skill[] = []
  let merged = best.procedure
  for (const candidate of candidates) {
    const absorbed = areApart(best, candidate) ? undefined : absorb(merged, candidate, isFirstName)
    if (absorbed === undefined) continue
    merged = absorbed
    others.push({ id: candidate.id, procedure: mergedInto(candidate.procedure, best.id) })
  }
  return { best: { id: best.id, procedure: merged }, others }
}

function bySuccess(a: Skill, b: Skill): number {
  return expectedSuccess(b.procedure) - expectedSuccess(a.procedure) || (a.id < b.id ? -1 : 1)
}

/** CON4: whether the two are one skill. */
export const areOneSkill = (one: Skill, other: Skill, isFirstName: IsFirstName): boolean =>
  !areApart(one, other) && absorb(one.procedure, other, isFirstName) !== undefined

/** What was merged once and brought back stays apart. */
const areApart = (one: Skill, other: Skill): boolean =>
  (one.procedure.apart_from ?? []).includes(other.id) || (other.procedure.apart_from ?? []).includes(one.id)

/** Undefined when the two are not the same skill. */
function absorb(ours: Procedure, { id, procedure: theirs }: Skill, isFirstName: IsFirstName): Procedure | undefined {
  const [ourParameters, theirParameters] = [ours.parameters ?? [], theirs.parameters ?? []]
  // Two passes: a clear value in one step ("--tag shop") is a value in the others, too ("push shop").
  const first = createPlaceholders(ourParameters, theirParameters)
  unifyAll(ours.steps, theirs.steps, { placeholders: first, isFirstName })
  const comparing = { placeholders: createPlaceholders(ourParameters, theirParameters, first), isFirstName }
  const { steps, pairs, unified } = unifyAll(ours.steps, theirs.steps, comparing)
  const own = variantsOf(id, theirs, pairs)
  if (!areSame(ours, theirs, { pairs, unified, comparing }) || !agree(ours.variants ?? [], own)) return undefined
  const parameters = comparing.placeholders.parameters()
  const variants = [...(ours.variants ?? []), ...own].reduce(withoutRepeats, [])
  return {
    ...ours,
    steps,
    script: toScript(steps),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(variants.length === 0 ? {} : { variants }),
  }
}

interface Comparison {
  readonly pairs: readonly Pair[]
  readonly unified: readonly NonNullable<Unified>[]
  readonly comparing: Comparing
}

/** Whether nothing but values differs in the steps that both have, and only one of the two has more. */
function areSame(ours: Procedure, theirs: Procedure, { pairs, unified, comparing }: Comparison): boolean {
  const [moreOfOurs, moreOfTheirs] = [ours.steps.length - pairs.length, theirs.steps.length - pairs.length]
  if (pairs.length === 0 || (moreOfOurs > 0 && moreOfTheirs > 0)) return false
  if (Math.max(moreOfOurs, moreOfTheirs) >= pairs.length) return false
  const differences = unified.flatMap((each) => each.differences)
  if (haveSwapped(differences)) return false
  const isWhole = differences.length === 0 && moreOfOurs + moreOfTheirs === 0
  const areCalls = ours.steps.every(({ tool, command }) => tool !== null || command !== undefined)
  return (['name', 'trigger_pattern'] as const).every(
    (key) =>
      compareWording(ours[key], theirs[key], 'sentence', comparing) !== undefined ||
      // What is done is exactly the same: it may be called something else.
      (isWhole && areCalls && mayBeParaphrases(ours[key], theirs[key])),
  )
}

/** "From a to b" is not "from b to a". A number may be another one's by chance, unless both have the same name. */
function haveSwapped(differences: readonly Difference[]): boolean {
  const keyOf = (value: Json, name: string) =>
    /^[\d.,]+$/.test(String(value)) ? `${name} ${String(value)}` : JSON.stringify(value)
  const ours = new Set(differences.map((each) => keyOf(each.ours, each.name)))
  return differences.some((each) => !isEqual(each.ours, each.theirs) && ours.has(keyOf(each.theirs, each.name)))
}

/** Where another skill has steps of its own already, these are the same, or more of them, or fewer. */
const agree = (known: readonly Variant[], added: readonly Variant[]): boolean =>
  added.every(({ after }) => {
    const [ours, theirs] = [known, added].map((each) => each.filter((variant) => variant.after === after))
    return containAll(ours, theirs) || containAll(theirs, ours)
  })

const containAll = (all: readonly Variant[], some: readonly Variant[]): boolean =>
  some.every(({ step }) => all.some((each) => isEqual(contentOf(each.step), contentOf(step))))

function unifyAll(ours: readonly Step[], theirs: readonly Step[], comparing: Comparing) {
  const pairs = alignSteps(ours, theirs, comparing)
  const steps = [...ours]
  const unified = pairs.map(({ ours: i, theirs: j }) => unifySteps(ours[i], theirs[j], comparing)!)
  for (const [at, { ours: i }] of pairs.entries()) steps[i] = unified[at].write()
  return { steps, pairs, unified }
}

const [identical, similar] = [2, 1]

function alignSteps(ours: readonly Step[], theirs: readonly Step[], comparing: Comparing): readonly Pair[] {
  // A cheap comparison that rejects most pairs.
  const [ourHeads, theirHeads] = [ours.map(headOf), theirs.map(headOf)]
  return align(ours.length, theirs.length, (i, j) => {
    if (ourHeads[i] !== theirHeads[j]) return 0
    const unified = unifySteps(ours[i], theirs[j], comparing)
    if (unified === undefined) return 0
    return unified.isSame ? identical : similar
  })
}

const headOf = ({ tool, command, action }: Step): string =>
  JSON.stringify([tool, command === undefined ? tokensOf(action, 'sentence').length : /^\S*/.exec(command)?.[0]])

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
