import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { createTranscriptReader } from '../../memory/habit/session/read-transcript.js'
import type { SessionEvent } from '../../memory/habit/session/session-event.js'
import { readLines } from '../../operations/moving/read-lines.js'
import { readConfiguration } from '../configuration.js'
import { currentFolder } from '../current-folder.js'
import { createWorldWeaver, type WorldWeaver } from '../world-weaver.js'
import { recordTrouble } from './hook-records.js'
import { readIgnoreFiles } from './ignore-files.js'
import { readPauses } from './pause.js'
import { type PendingSession, readNotes, type SessionNotes, writeNotes } from './session-notes.js'

/** Keeps what those sessions were about, each as one episode. What fails is told in the log, and the next is taken. */
export async function keepSessions(agentSessions: readonly string[]): Promise<void> {
  const configuration = readConfiguration(process.env, currentFolder(), process.platform, homedir())
  const { dataDir } = configuration
  const mind = createWorldWeaver({ ...configuration, logLevel: 'silent' }, { threads: 'inline' })
  try {
    for (const agentSession of agentSessions) {
      const { pending, ...notes } = readNotes(dataDir, agentSession)
      if (pending === undefined) continue
      // Settled before it is tried: what cannot be kept is not tried again at every start.
      writeNotes(dataDir, notes)
      try {
        await keepSession(notes, pending, dataDir, mind)
      } catch (error) {
        recordTrouble(dataDir, 'session-end', error, Date.now())
      }
    }
  } finally {
    await mind.close()
  }
}

async function keepSession(
  { agentSession, brought }: SessionNotes,
  { transcript, cwd, project }: PendingSession,
  dataDir: string,
  mind: WorldWeaver,
): Promise<void> {
  const { wholeFolder, isIgnored } = readIgnoreFiles(cwd)
  if (wholeFolder) return
  const { WW_SESSION_ID } = process.env
  const scope = { project, ...(WW_SESSION_ID ? { session: WW_SESSION_ID } : {}) }
  const wasPaused = readPauses(dataDir)
  const events = (await eventsIn(transcript)).filter(({ at }) => at === null || !wasPaused(at))
  await mind.habit.keepSession({ agentSession, events, brought, isIgnored }, scope)
}

async function eventsIn(transcript: string): Promise<readonly SessionEvent[]> {
  if (!(await stat(transcript)).isFile()) throw new Error('the transcript is no file')
  const read = createTranscriptReader()
  // One document, of which every line is a piece.
  if (transcript.endsWith('.json')) return read(await readFile(transcript, 'utf8'))
  const events: SessionEvent[] = []
  for await (const lines of readLines(createReadStream(transcript))) {
    for (const line of lines) if ('text' in line) for (const event of read(line.text)) events.push(event)
  }
  return events
}
