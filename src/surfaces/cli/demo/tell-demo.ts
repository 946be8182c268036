import { setTimeout as pause } from 'node:timers/promises'
import { padTo, wrap } from '../rendering/wrap.js'
import type { Terminal } from '../terminal.js'
import type { DemoServer, Scene } from './scene.js'
import { playStory } from './story.js'

export interface DemoOptions {
  readonly json?: boolean
  readonly slow?: boolean
  readonly terminal: Terminal
  readonly isTerminal: boolean
  readonly write: (text: string) => void
  /** Runs `work` on a server with an empty, temporary memory. */
  readonly withServer: (work: (server: DemoServer) => Promise<void>) => Promise<void>
}

/** Time to read a line, with `--slow`. */
const lineMs = 250

/** `ww demo`. Resolves to whether every claim of the demo held. */
export async function tellDemo(options: DemoOptions): Promise<boolean> {
  const { json = false, slow = false, terminal, isTerminal, write, withServer } = options
  const { style } = terminal
  const isPaced = slow && isTerminal && !json
  const shown: Scene[] = []

  async function say(lines: readonly string[]): Promise<void> {
    if (json) return
    for (const line of lines) {
      write(`${line}\n`)
      if (isPaced) await pause(lineMs)
    }
  }

  await withServer(async (server) => {
    for await (const scene of playStory(server, Date.now)) {
      shown.push(scene)
      await say([heading(`${shown.length}  ${scene.title}`, terminal), '', ...scene.show(terminal), ''])
    }
  })
  const broken = shown.flatMap(({ claims }) => claims).filter(({ held }) => !held)
  if (json) write(`${JSON.stringify(transcript(shown), null, 2)}\n`)
  else if (broken.length > 0) await say(broken.map(({ claim }) => style.red(`✗ This should have been so: ${claim}.`)))
  else await say([heading('Now yours', terminal), '', ...nextSteps(terminal), '', ...farewell(terminal)])
  return broken.length === 0
}

function heading(title: string, { style, columns }: Terminal): string {
  return `${style.bold(title)} ${style.dim('─'.repeat(Math.max(3, columns - title.length - 1)))}`
}

/** Next steps; `demo --json` lists them, too. */
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

const transcript = (shown: readonly Scene[]) => ({
  scenes: shown.map(({ title, calls, claims }) => ({ title, calls, claims })),
  next,
})
