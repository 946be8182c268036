import type { WorldWeaver } from '#ww/index.js'
import type { Lesson } from '#ww/memory/lessons/lesson.js'
import { exportLines } from './moving.js'

interface Stored<Facets> {
  readonly id: string
  readonly kind: string
  readonly content: string
  readonly tags: readonly string[]
  readonly facets: Facets
  readonly derived_from: readonly string[]
  readonly linked_ids: readonly string[]
  readonly valid_to: string | null
  readonly version: number
  readonly version_of: string | null
}

export type StoredLesson = Stored<Lesson & { readonly learnt_from: readonly string[] }>
export type StoredEpisode = Stored<{ readonly message_id: string; readonly tool_calls?: string }>

/** All that a session holds, superseded versions included, as an export has it. */
export async function storedBy(
  mind: WorldWeaver,
  session_filter: string,
): Promise<{ readonly lessons: readonly StoredLesson[]; readonly episodes: readonly StoredEpisode[] }> {
  const all = (await exportLines(mind, { session_filter })).map((line) => JSON.parse(line))
  return {
    lessons: all.filter(({ kind }) => kind === 'lesson'),
    episodes: all.filter(({ kind }) => kind === 'episode'),
  }
}
