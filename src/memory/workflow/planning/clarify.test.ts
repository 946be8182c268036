import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clarify } from './clarify.js'
import type { Exchange, PlanningInput, ProbeHit } from './planning-input.js'
import { resolve } from './resolve.js'

const asking = (question: string, overrides: Partial<PlanningInput> = {}): PlanningInput => ({
  question,
  mayAskBack: true,
  clarifications: [],
  turns: [],
  summary: [],
  preferences: {},
  ...overrides,
})
const following = (
  ...turns: readonly (readonly [string, string | null])[]
): { readonly turns: readonly Exchange[] } => ({
  turns: turns.map(([user, answer]) => ({ user, answer })),
})
const hit = (text: string, score: number, facets = {}): ProbeHit => ({ text, score, facets })

const ask = async (asked: PlanningInput, probe: readonly ProbeHit[] = []) => clarify(asked, await resolve(asked), probe)
const understood = async (asked: PlanningInput) => (await resolve(asked)).question

describe('[WPL2] references', () => {
  test('[WPL2] without an antecedent are asked about', async () => {
    expect(await ask(asking('When does it expire?'))).toBe('What do you mean by "it"?')
    expect(await ask(asking('What happened last time?'))).toBe('What do you mean by "last time"?')
  })

  test.each<[string, readonly [string, string | null], string]>([
    ['Where is it?', ['What is the Atomium?', null], 'Where is the Atomium?'],
    ['How old is he?', ['Who is Ravi Menon?', 'The head of the lab.'], 'How old is Ravi Menon?'],
    ['Where are they?', ['Did I pack my hiking boots?', null], 'Where are my hiking boots?'],
    ['When did he call?', ['What did Xolani want?', null], 'When did Xolani call?'],
    ['What is her address?', ['Did Julia call?', null], "What is Julia's address?"],
    ['How long did it take?', ['Did we deploy Kestrel to Frankfurt?', null], 'How long did Kestrel take?'],
    ['Are they coming?', ['Did you invite Peter and Jonas?', null], 'Are Peter and Jonas coming?'],
    ['How large is it?', ['What is the size of the disk?', null], 'How large is the size of the disk?'],
  ])('[WPL2] with one antecedent are rewritten: %s', async (question, turn, rewritten) => {
    const asked = asking(question, following(turn))
    expect(await understood(asked)).toBe(rewritten)
    expect(await ask(asked)).toBeUndefined()
  })

  test('[WPL2] with several are asked about, naming them', async () => {
    const asked = asking('How old is it?', following(['Tell me about the Ford and the Volvo.', null]))
    expect(await ask(asked)).toBe('Which do you mean by "it": the Ford or the Volvo?')
  })

  test('[WPL2] are looked for in the newest turn first, and in the summary last', async () => {
    const turns = following(['What is Blender?', null], ['What is Krita?', null]).turns
    expect(await understood(asking('Is it free?', { turns }))).toBe('Is Krita free?')
    const summary = [{ messageId: 'm', number: 1, asked: 'What is Inkscape?', answered: null }]
    expect(await understood(asking('Is it free?', { summary }))).toBe('Is Inkscape free?')
    expect(await understood(asking('Is it free?', { turns, summary }))).toBe('Is Krita free?')
  })

  test('[WPL2] that are explained in the question itself are left as they are', async () => {
    for (const question of ['If the backup fails, who restarts it?', 'Did Marcus finish his thesis?']) {
      expect(await understood(asking(question, following(['What is Krita?', null])))).toBe(question)
    }
  })

  test('[RSB6] the conversation gives "tell me more" its subject', async () => {
    expect(await ask(asking('Tell me more'))).toBeDefined()
    const asked = asking('Tell me more', following(['Who runs the Oslo office?', 'Kari does.']))
    expect([await understood(asked), await ask(asked)]).toEqual(['Tell me more Who runs the Oslo office?', undefined])
  })

  test('[WPL3] the answer takes the place of the reference that was asked about', async () => {
    const clarifications = [{ question: 'What do you mean by "it"?', answer: 'my passport' }]
    expect(await understood(asking('When does it expire?', { clarifications }))).toBe('When does my passport expire?')
  })
})

describe('[WPL2] evaluations', () => {
  test("[WPL2] What's the best product? is asked back on an empty store", async () => {
    expect(await ask(asking("What's the best product?"))).toBe(
      'By what should I judge "best product", and for which purpose, place or time?',
    )
  })

  test.each([
    'What is the best product in the east?',
    'Which is the cheapest product?',
    'What did Ann call the best product?',
  ])('[WPL2] with a criterion, a scope or a named judge are not: %s', async (question) =>
    expect(await ask(asking(question))).toBeUndefined(),
  )
})

describe('[WPL2] a probe that splits', () => {
  const fee = 'What is the shipping fee?'
  const probe = [
    hit('5 euros', 0.83, { region: 'EU', kind: 'fee' }),
    hit('12 dollars', 0.8, { region: 'US', kind: 'fee' }),
  ]

  test('[WPL2] in one facet is asked about, listing the values', async () => {
    expect(await ask(asking(fee), probe)).toBe('Which region: EU or US?')
  })

  test.each<[string, Partial<PlanningInput> & { readonly question?: string }, readonly ProbeHit[]]>([
    ['in two facets', {}, probe.map((each, at) => ({ ...each, facets: { ...each.facets, kind: `k${at}` } }))],
    ['in more than four values', {}, ['a', 'b', 'c', 'd', 'e'].map((region) => hit(region, 0.8, { region }))],
    [
      'where one hit is far better',
      {},
      [hit('5 euros', 0.95, { region: 'EU' }), hit('12 dollars', 0.8, { region: 'US' })],
    ],
    ['below the floor', {}, probe.map((each) => ({ ...each, score: 0.2 }))],
    ['and says the same either way', {}, probe.map((each) => ({ ...each, text: '5 euros' }))],
    ['but the question names a value', { question: 'What is the shipping fee in the US?' }, probe],
    ['but the question wants them all', { question: 'List the shipping fee everywhere' }, probe],
    ['but the question asks for the facet', { question: 'In which regions is there a shipping fee?' }, probe],
    ['but the newest turn named a value', following(['Do we ship to the EU?', 'Yes']), probe],
    ['but a preference settles it', { preferences: { region: 'EU' } }, probe],
    ['where one hit does not tell the facet', {}, [probe[0]!, hit('12 dollars', 0.8, {})]],
  ])('[WPL2] %s is not', async (_, overrides, hits) => {
    expect(await ask(asking(overrides.question ?? fee, overrides), hits)).toBeUndefined()
  })
})

describe('[WPL2] too little content', () => {
  const flat = [hit('a', 0.56), hit('b', 0.55), hit('c', 0.55)]

  test('[WPL2] with flat scores is asked about; where one hit stands out, or few are found, it is not', async () => {
    expect(await ask(asking('Budget?'), flat)).toBe('What would you like to know about "Budget?"?')
    expect(await ask(asking('Budget?'), [hit('a', 0.9), ...flat.slice(1)])).toBeUndefined()
    expect(await ask(asking('Budget?'), flat.slice(1))).toBeUndefined()
    expect(await ask(asking('Budget of the Oslo office?'), flat)).toBeUndefined()
  })

  test('[WPL2] a script without spaces says a lot in a word', async () => {
    expect(await ask(asking('予算はいくらですか？'), flat)).toBeUndefined()
  })
})

describe('[WPL2] any text', () => {
  test('[WPL2] is understood without a fault, and what is not rewritten stays as it is', async () => {
    const word = fc.constantFrom(
      'it',
      'that',
      'the',
      'best',
      'her',
      'Ann',
      'of',
      'last',
      'time',
      '?',
      '.',
      ',',
      '"',
      '`',
      '-',
      '予算',
      'is',
    )
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.array(word, { maxLength: 12 }).map((words) => words.join(' ')),
    )
    await fc.assert(
      fc.asyncProperty(text, text, async (question, user) => {
        const alone = asking(question)
        expect(await understood(alone)).toBe(question)
        const asked = asking(question, following([user, null]))
        const probe = [hit(user, 0.8, { a: 'x' }), hit(question, 0.8, { a: 'y' })]
        const back = await ask(asked, probe)
        if (back !== undefined) expect(back.trim()).not.toBe('')
      }),
    )
  })
})

describe('[WPL1] the limits', () => {
  const best = "What's the best product?"
  const round = (question: string) => ({ question, answer: 'the east' })

  test('[WPL1] never when clarifications are not wanted', async () => {
    expect(await ask(asking(best, { mayAskBack: false }))).toBeUndefined()
  })

  test('[WPL1] never the same twice, however it was answered', async () => {
    const probe = [hit('5 euros', 0.8, { region: 'EU' }), hit('12 dollars', 0.8, { region: 'US' })]
    const first = await ask(asking('What is the fee?'), probe)
    expect(first).toBeDefined()
    const clarifications = [{ question: first!, answer: 'hm' }]
    expect(await ask(asking('What is the fee?', { clarifications }), probe)).toBeUndefined()
  })

  test('[WPL1] a second round may ask something else, a third may not', async () => {
    const probe = [hit('lamp', 0.8, { year: '2024' }), hit('chair', 0.8, { year: '2025' })]
    const first = await ask(asking(best), probe)
    const second = await ask(asking(best, { clarifications: [round(first!)] }), probe)
    expect(second).toBe('Which year: 2024 or 2025?')
    expect(await ask(asking(best, { clarifications: [round(first!), round('Which colour?')] }), probe)).toBeUndefined()
  })

  test('[WPL1] never for a statement, however it is worded', async () => {
    const told = ['It broke again.', 'Remember that she likes it', 'They said it is the best!', 'thanks', '42', '…', '']
    for (const text of told) expect([text, await ask(asking(text))]).toEqual([text, undefined])
  })

  test('[WPL2] statements are not rewritten either', async () => {
    const told = asking('It broke again.', following(['What is Krita?', null]))
    expect(await understood(told)).toBe('It broke again.')
  })
})
