import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { analyse } from 'scslre'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { processorMs } from '../support/thread-time.js'
import { builtPatterns, harmlessPatterns } from './pattern-reasons.js'

interface Literal {
  readonly file: string
  readonly text: string
}

const literals: Literal[] = []
const building = new Set<string>()
const files = (readdirSync('src', { recursive: true }) as string[])
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))

for (const file of files) {
  const source = ts.createSourceFile(file, readFileSync(`src/${file}`, 'utf8'), ts.ScriptTarget.Latest, true)
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) literals.push({ file, text: node.text })
    const isBuilt = ts.isNewExpression(node) || ts.isCallExpression(node)
    if (isBuilt && node.expression.getText() === 'RegExp') building.add(file)
    ts.forEachChild(node, visit)
  }
  visit(source)
}

const toRegExp = ({ text }: Literal): RegExp =>
  new RegExp(text.slice(1, text.lastIndexOf('/')), text.slice(text.lastIndexOf('/') + 1))

/** What attacks repeat, and what they begin and end with, so that the pattern is entered and then fails. */
const repeated = [' ', 'a', 'A', '0', '.', '-', '_', '<', '[', '"', '=', ':', '@', '/', '+', '#', '\n', '{', '%', '(']
const mixed = [
  'a ',
  'a.',
  '1 ',
  'a=',
  '- ',
  ', ',
  '//',
  '\t ',
  'a-',
  '--',
  '. ',
  'a@',
  'A a ',
  'ignore ',
  'always ',
  '2026-',
]
const around = [
  ['', '\u0001'],
  ['a: ', '\u0001\n'],
  ['- [', '!'],
  ['url=', '\n;'],
] as const

/** The longest time that an attack of this length takes, in milliseconds of processor time. */
function longestMs(pattern: RegExp, length: number, isLine = false): number {
  let longest = 0
  for (const part of [...repeated, ...mixed]) {
    for (const [start, end] of around) {
      if (isLine && `${part}${start}${end}`.includes('\n')) continue
      const attack = start + part.repeat(Math.ceil(length / part.length)) + end
      const before = processorMs()
      pattern.lastIndex = 0
      pattern.test(attack)
      longest = Math.max(longest, processorMs() - before)
    }
  }
  return longest
}

describe('[OPS19] no pattern takes more than linear time', () => {
  test('[OPS19] every literal is analysed, and what is reported is known to be harmless', () => {
    expect(literals.length).toBeGreaterThan(500)
    const reported = literals.filter((literal) => analyse(toRegExp(literal), { maxReports: 1 }).reports.length > 0)
    const unknown = reported.filter(
      ({ file, text }) => !harmlessPatterns.some((each) => each.file === file && text.startsWith(each.pattern)),
    )
    expect(unknown).toEqual([])
  })

  test.each(harmlessPatterns)('[OPS19] $file $pattern is fast at the length of its inputs', (harmless) => {
    const found = literals.find(({ file, text }) => file === harmless.file && text.startsWith(harmless.pattern))
    expect(found).toBeDefined()
    expect(longestMs(toRegExp(found!), harmless.longest, harmless.isLine)).toBeLessThan(100)
  })

  test('[OPS19] the analysis finds what it must', () => {
    const slow = [/(a+)+$/, /\s+$/, /^\s*(.*?)\s*,$/]
    expect(slow.map((pattern) => analyse(pattern).reports.length > 0)).toEqual([true, true, true])
  })

  test('[OPS19] every file that builds a pattern says what holds its time', () => {
    expect([...building].sort()).toEqual(Object.keys(builtPatterns).sort())
  })

  test('[OPS19] what is built when a module loads is fast on attacks', async () => {
    const built: RegExp[] = []
    const own = globalThis.RegExp
    globalThis.RegExp = new Proxy(own, {
      construct(target, args: [string, string]) {
        const pattern = new target(...args)
        built.push(pattern)
        return pattern
      },
    })
    try {
      const rules = files.filter((file) => file.startsWith('memory/secrets/rules/'))
      const said = files.filter((file) => file === 'memory/recall/text/said-as.ts')
      for (const file of [...Object.keys(builtPatterns), ...rules, ...said]) {
        // The query makes the module load again, so that its patterns are built here.
        await import(/* @vite-ignore */ `${resolve('src', file)}?patterns`)
      }
    } finally {
      globalThis.RegExp = own
    }
    expect(built.length).toBeGreaterThan(50)
    const slow = built
      .map((pattern) => ({ pattern: pattern.source.slice(0, 80), ms: longestMs(pattern, 10_000) }))
      .filter(({ ms }) => ms > 100)
    expect(slow).toEqual([])
  })
})
