import type { z } from 'zod'
import type { remember } from '../../../operations/everyday/remember.js'
import type { markImportant } from '../../../operations/memory/mark-important.js'
import { toPrintable } from '../../../terminal-text.js'
import { toAge } from './age.js'
import type { Rendering } from './answer.js'

type Stored = Pick<z.output<typeof remember.output>, 'id' | 'timestamp' | 'session_id' | 'project'>

/** Names the project, so that a wrong one is noticed at once. */
export function renderStored({ id, timestamp, session_id, project }: Stored, { terminal, now, asked }: Rendering) {
  const { style } = terminal
  const where = [
    project === null ? 'no project' : `project ${toPrintable(project)}`,
    `session ${session_id}`,
    ...(asked.timestamp === undefined ? [] : [toAge(timestamp, now)]),
  ]
  return [`${style.green('Remembered')} ${style.dim(`in ${where.join(' · ')}`)}`, `  ${style.cyan(id)}`]
}

export function renderMarked(
  { id, valence }: z.output<typeof markImportant.output>,
  { terminal: { style } }: Rendering,
) {
  return [`${style.green('Marked')} ${style.dim('with importance')} ${valence}`, `  ${style.cyan(id)}`]
}
