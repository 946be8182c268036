import { beforeAll, describe, expect, test } from 'vitest'
import { allRows } from '../../support/database.js'
import { type Mind, useMinds } from '../../support/minds.js'

const minds = useMinds()

const told = [
  ['2025-01-14', 'Brandt threw an E71 this morning. Colm came at nine, new thermocouple, £165 and a telling off.'],
  ['2025-02-03', 'Colm offers a service contract for both ovens, 640 a year. Haven’t said yes.'],
  ['2025-04-04', 'Colm found it on Friday, fan belt in ribbons. £240 with the holiday call-out.'],
  ['2025-05-12', 'stall: 412 on the 2nd, 388 on the 9th'],
  ['2025-05-31', 'Stall did 521 on the 16th, yesterday 467.'],
  ['2025-06-01', 'Somebody said that Priya paid Dunmore 300'],
] as const

describe('[GWT20] gwt_resolve', () => {
  let mind: Mind
  const idOf = new Map<string, string>()
  beforeAll(async () => {
    mind = minds.open()
    for (const [day, text] of [...told].reverse()) {
      const { id } = await mind.call('remember', { text, timestamp: `${day}T12:00:00Z` })
      idOf.set(text, id)
    }
  })
  const resolve = async (question: string, more = {}) =>
    (await mind.call('gwt_resolve', { question, ...more })).evidence_plan

  test('[GWT20] hands over its evidence in the order of time, with what was recognised in each', async () => {
    const { answer, evidence, metadata } = await resolve('What did the repairs of the Brandt by Colm cost?')
    expect(answer).toBe('')
    expect(evidence).toEqual([...evidence].sort())
    expect(evidence[0]).toBe(`2025-01-14 ${told[0][1]}`)
    expect(metadata.evidence_ids).toHaveLength(evidence.length)
    expect((metadata.evidence_ids as string[])[0]).toBe(idOf.get(told[0][1]))
    const recognised = metadata.recognised as Record<string, unknown>[]
    expect(recognised).toHaveLength(evidence.length)
    expect(recognised[0]).toMatchObject({
      at: '2025-01-14T12:00:00Z',
      amounts: [{ text: '£165', value: '165', unit: 'GBP' }],
    })
    expect(recognised[1]).toMatchObject({
      said_as: 'plan',
      amounts: [{ text: '640', value: '640', per: 'year' }],
      not_stated: [{ said_as: 'open', text: 'Haven’t said yes.' }],
    })
  })

  test('[GWT20] evidence is at most twenty, and at most k', async () => {
    const own = minds.open()
    for (let day = 10; day < 40; day++)
      await own.call('remember', { text: `Harbour fee of boat ${day} was ${day} pounds.` })
    const of = async (more = {}) => {
      const question = 'What did the harbour fees of the boats cost?'
      return (await own.call('gwt_resolve', { question, ...more })).evidence_plan.metadata.evidence_ids as string[]
    }
    expect(new Set(await of()).size).toBe(20)
    expect(await of({ k: 3 })).toHaveLength(3)
  })

  test.each([
    ['What was the average bill from Colm?', '£202.50', 2],
    ['What did the stall take in May altogether?', '1788', 2],
    ['On which day in May did the stall take least?', '9 May 2025', 2],
  ])('[GWT20] computes only what is certain: %s', async (question, answer, restsOn) => {
    const plan = await resolve(question)
    expect(plan).toMatchObject({
      strategy: 'prose',
      answer,
      metadata: { effective_planner: 'prose', rests_on: restsOn },
    })
    expect(plan.metadata.evidence_ids).toHaveLength(restsOn)
    expect((await resolve(question, { planner: 'semantic' })).answer).toBe('')
  })

  test.each([
    'What did the stall take in June altogether?',
    'How much have I paid Colm for the fan belt?',
    'How much have I paid Priya?',
    'What did we pay Colm last year?',
  ])('[GWT20] refuses the rest, with its evidence: %s', async (question) => {
    const { answer, evidence } = await resolve(question)
    expect(answer).toBe('')
    expect(evidence.length).toBeGreaterThan(0)
  })

  test('[GWT6] [GWT20] changes nothing at all', async () => {
    const before = allRows(mind.dataDir)
    await resolve('What was the average bill from Colm?')
    await resolve('What did the repairs cost?')
    expect(allRows(mind.dataDir)).toEqual(before)
  })

  test('[COM3] [GWT20] counts only what the caller can see', async () => {
    const own = minds.open()
    const scope = { session_id: 'one' }
    await own.call('remember', { text: 'Colm came, £10', ...scope })
    await own.call('remember', { text: 'Colm again, £20', ...scope })
    await own.call('remember', { text: 'Colm again, £40', session_id: 'two' })
    const ask = async (more: { session_id?: string }) =>
      (await own.call('gwt_resolve', { question: 'How much have I paid Colm?', ...more })).evidence_plan.answer
    expect(await ask({})).toBe('£70')
    expect(await ask(scope)).toBe('£30')
    expect(await ask({ session_id: 'two' })).toBe('')
  })

  test('[COM14] [GWT20] in a small budget what was recognised goes first', async () => {
    const { evidence, metadata } = await resolve('What did the repairs of the Brandt by Colm cost?', {
      max_tokens: 450,
    })
    expect(evidence[0]).toContain('Brandt')
    expect(metadata).toMatchObject({ omitted_recognised: true })
    expect(metadata.recognised).toBeUndefined()
  })
})
