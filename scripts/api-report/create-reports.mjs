import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'
import { collectSymbols } from './collect-symbols.mjs'
import { opaque } from './opaque.mjs'
import { printSymbol } from './print-symbol.mjs'
import { printTypeNode } from './print-type.mjs'

/**
 * The text of each report by the name of its file.
 *
 * API Extractor 7.59 was tried first. It either leaves out what an entry mentions without exporting it, such as the options
 * of `openWorldWeaver`, or includes everything down to the columns of an index (19,000 lines), and it prints operations as
 * the types of their zod schemas.
 */
export function createReports(root) {
  const { name: packageName, exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const entries = Object.entries(exports)
    .filter(([, target]) => target.types !== undefined)
    .map(([subpath, target]) => ({ subpath, path: join(root, target.types) }))
  const program = ts.createProgram(
    entries.map(({ path }) => path),
    {
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      strict: true,
      types: ['node'],
      skipLibCheck: true,
    },
  )
  const checker = program.getTypeChecker()
  const reports = entries.map(({ subpath, path }) => {
    const file = `${subpath === '.' ? packageName : subpath.slice(2).replaceAll('/', '-')}.api.md`
    const symbols = collectSymbols(checker, program.getSourceFile(path))
    return { file, symbols, specifier: packageName + subpath.slice(1) }
  })
  checkOpaque(reports.flatMap(({ symbols }) => symbols.mentioned))
  return new Map(reports.map(({ file, ...report }) => [file, printReport(checker, { ...report, root })]))
}

/** Fails on a stale name in that list. */
function checkOpaque(mentioned) {
  const names = new Set(mentioned.map(({ name }) => name))
  const unknown = [...opaque.keys()].filter((name) => !names.has(name))
  if (unknown.length > 0) throw new Error(`scripts/api-report/opaque.mjs names undeclared types: ${unknown}`)
}

function printReport(checker, { root, specifier, symbols: { exported, mentioned, operations } }) {
  const sections = [
    { title: 'Exported', blocks: exported.map((symbol) => `export ${printSymbol(checker, symbol)}`) },
    { title: 'Operations', blocks: operations.map(({ label, node }) => `${label} = ${printTypeNode(node)}`) },
    { title: 'Mentioned by these', blocks: printMentioned(checker, mentioned, root) },
  ]
  const texts = sections
    .filter(({ blocks }) => blocks.length > 0)
    .map(({ title, blocks }) => `## ${title}\n\n\`\`\`ts\n${blocks.join('\n\n')}\n\`\`\`\n`)
  return `# \`${specifier}\`

<!-- Written by \`npm run docs:api\` from the declarations in dist/. Do not edit. -->

${texts.join('\n')}`
}

/** Types of the same name in two modules are distinguished by their paths. */
function printMentioned(checker, symbols, root) {
  return symbols.map((symbol) => {
    const { name, declarations } = symbol
    if (opaque.has(name)) return `// ${name}: ${opaque.get(name)}`
    const isAlone = symbols.filter((other) => other.name === name).length === 1
    const path = relative(root, declarations[0].getSourceFile().fileName).replaceAll('\\', '/')
    return `${isAlone ? '' : `// ${path}\n`}${printSymbol(checker, symbol)}`
  })
}
