import { expect, test } from 'vitest'
import { parseGitPattern } from './git-pattern.js'

/** Milliseconds of processor time: others on the machine do not count. */
function costOf(task: () => unknown): number {
  const before = process.cpuUsage()
  task()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

test.each([
  ['a*a*a*a*b', (length: number) => 'a'.repeat(length)],
  [`${'a*'.repeat(200)}b`, (length: number) => 'a'.repeat(length)],
  ['**/**/**/x', (length: number) => 'a/'.repeat(length / 2)],
  [`${'**/a/'.repeat(50)}b`, (length: number) => 'a/'.repeat(length / 2)],
  [`${'[a-z]*'.repeat(100)}!`, (length: number) => 'a'.repeat(length)],
  [`${'?*'.repeat(100)}/x`, (length: number) => 'a'.repeat(length)],
  [`[${'['.repeat(2_000)}`, (length: number) => '['.repeat(length)],
  [`${'[[:alpha:]'.repeat(300)}`, (length: number) => 'a'.repeat(length)],
  [`${'*'.repeat(4_000)}b`, (length: number) => 'a'.repeat(length)],
])('[HOK9] the time for %j grows with the path alone', (line, path) => {
  const match = (length: number) => parseGitPattern(line)?.matches(path(length)) ?? false
  expect(match(100)).toBe(false)
  const short = costOf(() => {
    for (let time = 0; time < 20; time++) match(1_000)
  })
  const long = costOf(() => {
    for (let time = 0; time < 20; time++) match(4_000)
  })
  // Four times the length: twice that, and what a collection of garbage takes. A quadratic one would take 16 times.
  expect(long).toBeLessThan(8 * short + 40)
})

test.each(['', ' ', '#x', '!', '/', '[a', 'a\\', '[[:nonsense:]]'])('[HOK9] %j matches nothing', (line) => {
  expect(parseGitPattern(line)?.matches('a') ?? false).toBe(false)
})
