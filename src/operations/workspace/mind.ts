import {
  readStored,
  type StoredWorkspace,
  toStored,
  workspaceName,
} from '../../memory/workspace/state/stored-workspace.js'
import type { Workspace } from '../../memory/workspace/state/workspace.js'
import type { Batch } from '../../ports/memory-store.js'
import type { Caller } from '../caller.js'
import { inTurn } from '../changing.js'
import type { OperationContext } from '../operation-context.js'
import { insisting } from './insisting.js'

/** What the caller's session has in mind. */
export async function readMind(context: OperationContext, caller: Caller): Promise<Workspace> {
  return (await readWithRevision(context, caller)).workspace
}

export interface MindChange<Result> {
  /** The same object as before when nothing changes: then nothing is written either. */
  readonly workspace: Workspace
  /** What must be written with it, or not at all. */
  readonly alongside?: Omit<Batch, 'at' | 'bookmarks' | 'expectBookmarks'>
  readonly result: Result
}

/**
 * Reads, decides, writes; anew from the reading when another process has changed it meanwhile, so `decide` must have no
 * effects of its own. Callers of this process wait for each other.
 */
export async function changeMind<Result>(
  context: OperationContext,
  caller: Caller,
  decide: (workspace: Workspace) => MindChange<Result> | Promise<MindChange<Result>>,
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
            expectBookmarks: { [name]: before.revision },
            bookmarks: { [name]: toStored(before.revision, workspace) },
          }),
    })
    return result
  }

  return inTurn(memories, name, () => insisting(name, context, change))
}

async function readWithRevision({ memories }: OperationContext, caller: Caller): Promise<StoredWorkspace> {
  const name = nameFor(caller)
  return readStored((await memories.bookmarks([name]))[name])
}

const nameFor = ({ session, project }: Caller): string => workspaceName(session, project)
