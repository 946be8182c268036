import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { recordRun } from './executions.js'
import { lessonOfFailure } from './failure-lesson.js'
import { learnSkill } from './learn-skill.js'
import type { Procedure, Run } from './procedure.js'

const skill = learnSkill(
  { trajectory: [{ action: 'Run tests' }, { action: 'Build\nimage' }], domain: 'devops', name: null, trigger: 'ship' },
  0,
)
const run = (success: boolean, more: Partial<Run> = {}): Run => ({ at: '2026-01-05T09:00:00Z', success, ...more })
const afterRuns = (runs: readonly boolean[], from: Procedure = skill) =>
  runs.reduce((procedure, success) => recordRun(procedure, run(success)), from)

describe('executions', () => {
  test('[PRO4] the rate is the mean of all runs, learning included', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 200 }), (runs) => {
        const { success_rate, execution_count } = afterRuns(runs)
        const successes = 1 + runs.filter(Boolean).length
        expect(execution_count).toBe(runs.length + 1)
        expect(success_rate).toBe(successes / (runs.length + 1))
      }),
    )
  })

  test('[PRO4] the first execution of an untried one is all of its mean', () => {
    const untried = { ...skill, success_rate: 0.5, execution_count: 0 }
    expect(afterRuns([true], untried)).toMatchObject({ success_rate: 1, execution_count: 1 })
    expect(afterRuns([false], untried)).toMatchObject({ success_rate: 0, execution_count: 1 })
  })

  test('[PRO4] more than ten executions and a rate under 0.3 deprecate it, neither alone does', () => {
    const failures = (count: number) => Array.from({ length: count }, () => false)
    expect(afterRuns(failures(9))).toMatchObject({ execution_count: 10, success_rate: 0.1 })
    expect(afterRuns(failures(9))).not.toHaveProperty('deprecated')
    expect(afterRuns(failures(10))).toMatchObject({
      deprecated: true,
      deprecation_reason: 'Success rate 0.09 after 11 executions',
    })
    // 6 of 20 is 0.3 exactly, whatever order they came in.
    const six = afterRuns([...failures(7), true, true, true, true, true, ...failures(7)])
    expect(six.execution_count).toBe(20)
    expect(six).not.toHaveProperty('deprecated')
    expect(afterRuns([false], six)).toHaveProperty('deprecated', true)
  })

  test('[PRO4] the last hundred runs are stored as reported; those before are in older versions', () => {
    const told = { error: 'no space left\n on device', failed_step: 2, context: 'on the build server' }
    const { runs } = recordRun(afterRuns(Array.from({ length: 120 }, () => true)), run(false, told))
    expect(runs.length).toBe(100)
    expect(runs.at(-1)).toEqual({ at: '2026-01-05T09:00:00Z', success: false, ...told })
  })
})

describe('the lesson of a failure', () => {
  const lessonOf = (more: Partial<Run>) => lessonOfFailure(skill, run(false, more))

  test('[PRO4] is written in the words of the task, the step, the error and the context alone', () => {
    expect(lessonOf({ error: 'no space', failed_step: 2, context: 'build server' })).toEqual({
      text: 'Devops: Run tests\nship\nStep 2 (Build image) failed: no space\nbuild server',
      lesson: {
        key_lesson: 'Step 2 (Build image) failed: no space',
        context_to_prefer: 'build server',
        outcome: 'failure',
        confidence: 2 / 3,
        uses: 0,
        wins: 0,
        losses: 0,
        superseded_by: null,
        reported: { error: 'no space', context: 'build server' },
      },
    })
    const task = 'Devops: Run tests\nship'
    expect(lessonOf({ failed_step: 1 })?.text).toBe(`${task}\nStep 1 (Run tests) failed`)
    expect(lessonOf({ error: ' kept\tas it is ' })?.text).toBe(`${task}\nFailed:  kept\tas it is `)
  })

  test('[PRO4] without a context it applies where the skill does', () => {
    expect(lessonOf({ error: 'no space' })?.lesson.context_to_prefer).toBe('ship')
  })

  test('[PRO4] a failure that says neither what nor where is a lesson as well', () => {
    expect(lessonOf({})).toMatchObject({
      text: 'ship\nDevops: Run tests failed',
      lesson: { key_lesson: 'Devops: Run tests failed', context_to_prefer: 'ship', outcome: 'failure' },
    })
    expect(lessonOf({ context: 'at night' })).toMatchObject({
      text: 'ship\nDevops: Run tests failed\nat night',
      lesson: { key_lesson: 'Devops: Run tests failed', context_to_prefer: 'at night' },
    })
    expect(lessonOfFailure({ ...skill, name: '' }, run(false))).toMatchObject({ text: 'ship\nFailed' })
  })

  test('[PRO4] a success teaches nothing', () => {
    expect(lessonOfFailure(skill, run(true, { error: 'a warning', failed_step: 1 }))).toBeUndefined()
  })
})
