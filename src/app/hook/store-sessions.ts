import { createReadStream, existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { createTranscriptReader } from '../../adapters/foreign-formats/read-transcript.js'
import { originOf, type TranscriptOrigin } from '../../adapters/foreign-formats/transcript-origin.js'
import type { SessionEvent } from '../../memory/hooks/session/session-event.js'
import type { EndedSession } from '../../operations/hooks/store-session.js'
import { readLines } from '../../operations/import-export/read-lines.js'
import { readConfiguration } from '../configuration/configuration.js'
import { currentFolder } from '../configuration/current-folder.js'
import { type HookPlace, storeFolder } from '../configuration/store-folder.js'
import { createWorldWeaver, type WorldWeaver } from '../memory/world-weaver.js'
import { clientOfTranscript } from './client-of-transcript.js'
import { readIgnoreFiles } from './ignore-files.js'
import { readProjectInstructions } from './instructions/project-instructions.js'
import { readPauses } from './pause.js'
import { recordError } from './records/hook-records.js'
import { addReceipt, readReceipts } from './records/receipts.js'
import { type PendingSession, readNotes, type SessionNotes, writeNotes } from './session-notes.js'

/** Stores each session as one episode. A failure is noted, for the next time, and does not stop the others. */
export async function storeSessions(agentSessions: readonly string[]): Promise<void> {
  const configuration = readConfiguration(process.env, currentFolder())
  const { dataDir } = configuration
  const folder = storeFolder(dataDir, configuration.databaseUrl)
  const memory = createWorldWeaver(
    { ...configuration, logLevel: 'silent' },
    { threads: 'inline', from: { door: 'hook', client: null } },
  )
  try {
    for (const agentSession of agentSessions) {
      const notes = readNotes(folder, agentSession)
      if (notes.pending === undefined) continue
      const { failure: _, ...before } = notes.pending
      const pending = { ...before, attempts: (before.attempts ?? 0) + 1 }
      // Counted before the attempt: what ends this process is not tried for ever.
      writeNotes(folder, { ...notes, pending })
      const failure = await tryToStore(notes, pending, { dataDir, folder }, memory)
      finishAttempt(folder, agentSession, failure === undefined ? pending : { ...pending, failure })
    }
  } finally {
    await memory.close()
  }
}

/** Undefined if it is done, else why not. */
async function tryToStore(
  notes: SessionNotes,
  pending: PendingSession,
  { dataDir, folder }: HookPlace,
  memory: WorldWeaver,
): Promise<string | undefined> {
  try {
    if (!isUndone(folder, notes.agentSession)) await storeSession(notes, pending, { dataDir, folder }, memory)
    return undefined
  } catch (error) {
    const reason = recordError(folder, 'session-end', error, Date.now())
    // Of a session in which nobody said anything a client writes no transcript.
    return existsSync(pending.transcript) ? reason : undefined
  }
}

function finishAttempt(folder: string, agentSession: string, tried: PendingSession): void {
  const { keepingSince: _, pending, ...notes } = readNotes(folder, agentSession)
  // A hook that ran meanwhile has noted that there is more to keep.
  const isNewer = pending !== undefined && pending.attempts !== tried.attempts
  const left = isNewer ? pending : tried.failure === undefined ? undefined : tried
  writeNotes(folder, left === undefined ? notes : { ...notes, pending: left })
}

async function storeSession(
  { agentSession, brought, earlier = [], askedAt }: SessionNotes,
  { transcript, cwd, project }: PendingSession,
  { dataDir, folder }: HookPlace,
  memory: WorldWeaver,
): Promise<void> {
  const { wholeFolder, isIgnored } = readIgnoreFiles(cwd)
  if (wholeFolder) return
  const { WW_SESSION_ID } = process.env
  const scope = { project, ...(WW_SESSION_ID ? { session: WW_SESSION_ID } : {}) }
  const { events: all, origin } = await readTranscript(transcript)
  const isWanted = !origin.isSubAgent && (!origin.isHeadless || process.env.WW_KEEP_HEADLESS === '1')
  if (!isWanted) return
  const wasPaused = readPauses(dataDir)
  const session: EndedSession = {
    agentSession,
    start: origin.start,
    askedAt: askedAt ?? null,
    client: clientOfTranscript(transcript),
    events: all.filter(({ at }) => at === null || !wasPaused(at)),
    injectedIds: [...new Set([...earlier, ...brought])],
    knownTexts: readProjectInstructions(cwd),
    isIgnored,
    folder: cwd,
  }
  const kept = await memory.hooks.storeSession(session, scope)
  if (kept === undefined) return
  const at = new Date().toISOString()
  addReceipt(folder, { at, agentSession, project, ...kept, isShown: false, isUndone: false })
}

const isUndone = (folder: string, agentSession: string): boolean =>
  readReceipts(folder).some((each) => each.agentSession === agentSession && each.isUndone)

interface Transcript {
  readonly events: readonly SessionEvent[]
  readonly origin: TranscriptOrigin
}

/** How many lines tell where a session came from. */
const headLines = 40

async function readTranscript(path: string): Promise<Transcript> {
  if (!(await stat(path)).isFile()) throw new Error('the transcript is no file')
  const read = createTranscriptReader()
  // A `.json` transcript is one document.
  if (path.endsWith('.json')) return { events: read(await readFile(path, 'utf8')), origin: originOf([]) }
  const head: string[] = []
  const events: SessionEvent[] = []
  for await (const lines of readLines(createReadStream(path))) {
    for (const line of lines) {
      if (!('text' in line)) continue
      if (head.length < headLines) head.push(line.text)
      for (const event of read(line.text)) events.push(event)
    }
  }
  return { events, origin: originOf(head) }
}
