import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { endsRun } from '#ww/memory/workflow/stream/event.js'
import type { MemoryStore } from '#ww/ports/memory-store.js'
import { createRandom } from '../../support/random.js'
import { testSeed } from '../../support/seed.js'
import { type Frame, openStream, post } from '../../support/workflow-client.js'
import type { Books } from './books.js'
import { Gone, type Place } from './places.js'

/** What one client needs to know. */
export interface Chaos {
  readonly places: readonly Place[]
  readonly books: Books
  /** An episode that all of them mark. */
  readonly shared: string
  /** Ends the load: nobody begins anything any more. */
  readonly ending: AbortSignal
}

const random = createRandom(testSeed)
const nothingWritten = /nothing was written/
const unreachable = /The database does not answer/

/** The memory door: what one process answered, any other finds from then on. */
export async function remember(place: Place, { places, books, shared, ending }: Chaos): Promise<void> {
  for (let turn = 0; !ending.aborted; turn++) {
    const word = `TK${randomUUID().replaceAll('-', '')}`
    const content = `${place.name} closed ticket ${word} in the morning.`
    if (!(await write(place, turn % 4 === 3 ? 'gwt_store' : 'create_episode', content, books))) continue
    await look(random.pick(places), word, content, books)
    if (turn % 5 === 0) await mark(place, shared, books)
  }
}

/** COM11: nobody's change is lost under another's. */
async function mark(place: Place, shared: string, books: Books): Promise<void> {
  const { marks } = books
  // A value of its own each time: the one that it has already would open no version.
  const new_valence = (marks.answered + marks.unknown + random.next()) / 1e6
  const answer = await place.call('mark_important', { episode_id: shared, new_valence }).catch(orGone)
  if (answer?.error === undefined && answer !== undefined) {
    marks.answered++
    return books.count('mark_important')
  }
  if (!nothingWritten.test(String(answer?.message))) marks.unknown++
  if (answer !== undefined) fail('mark_important', answer, books)
  else books.count('calls whose process was killed before it answered')
}

/** CON1: one at a time, whoever asks; one that is killed keeps nobody waiting for long. */
export async function consolidate({ places, books, ending }: Chaos): Promise<void> {
  while (!ending.aborted) {
    await pause(5_000, undefined, { signal: ending }).catch(() => undefined)
    const answer = await random.pick(places).call('consolidate_now', {}).catch(orGone)
    if (answer === undefined) books.count('calls whose process was killed before it answered')
    else if (answer.error === undefined) books.count('consolidate_now')
    else fail('consolidate_now', answer, books)
  }
}

/** An answer that says that the database is away is an answer; no other error is. */
function fail(tool: string, answer: Readonly<Record<string, unknown>>, books: Books): void {
  if (unreachable.test(String(answer.message))) books.count('calls that were told that the database does not answer')
  else books.wrong.push(`${tool}: ${JSON.stringify(answer)}`)
}

async function write(place: Place, tool: string, content: string, books: Books): Promise<boolean> {
  const answer = await place.call(tool, { content }).catch(orGone)
  if (answer === undefined) {
    // It is known only that it may have happened.
    books.count('calls whose process was killed before it answered')
    return false
  }
  if (answer.error === undefined) {
    books.count(tool)
    books.written.add(content)
    return true
  }
  if (nothingWritten.test(String(answer.message))) books.refused.add(content)
  fail(tool, answer, books)
  return false
}

async function look(place: Place, word: string, content: string, books: Books): Promise<void> {
  const found = await place.call('recall', { query: `ticket ${word}`, limit: 5 }).catch(orGone)
  if (found === undefined) return books.count('calls whose process was killed before it answered')
  if (found.error !== undefined) return fail('recall', found, books)
  books.count('recall')
  const contents = (found.memories as { content: string }[]).map((memory) => memory.content)
  if (!contents.includes(content)) books.wrong.push(`${place.name} did not find ${content}`)
}

/** The workflow door: asked at one server, followed at any, through every broken connection, and answered. */
export async function converse(places: readonly Place[], { books, ending }: Chaos): Promise<void> {
  let workflowId: string | null = null
  while (!ending.aborted) {
    const asked = await execute(random.pick(places), workflowId, books)
    if (asked === undefined) {
      workflowId = null
      continue
    }
    workflowId = asked.workflow_id
    await follow(places, asked, books)
    await answer(places, asked, books)
    // A few questions, then another conversation.
    if (random.next() < 0.3) workflowId = null
  }
}

interface Asked {
  readonly workflow_id: string
  readonly message_id: string
}

async function execute(place: Place, workflow_id: string | null, books: Books): Promise<Asked | undefined> {
  const body = { user_input: 'Who closed the ticket in the morning?', ask_clarifications: false, workflow_id }
  const answered = await post(await place.url!(), 'execute', body).catch(() => undefined)
  if (answered === undefined) {
    books.count('calls whose process was killed before it answered')
    return undefined
  }
  const { status, body: said } = answered
  if (status === 200 || status === 201) {
    books.count('execute')
    return said as unknown as Asked
  }
  books.wrong.push(`execute: ${status} ${JSON.stringify(said)}`)
  return undefined
}

/** Until the end of this message; every frame of the conversation is noted once. */
async function follow(places: readonly Place[], { workflow_id, message_id }: Asked, books: Books): Promise<void> {
  const seen = books.seen.get(workflow_id) ?? []
  books.seen.set(workflow_id, seen)
  const isEnd = (frame: Frame) => frame.message_id === message_id && endsRun(frame as never)
  for (let hasEnded = false; !hasEnded; ) {
    const stream = openStream(await random.pick(places).url!(), workflow_id, `?cursor=${seen.at(-1) ?? 0}`)
    await stream.closed
    seen.push(...stream.frames.map(({ id }) => id))
    hasEnded = stream.frames.some(isEnd)
    if (!hasEnded) {
      books.count('streams that broke and were resumed')
      await pause(100)
    }
  }
}

async function answer(places: readonly Place[], { workflow_id, message_id }: Asked, books: Books): Promise<void> {
  const response = `It was ${randomUUID()}.`
  const told = await post(await random.pick(places).url!(), 'ai-answer', { workflow_id, message_id, response }).catch(
    () => undefined,
  )
  if (told?.status === 200) {
    books.count('ai-answer')
    books.told.add(response)
  } else if (told === undefined) books.count('calls whose process was killed before it answered')
  else books.wrong.push(`ai-answer: ${told.status} ${JSON.stringify(told.body)}`)
}

/** Somebody who listens to the change log all the time, and reads it bit by bit. */
export async function listen(store: MemoryStore, books: Books, signal: AbortSignal): Promise<void> {
  for await (const newest of store.watch(signal)) {
    for (let last = books.heard.at(-1) ?? 0; last < newest; last = books.heard.at(-1)!) {
      const changes = await store.changes(last, 500)
      books.heard.push(...changes.map(({ seq }) => seq))
      if (changes.length === 0) break
    }
  }
}

function orGone(error: unknown): undefined {
  if (!(error instanceof Gone)) throw error
}
