import type { StartedServer } from '../../adapters/clients/configured-server.js'
import type { Machine } from '../../adapters/clients/machine.js'
import { WorldWeaverError } from '../../errors.js'
import { readDataDir } from '../configuration/data-dir.js'

type Entry = Pick<StartedServer, 'env'>

/** Of our own variables only those that the entry says: those of this process are not the client's. */
export function environmentOf({ env }: Entry, { env: around }: Pick<Machine, 'env'>) {
  const others = Object.entries(around).filter(([name]) => !name.startsWith('WW_'))
  return { ...Object.fromEntries(others), ...env }
}

/** Where the server of this entry has its data; undefined where its settings are wrong. */
export function dataDirOf(entry: Entry, machine: Omit<Machine, 'list'>): string | undefined {
  const { home, platform } = machine
  try {
    return readDataDir(environmentOf(entry, machine), home, platform, home)
  } catch (error) {
    if (error instanceof WorldWeaverError) return undefined
    throw error
  }
}
