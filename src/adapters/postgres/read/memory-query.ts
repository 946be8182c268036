import type { MemoryFilter, Page } from '../../../ports/store/filter.js'
import type { MemoryReader } from '../../../ports/store/read.js'
import { facetLabel } from '../../relational/labels.js'
import { Parameters } from '../connection/parameters.js'
import type { Sql } from '../connection/sql.js'
import { type MemoryCondition, toCondition } from '../search/filter-sql.js'
import type { FilteredCountCache } from '../search/filtered-count-cache.js'
import { getMemories } from './memory-reader.js'

type Answer = Awaited<ReturnType<MemoryReader['query']>>

/** Newest first by T_ref, then by id. Runs within a snapshot. */
export async function queryMemories(
  sql: Sql,
  filter: MemoryFilter,
  page: Page,
  except: readonly string[],
  totals: FilteredCountCache,
): Promise<Answer> {
  const condition = await toCondition(sql, filter)
  const [newest, ids, left] = await Promise.all([
    totals.newest(sql),
    findPage(sql, condition, page, except),
    countAmong(sql, condition, except),
  ])
  const total = await totals.count(sql, newest, filter, condition)
  const memories = await getMemories(sql, ids, filter.knownAt === undefined ? undefined : Math.floor(filter.knownAt))
  return { total: total - left, memories: memories.filter((memory) => memory !== undefined) }
}

async function findPage(
  sql: Sql,
  condition: MemoryCondition,
  { offset, limit }: Page,
  except: readonly string[],
): Promise<string[]> {
  if (limit === 0) return []
  const parameters = new Parameters()
  const isAsked = except.length === 0 ? 'TRUE' : `memories.id <> ALL (${parameters.add(except)}::text[])`
  const text = `
    SELECT memories.id FROM memories WHERE memories.tenant_id = $1 AND ${condition(parameters)} AND ${isAsked}
    ORDER BY memories.happened_at DESC, memories.id
    LIMIT ${parameters.add(limit)}::bigint OFFSET ${parameters.add(offset)}::bigint`
  return (await sql.all<{ id: string }>(text, ...parameters.values)).map(({ id }) => id)
}

async function countAmong(sql: Sql, condition: MemoryCondition, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0
  const parameters = new Parameters()
  const text = `SELECT count(*) AS n FROM memories
    WHERE memories.tenant_id = $1 AND memories.id = ANY (${parameters.add(ids)}::text[]) AND ${condition(parameters)}`
  return (await sql.find<{ n: number }>(text, ...parameters.values))?.n ?? 0
}

export async function findSessions(sql: Sql, filter: MemoryFilter): Promise<string[]> {
  const condition = await toCondition(sql, filter)
  const parameters = new Parameters()
  const text = `
    SELECT names.name, newest.at FROM (
      SELECT memories.session, max(memories.happened_at) AS at FROM memories
      WHERE memories.tenant_id = $1 AND ${condition(parameters)} GROUP BY memories.session
    ) AS newest JOIN names ON names.tenant_id = $1 AND names.id = newest.session`
  const sessions = await sql.all<{ name: string; at: number }>(text, ...parameters.values)
  sessions.sort((a, b) => b.at - a.at || (a.name < b.name ? -1 : 1))
  return sessions.map(({ name }) => name)
}

export async function findByFacet(
  sql: Sql,
  facet: string,
  values: readonly string[],
  filter: MemoryFilter,
): Promise<{ value: string; id: string }[]> {
  if (values.length === 0) return []
  const condition = await toCondition(sql, filter)
  const asked = new Map(values.map((value) => [facetLabel(facet, value), value]))
  const parameters = new Parameters()
  const text = `
    SELECT labels.label, memories.id
    FROM labels JOIN memories ON memories.tenant_id = $1 AND memories.row = labels.row
    WHERE labels.tenant_id = $1 AND labels.label = ANY (${parameters.add([...asked.keys()])}::text[])
      AND ${condition(parameters)}
    ORDER BY labels.label, labels.row`
  const found = await sql.all<{ label: string; id: string }>(text, ...parameters.values)
  // The query returns only labels that were asked for.
  return found.map(({ label, id }) => ({ value: asked.get(label)!, id }))
}
