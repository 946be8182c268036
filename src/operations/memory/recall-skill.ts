import { z } from 'zod'
import type { StoredMemory } from '../../memory/memory.js'
import { type Procedure, procedureOf } from '../../memory/procedural/procedure.js'
import { scoreSkill } from '../../memory/procedural/skill-score.js'
import { scopeOf } from '../caller.js'
import * as fields from '../fields.js'
import { defineOperation } from '../operation.js'
import { cutToBudget } from '../recalling/answer-budget.js'
import { explainer, explaining, explanation } from '../recalling/explanation.js'
import { toFewerSteps } from '../recalling/fewer-steps.js'
import { findMemories } from '../recalling/find-memories.js'
import { pageFields, toPage } from '../recalling/page-fields.js'
import { noteRecall, recallPage } from '../recalling/recall-page.js'
import { reviewFields, toReviewFields } from '../recalling/review.js'
import { findStale, staleField } from '../recalling/stale-references.js'
import { rounded } from '../rounded.js'

// The contract calls the query of this one a task.
const { query: _, ...page } = pageFields

const recalledSkill = z.object({
  id: z.string(),
  name: z.string(),
  domain: fields.domain,
  trigger_pattern: z.string(),
  success_rate: fields.unit,
  execution_count: z.int(),
  score: z.number(),
  components: z.object({ similarity: z.number(), success_rate: z.number(), experience: z.number() }),
  steps: z.array(
    z.object({ order: z.int(), action: z.string(), tool: z.string().nullable(), command: z.string().optional() }),
  ),
  /** The text of one that was told without steps. */
  content: z.string().optional(),
  truncated: z.boolean().optional(),
  parameters: z.array(z.object({ name: z.string(), values: z.array(z.unknown()) })).optional(),
  project: z.string().nullable(),
  ...reviewFields,
  ...staleField,
  explanation: explanation.optional(),
})
type RecalledSkill = z.output<typeof recalledSkill>

export const recallSkill = defineOperation({
  name: 'recall_skill',
  summary: 'Recall skills that fit a task, with their steps; what worked more often comes first.',
  guidance:
    'Use before a task that may have been done before, then tell execute_skill how it went. `{{name}}` in a command is a parameter to fill in.',
  door: 'memory',
  effect: 'read',
  input: z.object({
    task: fields.text(10_000).describe('What is to be done, in plain words.'),
    domain: fields.domain.nullish().describe('Only skills for this.'),
    limit: fields.limit(5),
    offset: fields.offset,
    session_filter: fields.sessionFilter,
    min_relevance: fields.minRelevance,
    explain: fields.explain,
    max_tokens: fields.maxTokens,
  }),
  output: z.object({ task: z.string(), ...page, procedures: z.array(recalledSkill) }),
  commandLine: {
    command: 'skill recall',
    positional: ['task'],
    examples: ['"deploy web application" --domain devops'],
  },
  async run(input, context, caller) {
    const filter = {
      ...scopeOf(caller, input.session_filter),
      kinds: ['procedure'] as const,
      ...(input.domain == null ? {} : { facets: { domain: input.domain } }),
    }
    const found = await findMemories(
      { query: input.task, filter, now: context.clock.now(), ...explaining(input) },
      context,
    )
    const explained = await explainer(found, context)
    const page = await recallPage(
      found,
      input,
      (found) =>
        found.map(({ memory, relevance }) =>
          scoreSkill(procedureOf(memory.facets), relevance, context.weights.procedural),
        ),
      context,
    )
    noteRecall(found, page, context)
    const stale = await findStale(page.recalled, context, caller)
    const procedures = page.recalled.map(({ memory, scored }): RecalledSkill => {
      const skill = procedureOf(memory.facets)
      return {
        id: memory.id,
        name: skill.name,
        domain: skill.domain,
        trigger_pattern: skill.trigger_pattern,
        success_rate: rounded(skill.success_rate),
        execution_count: skill.execution_count,
        score: rounded(scored.score),
        components: rounded(scored.components),
        ...toDo(skill, memory),
        project: memory.project,
        ...toReviewFields(memory),
        ...stale.of(memory),
        ...explained(memory.id),
      }
    })
    const fitted = [...cutToBudget(procedures, found.query, input.max_tokens, toFewerSteps<RecalledSkill>(found.query))]
    const { query: task, ...rest } = toPage({ ...input, query: input.task }, found, page, fitted.length)
    return { task, ...rest, procedures: fitted }
  },
})

/** What to do: the steps, or the text where no steps were told. */
function toDo({ steps, parameters }: Procedure, { text }: StoredMemory) {
  return {
    steps: steps.map(({ order, action, tool, command }) => ({
      order,
      action,
      tool,
      ...(command === undefined ? {} : { command }),
    })),
    ...(steps.length === 0 ? { content: text } : {}),
    ...(parameters === undefined
      ? {}
      : { parameters: parameters.map(({ name, values }) => ({ name, values: [...values] })) }),
  }
}
