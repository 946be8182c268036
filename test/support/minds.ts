import { afterAll } from 'vitest'
import { toErrorBody, WorldWeaverError } from '#ww/errors.js'
import { type Clock, type OpenOptions, type OperationName, openWorldWeaver, type WorldWeaver } from '#ww/index.js'
import type { MemoryStore } from '#ww/ports/memory-store.js'
import type { NewMemory } from '#ww/ports/store/write.js'
import { engineOptions, openStoreIn } from './engine.js'
import { start } from './memories.js'
import { useTemporaryFolders } from './temporary-folder.js'

/** Stands still until a test moves it. */
export interface SettableClock extends Clock {
  set(moment: number): void
  advance(milliseconds: number): void
}

export function createSettableClock(moment = start): SettableClock {
  let current = moment
  return {
    now: () => current,
    set(to) {
      current = to
    },
    advance(milliseconds) {
      current += milliseconds
    },
  }
}

/** An open memory on a store and a clock of its own. */
export interface Mind extends WorldWeaver {
  readonly clock: SettableClock
  readonly dataDir: string
}

export type MindOptions = Omit<OpenOptions, 'clock'> & { readonly clock?: SettableClock }

export interface Minds {
  newFolder(): string
  /** In an empty folder unless told where, without a project, in this thread, with every answer checked. */
  open(options?: MindOptions): Mind
  /** The store behind a mind, as another process would have it. */
  openStore(dataDir: string): MemoryStore
  /** A folder whose store holds these memories already, written in one go. */
  folderWith(memories: readonly NewMemory[]): Promise<string>
}

/** To be called where tests are described: what is opened is closed, and folders go, when they end. */
export function useMinds(): Minds {
  const opened: { close(): Promise<void> }[] = []
  const connections: { close(): Promise<void> }[] = []
  const newFolder = useTemporaryFolders()
  afterAll(async () => {
    await Promise.all(opened.splice(0).map((each) => each.close()))
    await Promise.all(connections.splice(0).map((each) => each.close()))
  })
  const minds: Minds = {
    newFolder,
    open({ clock = createSettableClock(), dataDir = newFolder(), ...options } = {}) {
      const defaults = { session: 'default', project: null, logLevel: 'silent', threads: 'inline' } as const
      const engine = engineOptions(dataDir)
      const mind = openWorldWeaver({ ...defaults, ...engine, checksOutput: true, ...options, clock, dataDir })
      opened.push(mind)
      if (engine.connections !== undefined) connections.push(engine.connections)
      return { ...mind, clock, dataDir }
    },
    openStore(dataDir) {
      const store = openStoreIn(dataDir)
      opened.push(store)
      return store
    },
    async folderWith(memories) {
      const dataDir = newFolder()
      const store = openStoreIn(dataDir)
      await store.commit({ at: start, add: memories })
      await store.close()
      return dataDir
    },
  }
  return minds
}

/** The contract's error that the call is refused with; input that the types forbid is the point here. */
export async function refusal(
  mind: WorldWeaver,
  name: OperationName,
  input: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  try {
    await mind.call(name, input as never)
  } catch (error) {
    if (error instanceof WorldWeaverError) return toErrorBody(error)
    throw error
  }
  throw new Error(`${name} took ${JSON.stringify(input).slice(0, 200)}`)
}

export const isValidationError = (field: string) => ({ error: 'validation_error', field })

/** The contents of what a recall gave back, in its order. */
export const contentsOf = (results: readonly { readonly content: string }[]): string[] =>
  results.map(({ content }) => content)
export const idsOf = (results: readonly { readonly id: string }[]): string[] => results.map(({ id }) => id)
