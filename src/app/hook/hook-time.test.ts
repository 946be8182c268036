import { expect, test } from 'vitest'
import { timeOf } from './hook-time.js'

test("[HOK16] a session's start may take longer than other hooks; each stops reading before its end", () => {
  expect(timeOf('start').endMs).toBe(1_500)
  for (const moment of ['prompt', 'failure', 'end', undefined] as const) expect(timeOf(moment).endMs).toBe(600)
  for (const moment of ['start', 'prompt'] as const) {
    const { openUntilMs, readUntilMs, endMs } = timeOf(moment)
    expect(openUntilMs).toBeLessThan(readUntilMs)
    expect(readUntilMs).toBeLessThan(endMs)
  }
})
