import { Parameters } from '../connection/parameters.js'
import type { Sql } from '../connection/sql.js'
import { numbers } from '../schema/bulk-insert.js'
import type { MemoryCondition } from './filter-sql.js'
import type { FoundRow } from './filtered-rows.js'

/** The rows of each scene that pass a filter, in order. Places count only these (REC6). */
export type SceneMembers = ReadonlyMap<number, readonly number[]>

/** The rows of candidates with their place in their scene; 0 for a memory outside scenes. */
export type Places = ReadonlyMap<number, number>

export async function readMembers(
  sql: Sql,
  condition: MemoryCondition,
  scenes: readonly number[],
): Promise<SceneMembers> {
  if (scenes.length === 0) return new Map()
  const parameters = new Parameters()
  // Per scene, in index order, which needs no sort.
  const text = `
    SELECT json_agg(asked.scene) AS scenes, json_agg(members.rows) AS rows
    FROM unnest(${parameters.add(numbers(scenes))}::int[]) AS asked(scene) CROSS JOIN LATERAL (
      SELECT array_agg(memories.row) AS rows FROM (
        SELECT memories.row FROM memories
        WHERE memories.tenant_id = $1 AND memories.scene > 0 AND memories.scene = asked.scene AND ${condition(parameters)}
        ORDER BY memories.happened_at, memories.row
      ) AS memories
    ) AS members`
  const found = await sql.find<{ scenes: number[]; rows: (number[] | null)[] }>(text, ...parameters.values)
  return new Map(found?.scenes.map((scene, at) => [scene, found.rows[at] ?? []]))
}

/** The places of all rows that pass. */
export async function placesOfAll(sql: Sql, condition: MemoryCondition): Promise<Places> {
  const parameters = new Parameters()
  const text = `
    SELECT json_agg(memories.row) AS rows, json_agg(memories.scene) AS scenes FROM (
      SELECT memories.row, memories.scene FROM memories WHERE memories.tenant_id = $1 AND ${condition(parameters)}
      ORDER BY memories.scene, memories.happened_at, memories.row
    ) AS memories`
  const found = await sql.find<{ rows: number[] | null; scenes: number[] }>(text, ...parameters.values)
  const places = new Map<number, number>()
  let place = 0
  found?.rows?.forEach((row, at) => {
    const scene = found.scenes[at]
    place = scene !== 0 && scene === found.scenes[at - 1] ? place + 1 : 0
    places.set(row, place)
  })
  return places
}

/** The places of these rows, and of those directly before and after each in its scene. */
export function placesAround(found: readonly FoundRow[], members: SceneMembers): Places {
  const places = new Map<number, number>()
  for (const { row, scene } of found) {
    const rows = members.get(scene) ?? [row]
    const place = rows.indexOf(row)
    for (let near = Math.max(0, place - 1); near <= place + 1 && near < rows.length; near++) {
      places.set(rows[near], near)
    }
  }
  return places
}

/** The places of all rows of these scenes, except those in `known`. */
export function placesOfOthers(scenes: readonly number[], members: SceneMembers, known: Places): Places {
  const places = new Map<number, number>()
  for (const scene of scenes) {
    members.get(scene)?.forEach((row, place) => {
      if (!known.has(row)) places.set(row, place)
    })
  }
  return places
}
