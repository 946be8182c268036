import { describe, expect, test } from 'vitest'
import { timeGrowth } from '../../../test/support/growth.js'
import type { JsonObject } from '../memory.js'
import { learnSkill } from './learn-skill.js'
import { mergeSkills, type Skill } from './merge-skills.js'
import type { Procedure } from './procedure.js'

const run = (command: string, more: JsonObject = {}): JsonObject => ({
  tool: 'run_command',
  parameters: { command },
  ...more,
})
const told = (action: string): JsonObject => ({ action })

function skill(id: string, trajectory: readonly JsonObject[], given: Partial<Procedure> = {}): Skill {
  const procedure = learnSkill({ trajectory, domain: 'devops', name: id, trigger: null }, 0)
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
      skill('a', [run('pytest tests/'), run('docker build -t myapp .'), run('docker push myapp')]),
      skill('b', [run('pytest unit/'), run('docker build -t shop .'), run('docker push shop')]),
    ])
    expect(commandsOf(best)).toEqual(['pytest {{path}}', 'docker build -t {{t}} .', 'docker push {{t}}'])
    expect(best.procedure).toMatchObject({
      parameters: [
        { name: 'path', values: ['tests/', 'unit/'] },
        { name: 't', values: ['myapp', 'shop'] },
      ],
      script:
        '# Step 1: Run command pytest {{path}}\npytest {{path}}\n# Step 2: Run command docker build -t {{t}} .\n' +
        'docker build -t {{t}} .\n# Step 3: Run command docker push {{t}}\ndocker push {{t}}',
    })
    expect(best.procedure.steps[0].parameters).toEqual({ command: 'pytest {{path}}' })
    expect(best.procedure).not.toHaveProperty('variants')
  })

  test('[PRO2] assignments keep their name, quoted texts stay whole, spaces stay', () => {
    const { best } = mergeSkills([
      skill('a', [run('serve  --port=8080 PORT=1'), run('git commit -m "fix the login"')]),
      skill('b', [run('serve  --port=9090 PORT=1'), run('git commit -m "mend logout"')]),
    ])
    expect(commandsOf(best)).toEqual(['serve  --port={{port}} PORT=1', 'git commit -m {{m}}'])
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
      skill('a', [run('deploy --to staging', { action: 'Deploy to staging' })]),
      skill('b', [run('deploy --to production', { action: 'Deploy to production' })]),
    ])
    expect(best.procedure.steps[0].action).toBe('Deploy to {{to}}')
  })

  test('[PRO2] a third skill adds its values, and a known value adds nothing', () => {
    const [a, b, c, d] = ['x1', 'x2', 'x3', 'x1'].map((name, index) =>
      skill('abcd'[index], [run(`docker build -t ${name} .`)]),
    )
    const { best } = mergeSkills([a, b, c, d])
    expect(commandsOf(best)).toEqual(['docker build -t {{t}} .'])
    expect(best.procedure.parameters).toEqual([{ name: 't', values: ['x1', 'x2', 'x3'] }])
    expect(mergeSkills([best, skill('e', [run('docker build -t x5 .')])]).best.procedure.parameters).toEqual([
      { name: 't', values: ['x1', 'x2', 'x3', 'x5'] },
    ])
  })

  test('[PRO2] of two that were merged before, all values are kept', () => {
    const merged = (id: string, one: string, other: string) =>
      mergeSkills([skill(id, [run(`ping -c ${one}`)]), skill(`${id}2`, [run(`ping -c ${other}`)])]).best
    const { best } = mergeSkills([merged('a', '1', '2'), merged('b', '2', '3'), skill('c', [run('ping -c 4')])])
    expect(best.procedure.parameters).toEqual([{ name: 'c', values: ['1', '2', '3', '4'] }])
  })
})

describe('[CON4] steps that only another has are kept as variants', () => {
  test.each([
    ['git push origin main', 'git pull origin main'],
    ['kubectl apply -f a.yaml', 'kubectl delete -f a.yaml'],
    ['npm run test', 'npm run build'],
    ['./a.sh now', './b.sh now'],
    ['rm -r build', 'rm -f build'],
    ['make build', 'make build install'],
  ])('[CON4] %s is not %s', (ours, theirs) => {
    const { best } = mergeSkills([skill('a', [run(ours)]), skill('b', [run(theirs)])])
    expect(commandsOf(best)).toEqual([ours])
    expect(best.procedure).not.toHaveProperty('parameters')
    expect(best.procedure.variants).toMatchObject([{ from: 'b', after: 0, step: { order: 1, command: theirs } }])
  })

  test('[CON4] behind the step that they followed; order decides what is the same', () => {
    const { best } = mergeSkills([
      skill('a', ['Mix', 'Knead', 'Bake'].map(told)),
      skill('b', ['Sift', 'Mix', 'Rest', 'Bake', 'Cool'].map(told)),
    ])
    expect(best.procedure.steps.map(({ action }) => action)).toEqual(['Mix', 'Knead', 'Bake'])
    expect(best.procedure.variants?.map(({ after, step }) => [after, step.action])).toEqual([
      [0, 'Sift'],
      [1, 'Rest'],
      [3, 'Cool'],
    ])
    const swapped = mergeSkills([skill('a', [told('Mix'), told('Bake')]), skill('b', [told('Bake'), told('Mix')])])
    expect(swapped.best.procedure.variants).toHaveLength(1)
  })

  test('[CON4] the same variant of two others is kept once, those of a merged one stay', () => {
    const [a, b, c] = [['Mix'], ['Mix', 'Cool'], ['Mix', 'Cool', 'Eat']].map((actions, index) =>
      skill('abc'[index], actions.map(told)),
    )
    const variants = [
      { from: 'b', after: 1, step: b.procedure.steps[1] },
      { from: 'c', after: 1, step: c.procedure.steps[2] },
    ]
    expect(mergeSkills([a, b, c]).best.procedure.variants).toEqual(variants)
    const later = mergeSkills([skill('0', [told('Mix')]), mergeSkills([a, b, c]).best])
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
    const { best } = mergeSkills([
      skill('a', [
        { tool: 'read', parameters: { path: 'a.md' } },
        { action: 'Think', tool: 'none' },
      ]),
      skill('b', [
        { tool: 'read', parameters: { path: 'a.md', lines: 3 } },
        { action: 'Think', tool: 'mind' },
      ]),
    ])
    expect(best.procedure.variants).toHaveLength(2)
  })

  test('[CON4] equals stay with equals when there is a choice', () => {
    const { best } = mergeSkills([skill('a', [run('cat b.txt')]), skill('b', [run('cat a.txt'), run('cat b.txt')])])
    expect(commandsOf(best)).toEqual(['cat b.txt'])
    expect(best.procedure.variants).toMatchObject([{ after: 0, step: { command: 'cat a.txt' } }])
  })

  test('[CON4] long skills are merged in moderate time', async () => {
    const many = (count: number, name: string) =>
      Array.from({ length: count }, (_, i) => run(`step${i % 50} --of ${name} part${i}`))
    const growth = await timeGrowth(100, 400, (count) => {
      const { best } = mergeSkills([skill('a', many(count, 'one')), skill('b', many(count, 'two'))])
      expect(best.procedure.parameters).toHaveLength(1)
    })
    // Comparing each step with each takes 16 times as long; anything cubic 64 times.
    expect(growth).toBeLessThan(40)
  })
})
