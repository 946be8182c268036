#!/usr/bin/env node
import { WorldWeaverError } from '../errors.js'
import { toPrintable } from '../terminal-text.js'

// A client waits for the MCP server's first answer, so only what it needs is loaded.
const isMcp = process.argv[2] === 'mcp' && process.argv.length === 3
// A hook runs at every prompt and loads even less.
const isHook = process.argv[2] === 'hook' && !process.argv.includes('--help') && !process.argv.includes('-h')

try {
  if (isHook) await (await import('./hook/start-hook.js')).startHook(process.argv.slice(3))
  else if (isMcp) await (await import('./mcp/start-mcp.js')).startMcp()
  else await (await import('./cli/start-command-line.js')).startCommandLine(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof WorldWeaverError)) throw error
  process.stderr.write(`world-weaver: ${toPrintable(error.message)}\n`)
  process.exitCode = 1
}
