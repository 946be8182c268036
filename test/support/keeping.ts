import { expect } from 'vitest'
import type { OutputOf } from '#ww/index.js'
import { hours, minutes } from './memories.js'
import type { Mind } from './minds.js'

/** A workspace tool's answer, or its refusal; input that the types forbid is the point of some. */
export const ask = async (mind: Mind, name: Parameters<Mind['call']>[0], input: object = {}) =>
  (await mind.call(name, input as never)) as Readonly<Record<string, unknown>>

export const exported = async (mind: Mind, input: object = {}): Promise<string> =>
  ((await mind.call('gwt_export_memory', input)) as OutputOf<'gwt_export_memory'>).jsonl

/** ACT8: waits for the uses, which are written a second later: what is compared must not change on its own. */
export const usesWritten = (mind: Mind) => expect.poll(async () => (await mind.load()).usesWaiting).toBe(0)

export const linesOf = (jsonl: string): Readonly<Record<string, unknown>>[] =>
  jsonl
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

export const toJsonl = (lines: readonly (object | string)[]): string =>
  lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')

/** Something of every kind, with versions, links, a fact that was superseded, records and more than one session. */
export async function tellStory(mind: Mind): Promise<void> {
  const { id: first } = await mind.call('create_episode', {
    content: 'We moved the billing service to Postgres.',
    valence: 0.7,
    tags: ['billing'],
  })
  mind.clock.advance(minutes(5))
  const { id: fact } = await mind.call('create_entity', {
    name: 'Billing database',
    entity_type: 'FACT',
    summary: 'Billing runs on MySQL.',
    derived_from: [first],
  })
  const { id: tool } = await mind.call('create_entity', {
    name: 'Postgres',
    entity_type: 'TOOL',
    summary: 'A database.',
  })
  await mind.call('create_relation', { source_id: fact, target_id: tool, relation_type: 'USES' })
  mind.clock.advance(hours(1))
  await mind.call('supersede_fact', { entity_id: fact, new_summary: 'Billing runs on Postgres.' })
  await mind.call('mark_important', { episode_id: first, new_valence: 0.9 })
  await mind.call('create_skill', {
    trajectory: [{ action: 'Dump MySQL' }, { action: 'Load Postgres' }],
    outcome_score: 0.9,
    domain: 'devops',
  })
  mind.clock.advance(minutes(1))
  await mind.call('gwt_store', { content: 'region=North, product=Lamp, price=4.50', memory_type: 'working' })
  await mind.call('gwt_store', {
    content: 'region=South, product=Lamp, price=3.20',
    memory_type: 'working',
    tags: ['billing'],
  })
  await mind.call('gwt_store', { content: 'The lamp hangs in the hall.', link_to: tool })
  mind.clock.advance(hours(3))
  await mind.call('create_episode', { content: 'In another session: the lamp broke.', session_id: 'other' })
}
