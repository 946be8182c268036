// Writes docs/api/*.api.md: the public types of each entry in package.json's `exports`, from the declarations in dist/, so
// that a change of them shows in the diff. `--check` only reports whether the files are up to date. `--root <folder>` reports
// on another package.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createReports } from './api-report/create-reports.mjs'

const { values } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    root: { type: 'string', default: fileURLToPath(new URL('..', import.meta.url)) },
  },
})
const folder = join(values.root, 'docs', 'api')
const reports = createReports(values.root)
const committed = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.api.md')) : []
const superfluous = committed.filter((name) => !reports.has(name))
const stale = [...reports].filter(
  ([name, text]) => !committed.includes(name) || readFileSync(join(folder, name), 'utf8') !== text,
)

if (!values.check) {
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of stale) writeFileSync(join(folder, name), text)
  for (const name of superfluous) rmSync(join(folder, name))
} else if (stale.length + superfluous.length > 0) {
  const names = [...stale.map(([name]) => name), ...superfluous].map((name) => `docs/api/${name}`)
  process.stderr.write(`stale: ${names.join(', ')}. Run npm run docs:api\n`)
  process.exitCode = 1
}
