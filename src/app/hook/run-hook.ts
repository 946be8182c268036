import { existsSync, writeSync } from 'node:fs'
import { hasNoSubject } from '../../memory/hooks/prompt-parts.js'
import { requestForNote } from '../../memory/hooks/session/asked-note.js'
import type { HookEvent, Injection } from '../../operations/hooks/compose-context.js'
import { ownEntry } from '../../plain-object.js'
import { askRunning } from '../../surfaces/hooks/ask-running.js'
import { type HookInput, momentNames, readHookInput } from '../../surfaces/hooks/hook-input.js'
import { toHookOutput, toStopOutput } from '../../surfaces/hooks/hook-output.js'
import { toPrintable } from '../../terminal-text.js'
import { currentFolder } from '../configuration/current-folder.js'
import { databasePath, readDataDir } from '../configuration/data-dir.js'
import { findProject } from '../configuration/find-project.js'
import { askAtEndPath } from './ask-at-end-path.js'
import { clientOfTranscript } from './client-of-transcript.js'
import { hookFolder } from './hook-folder.js'
import { recordError, recordInjected } from './hook-records.js'
import { readInjectFrom } from './read-inject-from.js'
import { abandonedSessions, dropNotes, readNotes, writeNotes } from './session-notes.js'
import { findSilence } from './silence.js'

/** Counted from the start of the process. After it, the client gets no answer. */
const deadlineMs = 600
/**
 * Ending a thread while it reads crashes the process. So reading stops some time before the deadline, and a store is
 * not opened if that would be too late for an answer.
 */
const readUntilMs = deadlineMs - 100
const openUntilMs = deadlineMs / 2
/** Larger input is a pasted file, not a prompt. */
const maxInputBytes = 8 * 1024 * 1024

interface HookOptions {
  readonly moment?: string
  /** Writes errors to stderr, besides the log. */
  readonly debug?: boolean
  /** Stores sessions before it returns: for scripts and tests. */
  readonly wait?: boolean
}

/**
 * `ww hook <moment>`: reads the client's JSON and prints what to inject. It always exits with 0 and within its deadline:
 * an agent must neither wait for its memory nor fail because of it.
 */
export async function runHook(options: HookOptions): Promise<void> {
  const end = () => process.exit(0)
  // Includes rejections that no code awaits.
  process.once('uncaughtException', (error) => {
    printError(error, options)
    end()
  })
  const timer = options.wait ? undefined : setTimeout(end, Math.max(1, deadlineMs - performance.now()))
  try {
    const here = currentFolder()
    const dataDir = readDataDir(process.env, here)
    try {
      const input = readHookInput(await readInput(), ownEntry(momentNames, options.moment ?? ''), here)
      const isSilent = input !== undefined && findSilence(dataDir, input.cwd, process.env, Date.now()) !== undefined
      if (input !== undefined && !isSilent) await serve(input, dataDir, options)
    } catch (error) {
      printError(error, options)
      recordError(dataDir, options.moment ?? 'hook', error, Date.now())
    }
  } catch (error) {
    // The log cannot be written either.
    printError(error, options)
  }
  clearTimeout(timer)
  end()
}

function printError(error: unknown, { debug = false }: HookOptions): void {
  if (debug)
    process.stderr.write(`world-weaver: ${toPrintable(String(error instanceof Error ? error.stack : error))}\n`)
}

async function serve(input: HookInput, dataDir: string, { wait = false }: HookOptions): Promise<void> {
  const { agentSession, transcript, cwd, moment } = input
  const project = process.env.WW_PROJECT || findProject(cwd)
  const notes = readNotes(dataDir, agentSession)
  if (moment === 'stop' || moment === 'end') {
    if (transcript === null) return
    const asks =
      moment === 'stop' && notes.askedAt === undefined && !input.isAsked && (await shouldAsk(dataDir, transcript))
    const asked = asks ? { askedAt: Date.now() } : {}
    writeNotes(dataDir, { ...notes, ...asked, pending: { transcript, cwd, project } })
    if (asks) writeSync(1, `${toStopOutput(requestForNote)}\n`)
    if (moment === 'end') await storeInBackground([agentSession], wait)
    return
  }
  if (moment === 'start') {
    // Earlier injections are no longer in the model's context, unless the session resumes.
    if (!input.resumes) dropNotes(dataDir, agentSession)
    const others = abandonedSessions(dataDir, Date.now()).filter((each) => each.agentSession !== agentSession)
    if (others.length > 0)
      await storeInBackground(
        others.map((each) => each.agentSession),
        wait,
      )
  }
  const injected = moment === 'start' && !input.resumes ? [] : notes.brought
  const event = toHookEvent(input, project, injected)
  const injection = event === undefined ? undefined : await ask(event, dataDir, wait)
  if (injection === undefined) return
  // Not `process.stdout`: on Windows it writes asynchronously and would lose data at exit.
  writeSync(1, `${toHookOutput(input.eventName, injection.text)}\n`)
  recordInjected(dataDir, moment, injection.tokens, Date.now())
  writeNotes(dataDir, { ...readNotes(dataDir, agentSession), brought: [...injected, ...injection.ids] })
}

function toHookEvent(input: HookInput, project: string | null, except: readonly string[]): HookEvent | undefined {
  const { WW_SESSION_ID } = process.env
  const allows = readInjectFrom(process.env)
  const scope = {
    project,
    ...(WW_SESSION_ID ? { session: WW_SESSION_ID } : {}),
    ...(allows.length > 0 ? { allows } : {}),
  }
  const about = { scope, except, client: clientOfTranscript(input.transcript) }
  if (input.moment === 'start') return { hook: 'start', ...about }
  if (input.moment === 'prompt') return { hook: 'prompt', prompt: input.prompt, ...about }
  return input.failure === null ? undefined : { hook: 'failure', failure: input.failure, ...about }
}

/** Nothing is read, nor loaded, where nobody switched it on. */
async function shouldAsk(dataDir: string, transcript: string): Promise<boolean> {
  if (!existsSync(askAtEndPath(dataDir))) return false
  return (await import('./ask-at-end.js')).shouldAsk(dataDir, transcript)
}

async function ask(event: HookEvent, dataDir: string, wait: boolean): Promise<Injection | undefined> {
  // Nothing is stored yet: a hook must not create the store.
  if (!process.env.WW_DATABASE_URL && !existsSync(databasePath({ dataDir }))) return undefined
  // A prompt such as "Continue" has no topic: the store need not be opened for it.
  if (event.hook === 'prompt' && hasNoSubject(event.prompt)) return undefined
  const answer = await askRunning(hookFolder(dataDir), event)
  if (answer !== undefined) return answer.spoken
  if (!wait && performance.now() > openUntilMs) throw new Error('too late to open the store')
  const { askCold } = await import('./ask-cold.js')
  return askCold(dataDir, event, wait ? undefined : performance.timeOrigin + readUntilMs)
}

/** Stores sessions in a detached process that outlives this one: reading a long session takes time. */
async function storeInBackground(agentSessions: readonly string[], wait: boolean): Promise<void> {
  if (wait) return (await import('./store-sessions.js')).storeSessions(agentSessions)
  const program = process.argv[1]
  if (program === undefined) return
  const { spawn } = await import('node:child_process')
  // After `--`: the client chooses the ids, and one may look like an option.
  const child = spawn(process.execPath, [program, 'hook', '--keep', '--', ...agentSessions], {
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
  })
  child.on('error', () => undefined)
  child.unref()
}

async function readInput(): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of process.stdin) {
    chunks.push(chunk)
    size += chunk.length
    if (size > maxInputBytes) throw new Error('the input is too large')
  }
  return Buffer.concat(chunks).toString('utf8')
}
