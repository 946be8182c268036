import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { main } from '../cli/ww.js'

interface Field {
  readonly type: string
  readonly id?: string
  readonly attributes: { readonly label?: string; readonly value?: string }
  readonly validations?: { readonly required: boolean }
}

interface Form {
  readonly name: string
  readonly description: string
  readonly body: readonly Field[]
}

const folder = '.github/ISSUE_TEMPLATE'
const names = readdirSync(folder).filter((name) => name !== 'config.yml')
const readText = (name: string) => readFileSync(join(folder, name), 'utf8')
const read = (name: string): Form => parse(readText(name))

test('there is a form for a bug, a feature and a wrong recall, and no blank issue', () => {
  expect(names.sort()).toEqual(['bug.yml', 'feature.yml', 'wrong-recall.yml'])
  expect(parse(readText('config.yml'))).toEqual({ blank_issues_enabled: false })
})

describe.each(names)('%s', (name) => {
  test('has what GitHub asks for', () => {
    const { name: title, description, body } = read(name)
    expect([title, description]).not.toContain(undefined)
    const fields = body.filter(({ type }) => type !== 'markdown')
    expect(fields.filter(({ validations }) => validations?.required).length).toBeGreaterThan(0)
    for (const { id, attributes } of fields) expect([id, attributes.label]).not.toContain(undefined)
    expect(new Set(fields.map(({ id }) => id)).size).toBe(fields.length)
  })
})

test('the commands that the forms ask for are commands of ww', () => {
  const commands = new Set(
    names.flatMap((name) => [...readText(name).matchAll(/\bww ([a-z]+)/g)].map(([, word]) => word)),
  )
  expect([...commands].sort()).toEqual(['doctor', 'recall', 'remember', 'stats'])
  for (const command of commands) {
    const help = execFileSync(process.execPath, [main, command, '--help'], { encoding: 'utf8' })
    expect(help).toContain(`Usage: ww ${command} `)
  }
})

test('a wrong recall comes with its explanation', () => {
  const explanation = read('wrong-recall.yml').body.find(({ id }) => id === 'explanation')
  expect(explanation).toMatchObject({
    attributes: { label: expect.stringContaining('--explain') },
    validations: { required: true },
  })
  expect(execFileSync(process.execPath, [main, 'recall', '--help'], { encoding: 'utf8' })).toContain('--explain')
})
