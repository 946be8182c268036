#!/usr/bin/env node
import { WorldWeaverError } from '../errors.js'

// A client waits for the MCP server's first answer: nothing is loaded for it that it does not need.
const isMcp = process.argv[2] === 'mcp' && process.argv.length === 3

try {
  if (isMcp) await (await import('./start-mcp.js')).startMcp()
  else await (await import('./start-command-line.js')).startCommandLine(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof WorldWeaverError)) throw error
  process.stderr.write(`world-weaver: ${error.message}\n`)
  process.exitCode = 1
}
