import { describe, expect, test } from 'vitest'
import { type Call, findViolations } from './check-history.js'

const call = (what: Call['what'], version: number | null, start: number, end: number, process = 1): Call => ({
  process,
  what,
  id: 'm',
  start,
  end,
  version,
})
const ended = (version: number) => new Map([['m', version]])

describe('[COM11] a history of calls', () => {
  test('[COM11] is right when each read saw what was current at some instant of it', () => {
    const history = [
      call('write', 1, 0, 10),
      call('change', 2, 20, 40),
      call('read', 1, 25, 35),
      call('read', 2, 25, 35),
    ]
    expect(findViolations(history, ended(2))).toEqual([])
  })

  test.each([
    ['a write that is lost', [call('write', 1, 0, 10)], new Map(), 'lost'],
    ['a change that is lost', [call('write', 1, 0, 10), call('change', 2, 20, 30)], ended(1), 'ended at version 1'],
    ['a read of what was not there yet', [call('read', 1, 0, 5), call('write', 1, 10, 20)], ended(1), 'before it was'],
    [
      'a read that misses a write',
      [call('write', 1, 0, 10), call('read', null, 11, 12, 2)],
      ended(1),
      'read 0 after 1',
    ],
    [
      'a read that goes back',
      [call('write', 1, 0, 10), call('change', 2, 11, 12), call('read', 1, 13, 14)],
      ended(2),
      'read 1 after 2',
    ],
    [
      'one version made twice',
      [call('write', 1, 0, 10), call('change', 2, 11, 20), call('change', 2, 12, 21, 2)],
      ended(2),
      'made twice',
    ],
    [
      'versions against time',
      [call('write', 1, 0, 10), call('change', 2, 30, 40), call('change', 3, 15, 20)],
      ended(3),
      'answered before 2',
    ],
  ])('[COM11] is wrong with %s', (_, history, ending, said) => {
    expect(findViolations(history, ending).join()).toContain(said)
  })
})
