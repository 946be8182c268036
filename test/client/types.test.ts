import { describe, expectTypeOf, test } from 'vitest'
import type { WebSocket as WsWebSocket } from 'ws'
import type { z } from 'zod'
import type { InputOf as LibraryInputOf, WorldWeaver } from '#ww/index.js'
import type { recall } from '#ww/operations/everyday/recall.js'
import type { remember } from '#ww/operations/everyday/remember.js'
import type { operations } from '#ww/operations/index.js'
import type {
  Asked,
  Client,
  ErrorCode,
  InputOf,
  OperationName,
  OutputOf,
  WebSocketConstructor,
  WorkflowError,
  WorkflowFrame,
  WorldWeaverError,
} from '#ww/surfaces/client/index.js'

/** Held by the compiler, in the step that checks types; nothing of it runs. */
describe('the types of the client', () => {
  test('the names are those of the operations, all of them and no others', () => {
    expectTypeOf<OperationName>().toEqualTypeOf<(typeof operations)[number]['name']>()
    expectTypeOf<'recall'>().toExtend<OperationName>()
    expectTypeOf<'recal'>().not.toExtend<OperationName>()
    expectTypeOf<string>().not.toExtend<OperationName>()
  })

  test('inputs and outputs are those of the schemas, and of the library', () => {
    expectTypeOf<InputOf<'recall'>>().toEqualTypeOf<z.input<typeof recall.input>>()
    expectTypeOf<OutputOf<'recall'>>().toEqualTypeOf<z.output<typeof recall.output>>()
    expectTypeOf<InputOf<'remember'>>().toEqualTypeOf<z.input<typeof remember.input>>()
    expectTypeOf<OutputOf<'remember'>>().toEqualTypeOf<z.output<typeof remember.output>>()
    expectTypeOf<{ [Name in OperationName]: InputOf<Name> }>().toEqualTypeOf<{
      [Name in OperationName]: LibraryInputOf<Name>
    }>()
    expectTypeOf<InputOf<'recall'>['query']>().toEqualTypeOf<string>()
    expectTypeOf<OutputOf<'recall'>['memories'][number]['content']>().toEqualTypeOf<string>()
    expectTypeOf<OutputOf<'get_session_id'>['session_id']>().toEqualTypeOf<string>()
  })

  test('a call takes what the operation takes, and answers what it answers', () => {
    const use = async (client: Client) => {
      expectTypeOf(await client.call('recall', { query: 'kettle' })).toEqualTypeOf<OutputOf<'recall'>>()
      // @ts-expect-error: there is no such operation
      await client.call('recal', { query: 'kettle' })
      // @ts-expect-error: query is missing
      await client.call('recall', {})
      // @ts-expect-error: query is a text
      await client.call('recall', { query: 7 })
      // @ts-expect-error: there is no such field
      await client.call('recall', { query: 'kettle', limits: 3 })
      // @ts-expect-error: preferences are an object
      await client.workflow.execute({ user_input: 'Where?', preferences: 7 })
      // @ts-expect-error: the message is missing
      await client.workflow.answer({ workflow_id: 'w', response: 'Here.' })
    }
    expectTypeOf(use).toBeFunction()
  })

  test('what works on an open memory works on a client', () => {
    type Memory = Pick<WorldWeaver, 'call'>
    expectTypeOf<Client>().toExtend<{
      call<Name extends OperationName>(name: Name, input: InputOf<Name>): Promise<OutputOf<Name>>
    }>()
    const search = async (memory: Memory) => (await memory.call('recall', { query: 'kettle' })).total
    expectTypeOf<Client>().toExtend<Parameters<typeof search>[0]>()
  })

  test('frames and answers are told apart by their type and status', () => {
    const read = (frame: WorkflowFrame) => {
      if (frame.type === 'memories') expectTypeOf(frame.data.memories[0]!.score).toEqualTypeOf<number>()
      if (frame.type === 'status' && frame.data.status === 'waiting_for_input') {
        expectTypeOf(frame.data.clarification_question).toEqualTypeOf<string>()
      }
      // @ts-expect-error: progress has no data
      if (frame.type === 'progress') frame.data
    }
    const take = (asked: Asked) => {
      if (asked.status === 'completed') expectTypeOf(asked.reasoningbank_hits[0]!.key_lesson).toEqualTypeOf<string>()
      // @ts-expect-error: only with memories
      else asked.memories
    }
    expectTypeOf(read).toBeFunction()
    expectTypeOf(take).toBeFunction()
  })

  test('the sockets of ws and of browsers will do; errors are the one type', () => {
    expectTypeOf<typeof WsWebSocket>().toExtend<WebSocketConstructor>()
    expectTypeOf<WorkflowError>().toExtend<WorldWeaverError>()
    expectTypeOf<WorldWeaverError['code']>().toEqualTypeOf<ErrorCode>()
  })
})
