import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { migrations } from '#ww/adapters/postgres/schema/schema.js'

const schema = migrations.map(({ sql }) => sql).join('\n')
const tables = [...schema.matchAll(/CREATE (?:UNLOGGED )?TABLE (\w+) \(([\s\S]*?);/g)].map(([, name, body]) => ({
  name,
  body,
  isOfTenants: /^\s*tenant_id INTEGER (?:NOT NULL|PRIMARY KEY)/.test(body),
}))
const script = readFileSync('deploy/postgres/citus.sql', 'utf8')
const calls = (pattern: RegExp) => [...script.matchAll(pattern)].map(([, name]) => name).sort()

test('every table is spread by tenant or is the same on every node', () => {
  expect(tables.length).toBeGreaterThan(20)
  const ofTenants = tables.filter(({ isOfTenants }) => isOfTenants).map(({ name }) => name)
  expect(calls(/create_distributed_table\('(\w+)', 'tenant_id'/g)).toEqual(ofTenants.sort())
  const others = tables.filter(({ isOfTenants }) => !isOfTenants).map(({ name }) => name)
  expect(calls(/create_reference_table\('(\w+)'/g)).toEqual(others.sort())
})

test('in a table that is spread, the tenant comes first in every key and index', () => {
  for (const { name, body } of tables.filter(({ isOfTenants }) => isOfTenants)) {
    const keys = [...body.matchAll(/(?:PRIMARY KEY|UNIQUE) \((\w+)/g)].map(([, first]) => first)
    const indexes = [...schema.matchAll(new RegExp(`INDEX \\w+ ON ${name} \\((\\w+)`, 'g'))].map(([, first]) => first)
    for (const first of [...keys, ...indexes]) expect(`${name}: ${first}`).toBe(`${name}: tenant_id`)
  }
  expect(schema).not.toMatch(/REFERENCES|FOREIGN KEY/)
})
