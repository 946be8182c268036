import type { CallLedger } from '../call-ledger.js'

interface Lease {
  /** To be passed in batches written under the lease. */
  readonly holder: string
  renew(ttlMs: number): Promise<boolean>
  release(): Promise<void>
}

/** Lets several processes on one store take turns and share counts. */
export interface StoreCoordinator {
  readonly calls: CallLedger
  /** Undefined while another holder has the lease. */
  lease(name: string, ttlMs: number): Promise<Lease | undefined>
}
