import type { Command } from 'commander'
import type { z } from 'zod'
import type { gwtCompete } from '../../operations/workspace/gwt-compete.js'
import { renderWorkspace } from './rendering/workspace-state.js'
import type { CliSurface, GlobalOptions } from './surface.js'

const maxMisses = 3

/** `ww mind`: shows the workspace and changes nothing. */
export function addWorkspaceView(group: Command, surface: CliSurface, globalOptions: () => GlobalOptions): void {
  group.action(() => showWorkspace(surface, globalOptions()))
}

async function showWorkspace(
  { operations, open, stdout, terminal, now }: CliSurface,
  options: GlobalOptions,
): Promise<void> {
  const memory = await open(options, { command: 'mind' })
  try {
    const scope = { session_id: options.session, project: options.project }
    const ask = async <Answer>(name: string, input: object = {}): Promise<Answer> => {
      // Exists: the names below are those of our own operations.
      const operation = operations.find((each) => each.name === name)!
      return (await memory.invoke(operation, { ...input, ...scope })) as Answer
    }
    const workspace = await ask<Workspace>('gwt_inspect', { target: 'workspace' })
    const { used: waiting } = await ask<{ used: number }>('gwt_inspect', { target: 'buffer' })
    const { goals } = await ask<{ goals: Goal[] }>('gwt_inspect', { target: 'goals' })
    const competition = await ask<Competition>('gwt_compete')
    const misses = nearMisses(competition)
    const contents = new Map<string, string>()
    for (const { id } of misses) contents.set(id, (await ask<{ content: string }>('get_memory', { id })).content)
    const view = {
      workspace,
      waiting,
      goals,
      misses: misses.map((miss) => ({ ...miss, content: contents.get(miss.id)! })),
    }
    stdout.write(
      `${options.json ? JSON.stringify(view, null, 2) : renderWorkspace(view, terminal, now()).join('\n')}\n`,
    )
  } finally {
    await memory.close()
  }
}

type Competition = z.output<typeof gwtCompete.output>

interface NearMiss {
  readonly id: string
  readonly score: number
  readonly reason: string
  readonly specialists: Readonly<Record<string, number>>
}

/** The best of those that would not be in the workspace after the next cycle. */
function nearMisses({ all_scores, reason_breakdown, specialists }: Competition): NearMiss[] {
  const inside = new Set(['admitted', 'kept_in_workspace'])
  return Object.entries(all_scores)
    .filter(([id]) => !inside.has(reason_breakdown[id]))
    .sort(([, a], [, b]) => b - a)
    .slice(0, maxMisses)
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

export interface WorkspaceView {
  readonly workspace: Workspace
  readonly waiting: number
  readonly goals: readonly Goal[]
  readonly misses: readonly (NearMiss & { readonly content: string })[]
}
