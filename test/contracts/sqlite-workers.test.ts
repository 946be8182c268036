import { openInspectedSqlite } from '../support/sqlite-candidates.js'
import { describeMemoryStore } from './memory-store.js'

describeMemoryStore('sqlite in workers', (path) => openInspectedSqlite({ path, threads: 'workers' }))
