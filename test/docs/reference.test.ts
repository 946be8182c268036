import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { selectOperations, toolsetNames } from '#ww/app/configuration/toolsets.js'
import { errorCodes, WorldWeaverError } from '#ww/errors.js'
import { operations } from '#ww/operations/index.js'
import { resources } from '#ww/resources/index.js'
import { statusOf } from '#ww/surfaces/http/http-error.js'
import { toWorkflowError } from '#ww/surfaces/http/workflow-error.js'
import { closeCodes } from '#ww/surfaces/websocket/close-codes.js'
import { everyRoute } from '../access/every-route.js'
import { everyCommand } from './command-help.js'
import { rowsOf, sectionsOf } from './markdown.js'
import { type ReferencePage, referencePage } from './reference-page.js'
import { isPassedOn, variablesRead, workflowCodes } from './source-names.js'

const page = referencePage()
const [program, ...commands] = await everyCommand()
const codeOf = (text: string) => `\`${text}\``

/** What must be there, found without the generator's help. */
interface Kind {
  readonly what: string
  readonly section: string
  /** Fewer were not found, but lost by this test. */
  readonly least: number
  readonly names: readonly string[]
  readonly isThere: (page: ReferencePage, name: string) => boolean
}

const hasSection: Kind['isThere'] = (page, name) => page.hasHeading(codeOf(name))
const hasRow =
  (section: string): Kind['isThere'] =>
  (page, name) =>
    page.row(section, name) !== undefined

const kinds: readonly Kind[] = [
  {
    what: 'operation',
    section: 'Operations',
    least: 40,
    names: operations.map(({ name }) => name),
    isThere: hasSection,
  },
  {
    what: 'endpoint of the workflow',
    section: 'The workflow door',
    least: 2,
    names: everyRoute()
      .filter(({ path }) => path.startsWith('/workflow/'))
      .map(({ method, path }) => `${method} ${path}`),
    isThere: hasSection,
  },
  { what: 'command', section: 'Commands', least: 60, names: commands.map(({ name }) => name), isThere: hasSection },
  {
    what: 'resource',
    section: 'MCP resources',
    least: 4,
    names: resources.map((resource) => ('uri' in resource ? resource.uri : resource.uriTemplate)),
    isThere: hasSection,
  },
  {
    what: 'error code',
    section: 'Error codes',
    least: 7,
    names: errorCodes,
    isThere: hasRow('Error codes'),
  },
  {
    what: 'code of the workflow door',
    section: 'Codes of the workflow door',
    least: 14,
    names: workflowCodes(),
    isThere: hasRow('Codes of the workflow door'),
  },
  {
    what: 'close code',
    section: 'Close codes of the stream',
    least: 6,
    names: Object.values(closeCodes).map(String),
    isThere: hasRow('Close codes of the stream'),
  },
  {
    what: 'variable of World Weaver',
    section: 'Variables of World Weaver',
    least: 25,
    names: variablesRead().filter((name) => name.startsWith('WW_')),
    isThere: hasRow('Variables of World Weaver'),
  },
  {
    what: 'variable of the system or another program',
    section: 'Variables of the system and of other programs',
    least: 10,
    names: variablesRead().filter((name) => !name.startsWith('WW_') && !isPassedOn(name)),
    isThere: hasRow('Variables of the system and of other programs'),
  },
]

const missing = ({ names, isThere }: Kind, from: ReferencePage) => names.filter((name) => !isThere(from, name))

describe.each(kinds)('every $what', (kind) => {
  test('is in the reference', () => {
    expect(kind.names.length).toBeGreaterThanOrEqual(kind.least)
    expect(missing(kind, page)).toEqual([])
  })

  test('is missed where its section is not', () => {
    expect(missing(kind, page.without(kind.section))).toEqual(kind.names)
  })
})

describe('the commands', () => {
  test.each(commands)('$name has its arguments and options', ({ name, options, arguments: taken }) => {
    const words = page.rows(codeOf(name)).map(([cell = '']) => cell)
    const has = (each: string) => words.some((cell) => cell.split(/[`<>[\]., ]+/).includes(each))
    expect([...options, ...taken].filter((each) => !has(each))).toEqual([])
  })

  test('some have both, and there are those that are no operation', () => {
    const flags = commands.flatMap(({ options }) => options)
    expect(flags).toEqual(expect.arrayContaining(['--port', '--dry-run', '--expires', '--for', '--yaml']))
    expect(flags.length).toBeGreaterThan(150)
    expect(commands.flatMap((command) => command.arguments).length).toBeGreaterThan(50)
    const names = commands.map(({ name }) => name)
    const others = ['serve', 'mcp', 'connect', 'disconnect', 'doctor', 'key create', 'key list', 'key revoke', 'hook']
    const more = ['try', 'import', 'export', 'move', 'migrate', 'schema', 'pause', 'resume', 'demo', 'ask']
    expect(names).toEqual(expect.arrayContaining([...others, ...more].map((name) => `ww ${name}`)))
  })

  test('the options of all of them are in the table above them', () => {
    const table = page.section('Commands').split('\n### ')[0] ?? ''
    const named = rowsOf(table).map(([cell = '']) => cell)
    expect(program?.options.length).toBeGreaterThanOrEqual(7)
    for (const flag of program?.options ?? []) {
      expect(
        named.some((cell) => cell.includes(flag)),
        flag,
      ).toBe(true)
    }
  })
})

describe('the error codes', () => {
  test.each(errorCodes)('%s has its statuses, what it means and what to do', (code) => {
    const error = new WorldWeaverError(code, '')
    const [, status, workflow, meaning = '', advice = ''] = page.row('Error codes', code) ?? []
    expect([status, workflow]).toEqual([String(statusOf(error)), codeOf(toWorkflowError(error).body.code)])
    expect(meaning.length).toBeGreaterThan(20)
    expect(advice.length).toBeGreaterThan(20)
  })
})

describe('the scan of the source', () => {
  test('finds variables by each way of reading one', () => {
    expect(variablesRead()).toEqual(
      expect.arrayContaining([
        'COLUMNS',
        'VSCODE_PORTABLE',
        'NO_COLOR',
        'MEMORY_FILE_PATH',
        'CODEX_HOME',
        'WW_MAX_STREAMS',
      ]),
    )
  })

  test('finds codes by each way of giving one', () => {
    const found = ['INVALID_COMMAND', 'NOT_FOUND', 'RATE_LIMITED', 'MESSAGE_NOT_FOUND', 'SUBQUERY_ERROR']
    expect(workflowCodes()).toEqual(expect.arrayContaining(found))
  })
})

describe('the toolsets', () => {
  const toolsets = sectionsOf(readFileSync('docs/configuration.md', 'utf8')).find(
    ({ heading }) => heading === 'Toolsets',
  )
  const rows = rowsOf(toolsets?.text ?? '')
  const doors = [...new Set(operations.map(({ door }) => door))]

  test('those that there are have a row, and no others', () => {
    expect(rows.map(([name]) => name)).toEqual(toolsetNames.map(codeOf))
  })

  test.each(toolsetNames)('%s has the doors that its row names', (name) => {
    const about = rows.find(([cell]) => cell === codeOf(name))?.[1] ?? ''
    const has = new Set(selectOperations(operations, [name]).map(({ door }) => door))
    expect(doors.filter((door) => about.includes(`the ${door} door`))).toEqual(doors.filter((door) => has.has(door)))
  })

  test('of the workspace there are as many tools as the row says', () => {
    expect(selectOperations(operations, ['workspace'])).toHaveLength(21)
    expect(rows.find(([cell]) => cell === '`workspace`')?.[1]).toContain('twenty-one `gwt_*` tools')
  })

  test.each(operations.map((operation) => [operation.name, operation] as const))(
    '%s names those that have it',
    (name, operation) => {
      const having = toolsetNames.filter((toolset) => selectOperations(operations, [toolset]).includes(operation))
      const [, listed = ''] = / · toolsets ([^·]*) · /.exec(page.section(codeOf(name))) ?? []
      expect(listed).toBe(having.map(codeOf).join(', '))
    },
  )
})
