import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive } from '../../is-alive.js'
import { type FailedKeep, maxKeepAttempts } from '../../surfaces/cli/hooks/hook-report.js'
import { hookFolder, writePrivateFile } from './hook-folder.js'

/** The state of a session between two runs of hooks. */
export interface SessionNotes {
  readonly agentSession: string
  /** Ids of the memories injected into it, which its model still sees. */
  readonly brought: readonly string[]
  /** Those from before its context was compacted: the model sees them no more. */
  readonly earlier?: readonly string[]
  /** What remains to be stored if the session ends without its `end` hook. */
  readonly pending?: PendingSession
  /** The process that started its last hook: a shell of that hook alone, or the agent's program. */
  readonly parent?: number
  /** When the agent was asked for a note; it is asked once. */
  readonly askedAt?: number
  /** Since when it is being kept, ISO 8601; absent when that is done. */
  readonly keepingSince?: string
}

export interface PendingSession {
  readonly transcript: string
  readonly cwd: string
  readonly project: string | null
  /** The agent's program: a process that started more than one hook. */
  readonly process?: number
  /** How often it was begun to keep it. */
  readonly attempts?: number
  /** Why the last attempt failed. */
  readonly failure?: string
}

const folderOf = (dataDir: string): string => join(hookFolder(dataDir), 'sessions')

/** The client chooses the id: one that is not a safe file name is replaced by its digest. */
const fileOf = (agentSession: string): string =>
  `${/^[\w-]{1,128}$/.test(agentSession) ? agentSession : `~${createHash('sha256').update(agentSession).digest('hex')}`}.json`

const pathOf = (dataDir: string, agentSession: string): string => join(folderOf(dataDir), fileOf(agentSession))

export function readNotes(dataDir: string, agentSession: string): SessionNotes {
  return readFile(pathOf(dataDir, agentSession)) ?? { agentSession, brought: [] }
}

export function writeNotes(dataDir: string, notes: SessionNotes): void {
  writePrivateFile(pathOf(dataDir, notes.agentSession), JSON.stringify(notes))
}

/** Its model sees nothing of what was injected any more; what is to be kept, and that the agent was asked, stays. */
export function clearContext(dataDir: string, agentSession: string, goesOn: boolean): void {
  const { brought, earlier = [], ...notes } = readNotes(dataDir, agentSession)
  if (goesOn || notes.pending !== undefined)
    writeNotes(dataDir, { ...notes, brought: [], earlier: [...new Set([...earlier, ...brought])] })
  else if (notes.askedAt === undefined) rmSync(pathOf(dataDir, agentSession), { force: true })
  else writeNotes(dataDir, { ...notes, brought: [] })
}

const quietMs = 30 * 60_000
const retentionMs = 30 * 24 * 3_600_000
/** Keeping a session takes seconds; the process that does ends after ten minutes (HOK14). */
const keepingMs = 10 * 60_000

/**
 * Sessions that ended without their `end` hook, such as when a terminal is closed: those of this project whose program runs
 * no more, and any that is quiet for long. Also those that could not be kept when they ended. Deletes expired notes.
 */
export function waitingSessions(dataDir: string, project: string | null, now: number): readonly SessionNotes[] {
  return filesIn(folderOf(dataDir)).flatMap((name) => {
    const path = join(folderOf(dataDir), name)
    const quietFor = now - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now)
    if (quietFor > retentionMs) rmSync(path, { force: true })
    if (quietFor > retentionMs) return []
    const notes = readFile(path)
    const { attempts = 0, failure } = notes?.pending ?? {}
    if (notes?.pending === undefined || attempts >= maxKeepAttempts) return []
    const isBeingKept = notes.keepingSince !== undefined && quietFor < keepingMs
    const isDue = quietFor >= quietMs || failure !== undefined || isLeft(notes.pending, project)
    return isDue && !isBeingKept ? [notes] : []
  })
}

const isLeft = (pending: PendingSession, project: string | null): boolean =>
  pending.project === project && pending.process !== undefined && !isAlive(pending.process)

/** Newest first. */
export function failedKeeps(dataDir: string): readonly FailedKeep[] {
  const failed = filesIn(folderOf(dataDir)).flatMap((name): readonly FailedKeep[] => {
    const path = join(folderOf(dataDir), name)
    const { project = null, attempts = 0, failure } = readFile(path)?.pending ?? {}
    if (failure === undefined) return []
    const at = new Date(statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0).toISOString()
    return [{ at, project, attempts, reason: failure }]
  })
  return failed.toSorted((a, b) => (a.at < b.at ? 1 : -1))
}

/** How many sessions ended and are not stored yet. */
export function countKeeping(dataDir: string, now: number): number {
  return filesIn(folderOf(dataDir)).filter((name) => {
    const path = join(folderOf(dataDir), name)
    const writtenAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
    return now - writtenAt < keepingMs && readFile(path)?.keepingSince !== undefined
  }).length
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.json'))
  } catch {
    return []
  }
}

/** Unreadable notes count as missing. */
function readFile(path: string): SessionNotes | undefined {
  try {
    const notes: Partial<SessionNotes> | null = JSON.parse(readFileSync(path, 'utf8'))
    const isWhole = typeof notes?.agentSession === 'string' && Array.isArray(notes.brought)
    return isWhole ? (notes as SessionNotes) : undefined
  } catch {
    return undefined
  }
}
