import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const page = readFileSync('docs/architecture.md', 'utf8')
const paths = [...page.matchAll(/`((?:src|test|scripts)\/[\w\-./]*)`/g)].map(([, path]) => path)

test('every file and folder that the architecture page names exists', () => {
  expect(paths.length).toBeGreaterThan(40)
  expect(paths.filter((path) => !existsSync(path))).toEqual([])
})

test('the architecture page names every folder of the source', () => {
  const folders = readdirSync('src', { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(folders.map(({ name }) => `src/${name}/`).filter((folder) => !page.includes(folder))).toEqual([])
  const rooms = ['app', 'adapters', 'operations', 'surfaces', 'memory'].flatMap((folder) =>
    readdirSync(`src/${folder}`, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name),
  )
  expect(rooms.filter((room) => !page.includes(`${room}/`))).toEqual([])
})
