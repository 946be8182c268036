import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { EpisodeText } from './extraction.js'
import { fromModelAnswer } from './model-answer.js'
import { toModelRequest } from './model-request.js'

const episode = (text: string, more: Partial<EpisodeText> = {}): EpisodeText => ({
  text,
  context: {},
  speaker: null,
  ...more,
})
const entity = (name: unknown, type: unknown = 'TOOL') => ({ name, type })
const names = (answer: unknown, told: EpisodeText) => fromModelAnswer(answer, told)?.entities.map(({ name }) => name)

describe('accepted answers of a model', () => {
  test.each([
    ['Going to gone', 'Go', []],
    ['written in Go.', 'Go', ['Go']],
    ['We use postgres', 'PostgreSQL', ['PostgreSQL']],
    ['We use PostgreSQL', 'Postgres', ['PostgreSQL']],
    ['We use mysql', 'Redis', []],
    ['用阿里云部署', '阿里云', ['阿里云']],
    ['costs (a+b)*', '(a+b)*', ['(a+b)*']],
    ['Redis', '', []],
    ['Redis', 7, []],
  ])('[CON3] of %j the name %j gives %j', (text, name, expected) => {
    expect(names({ entities: [entity(name)], relations: [] }, episode(text))).toEqual(expected)
  })

  test('[CON3] the context and the speaker are named too', () => {
    const told = episode('I like it', { context: { project: 'shop', tool: 'edit_file' }, speaker: 'Anna' })
    const answer = {
      entities: [entity('Anna', 'PERSON')],
      relations: [{ source: 'anna', type: 'USES', target: 'edit_file' }],
    }
    expect(names(answer, told)).toEqual(['shop', 'edit_file', 'Anna'])
    expect(fromModelAnswer(answer, told)?.relations).toEqual([{ source: 'Anna', type: 'USES', target: 'edit_file' }])
  })

  test.each([undefined, null, 'Redis', [], {}, { entities: 'Redis' }, { relations: [] }])(
    '[CON3] %j is no answer',
    (answer) => {
      expect(fromModelAnswer(answer, episode('Redis'))).toBeUndefined()
    },
  )

  test('[CON3] accepts only names in the episode and relations between them', () => {
    const name = fc.constantFrom('Redis', 'Anna', 'Kestrel', 'Oracle', '', 'a.b*', 'REDIS')
    const type = fc.constantFrom('TOOL', 'PERSON', 'FACT', 'tool', 5)
    const answer = fc.record({
      entities: fc.array(fc.oneof(fc.record({ name, type }), fc.anything())),
      relations: fc.array(
        fc.oneof(
          fc.record({ source: name, target: name, type: fc.constantFrom('USES', 'CAUSES', 'HATES') }),
          fc.anything(),
        ),
      ),
    })
    fc.assert(
      fc.property(answer, (said) => {
        const { entities, relations } = fromModelAnswer(said, episode('Anna runs Kestrel on Redis'))!
        const known = new Set(entities.map((each) => each.name))
        for (const each of known) expect(['Anna', 'Kestrel', 'Redis']).toContain(each)
        for (const { source, target, type: kind } of relations) {
          expect(known.has(source) && known.has(target) && source !== target).toBe(true)
          expect(['USES', 'CAUSES']).toContain(kind)
        }
      }),
    )
  })
})

test('[CON3] the text for the model is cut between characters at its limit', () => {
  const { prompt, schema } = toModelRequest(episode('😀'.repeat(30_000), { context: { project: 'shop' } }))
  const { text, project } = JSON.parse(prompt)
  expect(text).toBe('😀'.repeat(20_000))
  expect(project).toBe('shop')
  expect(schema).toMatchObject({ type: 'object', required: ['entities', 'relations'] })
})
