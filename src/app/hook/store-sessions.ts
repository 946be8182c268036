import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { createTranscriptReader } from '../../adapters/foreign-formats/read-transcript.js'
import type { SessionEvent } from '../../memory/hooks/session/session-event.js'
import { readLines } from '../../operations/import-export/read-lines.js'
import { readConfiguration } from '../configuration/configuration.js'
import { currentFolder } from '../configuration/current-folder.js'
import { createWorldWeaver, type WorldWeaver } from '../memory/world-weaver.js'
import { clientOfTranscript } from './client-of-transcript.js'
import { recordError } from './hook-records.js'
import { readIgnoreFiles } from './ignore-files.js'
import { readPauses } from './pause.js'
import { type PendingSession, readNotes, type SessionNotes, writeNotes } from './session-notes.js'

/** Stores each session as one episode. A failure is logged and does not stop the others. */
export async function storeSessions(agentSessions: readonly string[]): Promise<void> {
  const configuration = readConfiguration(process.env, currentFolder())
  const { dataDir } = configuration
  const memory = createWorldWeaver(
    { ...configuration, logLevel: 'silent' },
    { threads: 'inline', from: { door: 'hook', client: null } },
  )
  try {
    for (const agentSession of agentSessions) {
      const { pending, ...notes } = readNotes(dataDir, agentSession)
      if (pending === undefined) continue
      // Cleared before the attempt, so that a session that fails is not tried again at every start.
      writeNotes(dataDir, notes)
      try {
        await storeSession(notes, pending, dataDir, memory)
      } catch (error) {
        recordError(dataDir, 'session-end', error, Date.now())
      }
    }
  } finally {
    await memory.close()
  }
}

async function storeSession(
  { agentSession, brought }: SessionNotes,
  { transcript, cwd, project }: PendingSession,
  dataDir: string,
  memory: WorldWeaver,
): Promise<void> {
  const { wholeFolder, isIgnored } = readIgnoreFiles(cwd)
  if (wholeFolder) return
  const { WW_SESSION_ID } = process.env
  const scope = { project, ...(WW_SESSION_ID ? { session: WW_SESSION_ID } : {}) }
  const wasPaused = readPauses(dataDir)
  const events = (await eventsIn(transcript)).filter(({ at }) => at === null || !wasPaused(at))
  const client = clientOfTranscript(transcript)
  await memory.hooks.storeSession({ agentSession, client, events, injectedIds: brought, isIgnored }, scope)
}

async function eventsIn(transcript: string): Promise<readonly SessionEvent[]> {
  if (!(await stat(transcript)).isFile()) throw new Error('the transcript is no file')
  const read = createTranscriptReader()
  // A `.json` transcript is one document.
  if (transcript.endsWith('.json')) return read(await readFile(transcript, 'utf8'))
  const events: SessionEvent[] = []
  for await (const lines of readLines(createReadStream(transcript))) {
    for (const line of lines) if ('text' in line) for (const event of read(line.text)) events.push(event)
  }
  return events
}
