import { expect, test } from 'vitest'
import { anchorsOf, rowsOf, sectionsOf } from './markdown.js'

test('a section reaches to the next heading of its level, and code has no headings', () => {
  const page = '# A\none\n## B\n```sh\n# no heading\n```\n### C\n## D\n'
  expect(sectionsOf(page).map(({ heading, level }) => [heading, level])).toEqual([
    ['A', 1],
    ['B', 2],
    ['C', 3],
    ['D', 2],
  ])
  expect(sectionsOf(page)[1]?.text).toBe('## B\n```sh\n# no heading\n```\n### C')
})

test('anchors are those of GitHub', () => {
  const page = '# `get_memory`\n## `ww key create`\n## Which names, which pages\n## A\n## A\n## [Linked](x.md) text\n'
  expect([...anchorsOf(page)]).toEqual([
    'get_memory',
    'ww-key-create',
    'which-names-which-pages',
    'a',
    'a-1',
    'linked-text',
  ])
})

test('rows are cells, a bar in one is escaped, and headings are none', () => {
  expect(rowsOf('| a | |\n|---|---|\n| `x \\| y` | z |\n')).toEqual([['`x \\| y`', 'z']])
})
