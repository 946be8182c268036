import type { Domain, JsonObject } from '../memory.js'
import { formatTime } from '../time.js'
import type { Procedure, Step } from './procedure.js'
import { oneLine, shortLine } from './short-line.js'
import { toSteps } from './steps.js'

/** PRO1: a trajectory with a lower score is no example. */
export const minOutcomeScore = 0.7

/** The longest derived name, and the longest text of a memory. */
const [maxLineLength, maxTextLength] = [120, 100_000]

interface Example {
  readonly trajectory: readonly JsonObject[]
  readonly domain: Domain
  readonly name: string | null
  readonly trigger: string | null
}

/** A skill from a successful example, which counts as its first execution (PRO4). */
export function learnSkill({ trajectory, domain, name, trigger }: Example, at: number): Procedure {
  const steps = toSteps(trajectory)
  const first = shortLine(steps[0].action, maxLineLength)
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

/** PRO2: each action as a comment on one line, so that no part of it is run, and each command verbatim. */
export function toScript(steps: readonly Step[]): string {
  return steps
    .flatMap(({ order, action, command }) => [
      `# Step ${order}: ${oneLine(action)}`,
      ...(command === undefined ? [] : [command]),
    ])
    .join('\n')
}

/** The text that recall searches; actions beyond the longest text are left out. */
export function toSkillText({ name, trigger_pattern, steps }: Procedure): string {
  let text = [...new Set([name, trigger_pattern])].join('\n')
  for (const { action } of steps) {
    const line = `\n${oneLine(action)}`
    if (text.length + line.length > maxTextLength) break
    text += line
  }
  return text
}
