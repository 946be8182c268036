// `node scripts/release-notes.mjs v1.2.3`: the section of CHANGELOG.md on that version. It fails if the tag is not the
// version of package.json or the changelog has no section for it. `--links <url>` is put before links to files, which are
// relative to the changelog.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

const read = (path) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const { values, positionals } = parseArgs({ options: { links: { type: 'string' } }, allowPositionals: true })
const { version } = JSON.parse(read('package.json'))
const [tag] = positionals

if (tag !== `v${version}`) fail(`the tag is ${tag}, but package.json has version ${version}`)
const sections = read('CHANGELOG.md').split(/^(?=## )/m)
const section = sections.find((text) => text.startsWith(`## [${version}]`))
// The link definitions of the headings follow the last section.
const notes = section
  ?.replace(/^## .*\n/, '')
  .replace(/^\[[^\]]+\]: .*\n?/gm, '')
  .trim()
if (!notes) fail(`CHANGELOG.md has no section "## [${version}]", or nothing in it`)
const linked = values.links === undefined ? notes : notes.replace(/\]\((?!\w+:|#)/g, `](${values.links}/`)
process.stdout.write(`${linked}\n`)

function fail(problem) {
  process.stderr.write(`${problem}\n`)
  process.exit(1)
}
