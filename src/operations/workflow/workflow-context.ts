import type { Run } from '../../memory/workflow/conversation/run.js'
import type { OperationContext } from '../machinery/operation-context.js'
import type { EventHub } from './event-hub.js'
import type { ConcurrencyLimit } from './limit-concurrency.js'

/** Everything the workflow door may use. */
export interface WorkflowContext extends OperationContext {
  readonly hub: EventHub
  /** WFL6: identifies this process as the holder of runs. */
  readonly holder: string
  /** UUIDs of version 4, as the contract has them. */
  readonly newUuid: () => string
  /** The runs that this process plans or retrieves for. */
  readonly activeRuns: Set<Run>
  /** Limits concurrent recalls: more would hold more candidates in memory without finishing sooner. */
  readonly limitRecalls: ConcurrencyLimit
  /** Runs work that no caller waits for; closing the server does. */
  readonly inBackground: (work: Promise<unknown>) => void
}
