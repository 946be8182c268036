import { describe, expect, test } from 'vitest'
import type { Memory } from '../memory.js'
import { quotedFrom, requoted } from './quote.js'

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

describe('[OPS4] an entity that quotes what is forgotten', () => {
  test('[OPS4] tells whom it quotes', () => {
    expect(quotedFrom(entity.facets)).toBe('gone')
    expect(quotedFrom({})).toBeUndefined()
    expect(quotedFrom({ summary_from: null })).toBeUndefined()
  })

  test('[OPS4] takes the words of the oldest that defines it, else of the oldest that names it', () => {
    const named = told('named', 1, 'All is well. We restarted Kestrel twice.')
    const later = told('later', 2, 'Kestrel crashed.')
    const defining = told('defining', 3, 'Kestrel is a scheduler.')
    expect(requoted(entity, [later, named])).toMatchObject({
      text: 'Kestrel: We restarted Kestrel twice.',
      summary: 'We restarted Kestrel twice.',
      facets: { name: 'Kestrel', entity_type: 'TOOL', source: 'named', summary_from: 'named', is_definition: false },
    })
    expect(requoted(entity, [later, defining, named])).toMatchObject({
      summary: 'Kestrel is a scheduler.',
      facets: { summary_from: 'defining', is_definition: true },
    })
  })

  test('[OPS4] keeps its name alone where nobody has a sentence about it, and nothing of what it said before', () => {
    const silent = told('silent', 1, 'All is well.')
    const { text, summary, facets } = requoted(entity, [silent])
    expect([text, summary]).toEqual(['Kestrel: Kestrel', 'Kestrel'])
    expect(facets).toMatchObject({ name: 'Kestrel', summary_from: 'silent', is_definition: false })
    expect(JSON.stringify(facets)).not.toMatch(/Anna|gone|needs_review/)
  })
})
