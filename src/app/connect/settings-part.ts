import { dirname } from 'node:path'
import { type Backup, type BackupKey, type Backups, digest } from '../../adapters/clients/backups.js'
import { isAddress } from '../../adapters/clients/mcp-server.js'
import type { SettingsEdit } from '../../adapters/clients/settings-edit.js'
import { makeFolders, readSettings, removeEmptyFolders, replaceSettings } from '../../adapters/clients/settings-file.js'
import { SettingsProblem } from '../../adapters/clients/settings-problem.js'
import { WorldWeaverError } from '../../errors.js'
import type { ConnectionState, FileChange } from '../../surfaces/cli/connect/connections.js'

/** One edit of one settings file, made and undone without losing changes of other programs. */
export interface SettingsPart {
  state(): Promise<Exclude<ConnectionState, 'unreadable'>>
  /** Whether there is a record of what was there before `connect`; a damaged one is one, too. */
  hasRecord(): Promise<boolean>
  /** Our server's entry as the client reads it; undefined without one, and for parts that write none. */
  entry(): Promise<unknown>
  /** The commands of our hooks. */
  hooks(): Promise<readonly string[]>
  /** Whether it would write hooks, and not all of them are there, wherever they lead. */
  isMissing(): Promise<boolean>
  /** Undefined if nothing has to change. Throws when the settings cannot be parsed. */
  planConnect(): Promise<FileChange | undefined>
  planDisconnect(): Promise<FileChange | undefined>
  /**
   * Resolves to what takes it back: the bytes from before, unless another program has written the file since.
   * `keepsCopy`: those bytes are also kept beside the backup, which holds what was there before `connect`.
   */
  connect(how?: { readonly keepsCopy?: boolean }): Promise<() => Promise<void>>
  disconnect(): Promise<void>
}

type Bytes = Buffer | undefined

interface Plan {
  readonly current: Bytes
  readonly next: Bytes
  /** The content after undoing `next`. */
  readonly base: Bytes
  readonly backup: Backup | undefined
}

/** Plans again if the other program has written its settings meanwhile. */
const maxAttempts = 5

export function createSettingsPart(key: BackupKey, edit: SettingsEdit, backups: Backups): SettingsPart {
  const { file } = key

  async function planConnect(): Promise<Plan> {
    const [current, backup] = [await readSettings(file), await backups.find(key)]
    return inFile(file, () => {
      const text = toText(current)
      const applied = edit.apply(text)
      const next = applied === text ? current : Buffer.from(applied)
      return { current, next, base: undo(edit, current, backup), backup }
    })
  }

  async function planDisconnect(): Promise<Plan> {
    const [current, backup] = [await readSettings(file), await backups.find(key)]
    return inFile(file, () => {
      const base = undo(edit, current, backup)
      return { current, next: base, base, backup }
    })
  }

  async function carryOut<Done>(
    plan: () => Promise<Plan>,
    carry: (plan: Plan) => Promise<Done | false>,
  ): Promise<Done> {
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const done = await carry(await plan())
      if (done !== false) return done
    }
    throw new WorldWeaverError('validation_error', `${file} is being written by another program; try again`)
  }

  async function takeBack({ current, next, backup }: Omit<Plan, 'base'>, made: readonly string[]): Promise<void> {
    await carryOut(planDisconnect, async (plan) => {
      const isOurs = plan.current !== undefined && next !== undefined && plan.current.equals(next)
      const restored = isOurs ? current : plan.next
      if (restored !== plan.current && !(await replaceSettings(file, plan.current, restored))) return false
      if (restored === undefined) await removeEmptyFolders(made)
      if (backup === undefined) await backups.remove(key)
      else await backups.save(key, backup)
      await backups.removeCopy(key)
      return true
    })
  }

  return {
    async state() {
      const [current, backup] = [await readSettings(file), await backups.find(key)]
      return inFile(file, () => stateIn(toText(current), edit, backup !== undefined))
    },
    hasRecord: () =>
      backups.find(key).then(
        (backup) => backup !== undefined,
        () => true,
      ),
    async entry() {
      const current = await readSettings(file)
      return inFile(file, () => edit.entry?.(toText(current)))
    },
    async hooks() {
      const current = await readSettings(file)
      return inFile(file, () => edit.hooks?.(toText(current)) ?? [])
    },
    async isMissing() {
      const current = await readSettings(file)
      return inFile(file, () => {
        const { hooks } = edit
        if (hooks === undefined) return false
        const text = toText(current)
        return hooks(text).length < hooks(edit.apply(text)).length
      })
    },
    planConnect: async () => toChange(file, await planConnect()),
    planDisconnect: async () => toChange(file, await planDisconnect()),
    connect: ({ keepsCopy = false } = {}) =>
      carryOut(planConnect, async ({ current, next, base, backup }) => {
        if (next === current || next === undefined) return async () => undefined
        const made = await makeFolders(dirname(file))
        // The backup comes first: `disconnect` works even if the process ends here.
        const folders = [...new Set([...(backup?.folders ?? []), ...made])]
        await backups.save(key, { before: base, after: digest(next), folders })
        if (keepsCopy && current !== undefined) await backups.saveCopy(key, current)
        if (!(await replaceSettings(file, current, next))) return false
        return () => takeBack({ current, next, backup }, made)
      }),
    async disconnect() {
      await carryOut(planDisconnect, async ({ current, next, backup }) => {
        if (next !== current && !(await replaceSettings(file, current, next))) return false
        if (next === undefined) await removeEmptyFolders(backup?.folders ?? [])
        if (backup !== undefined) await backups.remove(key)
        return true
      })
    },
  }
}

/** Restores the bytes from before if the file is unchanged since; else removes our entry only. */
function undo(edit: SettingsEdit, current: Bytes, backup: Backup | undefined): Bytes {
  if (current === undefined || backup === undefined) return current
  if (digest(current) === backup.after) return backup.before
  const text = toText(current)
  const reverted = edit.revert(text, toText(backup.before))
  if (reverted === text) return current
  return reverted === '' && backup.before === undefined ? undefined : Buffer.from(reverted)
}

function stateIn(text: string, edit: SettingsEdit, isOurs: boolean): Exclude<ConnectionState, 'unreadable'> {
  if (isOurs) return isAddress(edit.entry?.(text)) || edit.apply(text) === text ? 'connected' : 'changed'
  return edit.revert(text, '') === text ? 'not_connected' : 'by_hand'
}

const toChange = (file: string, { current, next }: Plan): FileChange | undefined =>
  next === current
    ? undefined
    : {
        file,
        before: current === undefined ? null : toText(current),
        after: next === undefined ? null : toText(next),
      }

/** Keeps the byte order mark, so that the file can be written back byte for byte. */
function toText(bytes: Bytes): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw new SettingsProblem('it is not UTF-8 text', { line: 1, column: 1 }, cause)
  }
}

function inFile<Answer>(file: string, read: () => Answer): Answer {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof SettingsProblem)) throw error
    const { line, column, message } = error
    const problem = `${file}, line ${line}, column ${column}: ${message}. The file was left as it is`
    throw new WorldWeaverError('validation_error', problem, { cause: error })
  }
}
