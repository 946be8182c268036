import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'

interface ExpectedFailures {
  readonly server: readonly string[]
  readonly fixtures: Readonly<Record<string, string>>
}

const textOf = (relative: string): string => readFileSync(fileURLToPath(new URL(relative, import.meta.url)), 'utf8')
const { server, fixtures }: ExpectedFailures = parse(textOf('./expected-failures.yaml'))

/** The suite's own program, one piece for each scenario; what is declared for one stands just before it. */
const suite = readFileSync(
  createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/dist/index.js'),
  'utf8',
)
const starts = [...suite.matchAll(/this\.name=`([^`]+)`/g)].map(({ 1: name, index }) => ({ name, index: index - 200 }))
const pieces = new Map(starts.map(({ name, index }, at) => [name, suite.slice(index, starts[at + 1]?.index)]))

describe('failures of the conformance suite that are expected', () => {
  test('each names the fixture that it is for want of', () => {
    expect(Object.keys(fixtures).sort()).toEqual([...server].sort())
  })

  test.each(Object.entries(fixtures))(
    '%s asks for %s, which only a server made for the suite has',
    (scenario, fixture) => {
      expect(fixture).toMatch(/^(?:test_\w+|test:\/\/\S+|json_schema_2020_12_tool)$/)
      expect(pieces.get(scenario)).toContain(fixture)
    },
  )
})
