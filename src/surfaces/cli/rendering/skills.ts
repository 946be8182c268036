import type { z } from 'zod'
import type { createSkill } from '../../../operations/memory/create-skill.js'
import type { deprecateSkill } from '../../../operations/memory/deprecate-skill.js'
import type { executeSkill } from '../../../operations/memory/execute-skill.js'
import type { recallSkill } from '../../../operations/memory/recall-skill.js'
import { toPrintable } from '../../../terminal-text.js'
import { plural } from '../quantities.js'
import type { Terminal } from '../terminal.js'
import type { Rendering } from './answer.js'
import { bar, indentWrapped } from './layout.js'
import { type Found, floorOf, renderFound, textColumn } from './recalled.js'

type Skill = z.output<typeof recallSkill.output>['procedures'][number]

/** More would push the next skill off the screen. */
const maxSteps = 12

export function renderCreated(answer: z.output<typeof createSkill.output>, { terminal: { style } }: Rendering) {
  const { created, id = '', name = '', step_count = 0, script = '', reason = '' } = answer
  if (!created) return [`${style.yellow('Not learnt:')} ${reason}`]
  return [
    `${style.green('Learnt')} ${style.bold(toPrintable(name))} ${style.dim(`in ${plural(step_count, 'step', 'steps')}`)}`,
    `  ${style.cyan(id)}`,
    '',
    ...toPrintable(script)
      .split('\n')
      .map((line) => (line.startsWith('# Step ') ? style.dim(line) : line)),
  ]
}

export function renderSkills(answer: z.output<typeof recallSkill.output>, rendering: Rendering): string[] {
  const { terminal } = rendering
  const found = answer.procedures.map(
    (skill): Found => ({
      ...skill,
      content: skill.name,
      share: skill.score,
      relevance: skill.components.similarity,
      about: [skill.domain, `when: ${skill.trigger_pattern}`],
      details: [record(skill, terminal), ...renderSteps(skill, terminal)],
    }),
  )
  return renderFound(answer, found, floorOf(answer, rendering), rendering)
}

type Statistics = Pick<Skill, 'success_rate' | 'execution_count'>

/** The success rate as a bar. */
function record({ success_rate, execution_count }: Statistics, { style }: Terminal): string {
  if (execution_count === 0) return style.dim('not tried yet')
  const paint = success_rate >= 0.5 ? style.green : style.yellow
  const runs = plural(execution_count, 'run', 'runs')
  return `${bar(success_rate, paint, style)}  worked ${Math.round(success_rate * 100)} % of ${runs}`
}

function renderSteps(
  { steps, content, parameters = [], variants = [] }: Skill,
  { style, columns }: Terminal,
): string[] {
  const width = columns - textColumn
  const numbers = String(steps.length).length
  const shown = steps.slice(0, maxSteps).flatMap(({ order, action, command }) => {
    const [first = '', ...rest] = indentWrapped(toPrintable(action), width, numbers + 2)
    const typed =
      command === undefined || action.includes(command) ? [] : indentWrapped(toPrintable(command), width, numbers + 2)
    return [
      `${String(order).padStart(numbers)}  ${first.trimStart()}`,
      ...rest,
      ...typed.map((line) => style.dim(line)),
    ]
  })
  const hidden = steps.length - maxSteps
  return [
    ...(content === undefined ? [] : indentWrapped(toPrintable(content), width, 0)),
    ...shown,
    ...(hidden > 0 ? [style.dim(`… ${plural(hidden, 'step', 'steps')} more, get-memory shows all`)] : []),
    ...variants
      .slice(0, maxSteps)
      .map(({ after, action }) => style.dim(`or ${after === 0 ? 'first' : `after ${after}`}: ${toPrintable(action)}`)),
    ...(parameters.length === 0 ? [] : [style.dim(`fill in ${parameters.map(({ name }) => name).join(', ')}`)]),
  ]
}

export function renderExecuted(answer: z.output<typeof executeSkill.output>, { terminal }: Rendering): string[] {
  const { style } = terminal
  const { id, name, deprecated, lesson_id } = answer
  return [
    `${style.green('Recorded')} ${style.bold(toPrintable(name))}  ${record(answer, terminal)}`,
    `  ${style.cyan(id)}`,
    ...(deprecated ? [style.yellow('It is deprecated: no recall returns it any more.')] : []),
    ...(lesson_id === undefined ? [] : [`${style.dim('The failure became a lesson:')} ${style.cyan(lesson_id)}`]),
  ]
}

export function renderDeprecated(
  { id, reason }: z.output<typeof deprecateSkill.output>,
  { terminal: { style } }: Rendering,
): string[] {
  const why = reason === null ? '' : ` ${style.dim(`because: ${toPrintable(reason)}`)}`
  return [`${style.green('Deprecated')}${why}`, `  ${style.cyan(id)}`]
}
