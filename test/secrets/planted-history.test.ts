import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openHistory } from '#ww/app/import/open-history.js'
import { chatGptExport, writeClaudeCodeHistory } from '../support/histories.js'
import { useMinds } from '../support/minds.js'
import { said } from '../support/moving.js'
import { type PlantedSecret, plantSecrets } from '../support/planted-secrets.js'
import { createRandom } from '../support/random.js'
import { filesHolding } from '../support/traces.js'

const minds = useMinds()
/** As many as there are kinds, drawn anew each time. */
const drawn = (count: number, seed: number): PlantedSecret[] =>
  Array.from({ length: count }, (_, place) => plantSecrets(createRandom(seed + place))).flatMap((each) => [...each])

test('[COM4] of over 200 planted secrets of over 20 kinds in histories, none is in any byte of the store', async () => {
  const home = minds.newFolder()
  const [sessions, conversations, notes] = [drawn(3, 100), drawn(1, 200), drawn(1, 300)]
  const all = [...sessions, ...conversations, ...notes]
  expect(all.length).toBeGreaterThan(200)
  expect(new Set(all.map(({ kind }) => kind)).size).toBeGreaterThan(20)
  writeClaudeCodeHistory(home, { bytes: 10_000, secrets: sessions.map(({ text }) => text) })
  writeFileSync(
    join(home, 'conversations.json'),
    [...chatGptExport({ bytes: 10_000, secrets: conversations.map(({ text }) => text) })].join(''),
  )
  mkdirSync(join(home, 'notes'))
  notes.forEach(({ text }, place) => {
    writeFileSync(join(home, 'notes', `${place}.md`), `# Note ${place}\n\n${text}\n`)
  })

  const mind = minds.open()
  const masks: string[] = []
  for (const [source, path] of [
    ['claude-code', undefined],
    ['chatgpt', 'conversations.json'],
    ['markdown', 'notes'],
  ] as const) {
    const history = await openHistory(source, { path: path && join(home, path) }, {}, home)
    for await (const outcome of mind.importForeign(
      history.read(() => undefined),
      { project: '*' },
    )) {
      expect(outcome.what).toBe('added')
    }
  }
  for (const { content } of await said(mind)) masks.push(...(content.match(/\[masked [^\]]+\]/g) ?? []))
  expect(new Set(masks).size).toBeGreaterThan(20)
  const parts = all.flatMap((each) => each.parts)
  // The histories themselves are still as they were: what is looked for can be found.
  const written = readFileSync(join(home, 'conversations.json'), 'utf8')
  expect(conversations.filter((each) => each.parts.some((part) => written.includes(part))).length).toBeGreaterThan(40)
  const texts = JSON.stringify(await said(mind))
  expect(all.filter((each) => each.parts.some((part) => texts.includes(part)))).toEqual([])
  expect(filesHolding([mind.dataDir], parts)).toEqual([])
  await mind.close()
  expect(filesHolding([mind.dataDir], parts)).toEqual([])
})
