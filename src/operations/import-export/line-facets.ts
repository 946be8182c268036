import { z } from 'zod'
import { facetsOfText } from '../../memory/facets-of-text.js'
import { domains, entityTypes, type Facets, type Kind, outcomes } from '../../memory/memory.js'
import { type EntityType, entityFacets } from '../../memory/semantic/entity.js'
import * as fields from '../machinery/fields.js'
import { parseInput } from '../machinery/validation-error.js'

const maybeText = z.string().nullish()

/** Wrapped so that an error message names the field. */
const within = <Schema extends z.ZodType>(facets: Schema) => z.object({ facets })

/** What operations rely on when they read a memory of the kind. Other keys are free. */
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

/** Returns the facets with every key; throws `validation_error` if an operation could not read them. */
export function checkFacets(kind: Kind, text: string, given: Facets): Facets {
  const facets = kind === 'entity' ? named(text, given) : given
  parseInput(vocabularies[kind], { facets })
  return kind === 'entity' ? { ...facets, ...entityKeys(facets) } : facets
}

/** The keys that an entity is found by. The casts hold: its name and type have been checked. */
function entityKeys({ name, entity_type }: Facets): Facets {
  const { key, name_key, node_key } = entityFacets(
    { name: name as string, entityType: entity_type as EntityType, details: null },
    null,
  )
  return { key, name_key, node_key }
}

/** An entity is never stored without a type and a name. */
function named(text: string, given: Facets): Facets {
  if (given.entity_type !== undefined && given.name !== undefined) return given
  const { entity_type, name } = facetsOfText('entity', text)
  return { entity_type, name, ...given }
}
