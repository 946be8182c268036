import { existsSync, writeSync } from 'node:fs'
import { homedir } from 'node:os'
import { entryOf } from '../../memory/entry-of.js'
import { saysNothing } from '../../memory/habit/says-nothing.js'
import type { Occasion, Spoken } from '../../operations/habit/speak.js'
import { askRunning } from '../../surfaces/hooks/ask-running.js'
import { type HookInput, momentNames, readHookInput } from '../../surfaces/hooks/hook-input.js'
import { toHookOutput } from '../../surfaces/hooks/hook-output.js'
import { currentFolder } from '../current-folder.js'
import { databasePath, readDataDir } from '../data-dir.js'
import { findProject } from '../find-project.js'
import { habitFolder } from './habit-folder.js'
import { recordInjected, recordTrouble } from './hook-records.js'
import { abandonedSessions, dropNotes, readNotes, writeNotes } from './session-notes.js'
import { findSilence } from './silence.js'

/** From the start of the process; then the client gets no answer, which is as good as none being there. */
const deadlineMs = 600
/**
 * A thread that is ended while it reads takes the whole process with it. So the store is left alone some time before,
 * and not opened at all where everything is so slow that there would be no answer.
 */
const readUntilMs = deadlineMs - 100
const openUntilMs = deadlineMs / 2
/** A pasted file is no prompt. */
const largestInput = 8 * 1024 * 1024

interface HookOptions {
  readonly moment?: string
  /** Tells on stderr what went wrong, which else only the log says. */
  readonly debug?: boolean
  /** Keeps a session before it answers: for scripts and tests, which want to see it kept. */
  readonly wait?: boolean
}

/**
 * `ww hook <moment>`: reads the client's JSON, says what memory has to say, and always ends well: an agent must never
 * wait for its memory, nor stumble over it.
 */
export async function runHook(options: HookOptions): Promise<void> {
  const end = () => process.exit(0)
  // Whatever nobody waited for, too.
  process.once('uncaughtException', (error) => {
    tell(error, options)
    end()
  })
  const timer = options.wait ? undefined : setTimeout(end, Math.max(1, deadlineMs - performance.now()))
  try {
    const here = currentFolder()
    const dataDir = readDataDir(process.env, here, process.platform, homedir())
    try {
      const input = readHookInput(await readInput(), entryOf(momentNames, options.moment ?? ''), here)
      const isSilent = input !== undefined && findSilence(dataDir, input.cwd, process.env, Date.now()) !== undefined
      if (input !== undefined && !isSilent) await serve(input, dataDir, options)
    } catch (error) {
      tell(error, options)
      recordTrouble(dataDir, options.moment ?? 'hook', error, Date.now())
    }
  } catch (error) {
    // Not even the log can be written.
    tell(error, options)
  }
  clearTimeout(timer)
  end()
}

function tell(error: unknown, { debug = false }: HookOptions): void {
  if (debug) process.stderr.write(`world-weaver: ${error instanceof Error ? error.stack : error}\n`)
}

async function serve(input: HookInput, dataDir: string, { wait = false }: HookOptions): Promise<void> {
  const { agentSession, transcript, cwd, moment } = input
  const project = process.env.WW_PROJECT || findProject(cwd)
  const notes = readNotes(dataDir, agentSession)
  if (moment === 'stop' || moment === 'end') {
    if (transcript === null) return
    writeNotes(dataDir, { ...notes, pending: { transcript, cwd, project } })
    if (moment === 'end') await keep([agentSession], wait)
    return
  }
  if (moment === 'start') {
    // What was said before is no longer in the model's sight, except when it takes up where it stopped.
    if (!input.resumes) dropNotes(dataDir, agentSession)
    const others = abandonedSessions(dataDir, Date.now()).filter((each) => each.agentSession !== agentSession)
    if (others.length > 0)
      await keep(
        others.map((each) => each.agentSession),
        wait,
      )
  }
  const said = moment === 'start' && !input.resumes ? [] : notes.brought
  const occasion = toOccasion(input, project, said)
  const spoken = occasion === undefined ? undefined : await ask(occasion, dataDir, wait)
  if (spoken === undefined) return
  // Not `process.stdout`: on Windows it would still be writing when the process ends.
  writeSync(1, `${toHookOutput(input.eventName, spoken.text)}\n`)
  recordInjected(dataDir, moment, spoken.tokens, Date.now())
  writeNotes(dataDir, { ...readNotes(dataDir, agentSession), brought: [...said, ...spoken.ids] })
}

function toOccasion(input: HookInput, project: string | null, except: readonly string[]): Occasion | undefined {
  const { WW_SESSION_ID } = process.env
  const about = { scope: { project, ...(WW_SESSION_ID ? { session: WW_SESSION_ID } : {}) }, except }
  if (input.moment === 'start') return { hook: 'start', ...about }
  if (input.moment === 'prompt') return { hook: 'prompt', prompt: input.prompt, ...about }
  return input.failure === null ? undefined : { hook: 'failure', failure: input.failure, ...about }
}

async function ask(occasion: Occasion, dataDir: string, wait: boolean): Promise<Spoken | undefined> {
  // Nothing was ever remembered: a hook must not be the one to make the store.
  if (!process.env.WW_DATABASE_URL && !existsSync(databasePath({ dataDir }))) return undefined
  // "Continue" is about nothing: the store need not be opened for it.
  if (occasion.hook === 'prompt' && saysNothing(occasion.prompt)) return undefined
  const answer = await askRunning(habitFolder(dataDir), occasion)
  if (answer !== undefined) return answer.spoken
  if (!wait && performance.now() > openUntilMs) throw new Error('too late to open the store')
  const { askCold } = await import('./ask-cold.js')
  return askCold(dataDir, occasion, wait ? undefined : performance.timeOrigin + readUntilMs)
}

/** In a process of its own, which outlives this one and perhaps the client: reading a long session takes its time. */
async function keep(agentSessions: readonly string[], wait: boolean): Promise<void> {
  if (wait) return (await import('./keep-sessions.js')).keepSessions(agentSessions)
  const program = process.argv[1]
  if (program === undefined) return
  const { spawn } = await import('node:child_process')
  // Behind `--`: the client chose the ids, and one may look like an option.
  const kept = spawn(process.execPath, [program, 'hook', '--keep', '--', ...agentSessions], {
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
  })
  kept.on('error', () => undefined)
  kept.unref()
}

async function readInput(): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of process.stdin) {
    chunks.push(chunk)
    size += chunk.length
    if (size > largestInput) throw new Error('the input is too large')
  }
  return Buffer.concat(chunks).toString('utf8')
}
