import { describe, expect, test } from 'vitest'
import { type Mind, useMinds } from '../support/minds.js'

const run = (command: string, action?: string) => ({
  ...(action ? { action } : {}),
  tool: 'run_command',
  parameters: { command },
})
const deploy = (image: string) => [
  run('pytest tests/', 'Run the tests'),
  run(`docker build -t ${image} .`, 'Build the image'),
  run(`docker push ${image}`, 'Push the image'),
]
const learn = async (mind: Mind, trajectory: readonly object[], more: object = {}) => {
  const answer = await mind.call('create_skill', {
    trajectory: trajectory as never,
    outcome_score: 0.9,
    domain: 'devops',
    trigger_pattern: 'containerize and deploy the application',
    name: 'Deploy the application as a container',
    ...more,
  })
  return answer.id!
}
const merge = async (mind: Mind) =>
  (await mind.call('consolidate_now', { consolidation_type: 'skill' })).metrics.skills_merged
const facetsOf = async (mind: Mind, id: string) => (await mind.call('get_memory', { id })).facets

describe('skills that do the same', () => {
  const minds = useMinds()

  test('[CON4] [PRO2] merge into the best by success; the others are deprecated and point to it', async () => {
    const mind = minds.open()
    const [first, second] = [await learn(mind, deploy('shop')), await learn(mind, deploy('blog'))]
    await mind.call('execute_skill', { procedure_id: second, success: true })
    await mind.call('execute_skill', { procedure_id: first, success: false })
    expect(await merge(mind)).toBe(1)
    expect(await facetsOf(mind, first)).toMatchObject({ deprecated: true, merged_into: second })
    const { procedures } = await mind.call('recall_skill', { task: 'containerize and deploy the application' })
    expect(procedures.map(({ id }) => id)).toEqual([second])
    expect(procedures[0]!.parameters).toMatchObject([{ values: ['blog'] }])
    expect(JSON.stringify(procedures)).toContain('{{')
  })

  test('[CON4] opposites stay two skills, each with its own commands', async () => {
    const mind = minds.open()
    for (const verb of ['start', 'stop']) {
      await learn(mind, [run(`systemctl ${verb} shop`, `${verb} the shop`), run('systemctl status shop', 'Look')], {
        name: `${verb} the shop`,
        trigger_pattern: `${verb} the shop`,
      })
    }
    expect(await merge(mind)).toBe(0)
  })

  test('[CON4] recall shows what only another does, and where it belongs', async () => {
    const mind = minds.open()
    const first = await learn(mind, deploy('shop'))
    const second = await learn(mind, [...deploy('shop'), run('curl https://example.org/health', 'Check the health')])
    await mind.call('execute_skill', { procedure_id: first, success: true })
    await merge(mind)
    const { procedures } = await mind.call('recall_skill', { task: 'containerize and deploy the application' })
    expect(procedures).toMatchObject([
      {
        id: first,
        variants: [
          {
            after: 3,
            action: 'Check the health',
            tool: 'run_command',
            command: 'curl https://example.org/health',
            from: second,
          },
        ],
      },
    ])
  })

  test('[CON4] bring_back undoes a merge: both are as before, and stay apart', async () => {
    const mind = minds.open()
    const first = await learn(mind, deploy('shop'))
    const second = await learn(mind, [...deploy('blog'), run('curl https://example.org/health', 'Check the health')])
    await mind.call('execute_skill', { procedure_id: first, success: true })
    const before = [await facetsOf(mind, first), await facetsOf(mind, second)]
    expect(await merge(mind)).toBe(1)
    expect(await facetsOf(mind, first)).not.toEqual(before[0])
    await mind.call('bring_back', { id: second })
    expect(await facetsOf(mind, first)).toEqual(before[0])
    expect(await facetsOf(mind, second)).toEqual({ ...before[1], apart_from: [first] })
    expect(await merge(mind)).toBe(0)
  })

  test('[CON4] while others stay merged, their placeholders stay', async () => {
    const mind = minds.open()
    const first = await learn(mind, deploy('shop'))
    const [second] = [await learn(mind, deploy('blog')), await learn(mind, deploy('wiki'))]
    expect(await merge(mind)).toBe(2)
    await mind.call('bring_back', { id: second })
    expect(JSON.stringify(await facetsOf(mind, first))).toContain('{{tag}}')
  })

  test('[CON5] a second run changes nothing', async () => {
    const mind = minds.open()
    for (const image of ['shop', 'blog', 'wiki']) await learn(mind, deploy(image))
    expect(await merge(mind)).toBe(2)
    const before = await minds.openStore(mind.dataDir).newestSeq()
    expect(await merge(mind)).toBe(0)
    expect(await minds.openStore(mind.dataDir).newestSeq()).toBe(before)
  })

  test('[CON4] what only another does is kept as a variant, where it was told', async () => {
    const mind = minds.open()
    const [first] = [await learn(mind, deploy('shop'))]
    const second = await learn(mind, [...deploy('shop'), run('curl https://example.org/health', 'Check the health')])
    await mind.call('execute_skill', { procedure_id: first, success: true })
    expect(await merge(mind)).toBe(1)
    expect((await facetsOf(mind, first)).variants).toEqual([{ from: second, after: 3, order: 4 }])
    // Merged once more, with yet another, it is still there.
    await learn(mind, deploy('blog'))
    expect(await merge(mind)).toBe(1)
    expect((await facetsOf(mind, first)).variants).toEqual([{ from: second, after: 3, order: 4 }])
  })

  test('[CON4] another domain, or another task, is another skill', async () => {
    const mind = minds.open()
    await learn(mind, deploy('shop'))
    await learn(mind, deploy('shop'), { domain: 'coding' })
    await learn(mind, [run('psql -c "vacuum"', 'Vacuum the tables')], {
      trigger_pattern: 'the database is slow',
      name: 'Vacuum',
    })
    expect(await merge(mind)).toBe(0)
  })

  test('[OPS4] forgetting one that was merged leaves none of its words in the best', async () => {
    const mind = minds.open()
    const first = await learn(mind, deploy('shop'))
    const second = await learn(mind, [...deploy('xylograph'), run('echo zanzibar', 'Say zanzibar')])
    await mind.call('execute_skill', { procedure_id: first, success: true })
    expect(await merge(mind)).toBe(1)
    await mind.call('forget', { ids: [second], dry_run: false })
    expect(JSON.stringify(await facetsOf(mind, first))).not.toMatch(/xylograph|zanzibar/)
  })
})
