import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/** `COM1` and the like, from the rows of the contract's tables. */
export function ruleIdsIn(markdown: string): string[] {
  return [...markdown.matchAll(/^\| ([A-Z]{3}\d+) \|/gm)].map(([, id]) => id!)
}

export interface TestName {
  readonly file: string
  readonly name: string
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return filesUnder(path)
    return path.endsWith('.ts') ? [path] : []
  })
}

/** `test`, `test.each(…)`, `describe.each(…)`: what stands at the very left of a call. */
function calleeOf(expression: ts.Expression): string | undefined {
  if (ts.isIdentifier(expression)) return expression.text
  if (ts.isPropertyAccessExpression(expression) || ts.isCallExpression(expression))
    return calleeOf(expression.expression)
  return undefined
}

function literalsIn(node: ts.Node): string[] {
  if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node)) return [node.text]
  return []
}

/** The first argument of every `test` and `describe`, and the rows that a table of tests takes its names from. */
function namesIn(file: string): TestName[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest)
  const names: TestName[] = []
  const add = (node: ts.Node) => {
    for (const name of literalsIn(node)) names.push({ file, name })
    ts.forEachChild(node, add)
  }
  function visit(node: ts.Node): void {
    const [first] = ts.isCallExpression(node) ? node.arguments : []
    if (
      first !== undefined &&
      ts.isCallExpression(node) &&
      /^(?:test|describe|it)$/.test(calleeOf(node.expression) ?? '')
    ) {
      add(first)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return names
}

/** Names of all tests, also of those that a suite shared by several test files describes. */
export function testNames(folders: readonly string[]): TestName[] {
  return folders.flatMap(filesUnder).flatMap(namesIn)
}

export const citedIn = ({ name }: TestName): string[] => [...name.matchAll(/\[([A-Z]{3}\d+)\]/g)].map(([, id]) => id!)
