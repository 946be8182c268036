import { join } from 'node:path'
import { openConnection } from '../../adapters/sqlite/connection/connection.js'
import { messageOf } from '../../errors.js'
import type { Finding } from '../../surfaces/cli/doctor-report.js'
import type { Configuration } from '../configuration/configuration.js'
import { databasePath } from '../configuration/data-dir.js'
import { startOwnServer } from '../mcp/spawn-own-server.js'
import { createWorldWeaver } from '../memory/world-weaver.js'

const report = 'Please report it, with the output of this command.'

/** Writes and recalls in a temporary store, so that the user's own stays unchanged. */
export async function checkRoundTrip(configuration: Configuration, dataDir: string): Promise<Finding> {
  const check = 'write and recall'
  const { databaseUrl: _, ...files } = configuration
  const own = { ...files, dataDir, project: null, session: 'default', logLevel: 'silent' as const }
  const memory = createWorldWeaver(own, { threads: 'inline', from: { door: 'cli', client: 'ww doctor' } })
  const text = 'The lighthouse keeper feeds the gulls at dawn.'
  try {
    const startedAt = performance.now()
    const { id } = await memory.call('remember', { text })
    const writtenAt = performance.now()
    const { memories } = await memory.call('recall', { query: 'Who gives the birds their breakfast?' })
    const recalledAt = performance.now()
    const isFound = memories[0]?.id === id && memories[0].content === text
    if (!isFound) return { check, status: 'problem', detail: 'what was written was not found', mend: report }
    const detail = `found again; ${ms(writtenAt - startedAt)} to write, ${ms(recalledAt - writtenAt)} to recall, the first time`
    return { check, status: 'ok', detail }
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    return { check, status: 'problem', detail: messageOf(cause), mend: report }
  } finally {
    await memory.close()
  }
}

/** Checks the settings with which an answered write survives a power cut. */
export function checkDurability(dataDir: string): Finding {
  const check = 'durability'
  const connection = openConnection(databasePath({ dataDir: join(dataDir) }))
  try {
    const { synchronous } = connection.prepare('PRAGMA synchronous').get() as { synchronous: number }
    const { journal_mode } = connection.prepare('PRAGMA journal_mode').get() as { journal_mode: string }
    if (synchronous === 2 && journal_mode === 'wal') {
      return { check, status: 'ok', detail: 'every answered write is on the disk (journal WAL, synchronous FULL)' }
    }
    const detail = `journal ${journal_mode}, synchronous ${synchronous}: a power cut may lose answered writes`
    return { check, status: 'problem', detail, mend: 'Put the data directory on a local disk with WW_DATA_DIR.' }
  } finally {
    connection.close()
  }
}

/** Half of what the least patient of the clients waits for a server. */
const slowStartMs = 5_000

export async function checkMcp(dataDir: string): Promise<Finding> {
  const check = 'MCP server'
  try {
    const server = await startOwnServer({ dataDir, project: 'doctor' })
    await server.close()
    const detail = `answers ${ms(server.startMs)} after its start`
    if (server.startMs <= slowStartMs) return { check, status: 'ok', detail }
    return {
      check,
      status: 'warning',
      detail,
      mend: 'A slow disk or a busy machine; some clients give up after ten seconds.',
    }
  } catch (error) {
    return { check, status: 'problem', detail: messageOf(error), mend: report }
  }
}

const ms = (duration: number): string => `${Math.round(duration)} ms`
