import { randomBytes } from 'node:crypto'
import { toErrorBody, WorldWeaverError } from '#ww/errors.js'
import { operations } from '#ww/operations/index.js'
import type { Operation } from '#ww/operations/machinery/operation.js'
import { type KnownIds, validInput } from '../fuzz/valid-input.js'

/** One of those who share a server, and what only they may ever see. */
export interface Tenant {
  readonly name: string
  /** Stands in every memory of theirs, and in names, tags, projects and sessions. */
  readonly canary: string
  /** What the others may name as well. */
  readonly session: string
}

export const newTenants = (count: number): Tenant[] =>
  Array.from({ length: count }, (_, nth) => ({
    name: `tenant-${nth}`,
    canary: `canary${nth}x${randomBytes(8).toString('hex')}`,
    session: `keeper-${nth}`,
  }))

/** All tenants speak of the same things, so that whoever looks too far finds what the others told. */
const subject = 'lighthouse password'
export const question = `What is the ${subject}?`

/** A call by some way in; answers all that came back, errors included. */
export type Ask = (operation: string, input: object) => Promise<Readonly<Record<string, unknown>>>

/** Tells every kind of memory: in the usual session, in one that others may name, and in one that nobody else knows. */
export async function plant({ canary, session }: Tenant, ask: Ask): Promise<KnownIds> {
  const text = `The ${subject} is ${canary}.`
  const trajectory = [{ action: `Read the ${subject} ${canary}` }, { action: 'Enter the lighthouse' }]
  const tell = async (operation: string, input: object): Promise<string> => {
    const answer = await ask(operation, input)
    if (typeof answer.id !== 'string') throw new Error(`${operation}: ${JSON.stringify(answer)}`)
    return answer.id
  }
  const entity = (name: string, session_id?: string) =>
    tell('create_entity', { name, entity_type: 'CONCEPT', summary: text, session_id })
  const episode = await tell('remember', { text, tags: [canary, 'lighthouse'] })
  await tell('remember', { text: `${text} Told apart.`, session_id: session })
  await tell('remember', { text: `${text} Told in secret.`, session_id: canary })
  await tell('create_episode', { content: `${text} Once more.`, project: `project-${canary}`, context: { canary } })
  await tell('gwt_store', { content: `${text} lighthouse=${canary}, lamps=7`, tags: [canary] })
  await ask('gwt_set_goal', { description: `Find the ${subject} ${canary}`, keywords: ['lighthouse', canary] })
  await ask('gwt_attend', { question })
  await ask('gwt_broadcast', {})
  return {
    episode,
    procedure: await tell('create_skill', { trajectory, outcome_score: 0.9, domain: 'coding' }),
    entities: [await entity(`Lighthouse ${canary}`), await entity(`Lamp ${canary}`, session)],
  }
}

/** What a text field is asked with, where an operation has it. */
const words: Readonly<Record<string, string>> = { query: subject, question, task: `read the ${subject}` }

/** Every operation, about the subject and with somebody's ids, in every scope that a caller can name. */
export function everyQuestion(
  ids: KnownIds,
  session: string,
): readonly { readonly operation: string; readonly input: object }[] {
  const inputs = validInput(ids)
  const all: readonly Operation[] = operations
  return all.flatMap(({ name, input: { shape } }) => {
    const input = Object.fromEntries(
      Object.entries(inputs[name as keyof typeof inputs]).map(([field, value]) => [field, words[field] ?? value]),
    )
    const scopes = [{}, { project: '*' }, { session_id: session }, { session_id: 'default', project: '*' }]
    const filters = 'session_filter' in shape ? [{ session_filter: session }] : []
    return [...scopes, ...filters].map((scope) => ({ operation: name, input: { ...input, ...scope } }))
  })
}

/** An error is an answer, too. */
export async function orError(work: () => Promise<Record<string, unknown>>): Promise<Record<string, unknown>> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof WorldWeaverError) return toErrorBody(error)
    throw error
  }
}
