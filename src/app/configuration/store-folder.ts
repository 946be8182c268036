import { createHash } from 'node:crypto'
import { join } from 'node:path'

/**
 * HOK8: where this machine keeps what belongs to one store, such as the sockets of processes that serve it and notes with
 * ids of its memories. A store of files has its data directory, which each tenant has its own of, and each database a
 * folder there: what is told of one store must not come from another.
 */
export const storeFolder = (dataDir: string, databaseUrl: string | undefined): string =>
  databaseUrl ? join(dataDir, 'databases', nameOf(databaseUrl)) : dataDir

/** Where a hook finds what it needs. */
export interface HookPlace {
  /** Of this user: the pause, for example. */
  readonly dataDir: string
  /** Of the store: sockets, notes and receipts. */
  readonly folder: string
}

/** The address, without the password: that changes, and must not be found by trying. */
function nameOf(databaseUrl: string): string {
  let address = databaseUrl
  if (URL.canParse(databaseUrl)) {
    const url = new URL(databaseUrl)
    url.password = ''
    url.searchParams.delete('password')
    address = url.href
  }
  return createHash('sha256').update(address).digest('hex').slice(0, 16)
}
