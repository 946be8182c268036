import { describe, expect, test } from 'vitest'
import { dayMs } from '#ww/memory/time.js'
import { execute, startWorkflow } from '#ww/memory/workflow/machine/execute.js'
import { recordAnswer } from '#ww/memory/workflow/machine/record-answer.js'
import type { Conversation, Outcome, Step } from '#ww/memory/workflow/machine/step.js'
import { complete, reportProgress, storePlan } from '#ww/memory/workflow/machine/work.js'
import { catchUp, openReader } from '#ww/memory/workflow/stream/reader.js'
import type { MemoryStore } from '#ww/ports/memory-store.js'
import { StoreConflict } from '#ww/ports/store/errors.js'
import { aNewMemory, idOf, start } from '../../../support/memories.js'
import { type OpenStore, useStores } from '../stores.js'

const lease = { holder: 'one', until: start + 1_000 }
const asked = { userInput: 'Where is the ferry?', mayAskBack: true, preferences: {} }
const begin = (name = 'w1') => startWorkflow(asked, { workflowId: name, messageId: `${name}-m1` }, lease, start)

function taken(outcome: Outcome): Step {
  if (outcome.kind === 'refusal') throw new Error(outcome.code)
  return outcome
}

const shown = (id: string) => ({
  memories: [
    {
      id,
      content: 'The ferry is at the quay.',
      type: 'episode',
      score: 0.9,
      tags: [],
      created_at: '2026-01-05T09:00:00.000Z',
      updated_at: '2026-01-05T09:00:00.000Z',
      session_id: 'default',
      subqueries_matched: ['ferry'],
      relations: [],
    },
  ],
  reasoningbank_hits: [],
})

const write = (store: MemoryStore, step: Step) => store.commit({ at: start, steps: [step] })

/** A run that went through and showed this memory, with every step written. */
async function aFinished(store: MemoryStore, memoryId: string, at = start, name = 'w1'): Promise<Conversation> {
  const [known] = await store.get([memoryId])
  if (known === undefined) await store.commit({ at, add: [await aNewMemory({ id: memoryId })] })
  let now: Conversation = begin(name)
  await write(store, begin(name))
  for (const next of [
    (each: Conversation) => storePlan(each, 'one', [], at),
    (each: Conversation) => reportProgress(each, 'one', 'Looking', at),
    (each: Conversation) => complete(each, 'one', shown(memoryId), at),
  ]) {
    const step = taken(next(now))
    await write(store, step)
    now = step
  }
  return now
}

export function describeWorkflows(open: OpenStore): void {
  describe('workflows', () => {
    const stores = useStores(open)

    test('[WFL1] a step is written whole and read by every process', async () => {
      const [one, other] = await stores.pair()
      const step = begin()
      await write(one, step)
      const { workflow, run } = step
      expect(await other.workflows.conversation('w1')).toEqual({ workflow, run })
      expect(await other.workflows.answered('w1', 'w1-m1')).toEqual({ workflow, run, turn: undefined })
      expect(await other.workflows.conversation('w2')).toBeUndefined()
      expect(await other.workflows.answered('w2', 'x')).toEqual({})
    })

    test('[WFL1] of two steps from one revision one is refused, with all of its batch', async () => {
      const [one, other] = await stores.pair()
      await write(one, begin())
      const now = (await one.workflows.conversation('w1'))!
      const memory = await aNewMemory({ id: idOf(1) })
      const step = (message: string) => taken(reportProgress(now, 'one', message, start))
      await write(one, step('first'))
      await expect(other.commit({ at: start, steps: [step('second')], add: [memory] })).rejects.toBeInstanceOf(
        StoreConflict,
      )
      expect(await one.get([idOf(1)])).toEqual([undefined])
      await expect(write(other, begin())).rejects.toBeInstanceOf(StoreConflict)
      const many = await Promise.allSettled(
        Array.from({ length: 8 }, (_, number) => write(number % 2 === 0 ? one : other, begin('w9'))),
      )
      expect(many.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    })

    test('[WFL4] completing writes output, turn and events at once', async () => {
      const store = await stores.fresh()
      const ended = await aFinished(store, idOf(1))
      const { workflow, run, turn } = await store.workflows.answered('w1', 'w1-m1')
      expect({ workflow, run }).toEqual({ workflow: ended.workflow, run: ended.run })
      expect(turn).toMatchObject({ messageId: 'w1-m1', memoryIds: [idOf(1)], answer: null })
      const answer = { response: 'At the quay.', reasoning: null, toolCalls: null, at: start + 5 }
      await write(store, taken(recordAnswer({ workflow, run, turn }, answer)))
      expect(await store.workflows.turns('w1', 5)).toEqual([{ ...turn, answer }])
    })

    test('[WSS2] a snapshot has all that a reader may need, from any place', async () => {
      const store = await stores.fresh()
      const first = await aFinished(store, idOf(1))
      const second = taken(execute(first, { ...asked, userInput: 'And now?' }, 'w1-m2', lease, start))
      await write(store, second)
      const read = async (cursor: number | null) => {
        const snapshot = (await store.workflows.snapshot('w1', cursor))!
        return catchUp(openReader({ cursor, finalOnly: false }, snapshot), snapshot).events.map(({ id }) => id)
      }
      const last = second.workflow.lastEventId
      expect(await read(0)).toEqual(Array.from({ length: last }, (_, place) => place + 1))
      expect(await read(2)).toEqual(Array.from({ length: last - 2 }, (_, place) => place + 3))
      expect(await read(null)).toEqual([last])
      expect(await store.workflows.snapshot('w2', null)).toBeUndefined()
    })

    test('[WSS2] [WFL8] a long conversation comes in stretches, from any place, also when its events are gone', async () => {
      const store = await stores.fresh()
      let now = await aFinished(store, idOf(1))
      for (let number = 2; number <= 50; number++) {
        const begun = taken(execute(now, asked, `w1-m${number}`, lease, start))
        await write(store, begun)
        const ended = taken(complete(begun, 'one', shown(idOf(1)), start))
        await write(store, ended)
        now = ended
      }
      const last = now.workflow.lastEventId
      /** Stretch by stretch: the ids, and how many runs were held at most. */
      const read = async (cursor: number) => {
        const ids: number[] = []
        let mostRuns = 0
        let reader = openReader({ cursor, finalOnly: false }, (await store.workflows.snapshot('w1', cursor))!)
        for (let isOver = false; !isOver; ) {
          const snapshot = (await store.workflows.snapshot('w1', reader.after))!
          const reading = catchUp(reader, snapshot)
          mostRuns = Math.max(mostRuns, snapshot.runs.length)
          expect(reading.hasMore || reading.isOver).toBe(true)
          ids.push(...reading.events.map(({ id }) => id))
          ;({ reader, isOver } = reading)
        }
        return { ids, mostRuns }
      }
      for (const cursor of [0, 1, 3, 4, 5, 6, 7, 8, 9, 77, last - 3, last - 1, last, last + 9]) {
        const wanted = Array.from({ length: Math.max(0, last - cursor) }, (_, place) => cursor + 1 + place)
        const { ids, mostRuns } = await read(cursor)
        expect(ids).toEqual(wanted)
        expect(mostRuns).toBeLessThan(20)
      }
      await store.workflows.dropEvents(start + dayMs)
      const { ids, mostRuns } = await read(0)
      // Of every run the memories and the end.
      expect(ids).toHaveLength(100)
      expect(ids.slice(-2)).toEqual([last - 1, last])
      expect(mostRuns).toBeLessThan(20)
      expect((await read(70)).ids).toEqual(ids.filter((id) => id > 70))
    })

    test('[WSS2] what was said can be followed, whoever said it', async () => {
      const [one, other] = await stores.pair()
      const before = await one.workflows.newestEvent()
      await aFinished(other, idOf(1))
      const { events, seq } = await one.workflows.eventsAfter(before, 2)
      expect(events.map(({ id }) => id)).toEqual([1, 2])
      const rest = await one.workflows.eventsAfter(seq, 100)
      expect(rest.events.map(({ id, type }) => [id, type])).toEqual([
        [3, 'progress'],
        [4, 'memories'],
        [5, 'complete'],
      ])
      expect(await one.workflows.eventsAfter(rest.seq, 100)).toEqual({ seq: rest.seq, events: [] })
      expect(await one.workflows.newestEvent()).toBe(rest.seq)
    })

    test('[WFL6] a run whose lease has ended is found, a waiting or ended one is not', async () => {
      const store = await stores.fresh()
      await aFinished(store, idOf(1))
      await write(store, begin('w2'))
      expect(await store.workflows.lapsed(lease.until - 1)).toEqual([])
      const { workflow, run } = begin('w2')
      expect(await store.workflows.lapsed(lease.until)).toEqual([{ workflow, run }])
    })

    test('[WFL8] events go a day after the end, and the end is told all the same, with its ids', async () => {
      const store = await stores.fresh()
      const { workflow } = await aFinished(store, idOf(1), start)
      expect(await store.workflows.dropEvents(start)).toBe(0)
      expect(await store.workflows.dropEvents(start + dayMs)).toBe(workflow.lastEventId)
      const snapshot = (await store.workflows.snapshot('w1', 0))!
      const { events } = catchUp(openReader({ cursor: 0, finalOnly: false }, snapshot), snapshot)
      expect(events.map(({ id, type }) => [id, type])).toEqual([
        [4, 'memories'],
        [5, 'complete'],
      ])
    })

    test('[OPS4] an erased memory leaves outputs, events and turns', async () => {
      const store = await stores.fresh([await aNewMemory({ id: idOf(1) }), await aNewMemory({ id: idOf(2) })])
      await aFinished(store, idOf(1))
      await store.erase({ at: start, ids: [idOf(1)] })
      const told = JSON.stringify([
        await store.workflows.snapshot('w1', 0),
        await store.workflows.turns('w1', 5),
        await store.workflows.eventsAfter(0, 100),
      ])
      expect(told).not.toContain(idOf(1))
      expect(told).not.toContain('The ferry is at the quay.')
    })

    test('[OPS4] what was found and then erased is not written when the run ends', async () => {
      const store = await stores.fresh([await aNewMemory({ id: idOf(1) })])
      const begun = begin()
      await write(store, begun)
      const ended = taken(complete(begun, 'one', shown(idOf(1)), start))
      await store.erase({ at: start, ids: [idOf(1)] })
      await write(store, ended)
      const { run, turn } = await store.workflows.answered('w1', 'w1-m1')
      expect(run).toMatchObject({ status: 'completed', output: { memories: [], reasoningbank_hits: [] } })
      const told = JSON.stringify([run, turn, await store.workflows.eventsAfter(0, 100)])
      expect(told).not.toContain(idOf(1))
      expect(told).not.toContain('The ferry is at the quay.')
    })

    test('[OPS4] a lesson that was found and then erased is not written when the run ends', async () => {
      const [lesson, ground] = [idOf(1, 'lesson'), idOf(2)]
      const store = await stores.fresh([
        await aNewMemory({ id: lesson, kind: 'lesson' }),
        await aNewMemory({ id: ground }),
      ])
      const begun = begin()
      await write(store, begun)
      const hit = {
        id: lesson,
        score: 0.8,
        key_lesson: 'Ask the harbour master.',
        context_to_prefer: 'ferries',
        link_nodes: [ground],
        outcome: 'success',
        confidence: 0.7,
      } as const
      const found = { ...shown(ground), reasoningbank_hits: [hit] }
      const ended = taken(complete(begun, 'one', found, start))
      await store.erase({ at: start, ids: [lesson] })
      await write(store, ended)
      const { run, turn } = await store.workflows.answered('w1', 'w1-m1')
      expect(run).toMatchObject({ status: 'completed', output: { memories: [{ id: ground }] } })
      const told = JSON.stringify([run, turn, await store.workflows.eventsAfter(0, 100)])
      expect(told).not.toContain(lesson)
      expect(told).not.toContain('Ask the harbour master.')
    })

    test('[OPS4] [WFL1] whoever has read a conversation before something in it was erased cannot write it back', async () => {
      const store = await stores.fresh([await aNewMemory({ id: idOf(1), facets: { message_id: 'w1-m1' } })])
      await aFinished(store, idOf(2))
      const read = await store.workflows.answered('w1', 'w1-m1')
      const answer = { response: 'At the quay.', reasoning: null, toolCalls: null, at: start }
      const late = taken(recordAnswer(read, answer))
      await store.erase({ at: start, ids: [idOf(2)] })
      await expect(write(store, late)).rejects.toBeInstanceOf(StoreConflict)
      const again = await store.workflows.answered('w1', 'w1-m1')
      await write(store, taken(recordAnswer(again, answer)))
      await store.erase({ at: start, ids: [idOf(1)] })
      const forgotten = await store.workflows.answered('w1', 'w1-m1')
      expect(recordAnswer(forgotten, answer)).toEqual({ kind: 'refusal', code: 'MESSAGE_NOT_FOUND' })
    })

    test('[OPS4] a message that nobody answered is found, and goes by its id', async () => {
      const store = await stores.fresh([await aNewMemory({ id: idOf(2) })])
      await aFinished(store, idOf(1))
      await write(store, begin('w2'))
      const found = { preferences: {}, askedAt: start }
      expect(await store.workflows.unanswered()).toEqual([
        { messageId: 'w1-m1', workflowId: 'w1', status: 'completed', ...found },
        { messageId: 'w2-m1', workflowId: 'w2', status: 'running', ...found },
      ])
      await store.erase({ at: start, ids: ['w1-m1', 'nobody'] })
      expect((await store.workflows.unanswered()).map(({ messageId }) => messageId)).toEqual(['w2-m1'])
      expect(JSON.stringify(await store.workflows.snapshot('w1', 0))).not.toContain('ferry')
      expect(await store.workflows.turns('w1', 5)).toEqual([])
      expect((await store.get([idOf(1), idOf(2)])).map((memory) => memory?.id)).toEqual([idOf(1), idOf(2)])
    })

    test('[OPS4] unanswered messages are found whatever their text holds, also after an answer to another', async () => {
      const store = await stores.fresh()
      const texts = [
        'a NUL \0',
        'half a pair \ud83d',
        '\\',
        'a \\u0000 spelled out',
        'quoted "answer":null',
        'Grüße 🚀',
      ]
      for (const [number, userInput] of texts.entries()) {
        const ids = { workflowId: `w${number}`, messageId: `w${number}-m1` }
        await write(store, startWorkflow({ ...asked, userInput, preferences: { note: userInput } }, ids, lease, start))
      }
      await aFinished(store, idOf(1), start, 'done')
      const found = async () => (await store.workflows.unanswered()).map(({ workflowId }) => workflowId)
      const open = texts.map((_, number) => `w${number}`)
      expect(await found()).toEqual(['done', ...open])
      expect((await store.workflows.unanswered()).slice(1).map(({ preferences }) => preferences.note)).toEqual(texts)
      const answer = { response: texts.join(), reasoning: null, toolCalls: null, at: start }
      const finished = await store.workflows.answered('done', 'done-m1')
      await write(store, taken(recordAnswer(finished, answer)))
      expect(await found()).toEqual(open)
      expect((await store.workflows.snapshot('w0', 0))?.runs).toHaveLength(1)
    })

    test('[OPS4] with the episode of a turn, the turn and all it said goes', async () => {
      const store = await stores.fresh([await aNewMemory({ id: idOf(1), facets: { message_id: 'w1-m1' } })])
      await aFinished(store, idOf(2))
      await store.erase({ at: start, ids: [idOf(1)] })
      expect(await store.workflows.turns('w1', 5)).toEqual([])
      const snapshot = (await store.workflows.snapshot('w1', 0))!
      expect(JSON.stringify([snapshot, await store.workflows.eventsAfter(0, 100)])).not.toContain('ferry')
      expect(catchUp(openReader({ cursor: null, finalOnly: false }, snapshot), snapshot)).toMatchObject({
        isOver: true,
      })
    })
  })
}
