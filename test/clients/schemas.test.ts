import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv, type AnySchemaObject } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { parse } from 'smol-toml'
import { expect, test } from 'vitest'
import { useTemporaryFolders } from '../support/temporary-folder.js'
import { homeIn } from './home.js'

const newFolder = useTemporaryFolders()
// Schemas for editors use formats and words of their own.
const lenient = { strict: false, validateFormats: false, allErrors: true }

function problems(schemaFile: string, settings: unknown): readonly string[] {
  const schema = JSON.parse(readFileSync(join(import.meta.dirname, 'schemas', schemaFile), 'utf8')) as AnySchemaObject
  const is2020 = String(schema.$schema).includes('2020-12')
  const validate = (is2020 ? new Ajv2020(lenient) : new Ajv(lenient)).compile(schema)
  validate(settings)
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

test.each([
  ['claude-code', '.claude/settings.json', 'claude-code-settings.json'],
  ['codex', '.codex/config.toml', 'codex-config.json'],
  ['codex', '.codex/hooks.json', 'codex-hooks.json'],
  ['gemini', '.gemini/settings.json', 'gemini-settings.json'],
])('[CNN12] what connect writes for %s into %s fits %s', async (id, file, schema) => {
  const home = homeIn(newFolder())
  await home.connections.connect([id], { allowReading: true })
  const text = readFileSync(join(home.folder, file), 'utf8')
  const settings: unknown = file.endsWith('.toml') ? parse(text) : JSON.parse(text)
  expect(problems(schema, settings)).toEqual([])
})

test('[CNN12] the schemas would notice an entry of the wrong form', () => {
  expect(problems('codex-config.json', { mcp_servers: { 'world-weaver': { command: 1 } } })).not.toEqual([])
  expect(problems('gemini-settings.json', { mcpServers: { 'world-weaver': { commands: 'x' } } })).not.toEqual([])
  expect(problems('claude-code-settings.json', { hooks: { Stop: [{ hooks: [{ type: 'command' }] }] } })).not.toEqual([])
  expect(problems('codex-hooks.json', { hooks: { Stop: [{ hooks: [{ type: 'command' }] }] } })).not.toEqual([])
})
