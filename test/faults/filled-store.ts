import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import type { WorldWeaver } from '#ww/index.js'
import { databaseIn } from '../support/database.js'
import { createRandom } from '../support/random.js'
import { type Body, Story, type Told } from './story.js'
import { openMind, withMind } from './witness.js'

/** A store that was written in this process, to be copied and spoilt as often as one likes. */
export interface FilledStore {
  readonly folder: string
  readonly told: Told
  /** What had been answered when the log was so long; the first is what is in the database itself. */
  readonly moments: readonly { readonly logBytes: number; readonly told: Told }[]
}

/** Enough for a tree of pages in every table that matters. */
const callsBefore = 60
const callsInLog = 25

const filled = new Map<string, Promise<FilledStore>>()

/** Closed: all of it is in the one file. Made once. */
export const closedStore = (seed: number): Promise<FilledStore> => once(`closed ${seed}`, () => fill(seed, false))

/** As a process leaves it that was killed: half of it in the database, half in the log. Made once. */
export const loggedStore = (seed: number): Promise<FilledStore> => once(`logged ${seed}`, () => fill(seed, true))

function once(name: string, make: () => Promise<FilledStore>): Promise<FilledStore> {
  const made = filled.get(name) ?? make()
  filled.set(name, made)
  return made
}

async function fill(seed: number, leavesLog: boolean): Promise<FilledStore> {
  const folder = mkdtempSync(join(tmpdir(), 'ww-filled-'))
  const source = join(folder, 'source')
  const story = new Story(createRandom(seed))
  await withMind(source, (mind) => tellHere(mind, story, callsBefore))
  emptyLog(source)
  let moments = [{ logBytes: 0, told: story.snapshot() }]
  if (!leavesLog) return { folder: source, told: story.snapshot(), moments }
  const copy = join(folder, 'copy')
  const mind = openMind(source)
  await tellHere(mind, story, callsInLog, () => {
    const moment = { logBytes: logBytes(source), told: story.snapshot() }
    // Whoever erases folds the log into the database, and it begins anew.
    if (moment.logBytes < moments.at(-1)!.logBytes) moments = [{ ...moment, logBytes: 0 }]
    moments.push(moment)
  })
  copyStore(source, copy)
  await mind.close()
  return { folder: copy, told: story.snapshot(), moments }
}

/** Statements that are not collected yet keep a connection that was closed. */
function emptyLog(dataDir: string): void {
  const database = new DatabaseSync(databaseIn(dataDir), { timeout: 30_000 })
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
}

const logBytes = (dataDir: string): number =>
  statSync(`${databaseIn(dataDir)}-wal`, { throwIfNoEntry: false })?.size ?? 0

/** Calls one after the other. */
export async function tellHere(mind: WorldWeaver, story: Story, calls: number, onAnswered?: () => void): Promise<void> {
  for (let call = 0; call < calls; call++) {
    const { tool, input, answered } = story.next()
    const body = (await mind.call(tool as 'remember', input as never)) as Body
    if (body.error === undefined) answered(body)
    onAnswered?.()
  }
}

/** All files of the store but what belongs to running processes. */
export function copyStore(from: string, to: string, isKept: (name: string) => boolean = () => true): void {
  mkdirSync(to, { recursive: true, mode: 0o700 })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (entry.isFile() && isKept(entry.name)) copyFileSync(join(from, entry.name), join(to, entry.name))
  }
}
