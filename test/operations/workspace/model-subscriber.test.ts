import { describe, expect, test } from 'vitest'
import { createModelSubscriber } from '#ww/operations/workspace/bus/language-model.js'
import type { LanguageModel, ObjectRequest } from '#ww/ports/language-model.js'
import { useMinds } from '../../support/minds.js'

const minds = useMinds()

/** Says what it is told to, and remembers what it was asked. */
function scripted(says: unknown): LanguageModel & { readonly requests: ObjectRequest[] } {
  const requests: ObjectRequest[] = []
  return {
    name: 'scripted',
    requests,
    async generateObject(request) {
      requests.push(request)
      if (says instanceof Error) throw says
      return says
    },
  }
}

async function attendWith(model: LanguageModel, passes = 1) {
  const mind = minds.open({ subscribers: [createModelSubscriber(model)] })
  await mind.call('remember', { text: 'The lamp in the hall is broken.' })
  await mind.call('remember', { text: 'The fuse box is in the cellar, behind the stairs.' })
  const answer = await mind.call('gwt_attend', { question: 'Why is the lamp in the hall broken?', passes, k: 1 })
  const { broadcast_bus } = await mind.call('gwt_bus_inspect', {})
  const report = broadcast_bus!.subscriber_reports.find(({ name }) => name === 'language_model')!
  const own = broadcast_bus!.proposals.filter(({ subscriber }) => subscriber === 'language_model')
  return { answer, report, own }
}

describe('the model on the bus', () => {
  test('[GWT11] is off by default, and on when it is told to', async () => {
    const languageModel = { provider: 'ollama', model: 'tiny', timeoutMs: 1_000 }
    const subscribers = async (workspaceModel?: boolean) => {
      const mind = minds.open({ languageModel, ...(workspaceModel === undefined ? {} : { workspaceModel }) })
      return (await mind.call('gwt_inspect', { target: 'broadcast_bus' })).subscribers
    }
    expect(await subscribers()).not.toContain('language_model')
    expect(await subscribers(true)).toContain('language_model')
  })

  test('[GWT11] proposes what to look for, and is never surer than an exact answer', async () => {
    const model = scripted({
      proposals: [
        { kind: 'recall', content: 'where is the fuse box', confidence: 1 },
        { kind: 'answer', content: '42', confidence: 1 },
        { kind: 'critique', content: ' ', confidence: 1 },
        { kind: 'critique', content: 'No cause is known.', confidence: 0.6 },
      ],
    })
    const { own, report } = await attendWith(model)
    expect(report).toMatchObject({ status: 'ok', proposal_count: 2 })
    expect(own.map(({ kind, content, confidence }) => [kind, content, confidence])).toEqual([
      ['recall', 'where is the fuse box', 0.8],
      ['critique', 'No cause is known.', 0.6],
    ])
    const prompt = JSON.parse(model.requests[0]!.prompt)
    expect(prompt).toMatchObject({ question: 'Why is the lamp in the hall broken?' })
    expect(prompt.found).toContain('The lamp in the hall is broken.')
  })

  test('[GWT10] [GWT11] what it would look for is asked in the next pass', async () => {
    const model = scripted({ proposals: [{ kind: 'recall', content: 'where is the fuse box', confidence: 0.9 }] })
    const { answer } = await attendWith(model, 2)
    const asked = answer.trace.filter(({ phase }) => phase === 'query').map(({ payload }) => payload)
    expect(asked).toContainEqual(expect.objectContaining({ query: 'where is the fuse box', pass: 2 }))
  })

  test.each([
    ['fails', new Error('secret')],
    ['answers in another shape', { secret: true }],
  ])('[GWT11] one that %s is a failure like any other', async (_, says) => {
    const { report, own, answer } = await attendWith(scripted(says))
    expect(report).toMatchObject({ status: 'failed' })
    expect(own).toEqual([])
    expect(answer.passes_completed).toBe(1)
  })
})
