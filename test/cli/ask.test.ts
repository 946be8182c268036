import { describe, expect, test } from 'vitest'
import { openWorldWeaver } from '#ww/index.js'
import { runCommandLine } from '#ww/surfaces/cli/command-line.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'
import { terminalSurface } from '../support/terminal-surface.js'
import { json, run } from './ww.js'

const newFolder = useTemporaryFolders()
const best = "What's the best product?"
const askedBack = 'By what should I judge "best product", and for which purpose, place or time?'
const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
/** Ids and bars differ from run to run; what a person reads around them does not. */
const withoutIds = (text: string) => text.replace(uuid, '<id>')

describe('ww ask', () => {
  test('help is pinned', async () => {
    const { code, stdout } = await run(newFolder(), ['ask', '--help'])
    expect(code).toBe(0)
    await expect(stdout).toMatchFileSnapshot('golden/help-ask.txt')
  })

  test('shows memories as recall does, and how to go on', async () => {
    const folder = newFolder()
    await run(folder, ['remember', 'The staging database moved to port 5433', '--tags', 'infra'])
    const { code, stdout, stderr } = await run(folder, ['ask', 'Which', 'port', 'does the staging database use?'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    await expect(withoutIds(stdout)).toMatchFileSnapshot('golden/ask.txt')
    const recalled = await run(folder, ['recall', 'Which port does the staging database use?'])
    expect(stdout.split('\n').slice(0, 2)).toEqual(recalled.stdout.split('\n').slice(0, 2))
  })

  test('shows lessons with their confidence', async () => {
    const folder = newFolder()
    const { workflow_id, message_id } = await json(folder, ['ask', 'Always run the linter before you commit.'])
    const mind = openWorldWeaver({ dataDir: `${folder}/data`, session: 'default', project: null, threads: 'inline' })
    await mind.workflow.answer({ workflow_id, message_id, response: 'I will.' })
    await mind.close()
    const { stdout } = await run(folder, ['ask', 'What must I do before you commit with the linter?', '--no-clarify'])
    expect(stdout).toMatch(/\nLessons\n\n[▰▱]{10} {2}0\.\d\d {2}Always run the linter before you commit\.\n/)
    expect(stdout).toContain('before you commit · success · confidence 0.67')
  })

  test('[REC24] --also gives the question in other words', async () => {
    const folder = newFolder()
    await run(folder, ['remember', 'Dr. Okafor put me on ramipril, 5 mg every morning.'])
    const ask = ['ask', '--no-clarify', 'Which blood pressure pills do I take?']
    expect((await json(folder, ask)).memories).toEqual([])
    const { memories } = await json(folder, [...ask, '--also', 'my tablets', '--also', 'Dr. Okafor, ramipril 5 mg'])
    expect(memories).toMatchObject([{ content: expect.stringContaining('ramipril') }])
    const blank = await run(folder, [...ask, '--also', ' '])
    expect(blank.stderr).toContain('--also must not be blank')
  })

  test('[WPL1] asks back and reads the answer from what is piped in', async () => {
    const { code, stdout, stderr } = await run(newFolder(), ['ask', best], { input: '\nfor hiking\r\n' })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(withoutIds(stdout)).toBe(
      `${askedBack}\nNothing relevant is stored.\n\nTo continue: ww ask --workflow <id> "…"\n`,
    )
  })

  test('[WFL2] --workflow answers what nobody answered, and then goes on', async () => {
    const folder = newFolder()
    const waiting = await run(folder, ['ask', best])
    expect(waiting).toMatchObject({ code: 1, stderr: '' })
    expect(withoutIds(waiting.stdout)).toBe(
      `${askedBack}\nNo answer was given.\nTo answer later: ww ask --workflow <id> "…"\n`,
    )
    const [id] = waiting.stdout.match(uuid)!
    const answered = await json(folder, ['ask', '--workflow', id, 'for hiking'])
    expect(answered).toMatchObject({ workflow_id: id, status: 'completed' })
    const next = await json(folder, ['ask', 'Who repairs the boots?', '--workflow', id])
    expect(next).toMatchObject({ workflow_id: id, status: 'completed' })
    expect(next.message_id).not.toBe(answered.message_id)
  })

  test('[WPL1] --no-clarify never asks back', async () => {
    expect((await run(newFolder(), ['ask', best, '--no-clarify'])).stdout).not.toContain(askedBack)
  })

  test('--json is the final output alone; the question goes to stderr', async () => {
    const folder = newFolder()
    await run(folder, ['remember', 'The best product for hiking is the Alpine boot.'])
    const { code, stdout, stderr } = await run(folder, ['ask', best, '--json'], { input: 'for hiking' })
    expect({ code, stderr }).toEqual({ code: 0, stderr: `${askedBack}\n` })
    expect(JSON.parse(stdout)).toMatchObject({
      status: 'completed',
      memories: [{ content: 'The best product for hiking is the Alpine boot.', type: 'episode' }],
      reasoningbank_hits: [],
    })
    const waiting = await run(folder, ['ask', best, '--json'])
    expect(waiting.code).toBe(1)
    expect(JSON.parse(waiting.stdout)).toMatchObject({ status: 'waiting_for_input', clarification_question: askedBack })
  })

  test('"-" reads the question; then nobody is left to answer', async () => {
    expect(await json(newFolder(), ['ask', '-'], { input: 'Who repairs the boots?\n' })).toMatchObject({
      status: 'completed',
    })
    expect((await run(newFolder(), ['ask', '-'], { input: best })).code).toBe(1)
  })

  test('[COM3] a conversation stays in the session and the project it began in', async () => {
    const folder = newFolder()
    const scope = ['--session', 'own', '--project', 'mine']
    await run(folder, ['remember', 'The staging database moved to port 5433', ...scope])
    const { workflow_id, memories } = await json(folder, ['ask', 'Which port does the staging database use?', ...scope])
    expect(memories).toMatchObject([{ session_id: 'own' }])
    const asks = ['ask', 'To which port did the staging database move?']
    expect(
      (await json(folder, [...asks, '--workflow', workflow_id], { env: { WW_SESSION_ID: 'x' } })).memories,
    ).toHaveLength(1)
    expect((await json(folder, asks, { env: { WW_SESSION_ID: 'x' } })).memories).toHaveLength(0)
    expect((await json(folder, asks, { env: { WW_PROJECT: 'other' } })).memories).toHaveLength(0)
  })

  test.concurrent.each([
    [['ask'], 2, `ww: missing required argument 'question'. See "ww ask --help".\n`],
    [['ask', ' '], 1, 'ww: <question> must not be blank.\n'],
    [['ask', 'x', '--workflow', 'y'], 1, 'ww: --workflow must be a UUID.\n'],
    [['ask', 'x', '--session', 'a b'], 1, 'ww: --session must be 1 to 128 letters, digits, "_" or "-".\n'],
    [
      ['ask', 'x', '--workflow', '7b0d3a3e-8f59-4b33-9d28-111111111111'],
      1,
      'ww: Workflow 7b0d3a3e-8f59-4b33-9d28-111111111111 not found.\n',
    ],
  ])('%j is one clear line on stderr', async (args, code, stderr) => {
    expect(await run(newFolder(), args)).toEqual({ code, stdout: '', stderr })
  })

  test('an answer that is not UTF-8 is refused', async () => {
    const { code, stderr } = await run(newFolder(), ['ask', best], { input: new Uint8Array([0x66, 0xff, 0x0a]) })
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'ww: answer must be UTF-8 text; standard input is not.\n',
    })
  })

  test('in a terminal it prompts, and draws its progress over itself', async () => {
    const { stdin, stdout, stderr, surface } = terminalSurface({
      open: async () => openWorldWeaver({ dataDir: newFolder(), project: null, threads: 'inline' }),
    })
    stdin.write('for ')
    stdin.write('hiking\n')
    const code = await runCommandLine(['ask', best], surface)
    expect(code).toBe(0)
    expect(stdout.read()).toContain(`${askedBack}\n> Nothing relevant is stored.\n`)
    const drawn: string[] = stderr.read().split('\r\u001b[K')
    expect(drawn).toEqual(expect.arrayContaining(['Reading the question', 'Reading the answer', 'Searching memory']))
    expect(drawn.at(-1)).toBe('')
  })
})
