import { createRequire } from 'node:module'
import type { Logger } from 'pino'
import type { Log } from '../../ports/log.js'

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

const require = createRequire(import.meta.url)

/** JSON lines on stderr, because stdout belongs to MCP. pino takes 20 ms to load, so the first log line loads it. */
export function createStderrLog({ level }: { readonly level: LogLevel }): Log {
  let logger: Logger | undefined

  const writer =
    (lineLevel: Exclude<LogLevel, 'silent'>): Log['info'] =>
    (message, details = {}) => {
      if (logLevels.indexOf(lineLevel) < logLevels.indexOf(level)) return
      logger ??= openLogger(level)
      logger[lineLevel](details, message)
    }

  return { debug: writer('debug'), info: writer('info'), warn: writer('warn'), error: writer('error') }
}

function openLogger(level: LogLevel): Logger {
  // `require`, because a line must be written synchronously.
  const { destination, pino, stdSerializers, stdTimeFunctions }: typeof import('pino') = require('pino')
  // Synchronous, so that the last line before an exit is not lost.
  const stderr = destination({ dest: 2, sync: true })
  // A closed stderr must not stop the server, and there is nowhere left to report it.
  stderr.on('error', () => {})
  return pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: stdTimeFunctions.isoTime,
      serializers: { error: stdSerializers.err },
    },
    stderr,
  )
}
