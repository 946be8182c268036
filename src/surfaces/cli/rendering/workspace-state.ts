import { toPrintable } from '../../../terminal-text.js'
import { plural } from '../quantities.js'
import type { Terminal } from '../terminal.js'
import type { WorkspaceView } from '../workspace-command.js'
import { toAge } from './age.js'
import { excerpt } from './excerpt.js'
import { bar } from './layout.js'

/** The contract's reasons in plain words. */
const reasons: Readonly<Record<string, string>> = {
  below_ignition_threshold: 'too weak to come to mind',
  eligible_not_selected: 'strong enough, but others were stronger',
  evicted_by_higher_activation: 'about to lose its place',
}

export function renderWorkspace(
  { workspace, waiting, goals, misses }: WorkspaceView,
  terminal: Terminal,
  now: number,
): string[] {
  const { style } = terminal
  return [
    style.bold('Goals'),
    ...(goals.length === 0
      ? [style.dim('  none: set one with "mind goal"')]
      : goals.flatMap(({ description, priority, keywords, origin }) => {
          const about = [`priority ${priority}`, ...(keywords.length === 0 ? [] : [toPrintable(keywords.join(', '))])]
          const from = origin === 'attend' ? ['a question'] : []
          return [...excerpt(description, terminal, 2), style.dim(`    ${[...about, ...from].join(' · ')}`)]
        })),
    '',
    style.bold(`In mind: ${workspace.used} of ${workspace.capacity}`),
    ...workspace.slots.flatMap((slot) => renderSlot(slot, terminal, now)),
    '',
    style.dim(`${plural(waiting, 'memory', 'memories')} at the edge of attention`),
    ...(misses.length === 0
      ? []
      : ['', style.bold('Near misses'), ...misses.flatMap((miss) => renderMiss(miss, terminal))]),
  ]
}

function renderSlot(
  { slot, content, memory_type, activation_level = 0, admitted_at }: WorkspaceView['workspace']['slots'][number],
  terminal: Terminal,
  now: number,
): string[] {
  const { style } = terminal
  if (content === undefined) return [style.dim(`  ${slot}  –`)]
  const age = admitted_at === undefined ? [] : [toAge(admitted_at, now)]
  const about = [activation_level.toFixed(2), memory_type, ...age].join(' · ')
  return [
    `  ${slot}  ${bar(activation_level, style.cyan, style)}  ${style.dim(about)}`,
    ...excerpt(content, terminal, 5),
  ]
}

function renderMiss(
  { score, reason, content, specialists }: WorkspaceView['misses'][number],
  terminal: Terminal,
): string[] {
  const { style } = terminal
  // The specialist with the highest score.
  const [[best, level]] = Object.entries(specialists).sort(([, a], [, b]) => b - a)
  const why = `${score.toFixed(2)} · ${reasons[reason] ?? reason} · mainly ${best.replaceAll('_', ' ')} (${level.toFixed(2)})`
  return [`     ${bar(score, style.yellow, style)}  ${style.dim(why)}`, ...excerpt(content, terminal, 5)]
}
