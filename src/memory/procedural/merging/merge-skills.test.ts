import { describe, expect, test } from 'vitest'
import { timeGrowth } from '../../../../test/support/growth.js'
import type { JsonObject } from '../../memory.js'
import { learnSkill } from '../learn-skill.js'
import type { Procedure } from '../procedure.js'
import { areOneSkill, mergeSkills as merge, type Skill } from './merge-skills.js'

const run = (command: string, more: JsonObject = {}): JsonObject => ({
  tool: 'run_command',
  parameters: { command },
  ...more,
})
const firstNames = new Set(['Anna', 'Ben', 'Martha'])
const isFirstName = (word: string) => firstNames.has(word)
const mergeSkills = (skills: readonly Skill[]) => merge(skills, isFirstName)
const told = (action: string): JsonObject => ({ action })

function skill(id: string, trajectory: readonly JsonObject[], given: Partial<Procedure> = {}): Skill {
  const procedure = learnSkill({ trajectory, domain: 'devops', name: 'Do it', trigger: 'when it is due' }, 0)
  return { id, procedure: { ...procedure, ...given } }
}
const commandsOf = ({ procedure }: Skill) => procedure.steps.map(({ command }) => command)

describe('[CON4] which one is the best', () => {
  const of = (id: string, success_rate: number, execution_count: number) =>
    skill(id, [told('Sing')], { success_rate, execution_count })
  test.each([
    ['the higher rate', [of('a', 0.6, 10), of('b', 0.9, 10)], 'b'],
    ['the same rate over more executions', [of('a', 1, 1), of('b', 1, 3)], 'b'],
    ['forty good runs before one lucky one', [of('a', 1, 1), of('b', 0.95, 40)], 'b'],
    ['an untried one before a failing one', [of('a', 0.1, 10), of('b', 0.5, 0)], 'b'],
    ['else the older', [of('b', 1, 1), of('a', 1, 1)], 'a'],
  ])('[CON4] %s', (_, skills, best) => {
    expect(mergeSkills(skills).best.id).toBe(best)
  })

  test('[CON4] the others are deprecated with a pointer; the best keeps name and statistics', () => {
    const [best, other] = [of('a', 0.9, 20), of('b', 0.4, 5)]
    const merged = mergeSkills([other, best])
    expect(merged.best).toEqual(best)
    expect(merged.others).toEqual([
      {
        id: 'b',
        procedure: { ...other.procedure, deprecated: true, deprecation_reason: 'Merged into a', merged_into: 'a' },
      },
    ])
  })
})

describe('[PRO2] values that differ become named placeholders', () => {
  test('[PRO2] by their flag, their looks or their name, the same for the same value', () => {
    const { best } = mergeSkills([
      skill('a', [run('pytest parts/'), run('docker build -t myapp .'), run('docker push myapp')]),
      skill('b', [run('pytest units/'), run('docker build -t shop .'), run('docker push shop')]),
    ])
    expect(commandsOf(best)).toEqual(['pytest {{path}}', 'docker build -t {{tag}} .', 'docker push {{tag}}'])
    expect(best.procedure).toMatchObject({
      parameters: [
        { name: 'path', values: ['parts/', 'units/'] },
        { name: 'tag', values: ['myapp', 'shop'] },
      ],
      script:
        '# Step 1: Run command pytest {{path}}\npytest {{path}}\n# Step 2: Run command docker build -t {{tag}} .\n' +
        'docker build -t {{tag}} .\n# Step 3: Run command docker push {{tag}}\ndocker push {{tag}}',
    })
    expect(best.procedure.steps[0].parameters).toEqual({ command: 'pytest {{path}}' })
    expect(best.procedure).not.toHaveProperty('variants')
  })

  test('[PRO2] assignments keep their name, quoted texts stay whole, spaces stay', () => {
    const { best } = mergeSkills([
      skill('a', [run('serve  --port=8080 PORT=1'), run('git commit -m "fix the login page now"')]),
      skill('b', [run('serve  --port=9090 PORT=1'), run('git commit -m "mend logout for guests"')]),
    ])
    expect(commandsOf(best)).toEqual(['serve  --port={{port}} PORT=1', 'git commit -m "{{message}}"'])
  })

  test('[PRO2] named parameters of a tool, whatever their type', () => {
    const write = (path: string, mode: number) => ({ tool: 'write_file', parameters: { path, mode, safe: true } })
    const { best } = mergeSkills([skill('a', [write('a.md', 1)]), skill('b', [write('b.md', 2)])])
    expect(best.procedure.steps[0]).toMatchObject({
      action: 'Write file {{path}}',
      parameters: { path: '{{path}}', mode: '{{mode}}', safe: true },
    })
    expect(best.procedure.parameters).toEqual([
      { name: 'path', values: ['a.md', 'b.md'] },
      { name: 'mode', values: [1, 2] },
    ])
  })

  test('[PRO2] two values at places of one name get two names', () => {
    const { best } = mergeSkills([skill('a', [run('cp one.txt two.txt')]), skill('b', [run('cp three.txt four.txt')])])
    expect(commandsOf(best)).toEqual(['cp {{file}} {{file_2}}'])
  })

  test('[PRO2] in the words of an action too', () => {
    const { best } = mergeSkills([
      skill('a', [run('deploy --build 12', { action: 'Deploy build 12' })]),
      skill('b', [run('deploy --build 14', { action: 'Deploy build 14' })]),
    ])
    expect(best.procedure.steps[0].action).toBe('Deploy build {{build}}')
  })

  test.each([
    [run('kubectl scale --replicas 3'), run('kubectl scale --replicas 5'), 'replicas'],
    [told('Free port 8080'), told('Free port 9090'), 'port'],
    [told('Wait for 20 minutes'), told('Wait for 30 minutes'), 'minutes'],
    [told('Add 50 g of salt'), told('Add 60 g of salt'), 'grams'],
    [told('Write to Anna again'), told('Write to Ben again'), 'person'],
    [told('Meet on Monday'), told('Meet on Thursday'), 'day'],
    [run('make VERSION=1.4'), run('make VERSION=1.5'), 'version'],
    [{ tool: 'scale', parameters: { maxRetries: 3 } }, { tool: 'scale', parameters: { maxRetries: 5 } }, 'max_retries'],
  ])('[PRO2] the value that differs in %j is named as a person would', (ours, theirs, name) => {
    const { best } = mergeSkills([skill('a', [ours]), skill('b', [theirs])])
    expect(best.procedure.parameters?.map((parameter) => parameter.name)).toEqual([name])
  })

  test('[PRO2] a third skill adds its values, and a known value adds nothing', () => {
    const [a, b, c, d] = ['x1', 'x2', 'x3', 'x1'].map((name, index) =>
      skill('abcd'[index], [run(`docker build -t ${name} .`)]),
    )
    const { best } = mergeSkills([a, b, c, d])
    expect(commandsOf(best)).toEqual(['docker build -t {{tag}} .'])
    expect(best.procedure.parameters).toEqual([{ name: 'tag', values: ['x1', 'x2', 'x3'] }])
    expect(mergeSkills([best, skill('e', [run('docker build -t x5 .')])]).best.procedure.parameters).toEqual([
      { name: 'tag', values: ['x1', 'x2', 'x3', 'x5'] },
    ])
  })

  test('[PRO2] of two that were merged before, all values are kept', () => {
    const merged = (id: string, one: string, other: string) =>
      mergeSkills([skill(id, [run(`ping -c ${one}`)]), skill(`${id}2`, [run(`ping -c ${other}`)])]).best
    const { best } = mergeSkills([merged('a', '1', '2'), merged('b', '2', '3'), skill('c', [run('ping -c 4')])])
    expect(best.procedure.parameters).toEqual([{ name: 'count', values: ['1', '2', '3', '4'] }])
  })
})

describe('[CON4] skills that differ in more than values stay apart', () => {
  const isOne = (ours: JsonObject, theirs: JsonObject) =>
    areOneSkill(skill('a', [told('Look'), ours]), skill('b', [told('Look'), theirs]), isFirstName)
  test.each([
    ['git push origin main', 'git pull origin main'],
    ['kubectl apply -f a.yaml', 'kubectl delete -f a.yaml'],
    ['npm run test', 'npm run build'],
    ['./a.sh now', './b.sh now'],
    ['bash a.sh', 'bash b.sh'],
    ['rm -r build', 'rm -f build'],
    ['make build', 'make build install'],
    ['deploy --to staging', 'deploy --to production'],
    ['deploy --port 80 --env 1', 'deploy --port 80 --env 2'],
    ['ssh 10.0.0.5 uptime', 'ssh 10.0.0.6 uptime'],
    ['curl https://a.example/items', 'curl https://b.example/items'],
    ['curl https://a.example/on', 'curl https://a.example/off'],
    ['mv /a/one.txt /b/two.txt', 'mv /b/two.txt /a/one.txt'],
    ["sed -i 's/red/blue/' a.txt", "sed -i 's/blue/red/' a.txt"],
    ['scale --replicas 3', 'scale --replicas 0'],
    ['set x=5', 'set x=-5'],
    ['kill -9 12', 'kill -15 12'],
    ['load paid.csv', 'load unpaid.csv'],
    ['docker run --name shop-prod img', 'docker run --name shop-dev img'],
    ['psql -c "DROP TABLE a"', 'psql -c "CREATE TABLE a"'],
    ['pub -t lamp -m on', 'pub -t lamp -m off'],
  ])('[CON4] %s is not %s', (ours, theirs) => {
    expect(isOne(run(ours), run(theirs))).toBe(false)
    expect(isOne(run(theirs), run(ours))).toBe(false)
  })

  test.each([
    ['Sell 100 shares at market', 'Buy 100 shares at market'],
    ['Turn the valve on', 'Turn the valve off'],
    ['Turn The Valve On', 'Turn The Valve Off'],
    ['Connect to house A', 'Connect to house B'],
    ['Restart server 1', 'Restart server 2'],
    ['Clear error E17', 'Clear error E71'],
    ['Bake with cinnamon', 'Bake with cardamom'],
    ['Move 5 from account 11 to account 22', 'Move 5 from account 22 to account 11'],
    ['Put Anna before Ben', 'Put Ben before Anna'],
    ['Pay 500 EUR', 'Pay 500 USD'],
    ['Pay €500', 'Pay $500'],
    ['Send it to the team', 'Never send it to the team'],
    ['Kessel einschalten', 'Kessel ausschalten'],
  ])('[CON4] %s is not %s', (ours, theirs) => {
    expect(isOne(told(ours), told(theirs))).toBe(false)
  })

  test.each([
    [{ side: 'buy' }, { side: 'sell' }],
    [{ enabled: true }, { enabled: false }],
    [{ delta: 5 }, { delta: -5 }],
    [{ host: '10.0.0.1' }, { host: '10.0.0.2' }],
    [{ message: 'open the valve now' }, { message: 'shut everything at once' }],
    [{ query: 'delete from a' }, { query: 'select b, c from d where e' }],
    [{ name: 'cleanup' }, { name: 'deploy' }],
    [{ tags: ['a'] }, { tags: ['b'] }],
  ])('[CON4] %j is not %j', (ours, theirs) => {
    expect(isOne({ tool: 'act', parameters: ours }, { tool: 'act', parameters: theirs })).toBe(false)
  })

  test.each([
    ['Renew it', 'Ask for a new one', true],
    ['Show the banner', 'Hide the banner', false],
    ['Enable it', 'Disable it', false],
    ['Deploy it to staging', 'Roll out on production', false],
    ['Do not restart', 'Restart at once', false],
  ])('[CON4] the same command, told as %j and as %j', (ours, theirs, expected) => {
    expect(isOne(run('./toggle', { action: ours }), run('./toggle', { action: theirs }))).toBe(expected)
  })

  test('[CON4] what is told in a sentence alone must be told in the same words, and so must its name', () => {
    expect(isOne(told('Fry the onions'), told('Brown the onion rings'))).toBe(false)
    const [ours, theirs] = ['Bake cinnamon buns', 'Bake cardamom buns'].map((name, index) =>
      skill('ab'[index], [told('Bake for 14 minutes')], { name }),
    )
    expect(areOneSkill(ours, theirs, isFirstName)).toBe(false)
  })

  test('[CON4] steps in another order, or each with steps of its own, are another skill', () => {
    const areOne = (ours: readonly string[], theirs: readonly string[]) =>
      areOneSkill(skill('a', ours.map(told)), skill('b', theirs.map(told)), isFirstName)
    expect(areOne(['Mix', 'Rest', 'Bake'], ['Rest', 'Mix', 'Bake'])).toBe(false)
    expect(areOne(['Mix', 'Rest', 'Bake'], ['Mix', 'Bake', 'Cool'])).toBe(false)
    expect(areOne(['Mix'], ['Mix', 'Bake'])).toBe(false)
    expect(areOne(['Mix', 'Bake'], ['Mix', 'Bake', 'Cool'])).toBe(true)
  })

  test('[CON4] what was brought back stays apart from what it was merged into', () => {
    const [ours, theirs] = [skill('a', [told('Mix')]), skill('b', [told('Mix')], { apart_from: ['a'] })]
    expect(areOneSkill(ours, theirs, isFirstName)).toBe(false)
    expect(areOneSkill(theirs, ours, isFirstName)).toBe(false)
    expect(mergeSkills([ours, theirs]).others).toEqual([])
  })
})

describe('[CON4] steps that only another has are kept as variants', () => {
  test('[CON4] behind the step that they followed', () => {
    const { best } = mergeSkills([
      skill('a', ['Mix', 'Knead', 'Bake'].map(told)),
      skill('b', ['Sift', 'Mix', 'Knead', 'Bake', 'Cool'].map(told)),
    ])
    expect(best.procedure.steps.map(({ action }) => action)).toEqual(['Mix', 'Knead', 'Bake'])
    expect(best.procedure.variants?.map(({ after, step }) => [after, step.action])).toEqual([
      [0, 'Sift'],
      [3, 'Cool'],
    ])
  })

  test('[CON4] two that do different things at the same place are not merged into one', () => {
    const { best, others } = mergeSkills([
      skill('a', ['Mix', 'Bake'].map(told)),
      skill('b', ['Mix', 'Bake', 'Cool'].map(told)),
      skill('c', ['Mix', 'Bake', 'Freeze'].map(told)),
    ])
    expect(others.map(({ id }) => id)).toEqual(['b'])
    expect(best.procedure.variants?.map(({ step }) => step.action)).toEqual(['Cool'])
  })

  test('[CON4] the same variant of two others is kept once, those of a merged one stay', () => {
    const all = [
      ['Mix', 'Bake', 'Wait'],
      ['Mix', 'Bake', 'Wait', 'Cool'],
      ['Mix', 'Bake', 'Wait', 'Cool', 'Eat'],
    ]
    const [a, b, c] = all.map((actions, index) => skill('abc'[index], actions.map(told)))
    const variants = [
      { from: 'b', after: 3, step: b.procedure.steps[3] },
      { from: 'c', after: 3, step: c.procedure.steps[4] },
    ]
    expect(mergeSkills([a, b, c]).best.procedure.variants).toEqual(variants)
    const later = mergeSkills([skill('0', all[0].map(told)), mergeSkills([a, b, c]).best])
    expect(later.best.procedure.variants).toEqual(variants)
  })

  test('[CON4] a variant of an earlier merge keeps its place between the same two steps', () => {
    const merged = mergeSkills([
      skill('b', ['Mix', 'Bake'].map(told)),
      skill('c', ['Mix', 'Rest', 'Bake'].map(told)),
    ]).best
    const { best } = mergeSkills([skill('a', ['Mix', 'Bake'].map(told)), merged])
    expect(best.id).toBe('a')
    expect(best.procedure.variants?.map(({ after, step }) => [after, step.action])).toEqual([[1, 'Rest']])
  })

  test('[CON4] another tool, or other parameters, make another step', () => {
    const read = { tool: 'read', parameters: { path: 'a.md' } }
    const others: readonly JsonObject[] = [
      { tool: 'read', parameters: { path: 'a.md', lines: 3 } },
      { tool: 'open', parameters: { path: 'a.md' } },
    ]
    for (const other of others) {
      expect(areOneSkill(skill('a', [read]), skill('b', [other]), isFirstName)).toBe(false)
    }
  })

  test('[CON4] equals stay with equals when there is a choice', () => {
    const { best } = mergeSkills([
      skill('a', [run('ls'), run('cat b.txt')]),
      skill('b', [run('ls'), run('cat a.txt'), run('cat b.txt')]),
    ])
    expect(commandsOf(best)).toEqual(['ls', 'cat b.txt'])
    expect(best.procedure.variants).toMatchObject([{ after: 1, step: { command: 'cat a.txt' } }])
  })

  test('[CON4] long skills are merged in moderate time', async () => {
    const many = (count: number, name: string) =>
      Array.from({ length: count }, (_, i) => run(`step${i % 50} --name ${name} part${i}`))
    const growth = await timeGrowth(100, 400, (count) => {
      const { best } = mergeSkills([skill('a', many(count, 'one')), skill('b', many(count, 'two'))])
      expect(best.procedure.parameters).toHaveLength(1)
    })
    // Comparing each step with each takes 16 times as long; anything cubic 64 times.
    expect(growth).toBeLessThan(40)
  })
})
