import { BackgroundQueue } from '#ww/adapters/postgres/connection/background-queue.js'
import type { Connections } from '#ww/adapters/postgres/connection/connections.js'
import { Database } from '#ww/adapters/postgres/connection/database.js'
import { ServerStatistics } from '#ww/adapters/postgres/schema/server-statistics.js'
import { CandidateFinder } from '#ww/adapters/postgres/search/candidate-finder.js'
import { readCandidates } from '#ww/adapters/postgres/search/candidate-reader.js'
import { readCollection } from '#ww/adapters/postgres/search/collection-statistics.js'
import { toCondition } from '#ww/adapters/postgres/search/filter-sql.js'
import { FilteredCountCache } from '#ww/adapters/postgres/search/filtered-count-cache.js'
import { placesOfOthers, readMembers } from '#ww/adapters/postgres/search/scene-members.js'
import { VectorIndex } from '#ww/adapters/postgres/search/vector-index.js'
import type { CandidateInspector } from '../inspected-store.js'

export function inspectPostgres(connections: Connections, tenant: string): CandidateInspector {
  const database = new Database(connections, tenant, {})
  const background = new BackgroundQueue(connections)
  const indexes = { texts: new VectorIndex(background), answers: new VectorIndex(background, 'answer_vectors') }
  const finder = new CandidateFinder(database, new FilteredCountCache(), indexes, new ServerStatistics(background))
  return {
    find: (request) => database.snapshot(async (sql, parallel) => finder.retrievers(sql, parallel, request).find()),
    findScenes: (request, scenes) =>
      database.snapshot(async (sql) => {
        const [collection, condition] = await Promise.all([
          readCollection(sql, request),
          toCondition(sql, request.filter),
        ])
        const members = await readMembers(sql, condition, scenes)
        return readCandidates(sql, sql, request, collection, placesOfOthers(scenes, members, new Map()))
      }),
    vectors: (request, ids) =>
      database.snapshot(async (sql, parallel) => {
        const retrievers = finder.retrievers(sql, parallel, request)
        await retrievers.find()
        return retrievers.vectors(ids)
      }),
    async close() {
      await background.close()
      await database.close()
    },
  }
}
