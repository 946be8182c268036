import type { Run } from '../../memory/workflow/conversation/run.js'
import type { OperationContext } from '../operation-context.js'
import type { EventHub } from './event-hub.js'
import type { FewAtOnce } from './few-at-once.js'

/** All that the workflow door may touch. */
export interface WorkflowContext extends OperationContext {
  readonly hub: EventHub
  /** WFL6: who this process is, among those that work on runs. */
  readonly holder: string
  /** The seed's ids are of version 4. */
  readonly newUuid: () => string
  /** The runs that this process plans or works on. */
  readonly atWork: Set<Run>
  /** Many recalls side by side would keep all their candidates in memory, and none would be done sooner. */
  readonly fewRecalls: FewAtOnce
  /** Work that nobody waits for, until the server closes. */
  readonly inBackground: (work: Promise<unknown>) => void
}
