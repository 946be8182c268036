import type { StoreCoordinator } from './store/coordinate.js'
import type { ChangeFeed } from './store/follow.js'
import type { MemoryGraph } from './store/graph.js'
import type { StoreMaintenance } from './store/maintain.js'
import type { MemoryReader } from './store/read.js'
import type { MemorySearch } from './store/search.js'
import type { MemoryWriter } from './store/write.js'
import type { WorkflowStore } from './workflow-store.js'

/** One tenant's memories. The contract suite defines it, and every engine passes the whole suite. */
export interface MemoryStore
  extends MemoryWriter,
    MemoryReader,
    MemorySearch,
    MemoryGraph,
    ChangeFeed,
    StoreCoordinator,
    StoreMaintenance {
  readonly workflows: WorkflowStore
}
