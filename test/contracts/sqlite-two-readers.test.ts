import { describe } from 'vitest'
import { openInspectedSqlite } from '../support/sqlite-candidates.js'
import { isNightly } from '../support/tier.js'
import { describeSharing } from './memory-store/coordinate/sharing.js'
import { describeLifetime } from './memory-store/maintain/lifetime.js'
import { describeCandidates } from './memory-store/search/candidates.js'
import type { OpenStore } from './memory-store/stores.js'
import { describeMemoryStore } from './memory-store.js'

const open: OpenStore = (path) => openInspectedSqlite({ path, readers: 2 })

// A second reader matters where one thread must see what another wrote; the whole contract is for the night.
if (isNightly) describeMemoryStore('sqlite with two readers', open)
else
  describe('MemoryStore: sqlite with two readers', () => {
    describeCandidates(open)
    describeSharing(open)
    describeLifetime(open)
  })
