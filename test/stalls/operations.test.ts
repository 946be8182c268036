import { beforeAll, describe, expect, test } from 'vitest'
import { operations } from '#ww/operations/index.js'
import type { Operation } from '#ww/operations/machinery/operation.js'
import { type Mind, useMinds } from '../support/minds.js'
import { fillStore } from './filled.js'
import { hardInputs, nameSome } from './hard-inputs.js'
import { longestTurn } from './processor-time.js'

const minds = useMinds()
let mind: Mind
let inputs: ReturnType<typeof hardInputs>

beforeAll(async () => {
  mind = minds.open({ threads: 'workers', checksOutput: false })
  const t = performance.now()
  console.log('FILL', await longestTurn(() => fillStore(mind)), performance.now() - t)
  inputs = hardInputs(await nameSome(mind))
}, 600_000)

test.each(operations.map((o) => [o.name, o as Operation] as const))('%s', async (name, operation) => {
  for (const input of inputs[name]) {
    let problem = ''
    const t = performance.now()
    const longest = await longestTurn(async () => {
      await mind.invoke(operation, input).catch((e) => {
        problem = `${e.code} ${e.message}`.slice(0, 200)
      })
    })
    console.log(
      `TURN ${longest.toFixed(0).padStart(6)} ms of ${(performance.now() - t).toFixed(0).padStart(6)} ${name} ${JSON.stringify(input).slice(0, 80)} ${problem}`,
    )
  }
})
