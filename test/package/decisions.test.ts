import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = 'docs/decisions'
const names = readdirSync(folder).filter((name) => name !== 'README.md')
const read = (name: string) => readFileSync(`${folder}/${name}`, 'utf8')

test('decisions are numbered without a gap, each with its four sections', () => {
  expect(names.length).toBeGreaterThanOrEqual(10)
  for (const [index, name] of names.sort().entries()) {
    expect(name).toMatch(new RegExp(`^${String(index + 1).padStart(4, '0')}-[a-z0-9-]+\\.md$`))
    expect(read(name)).toMatch(new RegExp(`^# ${index + 1}\\. \\S`))
    const sections = [...read(name).matchAll(/^## (.*)$/gm)].map(([, title]) => title)
    expect(sections, name).toEqual(['Context', 'Decision', 'What was not used', 'Consequences'])
  }
})

test('the index lists every decision by its title', () => {
  const rows = names.sort().map((name) => {
    const title = /^# \d+\. (.*)$/m.exec(read(name))?.[1]
    return `| [${name.slice(0, 4)}](${name}) | ${title} |`
  })
  const listed = read('README.md')
    .split('\n')
    .filter((line) => line.startsWith('| ['))
  expect(listed).toEqual(rows)
})
