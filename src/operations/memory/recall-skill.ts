import { z } from 'zod'
import type { StoredMemory } from '../../memory/memory.js'
import { hasDirection } from '../../memory/procedural/directions.js'
import { type Procedure, procedureOf, type Step, type Variant } from '../../memory/procedural/procedure.js'
import { directionsOf, type Purpose, scoreSkill, similarityOf } from '../../memory/procedural/skill-score.js'
import { bestPassage } from '../../memory/recall/passage.js'
import type { Query } from '../../memory/recall/query/query.js'
import { windowSize } from '../../memory/recall/ranking/windows.js'
import { readVariants } from '../consolidation/merge-skills.js'
import { scopeOf } from '../machinery/caller.js'
import * as fields from '../machinery/fields.js'
import { defineOperation } from '../machinery/operation.js'
import { rounded } from '../machinery/rounded.js'
import type { Cutting } from '../recall/answer-budget.js'
import { addedFields, type RecallContext, recallMemories } from '../recall/recall-memories.js'
import { pageFields } from '../recall/recall-page.js'
import { likenessTo } from './skill-likeness.js'

// In the contract this operation's query is called `task`.
const { query: _, ...pageWithoutQuery } = pageFields

const shownStep = { action: z.string(), tool: z.string().nullable(), command: z.string().optional() }
const recalledSkill = z.object({
  id: z.string(),
  name: z.string(),
  domain: fields.domain,
  trigger_pattern: z.string(),
  success_rate: fields.unit,
  execution_count: z.int(),
  score: z.number(),
  components: z.object({ similarity: z.number(), success_rate: z.number(), experience: z.number() }),
  /** With `explain`: what made the similarity of the relevance, the cosine of the task with what the skill is for. */
  purpose: z.object({ cosine: z.number().optional(), direction: z.enum(['same', 'unsaid', 'opposite']) }).optional(),
  steps: z.array(z.object({ order: z.int(), ...shownStep })),
  /** The text of a skill that has no steps. */
  content: z.string().optional(),
  truncated: z.boolean().optional(),
  parameters: z.array(z.object({ name: z.string(), values: z.array(z.unknown()) })).optional(),
  /** CON4: what only a merged skill does, and after which step. */
  variants: z.array(z.object({ after: z.int(), ...shownStep, from: z.string() })).optional(),
  project: z.string().nullable(),
  ...addedFields,
})
type RecalledSkill = z.output<typeof recalledSkill>

export const recallSkill = defineOperation({
  name: 'recall_skill',
  summary: 'Recall skills that fit a task, with their steps; what worked more often comes first.',
  guidance:
    'Use before a task that may have been done before, then report how it went with execute_skill. `{{name}}` in a command is a parameter to fill in.',
  door: 'memory',
  effect: 'read',
  input: z.object({
    task: fields.text(10_000).describe('What is to be done, in plain words.'),
    also: fields.also,
    domain: fields.domain.nullish().describe('Only skills of this domain.'),
    limit: fields.limit(5),
    offset: fields.offset,
    session_filter: fields.sessionFilter,
    min_relevance: fields.minRelevance,
    explain: fields.explain,
    max_tokens: fields.maxTokens,
  }),
  output: z.object({ task: z.string(), ...pageWithoutQuery, procedures: z.array(recalledSkill) }),
  commandLine: {
    command: 'skill recall',
    positional: ['task'],
    examples: ['"deploy web application" --domain devops'],
  },
  async run(input, context: RecallContext, caller) {
    const variants = new Map<string, readonly Variant[]>()
    const { page, items } = await recallMemories(
      { ...input, query: input.task },
      {
        filter: {
          ...scopeOf(caller, input.session_filter),
          kinds: ['procedure'],
          ...(input.domain == null ? {} : { facets: { domain: input.domain } }),
        },
        score: async (found) => {
          const memories = found.map(({ memory }) => memory)
          for (const [id, own] of await readVariants(memories, context.memories)) variants.set(id, own)
          const skills = memories.map(({ facets }) => procedureOf(facets))
          const likeness = await likenessTo([input.task, ...(input.also ?? [])], skills, context.embedder)
          const directions = directionsOf(input.task, skills)
          return found.map(({ relevance }, at) => {
            const purpose = { cosine: likeness[at], direction: directions[at] }
            return { ...scoreSkill(skills[at], similarityOf(relevance, purpose), context.weights.procedural), purpose }
          })
        },
        // A skill that no longer holds is deprecated; a later one on the same subject may do the opposite.
        replacesOlder: false,
        // Of skills that do the opposite of each other, both must be seen together.
        ...(hasDirection(input.task) ? { window: windowSize } : {}),
        show: (memory, { score, components, purpose }): RecalledSkill => {
          const skill = procedureOf(memory.facets)
          return {
            id: memory.id,
            name: skill.name,
            domain: skill.domain,
            trigger_pattern: skill.trigger_pattern,
            success_rate: rounded(skill.success_rate),
            execution_count: skill.execution_count,
            score: rounded(score),
            components: rounded(components),
            ...(input.explain ? { purpose: toShownPurpose(purpose) } : {}),
            ...toDo(skill, memory, variants.get(memory.id) ?? []),
            project: memory.project,
          }
        },
        cut: toFewerSteps,
      },
      context,
      caller,
    )
    const { query: task, ...rest } = page
    return { task, ...rest, procedures: items }
  },
})

const toShownPurpose = ({ cosine, direction }: Purpose): Purpose => ({
  ...(cosine === undefined ? {} : { cosine: rounded(cosine) }),
  direction,
})

/** The steps, or the text of a skill that has none. */
function toDo({ steps, parameters }: Procedure, { text }: StoredMemory, variants: readonly Variant[]) {
  return {
    steps: steps.map((step) => ({ order: step.order, ...toShown(step) })),
    ...(steps.length === 0 ? { content: text } : {}),
    ...(parameters === undefined
      ? {}
      : { parameters: parameters.map(({ name, values }) => ({ name, values: [...values] })) }),
    ...(variants.length === 0
      ? {}
      : { variants: variants.map(({ after, step, from }) => ({ after, ...toShown(step), from })) }),
  }
}

const toShown = ({ action, tool, command }: Step) => ({ action, tool, ...(command === undefined ? {} : { command }) })

interface WithSteps {
  readonly steps: readonly { readonly order: number; readonly action: string; readonly command?: string }[]
  readonly variants?: readonly { readonly action: string }[]
  readonly content?: string
  readonly truncated?: boolean
}

/** COM14: drops the variants first, then the last commands, then the last steps; a text without steps is cut to its best passage. */
const toFewerSteps = <Skill extends WithSteps>(query: Query): Cutting<Skill> => ({
  text: ({ steps, variants = [], content = '' }) => JSON.stringify([...variants, ...steps]) + content,
  *cut(given, maxCharacters) {
    const skill = given.variants === undefined ? given : { ...given, variants: [] }
    const { content, steps } = skill
    if (content !== undefined) {
      return content.length <= maxCharacters
        ? skill
        : { ...skill, content: yield* bestPassage(content, query, maxCharacters), truncated: true }
    }
    const withoutCommands = steps.map(({ command: _, ...step }) => step)
    const bare = firstThatFit(withoutCommands, sizeOf, maxCharacters)
    const added = bare.map((step, index) => sizeOf(steps[index]) - sizeOf(step))
    const whole = firstThatFit(added, (size) => size, maxCharacters - sizeOf(bare)).length
    return { ...skill, steps: [...steps.slice(0, whole), ...bare.slice(whole)], truncated: true }
  },
})

const sizeOf = (value: unknown): number => JSON.stringify(value).length

function firstThatFit<Item>(items: readonly Item[], size: (item: Item) => number, max: number): readonly Item[] {
  let room = max
  const tooMany = items.findIndex((item) => {
    room -= size(item) + 1
    return room < 0
  })
  return tooMany === -1 ? items : items.slice(0, tooMany)
}
