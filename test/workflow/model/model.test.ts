import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isOnPostgres } from '../../support/engine.js'
import { testSeed } from '../../support/seed.js'
import { useTemporaryFolders } from '../../support/temporary-folder.js'
import { readStream } from '../../support/workflow-client.js'
import { checkStored } from './check-stored.js'
import { callOff, crashes, steadyCommands } from './commands.js'
import { type Model, newModel } from './expected.js'
import { Follower, type Real, World } from './world.js'

/** Few by default, many with `npm run test:workflow-model`; one in ten sequences knows crashes, which cost seconds. */
const sequences = Number(process.env.WW_WORKFLOW_SEQUENCES ?? (isOnPostgres() ? 20 : 50))
const seed = Number(process.env.WW_WORKFLOW_SEED ?? testSeed)
const withCrashes = Math.ceil(sequences / 10)
/** Where to write what was played. */
const results = process.env.WW_WORKFLOW_RESULTS
const patienceMs = 180_000 + sequences * 5_000
/** Only a hang should exceed this, on a busy machine too. */
const sequenceMs = 120_000

describe('the workflow door, against its model', () => {
  const newFolder = useTemporaryFolders()
  const world = new World(newFolder())
  beforeAll(() => world.open())
  afterAll(async () => {
    await world.close()
    if (results !== undefined) world.tally.write(results)
  })

  async function play(commands: Iterable<fc.AsyncCommand<Model, Real>>): Promise<void> {
    const [model, real]: [Model, Real] = [newModel(), { world, follower: new Follower(), workflowId: undefined }]
    await world.hold()
    await fc.asyncModelRun(() => ({ model, real }), commands)
    const { workflowId } = real
    if (workflowId === undefined) return
    await callOff.run(model, real)
    await checkStored(world.dataDir, workflowId, model.ended)
    const [one, other] = await Promise.all([0, 1].map((at) => readStream(world.url(at), workflowId, '?cursor=0')))
    expect(one).toEqual(other)
    await real.follower.checkWhole(world.url(1), workflowId)
    world.tally.countSequence(model.ended.values())
  }

  const assert = (commands: fc.Arbitrary<Iterable<fc.AsyncCommand<Model, Real>>>, numRuns: number) =>
    fc.assert(fc.asyncProperty(commands, play), { numRuns, seed, timeout: sequenceMs, endOnFailure: true })

  test(`[WFL1] [WFL2] [WSS2] [WSS3] [WSS5] ${sequences - withCrashes} sequences of calls at two servers (seed ${seed})`, {
    timeout: patienceMs,
  }, async () => {
    await assert(fc.commands(steadyCommands, { maxCommands: 10, size: 'max' }), sequences - withCrashes)
  })

  test(`[WFL1] [WFL6] [WSS3] ${withCrashes} sequences with servers killed on the way (seed ${seed})`, {
    timeout: patienceMs,
  }, async () => {
    await assert(fc.commands([...steadyCommands, crashes, crashes], { maxCommands: 10, size: 'max' }), withCrashes)
  })
})
