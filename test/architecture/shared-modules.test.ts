import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const hooks = /^(?:export )?(?:const \w+ = )?(?:use[A-Z]\w*|before(?:Each|All)|after(?:Each|All))\(/gm

/** Vitest runs these for every file of tests. */
const setupFiles = ['support/postgres/engine-setup.ts', 'support/seed-setup.ts']

test('a module that files of tests share registers no hooks when it is loaded: only the first of them would have them', () => {
  const shared = readdirSync('test', { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !setupFiles.includes(name))
  const found = shared.flatMap((name) =>
    (readFileSync(join('test', name), 'utf8').match(hooks) ?? []).map((hook) => `${name}: ${hook}`),
  )
  expect(found).toEqual([])
  expect(shared.length).toBeGreaterThan(100)
})

test('the rule sees such a hook', () => {
  expect('const newFolder = useTemporaryFolders()\nbeforeEach(() => {\n'.match(hooks)).toHaveLength(2)
})
