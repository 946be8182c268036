import type { StoredMemory, Strength } from '../../memory/memory.js'
import { kindCode, saidAsOf, stateCode } from './codes.js'
import type { MemoryRow } from './memory-columns.js'
import { toOrigin } from './origin-columns.js'

export interface StrengthColumns {
  readonly stability: number
  readonly difficulty: number
  readonly reviewed_at: number
  readonly uses: number
  readonly recent_uses: string
  readonly accessed_at: number | null
}

const ownColumns = [
  'row',
  'id',
  'kind',
  'state',
  'scene',
  'happened_at',
  'recorded_at',
  'valid_from',
  'valid_to',
  'importance',
  'version',
  'version_began_at',
  'flags',
  'source',
  'tags',
  'facets',
  'summary',
  'text',
  'door',
  'client',
  'key_id',
] as const

/** A memory as both engines select it: names instead of their numbers, and the strength from its own table. */
export interface MemoryColumns extends StrengthColumns, Pick<MemoryRow, (typeof ownColumns)[number]> {
  readonly project: string | null
  readonly session: string
}

/** The columns to select from `memories` joined with `strengths`, and with `names` as `projects` and as `sessions`. */
export const selectedColumns = [
  ...ownColumns.map((name) => `memories.${name}`),
  'projects.name AS project',
  'sessions.name AS session',
  'stability, difficulty, reviewed_at, uses, recent_uses, accessed_at',
].join(', ')

export function toStoredMemory(columns: MemoryColumns): StoredMemory {
  return {
    id: columns.id,
    // `fromCode` knows every code that this version wrote or migrated.
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
    saidAs: saidAsOf(columns.flags),
    origin: toOrigin(columns),
    strength: toStrength(columns),
  }
}

export const toStrength = (columns: StrengthColumns): Strength => ({
  stability: columns.stability,
  difficulty: columns.difficulty,
  reviewedAt: columns.reviewed_at,
  uses: columns.uses,
  recentUses: JSON.parse(columns.recent_uses),
  accessedAt: columns.accessed_at,
})
