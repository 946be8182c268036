import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../memory.js'
import { learnSkill, toSkillText } from './learn-skill.js'

const at = Date.UTC(2026, 0, 5, 9)
const learn = (trajectory: readonly JsonObject[], given: { name?: string; trigger?: string } = {}) =>
  learnSkill({ trajectory, domain: 'devops', name: given.name ?? null, trigger: given.trigger ?? null }, at)

describe('learning a skill', () => {
  const trajectory: readonly JsonObject[] = [
    { action: 'Run tests', tool: 'run_command', parameters: { command: 'pytest tests/' } },
    { tool: 'write_file', parameters: { path: 'notes.md' } },
    { action: 'Build\n  the image', command: "docker build \\\n  -t 'my app' ." },
  ]

  test('[PRO2] the script is `# Step N: action` and the command verbatim, per step', () => {
    expect(learn(trajectory).script).toBe(
      "# Step 1: Run tests\npytest tests/\n# Step 2: Write file notes.md\n# Step 3: Build the image\ndocker build \\\n  -t 'my app' .",
    )
  })

  test('[PRO2] no part of an action becomes a command', () => {
    const { script } = learn([{ action: 'Clean\nrm -rf /\r\nand\u2028go', command: 'make clean' }])
    expect(script.split(/[\r\n\u2028]/)).toEqual(['# Step 1: Clean rm -rf / and go', 'make clean'])
  })

  test('[PRO2] the default name is `<Domain>: <first action>`, the default trigger the first action', () => {
    expect(learn(trajectory)).toMatchObject({ name: 'Devops: Run tests', trigger_pattern: 'Run tests' })
    const told = { name: 'Deploy FastAPI to production', trigger: 'deploy web application' }
    expect(learn(trajectory, told)).toMatchObject({ name: told.name, trigger_pattern: told.trigger })
    const [long] = [learn([{ action: 'x'.repeat(500) }])]
    expect(long.name).toBe(`Devops: ${'x'.repeat(119)}…`)
    expect(long.steps[0].action).toBe('x'.repeat(500))
  })

  test('[PRO4] learning counts as the first execution, a success', () => {
    expect(learn(trajectory)).toMatchObject({
      success_rate: 1,
      execution_count: 1,
      runs: [{ at: '2026-01-05T09:00:00Z', success: true }],
    })
  })

  test('[PRO2] the searched text is name, trigger and the actions, one per line', () => {
    expect(toSkillText(learn(trajectory, { name: 'Deploy', trigger: 'ship it' }))).toBe(
      'Deploy\nship it\nRun tests\nWrite file notes.md\nBuild the image',
    )
    expect(toSkillText(learn(trajectory, { name: 'Run tests' })).split('\n')[1]).toBe('Run tests')
  })

  test('[COM4] it is no longer than a text may be', () => {
    const actions = Array.from({ length: 1_000 }, (_, index) => ({ action: `${index}${'x'.repeat(1_000)}` }))
    const text = toSkillText(learn(actions))
    expect(text.length).toBeLessThanOrEqual(100_000)
    expect(text.length).toBeGreaterThan(98_000)
  })
})
