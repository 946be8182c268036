import { describe, expect, test } from 'vitest'
import { operations } from '../../operations/index.js'
import { opensDoor, selectOperations } from './toolsets.js'

const namesOf = (toolsets: readonly string[]) => selectOperations(operations, toolsets).map(({ name }) => name)

/** OPS6's five. */
const core = ['remember', 'recall', 'get_memory', 'correct', 'forget']

describe('[OPS6] toolsets', () => {
  test('[OPS6] `core` is the front door', () => {
    const existing = core.filter((name) => operations.some((operation) => operation.name === name))
    expect(namesOf(['core']).sort()).toEqual(existing.sort())
    expect(existing.length).toBeGreaterThanOrEqual(4)
  })

  test('[OPS6] `all` is everything, `memory` the front and the memory door', () => {
    expect(namesOf(['all'])).toEqual(operations.map(({ name }) => name))
    const doors = new Set(selectOperations(operations, ['memory']).map(({ door }) => door))
    expect(doors).toEqual(new Set(['front', 'memory']))
  })

  test('[OPS7] `review` is a set of its own, which the default lists and `core` does not', () => {
    expect(namesOf(['review'])).toEqual(['review_memory'])
    expect(namesOf(['core'])).not.toContain('review_memory')
    expect(namesOf(['memory', 'workspace'])).not.toContain('review_memory')
  })

  test('[OPS6] sets and names add up, each tool once, in their own order', () => {
    expect(namesOf(['memory_stats', 'recall'])).toEqual(['recall', 'memory_stats'])
    expect(namesOf(['create_episode', 'core', 'recall', 'core'])).toEqual([...namesOf(['core']), 'create_episode'])
  })

  test('[OPS6] an unknown name is refused with all that there are', () => {
    for (const name of ['cores', 'constructor', 'recal']) {
      expect(() => namesOf(['core', name])).toThrow(
        expect.objectContaining({
          code: 'validation_error',
          field: 'WW_TOOLSETS',
          message: expect.stringMatching(
            new RegExp(`"${name}".* core, memory, workspace, review, all.*remember, recall`),
          ),
        }),
      )
    }
  })

  test('[OPS6] a door is open when all of it is offered', () => {
    expect(opensDoor(['core'], 'front')).toBe(true)
    expect(opensDoor(['core'], 'memory')).toBe(false)
    expect(opensDoor(['create_episode'], 'memory')).toBe(false)
    expect(opensDoor(['core', 'all'], 'memory')).toBe(true)
  })
})
