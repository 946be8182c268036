import { PassThrough } from 'node:stream'
import { operations } from '#ww/operations/index.js'
import { dataOutput, printableOutput } from '#ww/surfaces/cli/printable-output.js'
import type { CliSurface } from '#ww/surfaces/cli/surface.js'
import { describeTerminal } from '#ww/surfaces/cli/terminal.js'

const asTerminal = () => Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY: true, columns: 80 })

function never(): never {
  throw new Error('not this one')
}

/** A command line in a terminal, which can do what `parts` give it and nothing else. */
export function terminalSurface(parts: Partial<CliSurface>) {
  const plain = describeTerminal({}, { NO_COLOR: '1' })
  const streams = { stdin: asTerminal(), stdout: asTerminal(), stderr: asTerminal() }
  const surface: CliSurface = {
    ...{ name: 'ww', version: '0', operations, terminal: plain, errorTerminal: plain, now: Date.now },
    ...{
      open: never,
      serveMcp: never,
      serve: never,
      describeApi: never,
      openKeys: never,
      readAuditLog: never,
      runDemo: never,
      examine: never,
      backup: never,
      restore: never,
      encryption: never,
      migrate: never,
      move: never,
      connections: never,
      leftovers: never,
      removeLeftovers: never,
    },
    ...{ sources: [], openHistory: never, withTemporaryMemory: never },
    ...{ openKeys: never, pauseHooks: never, resumeHooks: never, runHook: never },
    ...{ hookHistory: never, markUndone: never, countKeeping: async () => 0 },
    stdin: streams.stdin,
    stdout: printableOutput(streams.stdout),
    stderr: printableOutput(streams.stderr),
    data: dataOutput(streams.stdout),
    ...parts,
  }
  return { ...streams, surface }
}
