import type { Operation } from '../operations/machinery/operation.js'
import type { CallOptions } from '../operations/machinery/operation-context.js'
import type { WorkflowCalls } from '../operations/workflow/workflow-door.js'
import type { Resources } from './open-resources.js'

/** A memory as one caller may use it: operations, resources and workflows within the caller's access (COM3). */
export interface ScopedMemory {
  /** Calls an operation that the caller knows as data. */
  invoke(operation: Operation, input: unknown, options?: CallOptions): Promise<Record<string, unknown>>
  /** The memory as readable resources: `memory://stats` and others. */
  readonly resources: Resources
  readonly workflow: WorkflowCalls
}

/** Members that outlive a call or need no store: `wrapCalls` passes them on as they are. */
export interface UnwrappedMembers {
  readonly resources: Pick<Resources, 'templates' | 'check' | 'follow'>
  readonly workflow: Pick<WorkflowCalls, 'follow'>
}

/** Runs one call: `work` gets the memory to call. `name` names the call in traces and metrics. */
export type Around = <Result>(name: string, work: (memory: ScopedMemory) => Promise<Result>) => Promise<Result>

/** A memory that runs every call through `around`, and takes streams and constants from the first argument. */
export function wrapCalls({ resources, workflow }: UnwrappedMembers, around: Around): ScopedMemory {
  return {
    invoke: (operation, input, options) => around(operation.name, (memory) => memory.invoke(operation, input, options)),
    resources: {
      ...resources,
      list: () => around('resources/list', (memory) => memory.resources.list()),
      read: (uri) => around('resources/read', (memory) => memory.resources.read(uri)),
      complete: (...asked) => around('completion/complete', (memory) => memory.resources.complete(...asked)),
    },
    workflow: {
      ...workflow,
      execute: (input) => around('workflow.execute', (memory) => memory.workflow.execute(input)),
      answer: (input) => around('workflow.answer', (memory) => memory.workflow.answer(input)),
      cancel: (workflowId) => around('workflow.cancel', (memory) => memory.workflow.cancel(workflowId)),
      sessionOf: (input) => around('workflow.sessionOf', (memory) => memory.workflow.sessionOf(input)),
      checkStore: () => around('workflow.checkStore', (memory) => memory.workflow.checkStore()),
    },
  }
}
