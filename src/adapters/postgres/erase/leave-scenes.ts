import type { ErasedRow } from '../../relational/erased-row.js'
import { removeMember, type SceneRow } from '../../relational/scene-row.js'
import { prepared, type Sql } from '../connection/sql.js'

const selectScenes = prepared(
  'scenes that members leave',
  `SELECT id, members, speakers, questions, conversation FROM scenes WHERE tenant_id = $1 AND id = ANY ($2::int[])`,
)
const updateScenes = prepared(
  'scenes that members have left',
  `UPDATE scenes SET members = left_behind.members, speakers = left_behind.speakers,
     questions = left_behind.questions, conversation = left_behind.conversation
   FROM unnest($2::int[], $3::int[], $4::text[], $5::int[], $6::int[])
     AS left_behind(id, members, speakers, questions, conversation)
   WHERE scenes.tenant_id = $1 AND scenes.id = left_behind.id`,
)
const dropEmptyScenes = prepared(
  'empty scenes',
  'DELETE FROM scenes WHERE tenant_id = $1 AND id = ANY ($2::int[]) AND members <= 0',
)

/** Takes erased memories out of their scenes, which then are as if those had never been there. */
export async function leaveScenes(sql: Sql, erased: readonly ErasedRow[]): Promise<void> {
  const ids = new Set(erased.map(({ scene }) => scene))
  const stored = await sql.all<SceneRow & { readonly id: number }>(selectScenes, [...ids])
  if (stored.length === 0) return
  const scenes = new Map(stored.map(({ id, ...row }): [number, SceneRow] => [id, row]))
  for (const each of erased) {
    const scene = scenes.get(each.scene)
    if (scene !== undefined) scenes.set(each.scene, removeMember(scene, each))
  }
  const rows = [...scenes.values()]
  await sql.change(
    updateScenes,
    [...scenes.keys()],
    rows.map(({ members }) => members),
    rows.map(({ speakers }) => speakers),
    rows.map(({ questions }) => questions),
    rows.map(({ conversation }) => conversation),
  )
  await sql.change(dropEmptyScenes, [...scenes.keys()])
}
