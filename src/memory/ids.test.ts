import { describe, expect, test } from 'vitest'
import { candidateIds, parseId } from './ids.js'

const uuid = '0195d3a0-7c1b-7def-8123-456789abcdef'

describe('[COM1] ids', () => {
  test.each([
    ['episode', `ep-${uuid}`],
    ['entity', `ent-${uuid}`],
    ['procedure', `proc-${uuid}`],
    ['note', `note-${uuid}`],
    ['lesson', `lsn-${uuid}`],
  ] as const)('[COM1] an %s is written %s, and the prefix may be left off', (kind, id) => {
    expect(parseId(id, kind)).toBe(id)
    expect(parseId(uuid, kind)).toBe(id)
    expect(parseId(id)).toBe(id)
  })

  test('[COM1] hexadecimal digits may be upper case', () => {
    expect(parseId(`ep-${uuid.toUpperCase()}`, 'episode')).toBe(`ep-${uuid}`)
    expect(parseId(uuid.toUpperCase(), 'note')).toBe(`note-${uuid}`)
  })

  test('[COM1] a bare UUID may be of any kind until one is given', () => {
    expect(candidateIds(uuid)).toEqual([`ep-${uuid}`, `ent-${uuid}`, `proc-${uuid}`, `note-${uuid}`, `lsn-${uuid}`])
    expect(parseId(uuid)).toBeUndefined()
    expect(candidateIds(uuid, 'note')).toEqual([`note-${uuid}`])
    expect(candidateIds(`lsn-${uuid}`)).toEqual([`lsn-${uuid}`])
  })

  test.each(['00000000-0000-0000-0000-000000000000', '550e8400-e29b-41d4-a716-446655440000'])(
    '[COM1] any UUID is well-formed: %s',
    (other) => {
      expect(parseId(other, 'episode')).toBe(`ep-${other}`)
    },
  )

  test('[COM1] a wrong prefix is no id', () => {
    expect(parseId(`ent-${uuid}`, 'episode')).toBeUndefined()
    expect(candidateIds(`EP-${uuid}`)).toEqual([])
    expect(candidateIds(`ep-ep-${uuid}`)).toEqual([])
  })

  test.each(['', 'ep-', 'ep-abc123', `${uuid}0`, `ep-${uuid} `, `{${uuid}}`, uuid.replaceAll('-', ''), `${uuid}\n`])(
    '[COM1] %j is malformed',
    (text) => {
      expect(candidateIds(text)).toEqual([])
      expect(parseId(text, 'episode')).toBeUndefined()
    },
  )
})
