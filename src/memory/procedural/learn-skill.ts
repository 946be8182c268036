import type { Domain, JsonObject } from '../memory.js'
import { formatTime } from '../time.js'
import type { Procedure, Step } from './procedure.js'
import { oneLine, shortLine } from './short-line.js'
import { toSteps } from './steps.js'

/** PRO1: what went worse than this is no example to follow. */
export const leastOutcomeScore = 0.7

/** A line of a name, and the longest text that any memory may have. */
const [longestLine, longestText] = [120, 100_000]

interface Example {
  readonly trajectory: readonly JsonObject[]
  readonly domain: Domain
  readonly name: string | null
  readonly trigger: string | null
}

/** A skill from an example that went well. The example counts as its first execution (PRO4). */
export function learnSkill({ trajectory, domain, name, trigger }: Example, at: number): Procedure {
  const steps = toSteps(trajectory)
  const first = shortLine(steps[0].action, longestLine)
  return {
    name: name ?? `${domain[0].toUpperCase()}${domain.slice(1)}: ${first}`,
    domain,
    trigger_pattern: trigger ?? first,
    steps,
    script: toScript(steps),
    success_rate: 1,
    execution_count: 1,
    runs: [{ at: formatTime(at), success: true }],
  }
}

/** PRO2: the action as a comment, on one line lest the rest of it be run; the command verbatim. */
export function toScript(steps: readonly Step[]): string {
  return steps
    .flatMap(({ order, action, command }) => [
      `# Step ${order}: ${oneLine(action)}`,
      ...(command === undefined ? [] : [command]),
    ])
    .join('\n')
}

/** What recall searches. Of more actions than a text can hold, the first. */
export function toSkillText({ name, trigger_pattern, steps }: Procedure): string {
  let text = [...new Set([name, trigger_pattern])].join('\n')
  for (const { action } of steps) {
    const line = `\n${oneLine(action)}`
    if (text.length + line.length > longestText) break
    text += line
  }
  return text
}
