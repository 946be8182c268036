import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { version } from '#ww/app/configuration/version.js'

const root = join(import.meta.dirname, '..', '..')
/** Decisions tell of the past; the reference is written from the program. */
const left = /^docs\/(?:decisions|api|reference\.md|openapi)/

function filesIn(path: string): readonly string[] {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path).flatMap((name) => filesIn(join(path, name)))
}

const texts = ['README.md', 'docs', 'examples', 'plugin', '.claude-plugin']
  .flatMap((name) => filesIn(join(root, name)))
  .filter((file) => !/\.(?:png|svg|jpg|gz)$/.test(file))
  .map((file) => ({ file: relative(root, file).replaceAll('\\', '/'), text: readFileSync(file, 'utf8') }))
  .filter(({ file }) => !left.test(file))

/** `npx -y world-weaver mcp`, and the same as a list of words. */
const unpinned = /(?:-y["']?,?\s*["']?|\bnpx\s+)world-weaver(?![@\w/-])/g

test('[CNN1] no example starts this package without a version', () => {
  const found = texts.flatMap(({ file, text }) => [...text.matchAll(unpinned)].map(([words]) => `${file}: ${words}`))
  expect(found).toEqual([])
  expect('npx world-weaver mcp; npx -y world-weaver; ["-y", "world-weaver", "mcp"]'.match(unpinned)).toHaveLength(3)
})

test('[CNN1] every example names this version; npm run docs writes it there', () => {
  const pins = texts.flatMap(({ file, text }) =>
    [...text.matchAll(/\bworld-weaver@(\d[\w.-]*)/g)].map(([, named = '']) => ({
      file,
      named: named.replace(/\.$/, ''),
    })),
  )
  expect(pins.length).toBeGreaterThan(20)
  expect(pins.filter(({ named }) => named !== version)).toEqual([])
})
