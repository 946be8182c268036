import { dirname } from 'node:path'
import { MemoryCache } from '#ww/adapters/sqlite/cache/memory-cache.js'
import { openConnection } from '#ww/adapters/sqlite/connection/connection.js'
import { makeFolder } from '#ww/adapters/sqlite/connection/make-folder.js'
import { Statements } from '#ww/adapters/sqlite/connection/statements.js'
import { migrate } from '#ww/adapters/sqlite/schema/migrate.js'
import { migrations } from '#ww/adapters/sqlite/schema/schema.js'
import { CandidateFinder } from '#ww/adapters/sqlite/search/candidate-finder.js'
import { FilterCache } from '#ww/adapters/sqlite/search/filter-cache.js'
import { openSqliteStore } from '#ww/adapters/sqlite/sqlite-memory-store.js'
import type { Candidate, CandidateSet } from '#ww/memory/recall/ranking/candidates.js'
import type { MemoryVectors } from '#ww/memory/recall/ranking/newer-first.js'
import type { CandidateRequest } from '#ww/ports/store/search.js'
import { plainCandidate, type plainComparable } from './candidates.js'
import { type InspectedStore, inspectStore } from './inspected-store.js'

export const openInspectedSqlite = (options: Parameters<typeof openSqliteStore>[0]): InspectedStore =>
  inspectStore(openSqliteStore(options), () => inspectSqlite(options.path))

/** With a connection and a cache of its own, as another process would have. */
export function inspectSqlite(path: string) {
  makeFolder(dirname(path))
  const connection = openConnection(path)
  migrate(connection, path, migrations)
  const sql = new Statements(connection)
  const cache = new MemoryCache(sql)
  const finder = new CandidateFinder(sql, cache, new FilterCache(cache, sql))
  const retrieversFor = (request: CandidateRequest) => finder.retrievers(request, () => [])
  return {
    find(request: CandidateRequest): CandidateSet {
      const { candidates, ...set } = retrieversFor(request).find()
      return { ...set, candidates: candidates.map((each) => detached(each, request)) }
    },
    findScenes(request: CandidateRequest, scenes: readonly number[]): readonly Candidate[] {
      // So that none of the members is found already.
      const retrievers = retrieversFor({ ...request, perRetriever: 0, newest: 0, exhaustiveUpTo: -1 })
      retrievers.find()
      return retrievers.scenes(scenes).map((each) => detached(each, request))
    },
    vectors(request: CandidateRequest, ids: readonly string[]): readonly MemoryVectors[] {
      const retrievers = retrieversFor(request)
      retrievers.find()
      return retrievers.vectors(ids)
    },
    close: () => connection.close(),
  }
}

/** A copy: a candidate of SQLite reads columns of the cache, which change with the next refresh. */
function detached(candidate: Candidate, request: CandidateRequest): Candidate {
  const { answers, ...plain } = plainCandidate(candidate, request)
  return {
    ...withMethods(plain),
    answers: answers.map(withMethods),
  }
}

function withMethods<Plain extends ReturnType<typeof plainComparable>>({
  termCounts,
  cosines,
  tokens,
  ...rest
}: Plain) {
  return {
    ...rest,
    tokens: { pool: Uint16Array.from(tokens), from: 0, to: tokens.length },
    hasTerms: termCounts.some((count) => count > 0),
    termCount: (place: number) => termCounts[place]!,
    cosineWith: (wording: number) => cosines[wording] ?? null,
  }
}
