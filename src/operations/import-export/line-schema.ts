import { z } from 'zod'
import { activationStates, memoryTypes } from '../../memory/import-export/memory-type.js'
import { states } from '../../memory/memory.js'
import { clientName, doors } from '../../memory/origin.js'
import * as fields from '../machinery/fields.js'
import { jsonObject } from '../machinery/json-object.js'
import { withoutProblem } from '../machinery/without-problem.js'

/** Longer than any operation accepts, including an entity with its details. */
export const maxTextLength = 1_000_000
export const maxFacetBytes = 16 * 1024 * 1024
export const maxReferenceLength = 300
export const maxProjectLength = 300
export const maxSourceLength = 300
export const maxEdgeTypeLength = 100
export const projectProblem = 'must be the name of one project'

const reference = fields.text(maxReferenceLength)
const references = z.array(reference)

/** Like a text, but may be blank. */
const anyText = z.string().check(
  withoutProblem((value) => {
    if (value.includes('\0')) return 'must not contain a NUL character'
    return value.isWellFormed() ? undefined : 'must be well-formed Unicode'
  }),
)

/** Stored with every key. */
const facets = jsonObject(maxFacetBytes)

const edge = z.object({
  type: fields.text(maxEdgeTypeLength),
  source: reference.nullish(),
  target: reference.nullish(),
  weight: fields.unit.nullish(),
  valid_from: fields.time.nullish(),
  valid_to: fields.time.nullish(),
  coactivations: z.int().min(0).nullish(),
  coactivated_at: fields.time.nullish(),
})

/** Null: unknown, which stays so; left out: whoever imports the line is its origin. */
const origin = z
  .object({
    door: z.enum(doors),
    client: z.string().max(200).nullish().transform(clientName),
    key: z
      .string()
      .regex(/^[\w-]{1,64}$/)
      .nullish()
      .transform((key) => key ?? null),
  })
  .nullish()

const version = z.object({
  version: z.int(),
  ended_at: fields.time,
  state: z.enum(states),
  valid_to: fields.time.nullish(),
  importance: fields.unit,
  tags: fields.tags,
  facets,
  origin,
})

/** The fields of GWT13. Only `content` is required; unknown fields are ignored. */
export const lineSchema = z
  .object({
    id: reference.nullish(),
    content: fields.text(maxTextLength),
    summary: anyText.nullish(),
    kind: fields.kind.nullish(),
    memory_type: z.enum(memoryTypes).nullish(),
    activation_state: z.enum(activationStates).nullish(),
    source: fields.text(maxSourceLength).nullish(),
    tags: fields.tags.nullish(),
    session_id: fields.scopeFields.session_id,
    project: fields
      .text(maxProjectLength)
      .refine((name) => name !== '*', projectProblem)
      .nullish(),
    facets: facets.nullish(),
    provenance: fields.text(500).nullish(),
    happened_at: fields.time.nullish(),
    recorded_at: fields.time.nullish(),
    created_at: fields.time.nullish(),
    valid_from: fields.time.nullish(),
    valid_to: fields.time.nullish(),
    state: z.enum(states).nullish(),
    importance: fields.unit.nullish(),
    uses: z.int().min(0).nullish(),
    recent_uses: z.array(fields.time).max(10).nullish(),
    last_accessed: fields.time.nullish(),
    stability: z.number().positive().nullish(),
    difficulty: z.number().min(1).max(10).nullish(),
    reviewed_at: fields.time.nullish(),
    scene: z.union([reference, z.number()]).nullish(),
    needs_review: z.boolean().nullish(),
    origin,
    edges: z.array(edge).nullish(),
    linked_ids: references.nullish(),
    derived_from: references.nullish(),
    version_of: reference.nullish(),
    version: z.int().min(1).nullish(),
    versions: z.array(version).nullish(),
  })
  .superRefine(({ version, versions, valid_from, valid_to }, check) => {
    const past = versions ?? []
    const refuse = (path: string, message: string) => check.addIssue({ code: 'custom', path: [path], message })
    const endsTooSoon = (end: number | null | undefined) => valid_from != null && end != null && end < valid_from
    if (endsTooSoon(valid_to)) refuse('valid_to', 'must not be before valid_from')
    else if (past.some((each) => endsTooSoon(each.valid_to))) refuse('versions', 'must not end before valid_from')
    if (past.some((each, index) => each.version !== index + 1)) refuse('versions', 'must be numbered 1, 2, 3 …')
    else if (past.some((each, index) => index > 0 && each.ended_at < past[index - 1].ended_at))
      refuse('versions', 'must be in the order of time')
    else if (version != null && version !== past.length + 1)
      refuse('version', `must be ${past.length + 1}, one more than versions has`)
  })

export type Line = z.output<typeof lineSchema>
export type LineEdge = z.output<typeof edge>
