import type { z } from 'zod'
import type { correct } from '../../../operations/everyday/correct.js'
import type { createEntity } from '../../../operations/memory/create-entity.js'
import type { createRelation } from '../../../operations/memory/create-relation.js'
import type { getProvenance } from '../../../operations/memory/get-provenance.js'
import type { semanticRecall } from '../../../operations/memory/semantic-recall.js'
import { toPrintable } from '../../../terminal-text.js'
import { plural } from '../quantities.js'
import type { Rendering } from './answer.js'
import { type Found, floorOf, renderFound } from './recalled.js'

export function renderEntity(
  { id, name, entity_type }: z.output<typeof createEntity.output>,
  { terminal: { style } }: Rendering,
): string[] {
  return [`${style.green('Stored')} ${style.bold(toPrintable(name))} ${style.dim(entity_type)}`, `  ${style.cyan(id)}`]
}

export function renderRelation(
  { source_id, relation_type, target_id, weight }: z.output<typeof createRelation.output>,
  { terminal: { style } }: Rendering,
): string[] {
  const relation = `${style.cyan(source_id)} ${relation_type} ${style.cyan(target_id)}`
  return [`${style.green('Related')} ${style.dim(`with weight ${weight}`)}`, `  ${relation}`]
}

export function renderEntities(answer: z.output<typeof semanticRecall.output>, rendering: Rendering): string[] {
  const found = answer.entities.map(
    (entity): Found => ({
      ...entity,
      content: `${entity.name}: ${entity.summary}`,
      share: entity.score,
      relevance: entity.components.similarity,
      about: [entity.entity_type, ...(entity.needs_review ? ['needs review'] : [])],
    }),
  )
  return renderFound(answer, found, floorOf(answer, rendering), rendering)
}

/** The answer of `supersede_fact` and `correct`. */
export function renderSuperseded(
  { old_id, new_id, review_ids }: Pick<z.output<typeof correct.output>, 'old_id' | 'new_id' | 'review_ids'>,
  { terminal: { style } }: Rendering,
): string[] {
  return [
    `${style.green('Superseded')} ${style.dim(old_id)}`,
    `  ${style.cyan(new_id)}`,
    ...(review_ids.length === 0
      ? []
      : [
          style.yellow(`${plural(review_ids.length, 'memory', 'memories')} derived from it should be reviewed:`),
          ...review_ids.map((id) => `  ${style.cyan(id)}`),
        ]),
  ]
}

export function renderProvenance(
  answer: z.output<typeof getProvenance.output>,
  { terminal: { style } }: Rendering,
): string[] {
  if (!answer.found) return [style.yellow(`${answer.entity_id} is not known here.`)]
  const { name = '', versions = [], source_episodes = [], derived_from = [], review_reason } = answer
  const listed = (title: string, ids: readonly { readonly id: string }[]) =>
    ids.length === 0 ? [] : [style.dim(title), ...ids.map(({ id }) => `  ${style.cyan(id)}`)]
  return [
    style.bold(toPrintable(name)),
    ...versions.flatMap(({ id, summary, valid_from, valid_to }) => [
      `  ${style.cyan(id)} ${style.dim(`${valid_from} – ${valid_to ?? 'now'}`)}`,
      `    ${toPrintable(summary)}`,
    ]),
    ...(review_reason === undefined ? [] : [style.yellow(`Needs review: ${review_reason}`)]),
    ...listed('Source episodes', source_episodes),
    ...listed('Derived from', derived_from),
  ]
}
