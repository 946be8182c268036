import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { estimateTokens } from '#ww/memory/token-budget.js'
import { json, run } from '../cli/ww.js'
import { folder, hook, prompt, remember, silence, staging, useAgent } from './agent.js'
import { asks, session } from './sessions.js'

useAgent()

const begin = async (more: object = {}, env = {}) => {
  const { stdout } = await hook('session-start', { hook_event_name: 'SessionStart', source: 'startup', ...more }, env)
  const answer = stdout === '' ? {} : JSON.parse(stdout)
  return {
    told: (answer.hookSpecificOutput?.additionalContext ?? '') as string,
    receipt: answer.systemMessage as string | undefined,
  }
}
const end = (lines: readonly string[], session_id = 'before', env = {}) => {
  const transcript_path = join(folder, 't.jsonl')
  writeFileSync(transcript_path, lines.join('\n'))
  return hook('session-end', { transcript_path, session_id }, env)
}
const rememberGeneral = (text: string) => json(folder, ['remember', text], { env: { WW_PROJECT: '' } })

describe('[HOK21] a session begins with what stands', () => {
  test('[HOK21] rules of the project and general ones, marked; neither lessons nor facts', async () => {
    await remember('Never semicolons in this repository.')
    await remember('Keine Kundendaten in die Logs schreiben.')
    await rememberGeneral('Deployments: eu-central-1 only.')
    await rememberGeneral('The flat in Lisbon has four rooms.')
    await remember(staging)
    await json(folder, ['remember', 'Never trust the cache after a migration.', '--kind', 'lesson'], {
      env: { WW_PROJECT: 'acme/harbor' },
    })
    const { told } = await begin()
    expect(told).toContain('Never semicolons')
    expect(told).toContain('Keine Kundendaten')
    expect(told).toMatch(/, general\] Deployments: eu-central-1 only/)
    expect(told).not.toContain('Lisbon')
    expect(told).not.toContain('5433')
    expect(told).not.toContain('cache')
  })

  test('[HOK21] what replaced what lately', async () => {
    const { id } = await remember(staging)
    await json(folder, ['correct', id, 'The staging database listens on port 5544.'])
    const { told } = await begin()
    expect(told).toMatch(/port 5544\. \(before: The staging database listens on port 5433/)
  })

  test('[HOK21] within 400 tokens, or what WW_START_TOKENS says', async () => {
    for (const part of ['invoices', 'customers', 'orders', 'refunds', 'baskets', 'coupons', 'vouchers', 'parcels'])
      await remember(`Never delete ${part} of a closed year; ${`the ${part} archive keeps ${part} sorted. `.repeat(6)}`)
    const { told } = await begin()
    expect(estimateTokens(told)).toBeLessThanOrEqual(400)
    const more = await begin({ session_id: 's-2' }, { WW_START_TOKENS: '700' })
    expect(more.told.length).toBeGreaterThan(told.length)
    expect((await begin({ session_id: 's-3' }, { WW_START_TOKENS: '0' })).told).toBe('')
  })

  test('[HOK22] nothing that the agent’s own files say, and nothing twice', async () => {
    await remember('Never use semicolons in this repository.')
    await remember('We never use semicolons in this repository!')
    await remember('Deployments go to eu-central-1 only.')
    expect((await begin()).told.match(/semicolons/g)).toHaveLength(1)
    mkdirSync(join(folder, 'apps'))
    writeFileSync(join(folder, 'CLAUDE.md'), '# Style\n\n- Never use semicolons in this repository.\n')
    const { told } = await begin({ cwd: join(folder, 'apps'), session_id: 's-2' })
    expect(told).not.toContain('semicolons')
    expect(told).toContain('eu-central-1')
  })
})

describe('[HOK18] [HOK19] the receipt', () => {
  test('[HOK18] the next session begins with it, once, for the person alone; ww undo takes it back', async () => {
    await end(session)
    const { told, receipt } = await begin()
    expect(receipt).toMatch(
      /^World Weaver kept of the last session: “.+” To see: ww hooks --last\. To take it back: ww undo ep-/,
    )
    expect(told).not.toContain('ww undo')
    expect((await begin({ session_id: 's-2' })).receipt).toBeUndefined()
    const { kept } = await json(folder, ['hooks'])
    expect(kept).toMatchObject([{ project: 'acme/harbor', told: 0, undone: false }])
    expect((await run(folder, ['hooks', '--last'])).stdout).toContain(`ww undo ${kept[0].id}`)

    expect((await run(folder, ['undo', '--dry-run'])).stdout).toMatch(/^Would take back: “/)
    expect((await run(folder, ['undo'])).stdout).toMatch(/^Taken back: “/)
    expect((await json(folder, ['recall', 'checkout', '--project', '*'])).memories).toEqual([])
    expect((await run(folder, ['hooks', '--last'])).stdout).toContain('taken back')
    expect((await run(folder, ['undo'])).code).toBe(1)
    await end([...session, asks(20, 'Now add the same to the refund test')])
    expect((await json(folder, ['recall', 'checkout', '--project', '*'])).memories).toEqual([])
  })

  test('[HOK18] of another project, or of what was erased, nothing is shown', async () => {
    await end(session, 'other', { WW_PROJECT: 'acme/lantern' })
    expect((await begin()).receipt).toBeUndefined()
    await end(session)
    const { kept } = await json(folder, ['hooks'])
    await json(folder, ['forget', kept[0].id, '--yes'])
    expect((await begin()).receipt).toBeUndefined()
  })
})

describe('[HOK17] what hooks did', () => {
  test('[HOK17] ww hooks: asked, spoke, silent by choice, by moment; --last: what was told', async () => {
    await remember(staging)
    await hook('prompt', prompt)
    expect(await hook('prompt', { ...prompt, prompt: 'continue' })).toEqual(silence)
    await hook('session-start', {})
    const { total, by_moment, told } = await json(folder, ['hooks'])
    expect(total).toMatchObject({ asked: 3, spoke: 1, silent_by_choice: 2, silent_for_want_of_time: 0 })
    expect(by_moment.prompt).toMatchObject({ asked: 2, spoke: 1 })
    expect(told).toMatchObject([{ hook: 'prompt', ids: [expect.stringMatching(/^ep-/)] }])
    expect((await run(folder, ['hooks'])).stdout).toMatch(/all +3 asked: 1 spoke, 2 silent by choice/)
    expect((await run(folder, ['hooks', '--last'])).stdout).toContain('The staging database listens on port 5433')
    expect((await json(folder, ['hooks', '--since', '2999-01-01'])).total.asked).toBe(0)
    expect((await run(folder, ['hooks', '--since', 'yesterday'])).code).toBe(1)
  })
})

describe('[HOK20] the first day', () => {
  test.each([
    ['Grafana runs at grafana.internal:3000.', 'how do I reach Grafana?'],
    ['We deploy with make ship, never by hand.', 'deploy the branch with make ship to production'],
    ['The invoice numbers are drawn inside the transaction.', 'where are the invoice numbers drawn?'],
  ])('[HOK20] with one memory: %s', async (text, asked) => {
    await remember(text)
    expect((await hook('prompt', { ...prompt, prompt: asked })).stdout).toContain(text)
  })

  test.each(['fix the failing test', 'add a dark theme to the settings page', 'why is the build so slow?'])(
    '[HOK20] with one memory, silent for: %s',
    async (asked) => {
      await remember('Grafana runs at grafana.internal:3000.')
      expect(await hook('prompt', { ...prompt, prompt: asked })).toEqual(silence)
    },
  )

  test('[HOK20] recall says that a session is still being kept, and no more once it is', async () => {
    await remember(staging)
    await end(session)
    expect((await run(folder, ['recall', 'checkout'])).stderr).toBe('')
    const notes = { agentSession: 'x', brought: [], keepingSince: new Date().toISOString() }
    writeFileSync(join(folder, 'data', 'habit', 'sessions', 'x.json'), JSON.stringify(notes))
    expect((await run(folder, ['recall', 'checkout'])).stderr).toMatch(/still being stored/)
  })
})
