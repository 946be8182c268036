import { describe } from 'vitest'
import { describeCalls } from './memory-store/calls.js'
import { describeCandidates } from './memory-store/candidates.js'
import { describeChanges } from './memory-store/changes.js'
import { describeCommit } from './memory-store/commit.js'
import { describeCondition } from './memory-store/condition.js'
import { describeEdges } from './memory-store/edges.js'
import { describeErase } from './memory-store/erase.js'
import { describeExporting } from './memory-store/exporting.js'
import { describeFilters } from './memory-store/filters.js'
import { describeGet } from './memory-store/get.js'
import { describeGraph } from './memory-store/graph.js'
import { describeImporting } from './memory-store/importing.js'
import { describeLegs } from './memory-store/legs.js'
import { describeLifetime } from './memory-store/lifetime.js'
import { describeModels } from './memory-store/models.js'
import { describeQuery } from './memory-store/query.js'
import { describeScenes } from './memory-store/scenes.js'
import { describeSharing } from './memory-store/sharing.js'
import type { OpenStore } from './memory-store/stores.js'
import { describeStructures } from './memory-store/structures.js'
import { describeUses } from './memory-store/uses.js'
import { describeWorkflows } from './memory-store/workflows.js'

/** The definition of the `MemoryStore` port: every engine passes it whole, and unchanged. */
export function describeMemoryStore(name: string, open: OpenStore, { isOneConnection = false } = {}): void {
  describe(`MemoryStore: ${name}`, () => {
    describeCommit(open)
    describeGet(open)
    describeFilters(open)
    describeQuery(open)
    describeCandidates(open)
    describeLegs(open)
    describeScenes(open)
    describeModels(open)
    describeEdges(open)
    describeGraph(open)
    describeStructures(open)
    describeUses(open)
    describeWorkflows(open)
    describeExporting(open, isOneConnection)
    describeImporting(open)
    describeChanges(open)
    describeErase(open)
    describeCondition(open)
    describeCalls(open)
    describeSharing(open)
    describeLifetime(open)
  })
}
