import { z } from 'zod'
import { facetsOfText } from '../../memory/facets-of-text.js'
import { domains, entityTypes, type Facets, type Kind, outcomes } from '../../memory/memory.js'
import { type EntityType, entityFacets } from '../../memory/semantic/entity.js'
import * as fields from '../fields.js'
import { parseInput } from '../validation-error.js'

const maybeText = z.string().nullish()

/** So that a complaint names the field. */
const within = <Schema extends z.ZodType>(facets: Schema) => z.object({ facets })

/** What operations rely on when they read a memory of the kind. Other keys are the teller's own. */
const vocabularies: Readonly<Record<Kind, z.ZodType>> = {
  episode: within(z.object({ outcome: z.enum(outcomes).optional() })),
  entity: within(
    z.object({ entity_type: z.enum(entityTypes), name: z.string(), details: maybeText, source: maybeText }),
  ),
  procedure: within(
    z.object({
      name: z.string().optional(),
      domain: z.enum(domains).optional(),
      trigger_pattern: z.string().optional(),
      steps: z
        .array(z.object({ order: z.int(), action: z.string(), tool: maybeText, command: z.string().optional() }))
        .optional(),
      script: z.string().optional(),
      success_rate: fields.unit.optional(),
      execution_count: z.int().min(0).optional(),
      runs: z.array(z.object({ at: z.string(), success: z.boolean(), lesson: z.string().optional() })).optional(),
      parameters: z.array(z.object({ name: z.string(), values: z.array(z.unknown()) })).optional(),
      variants: z.array(z.object({ from: z.string(), after: z.int(), order: z.int() })).optional(),
    }),
  ),
  lesson: within(
    z.object({
      key_lesson: z.string().optional(),
      outcome: z.enum(outcomes).optional(),
      reported: z.object({ error: z.string().optional(), context: z.string().optional() }).optional(),
    }),
  ),
  note: z.unknown(),
}

/** The facets as told, every key of them; throws `validation_error` where an operation would stumble over one. */
export function checkFacets(kind: Kind, text: string, told: Facets): Facets {
  const facets = kind === 'entity' ? named(text, told) : told
  parseInput(vocabularies[kind], { facets })
  return kind === 'entity' ? { ...facets, ...entityKeys(facets) } : facets
}

/** What it is found by, whoever told it. Its name and type have been looked at. */
function entityKeys({ name, entity_type }: Facets): Facets {
  const { key, name_key, node_key } = entityFacets(
    { name: name as string, entityType: entity_type as EntityType, details: null },
    null,
  )
  return { key, name_key, node_key }
}

/** An entity is never stored without its type and its name. */
function named(text: string, told: Facets): Facets {
  if (told.entity_type !== undefined && told.name !== undefined) return told
  const { entity_type, name } = facetsOfText('entity', text)
  return { entity_type, name, ...told }
}
