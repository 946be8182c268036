import { openInspectedSqlite } from '../support/sqlite-candidates.js'
import { describeMemoryStore } from './memory-store.js'

describeMemoryStore('sqlite in this thread', (path) => openInspectedSqlite({ path, threads: 'inline' }))
