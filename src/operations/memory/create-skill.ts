import { z } from 'zod'
import type { Json, JsonObject } from '../../memory/memory.js'
import { learnSkill, minOutcomeScore, toSkillText } from '../../memory/procedural/learn-skill.js'
import { hasAction } from '../../memory/procedural/steps.js'
import type { MemoryWriter } from '../../ports/store/write.js'
import { writeScope } from '../machinery/caller.js'
import { answers, domain, text, unit } from '../machinery/fields.js'
import { jsonObject } from '../machinery/json-object.js'
import { defineOperation } from '../machinery/operation.js'
import type { Composing, Using } from '../machinery/operation-context.js'
import { write } from '../writing/write-memory.js'

/** COM6. All steps together fit into an MCP message twice. */
const [maxSteps, maxStepBytes, maxBytes] = [1_000, 64 * 1024, 4 * 1024 * 1024]

const texts = ['tool', 'action', 'description', 'command'] as const

const step = jsonObject(maxStepBytes)
  .superRefine((given, check) => {
    const problem = problemOf(given)
    if (problem !== undefined) check.addIssue({ code: 'custom', message: problem })
  })
  .meta({ type: 'object' })

function problemOf(given: JsonObject): string | undefined {
  const wrong = texts.find((key) => Object.hasOwn(given, key) && !isTextOrNothing(given[key]))
  if (wrong !== undefined) return `must have a text as its "${wrong}"`
  return hasAction(given) ? undefined : 'must say what was done: an action, a description, a tool or a command'
}

const isTextOrNothing = (value: Json): boolean => value === null || typeof value === 'string'

/** Steps that were taken: any JSON objects that name an action. */
const trajectory = z
  .array(step)
  .min(1)
  .max(maxSteps)
  .superRefine((steps, check) => {
    // A step that is not JSON has been refused already, and cannot be measured.
    if (check.issues.length > 0) return
    const size = new TextEncoder().encode(JSON.stringify(steps)).length
    if (size > maxBytes) check.addIssue({ code: 'custom', message: `must be at most ${maxBytes / 1024} KiB of JSON` })
  })

export const createSkill = defineOperation({
  name: 'create_skill',
  summary: 'Learn a reusable skill from a trajectory that went well (outcome_score 0.7 or more).',
  guidance: 'Use after a task of several steps that is likely to recur. Below 0.7 nothing is stored.',
  door: 'memory',
  effect: 'write',
  input: z.object({
    trajectory: trajectory.describe(
      'Steps in order, each {tool, parameters, result}, and action or description in words.',
    ),
    outcome_score: unit.describe('How well it went; 0.7 or more is learnt.'),
    domain: domain.describe('What it is for.'),
    trigger_pattern: text(2_000).nullish().describe('When to use it; by default the first action.'),
    name: text(500).nullish().describe('Its name; by default domain and first action.'),
    answers,
  }),
  output: z.object({
    created: z.boolean(),
    reason: z.string().optional(),
    id: z.string().optional(),
    name: z.string().optional(),
    domain: domain.optional(),
    trigger_pattern: z.string().optional(),
    step_count: z.int().optional(),
    script: z.string().optional(),
  }),
  commandLine: {
    command: 'skill create',
    examples: [
      `--domain devops --outcome-score 0.95 --trajectory '[{"action":"Run tests","tool":"run_command","parameters":{"command":"pytest tests/"}}]'`,
    ],
  },
  async run(input, context: Using<MemoryWriter, Composing | 'clock'>, caller) {
    if (input.outcome_score < minOutcomeScore) {
      return { created: false, reason: `Outcome score ${input.outcome_score} < ${minOutcomeScore} threshold` }
    }
    const { name = null, trigger_pattern: trigger = null } = input
    const skill = learnSkill({ ...input, name, trigger }, context.clock.now())
    const memory = await write(
      {
        ...writeScope(caller),
        kind: 'procedure',
        text: toSkillText(skill),
        facets: skill,
        tags: [],
        // Better results are remembered for longer.
        importance: input.outcome_score,
        happenedAt: null,
        // Each is found by itself: among many steps, what it is for would hardly count.
        answers: [...new Set([trigger, name, ...(input.answers ?? [])])].filter((given) => given !== null),
      },
      context,
    )
    return {
      created: true,
      id: memory.id,
      name: skill.name,
      domain: skill.domain,
      trigger_pattern: skill.trigger_pattern,
      step_count: skill.steps.length,
      script: skill.script,
    }
  },
})
