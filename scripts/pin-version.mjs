// Part of `npm run docs`: examples name the version of package.json. An example without one would start whatever is
// newest on npm on the day; `test/docs/pinned.test.ts` finds those.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

function filesIn(path) {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path).flatMap((name) => filesIn(join(path, name)))
}

const files = ['README.md', 'docs', 'examples', 'plugin'].flatMap((name) => filesIn(join(root, name)))
for (const file of files.filter((each) => /\.(?:md|json|mjs|ts|sh|toml)$/.test(each))) {
  const text = readFileSync(file, 'utf8')
  const pinned = text.replace(/\bworld-weaver@\d+\.\d+\.\d+[\w.-]*/g, `world-weaver@${version}`)
  if (pinned !== text) writeFileSync(file, pinned)
}
