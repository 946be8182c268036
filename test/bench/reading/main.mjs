// Runs the parts of `bench:reading` that stand here alone.

import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { withMind } from '../temporary-mind.mjs'
import { describeGraph, measureGraph } from './graph.mjs'
import { describeSkills, measureSkills } from './skills.mjs'

const { values: options } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data' },
    /** `merging`, `asking` or `graph` alone. */
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
if (options.only !== 'graph') await runSkills()
if (options.only === undefined || options.only === 'graph') await runGraph()

async function runSkills() {
  const skills = await measureSkills(worlds, withMind, options.only)
  process.stdout.write(`${describeSkills(skills)}\n`)
  if (!options.misses) return
  for (const { kind, part, merged, a, b } of skills.merging)
    if (part === 'open' && merged === (kind === 'opposites')) say(`${kind} ${JSON.stringify([a, b])}`)
  for (const { name, part, wrong, confusedPairs } of skills.asking) {
    if (part === 'aside') continue
    for (const each of wrong) say(`${name} ${JSON.stringify(each)}`)
    for (const pair of confusedPairs) say(`${name} merged ${pair.join(' = ')}`)
  }
}

async function runGraph() {
  const graphs = await measureGraph(worlds, withMind)
  process.stdout.write(`${describeGraph(graphs)}\n`)
  if (!options.misses) return
  for (const { name, missed, wrong, found, shown, right } of graphs) {
    say(`== ${name}`)
    say(`missed ${missed.map((each) => `${each.name}:${each.type}`).join('; ')}`)
    say(`wrong ${wrong.join('; ')}`)
    say(`entities ${found.entities.map((each) => `${each.name}:${each.type}`).join('; ')}`)
    say(`shown ${shown.map((each) => each.join(' | ')).join('; ')}`)
    for (const edge of found.edges)
      say(`${right.includes(edge) ? '+' : ' '} ${edge.source} ${edge.type} ${edge.target}`)
  }
}

function say(line) {
  process.stdout.write(`${line}\n`)
}
