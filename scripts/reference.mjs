// Writes docs/reference.md from the program itself. `--check` only reports whether it is stale.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { commandGroups, commandsSection } from './reference/commands.mjs'
import { errorsSection } from './reference/errors.mjs'
import { code, linkTo, paragraphs } from './reference/markdown.mjs'
import { doors, operationsSection } from './reference/operations.mjs'
import { resourceHeadings, resourcesSection } from './reference/resources.mjs'
import { routesSection } from './reference/routes.mjs'
import { variablesSection } from './reference/variables.mjs'
import { workflowHeadings, workflowSection, workflowTitle } from './reference/workflow.mjs'

const target = fileURLToPath(new URL('../docs/reference.md', import.meta.url))

const links = (headings) => headings.map((heading) => linkTo(heading)).join(', ')

const contents = `- ${linkTo('Operations')}: what can be asked of the memory
${doors.map(({ title, own }) => `  - ${linkTo(title)}: ${links(own.map(({ name }) => code(name)))}`).join('\n')}
  - ${linkTo(workflowTitle)}: ${links(workflowHeadings)}
- ${linkTo('Commands')} of \`ww\`
${commandGroups.map(({ title, commands }) => `  - ${title}: ${links(commands)}`).join('\n')}
- ${linkTo('MCP resources')}: ${links(resourceHeadings)}
- ${linkTo('HTTP routes')}: ${links(['The server itself', 'MCP', 'The workflow', 'Operations over REST'])}
- ${linkTo('Errors')}: ${links(['Error codes', 'Codes of the workflow door', 'Close codes of the stream', 'Exit codes of `ww`'])}
- ${linkTo('Environment variables')}: ${links(['Variables of World Weaver', 'Variables of the system and of other programs'])}`

const page = `${paragraphs(
  '# Reference',
  '<!-- Written by `npm run docs` (scripts/reference.mjs). Do not edit. -->',
  'Everything that World Weaver can be asked, and how it answers, written from the program itself. The [pages that explain](../README.md#more) are beside it.',
  contents,
  operationsSection(),
  workflowSection(),
  commandsSection(),
  resourcesSection(),
  routesSection(),
  errorsSection(),
  variablesSection(),
)}\n`

if (process.argv.includes('--check')) {
  if (readFileSync(target, 'utf8') !== page) {
    process.stderr.write('docs/reference.md is stale: npm run docs\n')
    process.exitCode = 1
  }
} else {
  writeFileSync(target, page)
}
