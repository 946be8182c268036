import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { citedIn, ruleIdsIn, testNames } from './rule-ids.js'

const contract = 'docs/contract'

/** Sections whose every rule is built. */
const finishedSections = [
  'COM',
  'ACT',
  'EPI',
  'SEM',
  'PRO',
  'CON',
  'REC',
  'WSP',
  'GWT',
  'WFL',
  'WSS',
  'WPL',
  'RSB',
  'HOK',
  'OPS',
  'CNN',
]

describe('the contract', () => {
  const specified = readdirSync(contract)
    .filter((name) => name.endsWith('.md'))
    .flatMap((name) => ruleIdsIn(readFileSync(`${contract}/${name}`, 'utf8')))
  const names = testNames(['src', 'test'])
  const cited = new Set(names.flatMap(citedIn))

  test('the rules are read', () => {
    const finished = specified.filter((id) => finishedSections.includes(id.slice(0, 3)))
    expect(finished.length).toBe(16 + 8 + 6 + 7 + 5 + 7 + 22 + 7 + 20 + 8 + 6 + 5 + 6 + 29 + 9 + 14)
    expect(new Set(specified).size).toBe(specified.length)
    expect(names.length).toBeGreaterThan(300)
  })

  test('every rule of what is finished is cited by a test', () => {
    const wanted = specified.filter((id) => finishedSections.includes(id.slice(0, 3)))
    expect(wanted.filter((id) => !cited.has(id))).toEqual([])
  })

  test('every cited rule is in the contract', () => {
    const unknown = names.filter((name) => citedIn(name).some((id) => !specified.includes(id)))
    expect(unknown).toEqual([])
  })
})
