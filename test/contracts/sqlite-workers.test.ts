import { describe } from 'vitest'
import { openInspectedSqlite } from '../support/sqlite-candidates.js'
import { isNightly } from '../support/tier.js'
import { describeCalls } from './memory-store/coordinate/calls.js'
import { describeSharing } from './memory-store/coordinate/sharing.js'
import { describeChanges } from './memory-store/follow/changes.js'
import { describeLifetime } from './memory-store/maintain/lifetime.js'
import { describeExporting } from './memory-store/read/exporting.js'
import { describeGet } from './memory-store/read/get.js'
import { describeCandidates } from './memory-store/search/candidates.js'
import { describeModels } from './memory-store/search/models.js'
import type { OpenStore } from './memory-store/stores.js'
import { describeWorkflows } from './memory-store/workflow/workflows.js'
import { describeCommit } from './memory-store/write/commit.js'
import { describeErase } from './memory-store/write/erase.js'
import { describeImporting } from './memory-store/write/importing.js'
import { describeUses } from './memory-store/write/uses.js'
import { describeMemoryStore } from './memory-store.js'

const open: OpenStore = (path) => openInspectedSqlite({ path, threads: 'workers' })

// A thread for each test takes most of the time, and the statements are those of the store without threads, which passes the
// whole contract: here is what comes over to another thread, in every form, and what several of them share.
if (isNightly) describeMemoryStore('sqlite in workers', open)
else
  describe('MemoryStore: sqlite in workers', () => {
    describeCommit(open)
    describeUses(open)
    describeImporting(open)
    describeErase(open)
    describeGet(open)
    describeExporting(open, false)
    describeCandidates(open)
    describeModels(open)
    describeChanges(open)
    describeCalls(open)
    describeSharing(open)
    describeLifetime(open)
    describeWorkflows(open)
  })
