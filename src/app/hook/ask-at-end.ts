import { closeSync, fstatSync, openSync, readFileSync, rmSync } from 'node:fs'
import { createTranscriptReader } from '../../adapters/foreign-formats/read-transcript.js'
import { endsWork } from '../../memory/hooks/session/asked-note.js'
import { askAtEndPath } from './ask-at-end-path.js'
import { clientOfTranscript } from './client-of-transcript.js'
import { writePrivateFile } from './hook-folder.js'
import { linesAt, originIn } from './transcript-head.js'

/** Clients whose `Stop` hook can ask the agent to go on. */
export const clientsThatAsk: readonly string[] = ['claude-code', 'codex']

/** The clients for which the person switched it on. */
function readAskAtEnd(dataDir: string): readonly string[] {
  try {
    const clients: unknown = JSON.parse(readFileSync(askAtEndPath(dataDir), 'utf8'))
    return Array.isArray(clients) ? clients.filter((each) => typeof each === 'string') : []
  } catch {
    return []
  }
}

export function writeAskAtEnd(dataDir: string, client: string, isOn: boolean): void {
  const before = readAskAtEnd(dataDir)
  if (before.includes(client) === isOn) return
  const clients = isOn ? [...before, client] : before.filter((each) => each !== client)
  if (clients.length === 0) rmSync(askAtEndPath(dataDir), { force: true })
  else writePrivateFile(askAtEndPath(dataDir), JSON.stringify(clients))
}

/** The end of the last turn; a hook has no time for more. */
const maxTailBytes = 512 * 1024

/** Whether the agent should be asked for a note now: switched on for its client, and it has just done some work. */
export function shouldAsk(dataDir: string, transcript: string): boolean {
  const clients = readAskAtEnd(dataDir)
  const client = clientOfTranscript(transcript)
  if (client === null ? clients.length === 0 : !clients.includes(client)) return false
  const file = openSync(transcript, 'r')
  try {
    const { size } = fstatSync(file)
    const { isHeadless, isSubAgent } = originIn(file)
    if (isHeadless || isSubAgent) return false
    const read = createTranscriptReader()
    const from = Math.max(0, size - maxTailBytes)
    return endsWork(linesAt(file, from, size - from).flatMap((line) => read(line)))
  } finally {
    closeSync(file)
  }
}
