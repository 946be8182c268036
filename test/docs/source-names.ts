import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .map((path) => withoutComments(readFileSync(join('src', path), 'utf8')))

/** What a comment names is not read. */
function withoutComments(source: string): string {
  return source.replaceAll(/^\s*\/\/.*$/gm, '').replaceAll(/\/\*[\s\S]*?\*\//g, '')
}

/** All that the patterns find in the source; each has one group, in which every name of capitals counts. */
function find(patterns: readonly RegExp[]): string[] {
  const found = patterns.flatMap((pattern) =>
    sources.flatMap((source) =>
      [...source.matchAll(pattern)].flatMap(([, group = '']) => [...group.matchAll(/\b[A-Z][A-Z0-9_]+\b/g)]),
    ),
  )
  return [...new Set(found.map(([name]) => name))].sort()
}

/** Environment variables that are read, however the code does it. */
export const variablesRead = (): string[] =>
  find([
    /\b(WW_[A-Z_]+)\b/g,
    // env.NAME
    /\benv\.([A-Z][A-Z0-9_]+)\b/g,
    // const { NAME } = env
    /\{([^{}()]*)\} = (?:[\w.]+\.)?env\b/g,
    // ({ NAME }: Environment), and the place of a program that is imported from
    /\{([^{}()]*)\}: Environment\b/g,
    /places: \(\{([^{}()]*)\}/g,
    // folderIn(machine, 'NAME', …)
    /\bfolderIn\(\w+, ('[A-Z_]+')/g,
  ])

/** What is passed on, and not read for what it says. */
export const isPassedOn = (name: string): boolean => name === 'PATH'

/** Codes that the workflow door answers, over HTTP and on its stream. */
export const workflowCodes = (): string[] =>
  find([
    /\bcode: ('[A-Z_]+')/g,
    /\bworkflowError\(\d+, ('[A-Z_]+')/g,
    /: \[\d{3}, ('[A-Z_]+')\]/g,
    /export type (?:FailureCode|RefusalCode) = ([^\n]+)/g,
  ])
    // Within the program alone: a caller is told WORKFLOW_BUSY.
    .filter((name) => name !== 'RUN_LOST')
