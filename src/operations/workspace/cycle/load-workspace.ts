import {
  fromStored,
  type StoredWorkspace,
  toStored,
  workspaceName,
} from '../../../memory/workspace/state/stored-workspace.js'
import type { Workspace } from '../../../memory/workspace/state/workspace.js'
import type { StoreCoordinator } from '../../../ports/store/coordinate.js'
import type { MemoryReader } from '../../../ports/store/read.js'
import type { Batch, MemoryWriter } from '../../../ports/store/write.js'
import type { Caller } from '../../machinery/caller.js'
import type { Using } from '../../machinery/operation-context.js'
import { withKeyedMutex } from '../../writing/change-memory.js'
import { retryUnderLease } from './retry-under-lease.js'

/** The workspace of the caller's session and project. */
export async function loadWorkspace(context: Using<MemoryReader>, caller: Caller): Promise<Workspace> {
  return (await readWithRevision(context, caller)).workspace
}

export interface WorkspaceChange<Result> {
  /** Return the same object to write nothing. */
  readonly workspace: Workspace
  /** Written in the same transaction. */
  readonly alongside?: Omit<Batch, 'at' | 'checkpoints' | 'expectCheckpoints'>
  readonly result: Result
}

/**
 * Reads, decides and writes; retries from the read when another process has changed it meanwhile, so `decide` must have
 * no side effects. Callers in this process take turns.
 */
export async function updateWorkspace<Result>(
  context: Using<MemoryWriter & StoreCoordinator & MemoryReader, 'clock' | 'signal'>,
  caller: Caller,
  decide: (workspace: Workspace) => WorkspaceChange<Result> | Promise<WorkspaceChange<Result>>,
): Promise<Result> {
  const { memories, clock } = context
  const name = nameFor(caller)
  async function change(holder?: string): Promise<Result> {
    const before = await readWithRevision(context, caller)
    const { workspace, alongside = {}, result } = await decide(before.workspace)
    const isSame = workspace === before.workspace
    if (isSame && Object.keys(alongside).length === 0) return result
    await memories.commit({
      ...alongside,
      at: clock.now(),
      ...(holder === undefined ? {} : { holder }),
      ...(isSame
        ? {}
        : {
            expectCheckpoints: { [name]: before.revision },
            checkpoints: { [name]: toStored(before.revision, workspace) },
          }),
    })
    return result
  }

  return withKeyedMutex(memories, name, () => retryUnderLease(name, context, change))
}

async function readWithRevision({ memories }: Using<MemoryReader>, caller: Caller): Promise<StoredWorkspace> {
  const name = nameFor(caller)
  return fromStored((await memories.checkpoints([name]))[name])
}

const nameFor = ({ session, project }: Caller): string => workspaceName(session, project)
