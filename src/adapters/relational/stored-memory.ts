import type { StoredMemory, Strength } from '../../memory/memory.js'
import { kindCode, stateCode } from './codes.js'

export interface StrengthColumns {
  readonly stability: number
  readonly difficulty: number
  readonly reviewed_at: number
  readonly uses: number
  readonly recent_uses: string
}

export interface MemoryColumns extends StrengthColumns {
  readonly row: number
  readonly id: string
  readonly kind: number
  readonly state: number
  readonly project: string | null
  readonly session: string
  readonly scene: number
  readonly happened_at: number
  readonly recorded_at: number
  readonly valid_from: number
  readonly valid_to: number | null
  readonly importance: number
  readonly version: number
  readonly version_began_at: number
  readonly source: string
  readonly tags: string
  readonly facets: string
  readonly summary: string | null
  readonly text: string
}

export function toStoredMemory(columns: MemoryColumns): StoredMemory {
  return {
    id: columns.id,
    // A code that this version wrote or migrated; `fromCode` knows them all.
    kind: kindCode.fromCode(columns.kind)!,
    project: columns.project,
    session: columns.session,
    scene: columns.scene === 0 ? null : columns.scene,
    source: columns.source,
    text: columns.text,
    summary: columns.summary,
    facets: JSON.parse(columns.facets),
    tags: JSON.parse(columns.tags),
    happenedAt: columns.happened_at,
    recordedAt: columns.recorded_at,
    validFrom: columns.valid_from,
    validTo: columns.valid_to,
    importance: columns.importance,
    state: stateCode.fromCode(columns.state)!,
    version: columns.version,
    strength: toStrength(columns),
  }
}

export const toStrength = (columns: StrengthColumns): Strength => ({
  stability: columns.stability,
  difficulty: columns.difficulty,
  reviewedAt: columns.reviewed_at,
  uses: columns.uses,
  recentUses: JSON.parse(columns.recent_uses),
})
