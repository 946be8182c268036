import { beforeAll, describe, expect, test } from 'vitest'
import { derivedFrom } from '#ww/memory/semantic/links.js'
import { days, start } from '../support/memories.js'
import { isValidationError, type Mind, refusal, useMinds } from '../support/minds.js'
import { aSkill, doing } from '../support/skills.js'
import { filesHolding } from '../support/traces.js'

describe('execute_skill', () => {
  const minds = useMinds()
  let mind: Mind
  beforeAll(() => {
    mind = minds.open()
  })
  const facetsOf = async (id: string) => (await mind.call('get_memory', { id })).facets

  test('[PRO4] learning was the first execution; the rate is the mean of all of them', async () => {
    const procedure_id = await aSkill(mind, { name: 'Deploy FastAPI to production' })
    expect(await mind.call('execute_skill', { procedure_id, success: true })).toEqual({
      id: procedure_id,
      name: 'Deploy FastAPI to production',
      success_rate: 1,
      execution_count: 2,
      deprecated: false,
    })
    expect(await mind.call('execute_skill', { procedure_id, success: false })).toMatchObject({
      success_rate: 0.6667,
      execution_count: 3,
    })
    expect((await facetsOf(procedure_id)).success_rate).toBe(2 / 3)
  })

  test('[PRO4] error, failed_step and context are the skill’s history: the last hundred runs', async () => {
    const procedure_id = await aSkill(mind)
    for (let run = 0; run < 14; run++) await mind.call('execute_skill', { procedure_id, success: true })
    mind.clock.advance(1_000)
    const told = { error: ' no space left\n on device ', failed_step: 3, context: 'build server 7' }
    const { lesson_id } = await mind.call('execute_skill', { procedure_id, success: false, ...told })
    const { runs } = await facetsOf(procedure_id)
    // Learning it counts as the first.
    expect(runs).toHaveLength(16)
    const at = '2026-01-05T09:00:01Z'
    expect((runs as unknown[]).at(-1)).toEqual({ at, success: false, ...told, lesson: lesson_id })
  })

  test('[PRO4] one that keeps failing is deprecated by itself, and says so', async () => {
    const failing = minds.open()
    const procedure_id = await aSkill(failing, { trajectory: doing('Feed the cat') })
    const seen: boolean[] = []
    for (let run = 2; run <= 12; run++) {
      seen.push((await failing.call('execute_skill', { procedure_id, success: false })).deprecated)
    }
    expect(seen).toEqual([...Array(9).fill(false), true, true])
    expect((await failing.call('recall_skill', { task: 'feed the cat' })).total).toBe(0)
    expect(await failing.call('get_memory', { id: procedure_id })).toMatchObject({
      state: 'retired',
      facets: { deprecated: true, deprecation_reason: 'Success rate 0.09 after 11 executions', execution_count: 12 },
    })
  })

  test.each([0, 4, 1.5, -1, '2', true, 1e300])(
    '[PRO4] failed_step %j of three steps is refused',
    async (failed_step) => {
      const procedure_id = await aSkill(mind)
      expect(await refusal(mind, 'execute_skill', { procedure_id, success: false, failed_step })).toMatchObject(
        isValidationError('failed_step'),
      )
      expect(await facetsOf(procedure_id)).toMatchObject({ execution_count: 1 })
    },
  )

  describe('what a failure teaches', () => {
    const failure = { success: false, error: 'denied: no credentials', failed_step: 2, context: 'on the build server' }

    test('[PRO4] a lesson, found by recall, derived from the skill', async () => {
      const procedure_id = await aSkill(mind, { session_id: 'lessons' })
      const { lesson_id } = await mind.call('execute_skill', { procedure_id, ...failure })
      const lesson = await mind.call('get_memory', { id: lesson_id! })
      expect(lesson).toMatchObject({
        kind: 'lesson',
        session_id: 'lessons',
        content: [
          'Devops: Run command pytest tests/',
          'containerize and deploy application',
          'Step 2 (Run command docker build -t myapp .) failed: denied: no credentials',
          'on the build server',
        ].join('\n'),
      })
      expect(lesson.facets).toEqual({
        key_lesson: 'Step 2 (Run command docker build -t myapp .) failed: denied: no credentials',
        context_to_prefer: 'on the build server',
        outcome: 'failure',
        confidence: 2 / 3,
        uses: 0,
        wins: 0,
        losses: 0,
        superseded_by: null,
        reported: { error: 'denied: no credentials', context: 'on the build server' },
      })
      const found = await mind.call('recall', { query: 'no credentials on the build server', kinds: ['lesson'] })
      expect(found.memories[0]?.id).toBe(lesson_id)
      const edges = await minds.openStore(mind.dataDir).neighbours([procedure_id])
      expect(edges).toMatchObject([{ source: lesson_id, target: procedure_id, type: derivedFrom, validTo: null }])
    })

    test('[PRO4] that it failed, when nobody says how; a success teaches nothing', async () => {
      const procedure_id = await aSkill(mind, { name: 'Deploy at night' })
      for (const [run, content] of [
        [{}, 'containerize and deploy application\nDeploy at night failed'],
        [{ context: 'in fog' }, 'containerize and deploy application\nDeploy at night failed\nin fog'],
      ] as const) {
        const { lesson_id } = await mind.call('execute_skill', { procedure_id, success: false, ...run })
        expect(await mind.call('get_memory', { id: lesson_id! })).toMatchObject({ kind: 'lesson', content })
      }
      const worked = await mind.call('execute_skill', { procedure_id, ...failure, success: true })
      expect(worked).not.toHaveProperty('lesson_id')
      expect(await minds.openStore(mind.dataDir).neighbours([procedure_id])).toHaveLength(2)
    })

    test('[OPS4] [PRO4] forgotten, it is gone from the skill’s history too, whatever file one looks into', async () => {
      const secretive = minds.open()
      const procedure_id = await aSkill(secretive)
      const told = { error: 'Xylophilous password refused', failed_step: 1, context: 'near Quixhampton' }
      const { lesson_id } = await secretive.call('execute_skill', { procedure_id, success: false, ...told })
      await secretive.call('execute_skill', { procedure_id, success: true })
      await secretive.call('forget', { ids: [lesson_id!], dry_run: false })
      const { runs } = (await secretive.call('get_memory', { id: procedure_id })).facets
      expect(runs).toMatchObject([{ success: true }, { success: false, failed_step: 1 }, { success: true }])
      await secretive.close()
      expect(filesHolding([secretive.dataDir], ['Xylophilous', 'Quixhampton'])).toEqual([])
    })

    test('[COM3] a run that points at somebody else’s lesson has none of its words', async () => {
      const shared = minds.open()
      const theirs = await aSkill(shared, { session_id: 'theirs' })
      const failed = { procedure_id: theirs, ...failure, session_id: 'theirs' }
      const { lesson_id } = await shared.call('execute_skill', failed)
      const mine = await aSkill(shared, { session_id: 'mine' })
      const store = minds.openStore(shared.dataDir)
      const [skill] = await store.get([mine])
      const runs = [{ at: '2026-01-05T09:00:00Z', success: false, lesson: lesson_id! }]
      await store.commit({ at: start, change: [{ id: mine, version: 1, facets: { ...skill!.facets, runs } }] })
      expect((await shared.call('get_memory', { id: mine, session_id: 'mine' })).facets.runs).toEqual(runs)
    })
  })

  test('[PRO4] of fifty executions at once, in two processes’ stead, all count and each failure teaches once', async () => {
    const procedure_id = await aSkill(mind, { session_id: 'busy' })
    const other = minds.open({ dataDir: mind.dataDir })
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, run) => {
        const failure = { success: false, error: `error no. ${run}` }
        return (run % 2 === 0 ? mind : other).call('execute_skill', {
          procedure_id,
          ...(run % 5 === 0 ? failure : { success: true }),
        })
      }),
    )
    expect(answers.map(({ execution_count }) => execution_count).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 50 }, (_, run) => run + 2),
    )
    expect(await mind.call('get_memory', { id: procedure_id })).toMatchObject({
      version: 51,
      facets: { execution_count: 51, success_rate: 41 / 51 },
    })
    const edges = await minds.openStore(mind.dataDir).neighbours([procedure_id])
    expect(edges.map(({ source }) => source).sort()).toEqual(answers.flatMap(({ lesson_id }) => lesson_id ?? []).sort())
    expect(edges).toHaveLength(10)
    expect((await mind.call('memory_stats', { session_id: 'busy' })).collections.lessons).toBe(10)
  })

  test('[ACT2] a run that worked makes it easier to keep, one that did not makes it harder', async () => {
    const used = minds.open()
    const [worked, failed] = [await aSkill(used), await aSkill(used)]
    used.clock.set(start + days(3))
    await used.call('execute_skill', { procedure_id: worked, success: true })
    await used.call('execute_skill', { procedure_id: failed, success: false })
    await used.close()
    const [after, afterFailure] = await minds.openStore(used.dataDir).get([worked, failed])
    const initialStability = 0.5 + 0.95
    expect(after!.strength).toMatchObject({ uses: 2, reviewedAt: start + days(3) })
    expect(after!.strength.stability).toBeGreaterThan(initialStability)
    expect(afterFailure!.strength).toMatchObject({ uses: 2, reviewedAt: start + days(3) })
    expect(afterFailure!.strength.stability).toBeLessThan(initialStability)
  })
})
