// Runs the parts of `bench:reading` that stand here alone.

import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { withMind } from '../temporary-mind.mjs'
import { describeSkills, measureSkills } from './skills.mjs'

const { values: options } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data' },
    /** `merging` or `asking` alone. */
    only: { type: 'string' },
    misses: { type: 'boolean', default: false },
  },
})
const root = resolve(import.meta.dirname, '../../..')
const read = (file) => JSON.parse(readFileSync(file, 'utf8'))
const worlds = [
  ...['founder', 'bakery', 'freiberuflerin'].map((name) => ({
    name,
    isShared: true,
    ...read(resolve(root, options.data, 'daily', `${name}.json`)),
  })),
]
const skills = await measureSkills(worlds, withMind, options.only)
process.stdout.write(`${describeSkills(skills)}\n`)
if (options.misses) {
  for (const { kind, part, merged, a, b } of skills.merging)
    if (part === 'open' && merged === (kind === 'opposites')) console.log(kind, JSON.stringify([a, b]))
  for (const { name, part, wrong, confusedPairs } of skills.asking) {
    if (part === 'aside') continue
    for (const each of wrong) console.log(name, JSON.stringify(each))
    for (const pair of confusedPairs) console.log(name, 'merged', pair.join(' = '))
  }
}
