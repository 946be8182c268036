import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { memoryTypes } from '../import-export/memory-type.js'
import { entityKey } from '../semantic/entity.js'
import { draftMemory } from './memory-draft.js'
import { mayHoldRecords, workspaceTags } from './records/workspace-tags.js'

describe('[WSP1] which memory a content becomes', () => {
  test('[WSP1] semantic is a FACT: name from its first clause, the text in details, its beginning as summary', () => {
    const content = `Redis listens on 6379: ${'and so on '.repeat(40)}`
    const kept = draftMemory('semantic', content, [])
    expect(kept).toMatchObject({
      kind: 'entity',
      text: content,
      facets: { name: 'Redis listens on 6379', entity_type: 'FACT', details: content },
    })
    expect(kept.summary).toHaveLength(200)
    expect(content.startsWith(kept.summary?.slice(0, -1) ?? '?')).toBe(true)
  })

  test.each([
    ['The ferry leaves at noon, but the office closes at ten.', 'The ferry leaves at noon'],
    ['Dr. Weber moved to Oslo. She likes it.', 'Dr. Weber moved to Oslo'],
    ['J. Smith, the baker, pays no. 5 on Mondays; cash only', 'J. Smith, the baker, pays no. 5 on Mondays'],
    ['Use Valkey, not Redis', 'Use Valkey'],
    ['Valkey 4.5 replaced Redis – it is faster', 'Valkey 4.5 replaced Redis'],
    ['Ann, Bob and Cid sail', 'Ann, Bob and Cid sail'],
    ['state-of-the-art boat', 'state-of-the-art boat'],
  ])('[WSP1] its name is its first clause: %s', (content, name) => {
    expect(draftMemory('semantic', content, []).facets.name).toBe(name)
  })

  test('[WSP1] a name that is taken gets a number', () => {
    const taken = new Set(['Ports', 'ports (2)'].map((name) => entityKey(name, 'FACT')))
    expect(draftMemory('semantic', 'Ports. All of them.', [], taken).facets).toMatchObject({
      name: 'Ports (3)',
      key: entityKey('Ports (3)', 'FACT'),
    })
  })

  test('[WSP1] procedural is a procedure without steps, of the tagged domain', () => {
    expect(draftMemory('procedural', 'Restart it. Then wait.', ['x', 'domain:devops'])).toMatchObject({
      kind: 'procedure',
      facets: { name: 'Restart it', domain: 'devops', steps: [], execution_count: 0 },
    })
    expect(draftMemory('procedural', 'Restart it.', ['domain:cooking']).facets.domain).toBe('coding')
  })

  test('[WSP1] episodic is an episode, working a note', () => {
    expect(draftMemory('episodic', 'It rained.', [])).toMatchObject({ kind: 'episode', facets: { outcome: 'neutral' } })
    expect(draftMemory('working', 'x', [])).toEqual({ kind: 'note', text: 'x', summary: null, facets: {} })
  })

  test('[WSP1] the content is stored byte for byte', () => {
    fc.assert(
      fc.property(fc.constantFrom(...memoryTypes), fc.string({ unit: 'binary', minLength: 1 }), (type, content) => {
        expect(draftMemory(type, content, []).text).toBe(content)
      }),
    )
  })
})

test('[GWT7] what the workspace itself wrote holds no records', () => {
  expect(mayHoldRecords({ tags: ['a'] })).toBe(true)
  expect(mayHoldRecords({ tags: ['a', workspaceTags.summary] })).toBe(false)
  expect(mayHoldRecords({ tags: [workspaceTags.answer] })).toBe(false)
})
