import { describe, expect, test } from 'vitest'
import { useTemporaryFolders } from '../support/temporary-folder.js'
import { json, run } from './ww.js'

const newFolder = useTemporaryFolders()

const trajectory = JSON.stringify([
  { action: 'Run the tests', tool: 'run_command', parameters: { command: 'pytest tests/' } },
  { tool: 'run_command', parameters: { command: 'docker push myapp' } },
])
const create = ['skill', 'create', '--domain', 'devops', '--outcome-score', '0.9', '--name', 'Ship it']

describe('commands in a group', () => {
  test.each([['skill'], ['skill', 'create'], ['skill', 'execute']])('the help of %s %s is pinned', async (...words) => {
    const { code, stdout, stderr } = await run(newFolder(), [...words, '--help'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    await expect(stdout).toMatchFileSnapshot(`golden/help-${words.join('-')}.txt`)
  })

  test('the group alone shows its help', async () => {
    const folder = newFolder()
    const help = await run(folder, ['skill', '--help'])
    expect(await run(folder, ['skill'])).toEqual(help)
    const { code, stdout } = await run(folder, ['skill', '--json'])
    expect({ code, body: JSON.parse(stdout) }).toEqual({
      code: 2,
      body: { error: 'validation_error', message: 'a command is missing.' },
    })
  })

  test.concurrent.each([
    [['skill', 'creat'], 2, `ww: unknown command 'creat'. Did you mean create? See "ww skill --help".\n`],
    [['skill', 'recall'], 2, `ww: missing required argument 'task'. See "ww skill recall --help".\n`],
    [
      ['skill', 'recall', 'x', '--limt', '3'],
      2,
      `ww: unknown option '--limt'. Did you mean --limit? See "ww skill recall --help".\n`,
    ],
    [['skill', 'create'], 1, 'ww: --trajectory is required.\n'],
    [[...create, '--trajectory', '{'], 1, `ww: --trajectory must be JSON such as '[{"tool":"run_command"}]'.\n`],
    [[...create, '--trajectory', '[]'], 1, 'ww: --trajectory must have at least 1 item(s).\n'],
    [['skill', 'execute', 'proc-0190a5d0-7c1e-7f3a-9b60-3f1c2d4e5f60'], 1, 'ww: --success is required.\n'],
  ])('%j is one clear line on stderr', async (args, code, stderr) => {
    expect(await run(newFolder(), args)).toEqual({ code, stdout: '', stderr })
  })
})

describe('skills', () => {
  test('one is learnt, recalled with its record and its steps, executed and deprecated', async () => {
    const folder = newFolder()
    const learnt = await run(folder, [...create, '--trajectory', trajectory])
    expect(learnt).toMatchObject({ code: 0, stderr: '' })
    expect(learnt.stdout).toMatch(
      /^Learnt Ship it in 2 steps\n {2}proc-[0-9a-f-]{36}\n\n# Step 1: Run the tests\npytest tests\/\n/,
    )
    const [id] = /proc-[0-9a-f-]{36}/.exec(learnt.stdout)!

    expect((await run(folder, ['skill', 'execute', id, '--success'])).stdout).toBe(
      `Recorded Ship it  ▰▰▰▰▰▰▰▰▰▰  worked 100 % of 2 runs\n  ${id}\n`,
    )
    const failed = await run(folder, [
      'skill',
      'execute',
      id,
      '--no-success',
      '--failed-step',
      '2',
      '--error',
      'denied',
    ])
    expect(failed.stdout).toMatch(/worked 67 % of 3 runs\n.*\nThe failure became a lesson: lsn-[0-9a-f-]{36}\n$/)

    const { stdout } = await run(folder, ['skill', 'recall', 'run', 'the', 'tests'])
    expect(stdout.split('\n').map((line) => line.trim())).toEqual([
      expect.stringMatching(/^▰+▱* {2}0\.\d\d {2}Ship it$/),
      'devops · when: Run the tests',
      '▰▰▰▰▰▰▰▱▱▱  worked 67 % of 3 runs',
      '1  Run the tests',
      'pytest tests/',
      '2  Run command docker push myapp',
      id,
      '',
    ])

    expect((await run(folder, ['skill', 'deprecate', id, 'too old'])).stdout).toBe(
      `Deprecated because: too old\n  ${id}\n`,
    )
    expect((await run(folder, ['skill', 'recall', 'tests'])).stdout).toBe('Nothing is remembered here yet.\n')
  })

  test('a trajectory comes from standard input for "-"', async () => {
    const folder = newFolder()
    const answer = await json(folder, [...create, '--trajectory', '-'], { input: `${trajectory}\n` })
    expect(answer).toMatchObject({ created: true, step_count: 2 })
  })

  test('one that did not go well is not learnt, and people are told why', async () => {
    const args = ['skill', 'create', '--domain', 'coding', '--outcome-score', '0.6', '--trajectory', trajectory]
    expect(await run(newFolder(), args)).toEqual({
      code: 0,
      stdout: 'Not learnt: Outcome score 0.6 < 0.7 threshold\n',
      stderr: '',
    })
  })

  test('long lists of steps are cut on the screen, and what a terminal would obey is shown', async () => {
    const folder = newFolder()
    const many = Array.from({ length: 15 }, (_, step) => ({ action: `Count \u001b[31m${step}` }))
    await run(folder, [...create, '--trajectory', JSON.stringify(many)])
    const { stdout } = await run(folder, ['skill', 'recall', 'count'])
    expect(stdout).toContain('12  Count ␛[31m11\n')
    expect(stdout).toContain('… 3 steps more, get-memory shows all')
    expect(stdout).not.toContain('\u001b')
  })

  test('[OPS2] the old names work, and say that they go', async () => {
    const folder = newFolder()
    const args = ['build-skill', '--domain', 'devops', '--outcome-score', '0.9', '--trajectory', trajectory]
    expect((await run(folder, args)).stdout).toContain('\nbuild_skill is removed in 2.0.0; use create_skill.\n')
    const { stdout } = await run(folder, ['how-to', 'run', 'tests'])
    expect(stdout).toContain('Devops: Run the tests')
    expect(stdout).toContain('\nhow_to is removed in 2.0.0; use recall_skill.\n')
  })
})
