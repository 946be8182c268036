import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { estimateTokens } from '../token-budget.js'
import { type Broadcast, broadcastTokens, renderBroadcast } from './broadcast.js'

const item = (slot: number, content: string): Broadcast['items'][number] => ({
  slot,
  id: `note-${slot}`,
  memory_type: 'working',
  level: slot / 10,
  content,
})

const broadcast = (contents: readonly string[], more: Partial<Broadcast> = {}): Broadcast => ({
  cycle: 12,
  at: 0,
  capacity: 7,
  goals: [{ description: 'Find the\ncause', priority: 1.5 }],
  items: contents.map((content, at) => item(at + 1, content)),
  admitted: ['note-1'],
  evicted: [],
  ...more,
})

describe('[GWT3] the broadcast as text', () => {
  test('[GWT3] goals, header, a line per slot, footer, admitted and evicted', () => {
    expect(renderBroadcast(broadcast(['It rained.', 'two\n\n lines']))).toEqual({
      text: [
        'Goals: Find the cause (1.5)',
        'In mind: 2 of 7',
        '[1] working 0.10 It rained.',
        '[2] working 0.20 two lines',
        'End of broadcast 12',
        'Admitted: note-1',
        'Evicted: none',
      ].join('\n'),
      shortened: [],
      shortenedGoals: [],
    })
  })

  test('[GWT3] an empty workspace without goals', () => {
    const { text } = renderBroadcast(broadcast([], { goals: [], admitted: [], evicted: ['a', 'b'] }))
    expect(text.split('\n')).toEqual([
      'Goals: none',
      'In mind: 0 of 7',
      'End of broadcast 12',
      'Admitted: none',
      'Evicted: a, b',
    ])
  })

  test('[GWT3] what does not fit is cut, longest first, and says so', () => {
    const { text, shortened } = renderBroadcast(broadcast(['short', 'x'.repeat(5000), 'y'.repeat(9000)]), 300)
    expect(estimateTokens(text)).toBeLessThanOrEqual(300)
    expect(shortened.map(({ id }) => id)).toEqual(['note-2', 'note-3'])
    for (const { content } of shortened) expect(text).toContain(content)
    expect(text).toContain('[1] working 0.10 short\n')
    expect(text).toMatch(/\[2\] working 0\.20 x{50,} … \(\d+ characters more\)/)
    expect(text).toContain('End of broadcast 12; shortened to fit: 2 of 3')
  })

  test('[GWT3] long goals are cut, too', () => {
    const goals = ['short', 'z'.repeat(9000)].map((description) => ({ description, priority: 1 }))
    const { text, shortened, shortenedGoals } = renderBroadcast(broadcast(['It rained.'], { goals }), 200)
    expect(estimateTokens(text)).toBeLessThanOrEqual(200)
    expect(text).toMatch(/^Goals: short \(1\); z{50,} … \(\d+ characters more\) \(1\)\n/)
    expect(text).toContain('[1] working 0.10 It rained.\n')
    expect(shortened).toEqual([])
    expect(shortenedGoals).toEqual([undefined, expect.stringMatching(/^z{50,} …/)])
  })

  test('[GWT3] any contents fit the budget and no character is split', () => {
    const content = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3000 })
    fc.assert(
      fc.property(
        fc.array(content, { maxLength: 7 }),
        fc.array(content, { maxLength: 5 }),
        fc.integer({ min: 400, max: broadcastTokens }),
        (contents, aims, most) => {
          const goals = aims.map((description) => ({ description, priority: 1 }))
          const { text, shortened } = renderBroadcast(broadcast(contents, { goals }), most)
          expect(estimateTokens(text)).toBeLessThanOrEqual(most)
          expect(text.isWellFormed()).toBe(true)
          expect(text.split('\n')).toHaveLength(contents.length + 5)
          expect(text.includes('shortened to fit')).toBe(shortened.length > 0)
        },
      ),
    )
  })
})
