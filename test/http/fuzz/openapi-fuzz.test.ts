import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { createOpenApiDocument } from '#ww/surfaces/http/openapi/document.js'
import { address, openHttpApp } from '../../support/http-app.js'
import { useMinds } from '../../support/minds.js'
import { testSeed } from '../../support/seed.js'
import { useTemporaryFolders } from '../../support/temporary-folder.js'
import { useWorkflowServer } from '../../support/workflow-server.js'
import { createJudge } from './judge.js'
import { requestsOf } from './requests.js'
import { Tally } from './tally.js'
import { createTarget, type Target } from './target.js'

/** `npm run test:openapi-fuzz` sends 20,000. */
const total = Number(process.env.WW_FUZZ_REQUESTS ?? 2_000)
const seed = Number(process.env.WW_FUZZ_SEED ?? testSeed)
const results = process.env.WW_FUZZ_RESULTS

/** A memory of its own for so many requests: in one that grows, every call would be slower than the one before. */
const perMind = 400
const overSocket = Math.ceil(total / 10)
const batches = Math.ceil((total - overSocket) / perMind)

const document = createOpenApiDocument('0.0.0')
const judge = createJudge(document)
const tally = new Tally()

async function play(target: Target, numRuns: number, ownSeed: number, afterEach: () => void = () => {}): Promise<void> {
  await fc.assert(
    fc.asyncProperty(requestsOf(document), async (asked) => {
      const { sent, answered } = await target.send(asked)
      tally.count(judge.routeOf(sent), answered.status)
      afterEach()
      const problem = judge.problem(sent, answered)
      const told = `${sent.method} ${sent.path} ${JSON.stringify(sent.body)?.slice(0, 2_000)}`
      if (problem !== undefined) throw new Error(`${told}\n→ ${problem}`)
    }),
    { numRuns, seed: ownSeed },
  )
}

describe(`requests made from the document, seed ${seed}`, () => {
  const minds = useMinds()
  const newFolder = useTemporaryFolders()
  afterAll(() => {
    if (results !== undefined) tally.write(results)
  })

  test.each(Array.from({ length: batches }, (_, batch) => batch))(
    '[OPS5] [COM8] no answer is a failure, and each matches the schema of its status (%i)',
    { timeout: 600_000 },
    async (batch) => {
      const mind = minds.open()
      // Mostly out of reach; one in four runs into it.
      const app = openHttpApp(mind, { limit: batch % 4 === 3 ? 20 : 1_000_000 })
      const count = Math.min(perMind, total - overSocket - batch * perMind)
      await play(createTarget(address, app.fetch), count, seed + batch, () => mind.clock.advance(1_000))
      expect(app.logged).toEqual([])
      await mind.close()
    },
  )

  test('[OPS5] [COM8] nor over a socket, of `ww serve`', { timeout: 600_000 }, async () => {
    const server = await useWorkflowServer({ dataDir: newFolder(), env: { WW_RATE_LIMIT: '1000000' } })
    await play(createTarget(server.url, fetch), overSocket, seed - 1)
    expect(server.log()).toBe('')
  })

  test('[OPS5] every route was asked, and answered in more ways than one', () => {
    const missing = Object.keys(document.paths).filter((route) => !tally.routes.includes(route))
    if (total >= 1_000) expect(missing).toEqual([])
    const statuses = total >= 1_000 ? [200, 201, 400, 403, 404, 405, 415, 429] : [200, 400, 404]
    expect(statuses.filter((status) => tally.of(status) === 0)).toEqual([])
  })
})
