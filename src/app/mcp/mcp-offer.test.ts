import { describe, expect, test } from 'vitest'
import { createMcpOffer } from './mcp-offer.js'

const namesOf = (toolsets: readonly string[], wanted?: readonly string[]) =>
  createMcpOffer({ toolsets })(wanted).operations.map(({ name }) => name)

describe('what /mcp offers', () => {
  test('[OPS6] is what the server was told to, unless the address asks for less', () => {
    expect(namesOf(['core'])).toEqual(['remember', 'recall', 'get_memory', 'correct', 'forget'])
    expect(namesOf(['all'], ['core'])).toEqual(namesOf(['core']))
    expect(namesOf(['all'], ['recall', 'memory_stats'])).toEqual(['recall', 'memory_stats'])
  })

  test('[OPS6] is never more, however an address asks', () => {
    expect(namesOf(['core'], ['all'])).toEqual(namesOf(['core']))
    expect(() => namesOf(['core'], ['memory_stats'])).toThrow(expect.objectContaining({ field: 'toolset' }))
    expect(createMcpOffer({ toolsets: ['core'] })(['all']).instructions).not.toContain('gwt_')
  })
})
