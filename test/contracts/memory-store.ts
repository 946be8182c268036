import { describe } from 'vitest'
import { describeCalls } from './memory-store/coordinate/calls.js'
import { describeSharing } from './memory-store/coordinate/sharing.js'
import { describeChanges } from './memory-store/follow/changes.js'
import { describeEdges } from './memory-store/graph/edges.js'
import { describeGraph } from './memory-store/graph/graph.js'
import { describeCondition } from './memory-store/maintain/condition.js'
import { describeLifetime } from './memory-store/maintain/lifetime.js'
import { describeExporting } from './memory-store/read/exporting.js'
import { describeFilters } from './memory-store/read/filters.js'
import { describeGet } from './memory-store/read/get.js'
import { describeOrigins } from './memory-store/read/origins.js'
import { describeQuery } from './memory-store/read/query.js'
import { describeStructures } from './memory-store/read/structures.js'
import { describeAnswers } from './memory-store/search/answers.js'
import { describeCandidates } from './memory-store/search/candidates.js'
import { describeModels } from './memory-store/search/models.js'
import { describeRetrievers } from './memory-store/search/retrievers.js'
import { describeSceneShapes } from './memory-store/search/scene-shapes.js'
import { describeScenes } from './memory-store/search/scenes.js'
import { describeSpellings } from './memory-store/search/spellings.js'
import type { OpenStore } from './memory-store/stores.js'
import { describeWorkflows } from './memory-store/workflow/workflows.js'
import { describeCommit } from './memory-store/write/commit.js'
import { describeErase } from './memory-store/write/erase.js'
import { describeEraseElsewhere } from './memory-store/write/erase-elsewhere.js'
import { describeImporting } from './memory-store/write/importing.js'
import { describeTakeBack } from './memory-store/write/take-back.js'
import { describeUses } from './memory-store/write/uses.js'

/** The definition of the `MemoryStore` port, one group for each of its roles: every engine passes it whole. */
export function describeMemoryStore(name: string, open: OpenStore, { isOneConnection = false } = {}): void {
  describe(`MemoryStore: ${name}`, () => {
    // MemoryWriter
    describeCommit(open)
    describeUses(open)
    describeTakeBack(open)
    describeImporting(open)
    describeErase(open)
    describeEraseElsewhere(open)
    // MemoryReader
    describeGet(open)
    describeOrigins(open)
    describeFilters(open)
    describeQuery(open)
    describeStructures(open)
    describeExporting(open, isOneConnection)
    // MemorySearch
    describeCandidates(open)
    describeRetrievers(open)
    describeScenes(open)
    describeSceneShapes(open)
    describeModels(open)
    describeAnswers(open)
    describeSpellings(open)
    // MemoryGraph
    describeEdges(open)
    describeGraph(open)
    // ChangeFeed
    describeChanges(open)
    // StoreCoordinator
    describeCalls(open)
    describeSharing(open)
    // StoreMaintenance
    describeCondition(open)
    describeLifetime(open)
    // WorkflowStore
    describeWorkflows(open)
  })
}
