import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect } from 'vitest'
import { type Answer, type Frame, openStream, post, readStream, typesOf } from '../../support/workflow-client.js'
import { type Ending, end, knownMessage, lastWords, type Model } from './expected.js'
import type { Real } from './world.js'

type Command = fc.AsyncCommand<Model, Real>

/** What may be asked: it ends by itself, it stands at the gate, or it is asked back. */
const asking = {
  plain: { user_input: 'Where is the harbour?', ask_clarifications: false },
  held: { user_input: 'What does holdfast mean?', ask_clarifications: false },
  vague: { user_input: "What's the best product?", ask_clarifications: true },
} as const
type Kind = keyof typeof asking

const busy = { detail: expect.any(String), code: 'WORKFLOW_BUSY' }

/** An answer to a question that waits is never asked back here, so that what comes of it is known. */
const bodyOf = (kind: Kind, { now }: Model, workflowId: string | undefined) => ({
  ...asking[kind],
  ...(now.state === 'waiting' ? { ask_clarifications: false } : {}),
  ...(workflowId === undefined ? {} : { workflow_id: workflowId }),
})

/** WFL2: what a call that was taken makes of the conversation. */
async function begun(kind: Kind, place: number, { status, body }: Answer, model: Model, real: Real): Promise<void> {
  const { now } = model
  const { message_id: messageId, workflow_id } = body as { message_id: string; workflow_id: string }
  expect(status).toBe(now.state === 'none' ? 201 : 200)
  if (now.state === 'waiting') expect(messageId).toBe(now.messageId)
  else expect(model.ended.has(messageId)).toBe(false)
  real.workflowId ??= workflow_id
  expect(workflow_id).toBe(real.workflowId)
  const isAskedBack = kind === 'vague' && now.state !== 'waiting'
  expect(body.status).toBe(isAskedBack ? 'waiting_for_input' : 'running')
  if (isAskedBack) model.now = { state: 'waiting', messageId }
  else if (kind === 'held') model.now = { state: 'running', messageId, at: place }
  else await ends(messageId, ['completed'], model, real)
}

/** WSS3: both servers tell the same end of the latest run, and it is one of these. */
async function ends(
  messageId: string,
  ways: readonly Ending[],
  model: Model,
  { world, workflowId }: Real,
): Promise<void> {
  const [one, other] = await Promise.all(
    [0, 1].map((place) => readStream(world.url(place), workflowId!, '?from=latest')),
  )
  expect(one).toEqual(other)
  end(model, messageId, endOf(one!, messageId, ways))
}

function endOf(frames: readonly Frame[], messageId: string, ways: readonly Ending[]): Ending {
  expect(new Set(frames.map(({ message_id }) => message_id))).toEqual(new Set([messageId]))
  const how = ways.find((way) => {
    const words = lastWords[way]
    return typesOf(frames.slice(-words.length)).join() === words.join()
  })
  if (how === undefined) throw new Error(`${messageId} ended with ${typesOf(frames)}, not ${ways}`)
  return how
}

function ask(kind: Kind, place: number): Command {
  return {
    check: () => true,
    toString: () => `ask ${kind} at ${place}`,
    async run(model, real) {
      const answer = await post(real.world.url(place), 'execute', bodyOf(kind, model, real.workflowId))
      if (model.now.state === 'running') {
        expect(answer.status).toBe(409)
        expect(answer.body).toStrictEqual(busy)
      } else await begun(kind, place, answer, model, real)
    },
  }
}

/** Several at once, at both servers: exactly one is taken. */
function contend(callers: number): Command {
  return {
    check: ({ now }) => now.state === 'waiting' || now.state === 'over',
    toString: () => `${callers} contend`,
    async run(model, real) {
      const body = bodyOf('held', model, real.workflowId)
      const places = Array.from({ length: callers }, (_, at) => at % 2)
      const answers = await Promise.all(places.map((place) => post(real.world.url(place), 'execute', body)))
      const winners = answers.flatMap((answer, at) => (answer.status === 409 ? [] : [{ answer, place: places[at]! }]))
      expect(winners).toHaveLength(1)
      for (const { status, body: told } of answers) if (status === 409) expect(told).toStrictEqual(busy)
      await begun('held', winners[0]!.place, winners[0]!.answer, model, real)
    },
  }
}

const answerBody = (model: Model, { workflowId }: Real, message_id = knownMessage(model)!) => ({
  workflow_id: workflowId,
  message_id,
  response: `Answer ${randomUUID()}.`,
})

/** WFL5: the latest message may be answered in every state; an unknown one never. */
function answer(place: number, isKnown: boolean): Command {
  return {
    check: ({ now }) => now.state !== 'none',
    toString: () => `answer ${isKnown ? 'the latest' : 'an unknown message'} at ${place}`,
    async run(model, real) {
      const body = answerBody(model, real, isKnown ? undefined : randomUUID())
      const { status } = await post(real.world.url(place), 'ai-answer', body)
      expect(status).toBe(isKnown ? 200 : 404)
    },
  }
}

function cancel(place: number): Command {
  return {
    check: ({ now }) => now.state !== 'none',
    toString: () => `cancel at ${place}`,
    async run(model, real) {
      const { now } = model
      await sendCancel(place, real)
      if (now.state === 'over') await ends(now.messageId, [now.how], model, real)
      else if (now.state !== 'none') await ends(now.messageId, ['cancelled'], model, real)
    },
  }
}

async function sendCancel(place: number, { world, workflowId }: Real): Promise<void> {
  const stream = openStream(world.url(place), workflowId!)
  await stream.opened
  stream.send({ command: 'cancel' })
  expect(await stream.closed).toBe(1000)
}

/** The gate opens, and what was held ends; meanwhile somebody cancels, answers or asks. */
function release(meanwhile: 'nothing' | 'cancel' | 'answer' | 'ask', place: number): Command {
  return {
    check: ({ now }) => now.state === 'running',
    toString: () => `release${meanwhile === 'nothing' ? '' : ` while ${meanwhile} at ${place}`}`,
    async run(model, real) {
      const { world, workflowId } = real
      if (model.now.state !== 'running') return
      const { messageId } = model.now
      const url = world.url(place)
      const releasing = world.release()
      if (meanwhile === 'cancel') await sendCancel(place, real)
      if (meanwhile === 'answer') expect((await post(url, 'ai-answer', answerBody(model, real))).status).toBe(200)
      const asked = meanwhile === 'ask' ? await post(url, 'execute', bodyOf('plain', model, workflowId)) : undefined
      await releasing
      if (asked?.status === 200) {
        // It came after the end of the one before.
        end(model, messageId, 'completed')
        await begun('plain', place, asked, model, real)
      } else {
        if (asked !== undefined) expect(asked.body).toStrictEqual(busy)
        await ends(messageId, meanwhile === 'cancel' ? ['completed', 'cancelled'] : ['completed'], model, real)
      }
      await world.hold()
    },
  }
}

function connect(place: number): Command {
  return {
    check: ({ now }) => now.state !== 'none',
    toString: () => `connect at ${place}`,
    run: (_model, { follower, world, workflowId }) => follower.connect(world.url(place), workflowId!),
  }
}

function disconnect(): Command {
  return { check: () => true, toString: () => 'disconnect', run: async (_model, { follower }) => follower.disconnect() }
}

/** WFL6: `kill -9`. What it worked on fails when the lease lapses; what waits and what others work on goes on. */
function crash(place: number): Command {
  return {
    check: () => true,
    toString: () => `crash ${place}`,
    async run(model, real) {
      const { now } = model
      const { world, follower } = real
      await world.crash(place)
      if (follower.isConnected) follower.disconnect()
      const isLost = now.state === 'running' && now.at === place
      if (isLost) await world.lapse(1 - place)
      await world.restart(place)
      if (isLost) await ends(now.messageId, ['failed'], model, real)
    },
  }
}

const both = [0, 1] as const

const counted = (command: Command): Command => ({
  check: (model) => command.check(model),
  toString: () => command.toString(),
  run(model, real) {
    real.world.tally.countCommand(command.toString())
    return command.run(model, real)
  },
})

export const steadyCommands: fc.Arbitrary<Command>[] = [
  ...(['plain', 'held', 'vague'] as const).map((kind) => fc.constantFrom(...both.map((place) => ask(kind, place)))),
  fc.constantFrom(contend(2), contend(5)),
  fc.constantFrom(...both.map((place) => answer(place, true)), answer(0, false)),
  fc.constantFrom(...both.map(cancel)),
  fc.constantFrom(
    release('nothing', 0),
    ...(['cancel', 'answer', 'ask'] as const).flatMap((meanwhile) => both.map((place) => release(meanwhile, place))),
  ),
  fc.constantFrom(...both.map(connect)),
  fc.constant(disconnect()),
].map((commands) => commands.map(counted))

export const crashes: fc.Arbitrary<Command> = fc.constantFrom(...both.map(crash)).map(counted)
/** However a sequence ends: what still goes is called off. */
export const callOff: Command = cancel(0)
