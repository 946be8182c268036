import { describe, expect, test } from 'vitest'
import { hasSameShape } from './failure-shape.js'

const stored = [
  'Asked:',
  '- make lint is red',
  'Errors:',
  '- Bash make lint failed: internal/hub/hub.go:31:9: hub.Options is missing fields Clock, Log (exhaustruct); not solved',
].join('\n')

describe('[HOK5] the shape of an error', () => {
  test('[HOK5] is the same with other files, numbers and names', () => {
    expect(
      hasSameShape('speech/cache.go:12:9: speech.Cache is missing fields Bucket, Prefix (exhaustruct)', stored),
    ).toBe(true)
    expect(
      hasSameShape('relation "basket" does not exist at character 15', 'ERROR: relation "order_line" does not exist'),
    ).toBe(true)
  })

  test('[HOK5] is another for another error, and none in two words', () => {
    expect(hasSameShape('undefined: glyphWidth in package display', stored)).toBe(false)
    expect(hasSameShape('lint failed', stored)).toBe(false)
  })
})
