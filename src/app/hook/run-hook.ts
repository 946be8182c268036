import { existsSync, writeSync } from 'node:fs'
import { homedir } from 'node:os'
import { hasNoSubject } from '../../memory/hooks/prompt-parts.js'
import { requestForNote } from '../../memory/hooks/session/asked-note.js'
import type { AgentSession } from '../../memory/hooks/session/own-memory.js'
import type { HookEvent, Injection } from '../../operations/hooks/compose-context.js'
import { ownEntry } from '../../plain-object.js'
import { askRunning } from '../../surfaces/hooks/ask-running.js'
import { type HookInput, momentNames, readHookInput } from '../../surfaces/hooks/hook-input.js'
import { showsReceipts, toHookOutput, toStopOutput } from '../../surfaces/hooks/hook-output.js'
import { toPrintable } from '../../terminal-text.js'
import { currentFolder } from '../configuration/current-folder.js'
import { databasePath, readDataDir } from '../configuration/data-dir.js'
import { findProject } from '../configuration/find-project.js'
import { type HookPlace, storeFolder } from '../configuration/store-folder.js'
import { askAtEndPath } from './ask-at-end-path.js'
import { clientOfTranscript } from './client-of-transcript.js'
import { hookFolder } from './hook-folder.js'
import { type HookTime, TooLate, timeOf } from './hook-time.js'
import { readIgnoreFiles } from './ignore-files.js'
import { readClientFiles } from './instructions/client-files.js'
import { readInjectFrom } from './read-inject-from.js'
import { readStandardInput } from './read-standard-input.js'
import { readStartTokens } from './read-start-tokens.js'
import { HookCourse } from './records/hook-course.js'
import { recordError } from './records/hook-records.js'
import { changeReceipts, type Receipt, readReceipts } from './records/receipts.js'
import { clearContext, readNotes, waitingSessions, writeNotes } from './session-notes.js'
import { findSilenceEverywhere } from './silence.js'
import { storeInBackground } from './store-in-background.js'

const maxReceipts = 3

interface HookOptions {
  readonly moment?: string
  /** Writes errors to stderr, besides the log. */
  readonly debug?: boolean
  /** Stores sessions before it returns, and starts no helper: for scripts and tests. */
  readonly wait?: boolean
}

/**
 * `ww hook <moment>`: reads the client's JSON and prints what to inject. It always exits with 0 and within its deadline:
 * an agent must neither wait for its memory nor fail because of it.
 */
export async function runHook(options: HookOptions): Promise<void> {
  const course = new HookCourse()
  const end = () => {
    course.finish()
    process.exit(0)
  }
  // Includes rejections that no code awaits.
  process.once('uncaughtException', (error) => {
    printError(error, options)
    course.fail(error)
    end()
  })
  const named = ownEntry(momentNames, options.moment ?? '')
  const time = timeOf(named)
  const timer = options.wait ? undefined : setTimeout(end, Math.max(1, time.endMs - performance.now()))
  try {
    const here = currentFolder()
    const dataDir = readDataDir(process.env, here)
    const folder = storeFolder(dataDir, process.env.WW_DATABASE_URL)
    try {
      const isOff = findSilenceEverywhere(dataDir, process.env, Date.now()) !== undefined
      // HOK17: on a busy machine the time runs out before the input is read, and that is worth knowing most.
      if (named !== undefined && !isOff && hasStore(dataDir)) course.begin(named, folder)
      const input = readHookInput(await readStandardInput(), named, here)
      if (input === undefined || isOff || readIgnoreFiles(input.cwd).wholeFolder) course.couldNotSpeak()
      else await serve(input, { dataDir, folder }, course, options.wait ? undefined : time)
    } catch (error) {
      printError(error, options)
      course.fail(error)
      recordError(folder, options.moment ?? 'hook', error, Date.now())
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

/** Without a time, it waits for everything that it starts. */
async function serve(
  input: HookInput,
  { dataDir, folder }: HookPlace,
  course: HookCourse,
  time: HookTime | undefined,
): Promise<void> {
  const { agentSession, transcript, cwd, moment } = input
  const waits = time === undefined
  const project = process.env.WW_PROJECT || findProject(cwd)
  const notes = readNotes(folder, agentSession)
  if (moment === 'stop' || moment === 'end') {
    if (transcript === null) return
    const asks =
      moment === 'stop' && notes.askedAt === undefined && !input.isAsked && (await shouldAsk(dataDir, transcript))
    const asked = asks ? { askedAt: Date.now() } : {}
    const keeping = moment === 'end' ? { keepingSince: new Date().toISOString() } : {}
    const parent = process.ppid
    const pending = { transcript, cwd, project, ...(notes.parent === parent ? { process: parent } : {}) }
    writeNotes(folder, { ...notes, ...asked, ...keeping, parent, pending })
    if (asks) writeSync(1, `${toStopOutput(requestForNote)}\n`)
    if (moment === 'end') await storeInBackground([agentSession], waits)
    return
  }
  if (moment === 'start') {
    if (!input.resumes) clearContext(folder, agentSession, input.isCompacted)
    const others = waitingSessions(folder, project, Date.now()).filter((each) => each.agentSession !== agentSession)
    if (others.length > 0)
      await storeInBackground(
        others.map((each) => each.agentSession),
        waits,
      )
  }
  const injected = moment === 'start' && !input.resumes ? [] : notes.brought
  const session = input.resumes || input.isCompacted ? await readSession(input) : undefined
  const receipts = moment === 'start' && showsReceipts(input.eventName) ? unshownReceipts(folder, project, session) : []
  const event = toHookEvent(input, project, injected, receipts, session)
  if (event === undefined || !hasStore(dataDir)) return course.couldNotSpeak()
  course.begin(moment, folder)
  const injection = await ask(event, { dataDir, folder }, course, time)
  if (injection === undefined) return course.stayedSilent()
  // Not `process.stdout`: on Windows it writes asynchronously and would lose data at exit.
  writeSync(1, `${toHookOutput(input.eventName, injection.text, injection.receipt)}\n`)
  if (injection.receipt !== undefined) {
    const shown = receipts.map(({ id }) => id)
    changeReceipts(folder, shown, { isShown: true })
  }
  if (injection.text === '') return course.stayedSilent()
  course.spoke(injection)
  writeNotes(folder, { ...readNotes(folder, agentSession), brought: [...injected, ...injection.ids] })
}

/** If nothing is stored yet, a hook must not create the store. */
const hasStore = (dataDir: string): boolean =>
  Boolean(process.env.WW_DATABASE_URL) || existsSync(databasePath({ dataDir }))

/** The newest few: a person does not read more. */
const unshownReceipts = (
  folder: string,
  project: string | null,
  session: AgentSession | undefined,
): readonly Receipt[] =>
  readReceipts(folder)
    .filter((each) => each.project === project && !each.isShown && !each.isUndone && each.agentSession !== session?.id)
    .slice(-maxReceipts)

/** Which session goes on; the transcript tells what it resumes under another id. */
async function readSession({ agentSession, transcript }: HookInput): Promise<AgentSession> {
  const { startOf } = await import('./transcript-head.js')
  return { id: agentSession, start: transcript === null ? null : startOf(transcript) }
}

function toHookEvent(
  input: HookInput,
  project: string | null,
  except: readonly string[],
  kept: readonly Receipt[],
  session: AgentSession | undefined,
): HookEvent | undefined {
  const { WW_SESSION_ID } = process.env
  const allows = readInjectFrom(process.env)
  const scope = {
    project,
    ...(WW_SESSION_ID ? { session: WW_SESSION_ID } : {}),
    ...(allows.length > 0 ? { allows } : {}),
  }
  const about = { scope, except, client: clientOfTranscript(input.transcript) }
  if (input.moment === 'start')
    return {
      hook: 'start',
      ...(session === undefined ? {} : { session }),
      kept: kept.map(({ id, told }) => ({ id, told })),
      known: readClientFiles(input.cwd, homedir()),
      maxTokens: readStartTokens(process.env),
      ...about,
    }
  if (input.moment === 'prompt') return { hook: 'prompt', prompt: input.prompt, ...about }
  return input.failure === null ? undefined : { hook: 'failure', failure: input.failure, ...about }
}

/** Nothing is read, nor loaded, where nobody switched it on. */
async function shouldAsk(dataDir: string, transcript: string): Promise<boolean> {
  if (!existsSync(askAtEndPath(dataDir))) return false
  return (await import('./ask-at-end.js')).shouldAsk(dataDir, transcript)
}

async function ask(
  event: HookEvent,
  { dataDir, folder }: HookPlace,
  course: HookCourse,
  time: HookTime | undefined,
): Promise<Injection | undefined> {
  // A prompt such as "Continue" has no topic: the store need not be opened for it.
  if (event.hook === 'prompt' && hasNoSubject(event.prompt)) return undefined
  const answer = await askRunning(hookFolder(folder), event)
  const by = answer === undefined ? 'itself' : answer.isHelpers ? 'helper' : 'server'
  await course.answeredBy(by, time !== undefined)
  if (answer !== undefined) return answer.spoken
  if (time !== undefined && performance.now() > time.openUntilMs) throw new TooLate()
  const { askCold } = await import('./ask-cold.js')
  return askCold(dataDir, event, time === undefined ? undefined : performance.timeOrigin + time.readUntilMs)
}
