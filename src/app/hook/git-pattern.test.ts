import { expect, test } from 'vitest'
import { processorMs } from '../../../test/support/thread-time.js'
import { parseGitPattern } from './git-pattern.js'

/** The least of three tries, in milliseconds of this thread: a collection of garbage does not count. */
function costOf(task: () => unknown, times: number): number {
  const tries = Array.from({ length: 3 }, () => {
    const before = processorMs()
    for (let time = 0; time < times; time++) task()
    return processorMs() - before
  })
  return Math.min(...tries)
}

/** How often a task must run to be measured: the kernel counts a thread's time in ticks of some milliseconds. */
function timesToMeasure(task: () => unknown): number {
  let times = 1
  while (costOf(task, times) < 10) times *= 2
  return times
}

const named = ([line, path]: [string, (length: number) => string]) =>
  [line.length > 30 ? `${line.slice(0, 29)}…` : line, line, path] as const

const hard: [string, (length: number) => string][] = [
  ['a*a*a*a*b', (length: number) => 'a'.repeat(length)],
  [`${'a*'.repeat(200)}b`, (length: number) => 'a'.repeat(length)],
  ['**/**/**/x', (length: number) => 'a/'.repeat(length / 2)],
  [`${'**/a/'.repeat(50)}b`, (length: number) => 'a/'.repeat(length / 2)],
  [`${'[a-z]*'.repeat(100)}!`, (length: number) => 'a'.repeat(length)],
  [`${'?*'.repeat(100)}/x`, (length: number) => 'a'.repeat(length)],
  [`[${'['.repeat(2_000)}`, (length: number) => '['.repeat(length)],
  [`${'[[:alpha:]'.repeat(300)}`, (length: number) => 'a'.repeat(length)],
  [`${'*'.repeat(4_000)}b`, (length: number) => 'a'.repeat(length)],
]

test.each(hard.map(named))('[HOK9] the time for %j grows with the path alone', (_name, line, path) => {
  const match = (length: number) => parseGitPattern(line)?.matches(path(length)) ?? false
  expect(match(100)).toBe(false)
  const times = timesToMeasure(() => match(1_000))
  const short = costOf(() => match(1_000), times)
  const long = costOf(() => match(4_000), times)
  // Four times the length: twice that at most. A quadratic one would take 16 times.
  expect(long).toBeLessThan(8 * short)
})

test.each(['', ' ', '#x', '!', '/', '[a', 'a\\', '[[:nonsense:]]'])('[HOK9] %j matches nothing', (line) => {
  expect(parseGitPattern(line)?.matches('a') ?? false).toBe(false)
})
