// The part `prose` by itself: node test/bench/prose.mjs [--set-aside] [--show] [--data <folder>]
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { describeProse, measureProse, proseWorlds } from './reading/prose.mjs'
import { endProgress } from './report.mjs'
import { withMind } from './temporary-mind.mjs'

const { values: options } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data' },
    'set-aside': { type: 'boolean', default: false },
    /** Each question with what was answered and what the evidence lacks. */
    show: { type: 'boolean', default: false },
  },
})
const data = resolve(import.meta.dirname, '../..', options.data)
const measured = await measureProse(proseWorlds(data, options['set-aside'] ? 'setAside' : 'development'), withMind)
endProgress()
if (options.show) for (const { world, answers } of measured) show(world, answers)
process.stdout.write(`${describeProse(measured)}\n`)

function show({ name }, answers) {
  for (const { question, given, verdict, missing } of answers)
    process.stdout.write(
      `${name} ${verdict.padEnd(7)} ${question.q} | ${given || '–'} | ${question.answer} | lacks ${missing.join(' ') || 'nothing'}\n`,
    )
}
