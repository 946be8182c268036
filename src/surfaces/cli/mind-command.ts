import type { Command } from 'commander'
import { renderMind } from './rendering/mind.js'
import type { CliSurface, GlobalOptions } from './surface.js'

/** What a near miss is worth telling about. */
const mostMisses = 3

/** `ww mind`: the workspace as a person would like to see it. Looks only. */
export function showMindBy(group: Command, surface: CliSurface, globalOptions: () => GlobalOptions): void {
  group.action(() => showMind(surface, globalOptions()))
}

async function showMind(
  { operations, open, stdout, terminal, now }: CliSurface,
  options: GlobalOptions,
): Promise<void> {
  const mind = await open(options)
  try {
    const scope = { session_id: options.session, project: options.project }
    const ask = async <Answer>(name: string, input: object = {}): Promise<Answer> => {
      // Every operation that is asked here is one of the doors'.
      const operation = operations.find((each) => each.name === name)!
      return (await mind.invoke(operation, { ...input, ...scope })) as Answer
    }
    const workspace = await ask<Workspace>('gwt_inspect', { target: 'workspace' })
    const { used: waiting } = await ask<{ used: number }>('gwt_inspect', { target: 'buffer' })
    const { goals } = await ask<{ goals: Goal[] }>('gwt_inspect', { target: 'goals' })
    const competition = await ask<Competition>('gwt_compete')
    const misses = nearMisses(competition)
    const contents = new Map<string, string>()
    for (const { id } of misses) contents.set(id, (await ask<{ content: string }>('get_memory', { id })).content)
    const seen = {
      workspace,
      waiting,
      goals,
      misses: misses.map((miss) => ({ ...miss, content: contents.get(miss.id)! })),
    }
    stdout.write(`${options.json ? JSON.stringify(seen, null, 2) : renderMind(seen, terminal, now()).join('\n')}\n`)
  } finally {
    await mind.close()
  }
}

interface Competition {
  readonly all_scores: Readonly<Record<string, number>>
  readonly reason_breakdown: Readonly<Record<string, string>>
  readonly specialists: Readonly<Record<string, Readonly<Record<string, number>>>>
}

interface NearMiss {
  readonly id: string
  readonly score: number
  readonly reason: string
  readonly specialists: Readonly<Record<string, number>>
}

/** The best of those that would not be in mind after the next cycle. */
function nearMisses({ all_scores, reason_breakdown, specialists }: Competition): NearMiss[] {
  const isIn = new Set(['admitted', 'kept_in_workspace'])
  return Object.entries(all_scores)
    .filter(([id]) => !isIn.has(reason_breakdown[id]))
    .sort(([, a], [, b]) => b - a)
    .slice(0, mostMisses)
    .map(([id, score]) => ({ id, score, reason: reason_breakdown[id], specialists: specialists[id] }))
}

/** As `gwt_inspect` answers it. */
export interface Workspace {
  readonly capacity: number
  readonly used: number
  readonly slots: readonly {
    readonly slot: number
    readonly id: string | null
    readonly content?: string
    readonly memory_type?: string
    readonly activation_level?: number
    readonly admitted_at?: string
  }[]
}

export interface Goal {
  readonly description: string
  readonly keywords: readonly string[]
  readonly priority: number
  readonly origin: string
}

export interface SeenMind {
  readonly workspace: Workspace
  readonly waiting: number
  readonly goals: readonly Goal[]
  readonly misses: readonly (NearMiss & { readonly content: string })[]
}
