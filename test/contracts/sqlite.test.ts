import { openSqliteStore } from '#ww/adapters/sqlite/sqlite-memory-store.js'
import { describeMemoryStore } from './memory-store.js'

describeMemoryStore('sqlite in workers', (path) => openSqliteStore({ path, threads: 'workers' }))
describeMemoryStore('sqlite in this thread', (path) => openSqliteStore({ path, threads: 'inline' }))
describeMemoryStore('sqlite with two readers', (path) => openSqliteStore({ path, readers: 2 }))
