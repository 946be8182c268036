import { z } from 'zod'
import { learnSkill, leastOutcomeScore, toSkillText } from '../../memory/procedural/learn-skill.js'
import { homeOf } from '../caller.js'
import { domain, text, unit } from '../fields.js'
import { defineOperation } from '../operation.js'
import { trajectory } from '../trajectory.js'
import { write } from '../writing.js'

export const createSkill = defineOperation({
  name: 'create_skill',
  summary: 'Learn a reusable skill from a trajectory that went well (outcome_score 0.7 or more).',
  guidance: 'Use after a task of several steps that is likely to come again. Below 0.7 nothing is stored.',
  door: 'memory',
  effect: 'write',
  input: z.object({
    trajectory: trajectory.describe(
      'Steps in order, each {tool, parameters, result}, and action or description in words.',
    ),
    outcome_score: unit.describe('How well it went; 0.7 or more is learnt.'),
    domain: domain.describe('What it is for.'),
    trigger_pattern: text(2_000).nullish().describe('When to use it; else the first action.'),
    name: text(500).nullish().describe('What to call it; else domain and first action.'),
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
  async run(input, context, caller) {
    if (input.outcome_score < leastOutcomeScore) {
      return { created: false, reason: `Outcome score ${input.outcome_score} < ${leastOutcomeScore} threshold` }
    }
    const { name = null, trigger_pattern: trigger = null } = input
    const skill = learnSkill({ ...input, name, trigger }, context.clock.now())
    const memory = await write(
      {
        ...homeOf(caller),
        kind: 'procedure',
        text: toSkillText(skill),
        facets: skill,
        tags: [],
        // What went better is kept for longer.
        importance: input.outcome_score,
        happenedAt: null,
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
