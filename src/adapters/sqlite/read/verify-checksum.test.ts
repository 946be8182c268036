import { describe, expect, test } from 'vitest'
import { digestOf } from '../../relational/text-digest.js'
import type { SelectedMemory } from './select-memories.js'
import { verifyChecksum } from './verify-checksum.js'

const id = 'ep-01a1e316-0dde-73e1-8f24-e689f20876b1'
const text = 'The ferry to Samsø leaves from Hou.'
const intact: SelectedMemory = {
  row: 1,
  id,
  kind: 1,
  state: 1,
  project: null,
  session: 'default',
  scene: 0,
  happened_at: 1_794_809_797_424,
  recorded_at: 1_794_809_797_424,
  valid_from: 1_794_809_797_424,
  valid_to: null,
  importance: 0.5,
  version: 1,
  version_began_at: 1_794_809_797_424,
  flags: 0,
  source: 'memory',
  tags: '[]',
  facets: '{}',
  summary: null,
  text,
  digest: digestOf(id, text),
  door: null,
  client: null,
  key_id: null,
  stability: 2.5,
  difficulty: 5,
  reviewed_at: 1_794_809_797_424,
  uses: 0,
  recent_uses: '[]',
  accessed_at: null,
}

describe('what is read of a memory', () => {
  test('is returned as it was written', () => {
    expect(verifyChecksum(intact)).toBe(intact)
  })

  test.each([
    { text: 'The ferry to Samsø leaves from Hov.' },
    { stability: null },
    { session: null },
    { stability: Number.NaN },
    { stability: 0 },
    { difficulty: 'ep-01' },
    { reviewed_at: 0.5 },
    { importance: 7 },
    { kind: 99 },
    { state: 99 },
    { valid_to: 'x' },
  ])('is refused where a page is damaged: %o', (damaged) => {
    expect(() => verifyChecksum({ ...intact, ...damaged } as SelectedMemory)).toThrow('is damaged')
  })
})
