import { describe, expect, test } from 'vitest'
import type { Memory } from '../memory.js'
import { quoteSource, requoteEntity } from './quote.js'

const entity: Memory = {
  id: 'ent-1',
  kind: 'entity',
  project: null,
  session: 'default',
  source: 'consolidation',
  text: 'Kestrel: Anna built Kestrel.',
  summary: 'Anna built Kestrel.',
  facets: { name: 'Kestrel', entity_type: 'TOOL', key: 'TOOL kestrel', summary_from: 'gone', needs_review: true },
  tags: [],
  happenedAt: 0,
  recordedAt: 0,
  validFrom: 0,
  validTo: null,
  importance: 0.5,
  state: 'active',
}
const told = (id: string, happenedAt: number, text: string) => ({ id, happenedAt, text })

describe('[OPS4] an entity that quotes an erased episode', () => {
  test('[OPS4] knows the episode it quotes', () => {
    expect(quoteSource(entity.facets)).toBe('gone')
    expect(quoteSource({})).toBeUndefined()
    expect(quoteSource({ summary_from: null })).toBeUndefined()
  })

  test('[OPS4] quotes the oldest episode that defines it, else the oldest that names it', () => {
    const named = told('named', 1, 'All is well. We restarted Kestrel twice.')
    const later = told('later', 2, 'Kestrel crashed.')
    const defining = told('defining', 3, 'Kestrel is a scheduler.')
    expect(requoteEntity(entity, [later, named])).toMatchObject({
      text: 'Kestrel: We restarted Kestrel twice.',
      summary: 'We restarted Kestrel twice.',
      facets: { name: 'Kestrel', entity_type: 'TOOL', source: 'named', summary_from: 'named', is_definition: false },
    })
    expect(requoteEntity(entity, [later, defining, named])).toMatchObject({
      summary: 'Kestrel is a scheduler.',
      facets: { summary_from: 'defining', is_definition: true },
    })
  })

  test('[OPS4] keeps only its name when no episode has a sentence about it', () => {
    const silent = told('silent', 1, 'All is well.')
    const { text, summary, facets } = requoteEntity(entity, [silent])
    expect([text, summary]).toEqual(['Kestrel: Kestrel', 'Kestrel'])
    expect(facets).toMatchObject({ name: 'Kestrel', summary_from: 'silent', is_definition: false })
    expect(JSON.stringify(facets)).not.toMatch(/Anna|gone|needs_review/)
  })
})
