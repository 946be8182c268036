import type { z } from 'zod'
import type { consolidateNow } from '../../../operations/memory/consolidate-now.js'
import { plural } from '../quantities.js'
import type { Rendering } from './answer.js'
import { table } from './layout.js'

export function renderConsolidated(answer: z.output<typeof consolidateNow.output>, { terminal }: Rendering): string[] {
  const { style } = terminal
  const { consolidation_type, duration_seconds, metrics, retirement, model_fallback, interrupted } = answer
  const rows = Object.entries(metrics).map(([name, count]) => [name.replaceAll('_', ' '), String(count)] as const)
  const retired = (count: number, isDone: boolean) =>
    `${plural(count, 'memory', 'memories')} ${isDone ? 'retired' : 'would retire; --retire apply does it'}`
  return [
    `${style.green('Consolidated')} ${style.dim(`${consolidation_type}, ${duration_seconds.toFixed(1)} s`)}`,
    ...table(rows, terminal),
    ...(retirement === undefined ? [] : [retired(retirement.count, retirement.applied)]),
    ...(model_fallback === undefined
      ? []
      : [
          style.yellow(
            `Rules read ${plural(model_fallback.episodes, 'episode', 'episodes')} instead of the model: ${model_fallback.reason}`,
          ),
        ]),
    ...(interrupted === true ? [style.yellow('Interrupted: the next run continues from here.')] : []),
  ]
}
