import { setTimeout as pause } from 'node:timers/promises'
import { padTo, wrap } from '../../surfaces/cli/rendering/wrap.js'
import type { Terminal } from '../../surfaces/cli/terminal.js'
import { startOwnServer } from '../own-server.js'
import { withTemporaryStore } from '../temporary-store.js'
import type { Scene } from './scene.js'
import { tellStory } from './story.js'

export interface DemoOptions {
  readonly json?: boolean
  readonly slow?: boolean
  readonly terminal: Terminal
  readonly isTerminal: boolean
  readonly write: (text: string) => void
}

/** Time to read a line, with `--slow`. */
const lineMs = 250

/** `ww demo`. Answers whether every scene went as it says. */
export async function tellDemo({ json = false, slow = false, terminal, isTerminal, write }: DemoOptions) {
  const { style } = terminal
  const isPaced = slow && isTerminal && !json
  const told: Scene[] = []

  async function say(lines: readonly string[]): Promise<void> {
    if (json) return
    for (const line of lines) {
      write(`${line}\n`)
      if (isPaced) await pause(lineMs)
    }
  }

  await withTemporaryStore(async (dataDir) => {
    const server = await startOwnServer({ dataDir, project: 'bakery' })
    try {
      for await (const scene of tellStory(server, Date.now)) {
        told.push(scene)
        await say([heading(`${told.length}  ${scene.title}`, terminal), '', ...scene.show(terminal), ''])
      }
    } finally {
      await server.close()
    }
  })
  const broken = told.flatMap(({ claims }) => claims).filter(({ held }) => !held)
  if (json) write(`${JSON.stringify(transcript(told), null, 2)}\n`)
  else if (broken.length > 0) await say(broken.map(({ claim }) => style.red(`✗ This should have been so: ${claim}.`)))
  else await say([heading('Now yours', terminal), '', ...nextSteps(terminal), '', ...farewell(terminal)])
  return broken.length === 0
}

function heading(title: string, { style, columns }: Terminal): string {
  return `${style.bold(title)} ${style.dim('─'.repeat(Math.max(3, columns - title.length - 1)))}`
}

/** What whoever liked it can do next; `demo --json` tells it, too. */
const next = [
  { command: 'npx -y world-weaver try', does: 'asks your own history; nothing is kept' },
  { command: 'npx -y world-weaver connect', does: 'tells your client: Claude Code, Cursor, Codex …' },
  { command: 'npx -y world-weaver disconnect', does: 'its settings as they were, byte for byte' },
] as const
const widest = Math.max(...next.map(({ command }) => command.length))

const nextSteps = ({ style }: Terminal): string[] =>
  next.map(({ command, does }) => `  ${style.bold(padTo(command, widest))}  ${does}`)

function farewell({ style, columns }: Terminal): string[] {
  return [
    'The temporary folder is gone. Your own memory stays on this machine; "ww doctor" says where.',
    'It works without a client, too: ww remember "The staging database moved to port 5433"',
  ].flatMap((text) => wrap(text, columns).map(style.dim))
}

const transcript = (told: readonly Scene[]) => ({
  scenes: told.map(({ title, calls, claims }) => ({ title, calls, claims })),
  next,
})
