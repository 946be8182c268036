import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { OperationName } from '#ww/index.js'
import { operations } from '#ww/operations/index.js'
import type { Operation } from '#ww/operations/machinery/operation.js'
import { resources } from '#ww/resources/index.js'
import { useMinds } from '../support/minds.js'
import { fillStore, hardLines, toBytes } from './filled-store.js'
import { hardInputs, nameSome } from './hard-inputs.js'
import { loadLibraries } from './libraries.js'
import { longestTurnOf, maxTurnMs } from './processor-time.js'

const minds = useMinds()

/** What can happen once alone, for another try: an entity is created by its name. */
const anew = (name: string, input: object, attempt: number) =>
  name === 'create_entity' && attempt > 0 ? { ...input, name: `Long again ${attempt} ${randomUUID()}` } : input

describe('no operation computes for more than 50 ms before it lets others in', async () => {
  const mind = minds.open({ threads: 'workers', checksOutput: false })
  await loadLibraries()
  const bytes = toBytes(hardLines())
  let inputs: ReturnType<typeof hardInputs>

  beforeAll(async () => {
    await fillStore(mind, bytes)
    inputs = hardInputs(await nameSome(mind))
  }, 600_000)

  test('each has inputs that are dear', () => {
    const names: string[] = operations.map(({ name }) => name)
    expect(Object.keys(inputs).sort()).toEqual(names.sort())
    for (const name of names) expect(inputs[name as OperationName].length, name).toBeGreaterThan(0)
  })

  test.each(operations.map((operation) => [operation.name, operation as Operation] as const))(
    '%s',
    async (name, operation) => {
      for (const input of inputs[name]) {
        const turn = await longestTurnOf((attempt) => mind.invoke(operation, anew(name, input, attempt)))
        expect(turn, JSON.stringify(input).slice(0, 200)).toBeLessThanOrEqual(maxTurnMs)
      }
    },
    600_000,
  )

  test.each(resources.map(({ name }) => [name]))('resource %s', async (name) => {
    for (const { uri } of (await mind.resources.list()).filter((each) => each.name.startsWith(name)))
      expect(await longestTurnOf(() => mind.resources.read(uri)), uri).toBeLessThanOrEqual(maxTurnMs)
  })

  test('the export and the import of everything', async () => {
    const other = minds.open({ threads: 'workers', checksOutput: false })
    const lines: string[] = []
    const exporting = await longestTurnOf(async () => {
      for await (const page of mind.export()) lines.push(...page.lines)
    })
    expect(exporting).toBeLessThanOrEqual(maxTurnMs)
    const exported = toBytes(lines.slice(0, 1_000))
    expect(await longestTurnOf(() => fillStore(other, exported))).toBeLessThanOrEqual(maxTurnMs)
  }, 600_000)

  test('hooks', async () => {
    const scope = { project: null }
    const prompt = 'Where are the harbour and the ledger and the kettle kept with Anna? '.repeat(100)
    const turn = await longestTurnOf(async () => {
      await mind.hooks.composeContext({ hook: 'start', scope, except: [] })
      await mind.hooks.composeContext({ hook: 'prompt', prompt, scope, except: [] })
    })
    expect(turn).toBeLessThanOrEqual(maxTurnMs)
  })
})
