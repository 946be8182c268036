import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { habitFolder, makePrivateFolder } from './habit-folder.js'

/** What hooks know of a session between two of their runs. */
export interface SessionNotes {
  readonly agentSession: string
  /** Ids of the memories that were said in it. */
  readonly brought: readonly string[]
  /** What is still to be kept of it, if it ends without saying so. */
  readonly pending?: PendingSession
}

export interface PendingSession {
  readonly transcript: string
  readonly cwd: string
  readonly project: string | null
}

const folderOf = (dataDir: string): string => join(habitFolder(dataDir), 'sessions')

/** The client chose the id: one that is not safe as a file name is known by its digest, so that no two share a file. */
const fileOf = (agentSession: string): string =>
  `${/^[\w-]{1,128}$/.test(agentSession) ? agentSession : `~${createHash('sha256').update(agentSession).digest('hex')}`}.json`

const pathOf = (dataDir: string, agentSession: string): string => join(folderOf(dataDir), fileOf(agentSession))

export function readNotes(dataDir: string, agentSession: string): SessionNotes {
  return readFile(pathOf(dataDir, agentSession)) ?? { agentSession, brought: [] }
}

export function writeNotes(dataDir: string, notes: SessionNotes): void {
  makePrivateFolder(folderOf(dataDir))
  const path = pathOf(dataDir, notes.agentSession)
  const beside = `${path}.${process.pid}`
  writeFileSync(beside, JSON.stringify(notes), { mode: 0o600 })
  renameSync(beside, path)
}

export function dropNotes(dataDir: string, agentSession: string): void {
  rmSync(pathOf(dataDir, agentSession), { force: true })
}

const quietMs = 30 * 60_000
const longestKeptMs = 30 * 24 * 3_600_000

/** Sessions that ended without saying so, as when a terminal is closed; very old notes are dropped. */
export function abandonedSessions(dataDir: string, now: number): readonly SessionNotes[] {
  return filesIn(folderOf(dataDir)).flatMap((name) => {
    const path = join(folderOf(dataDir), name)
    const quietFor = now - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now)
    if (quietFor > longestKeptMs) rmSync(path, { force: true })
    if (quietFor < quietMs || quietFor > longestKeptMs) return []
    const notes = readFile(path)
    return notes?.pending === undefined ? [] : [notes]
  })
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.json'))
  } catch {
    return []
  }
}

/** Notes that cannot be read are worth nothing. */
function readFile(path: string): SessionNotes | undefined {
  try {
    const notes: Partial<SessionNotes> | null = JSON.parse(readFileSync(path, 'utf8'))
    const isWhole = typeof notes?.agentSession === 'string' && Array.isArray(notes.brought)
    return isWhole ? (notes as SessionNotes) : undefined
  } catch {
    return undefined
  }
}
