import { describe, expect, test } from 'vitest'
import type { OperationName, WorldWeaver } from '#ww/index.js'
import { refusal, useMinds } from '../support/minds.js'
import { said } from '../support/moving.js'
import { plantSecrets } from '../support/planted-secrets.js'
import { createRandom } from '../support/random.js'
import { filesHolding } from '../support/traces.js'

const minds = useMinds()
const token = plantSecrets(createRandom(7)).find(({ kind }) => kind === 'github-token')!.text
const wherever = `we deploy with ${token} for now`

/** A call through each door, and where in it the secret stands. */
const writes: readonly (readonly [OperationName, Record<string, unknown>, string])[] = [
  ['remember', { text: wherever }, 'text'],
  ['remember', { text: 'Deployed', answers: [wherever] }, 'answers.0'],
  ['create_episode', { content: 'Deployed', context: { note: [wherever] } }, 'context.note.0'],
  ['create_episode', { content: 'Deployed', context: { inner: { [token]: 'the key' } } }, 'context.inner'],
  ['create_entity', { name: 'Deploy', entity_type: 'TOOL', summary: 'Deploys', details: wherever }, 'details'],
  [
    'create_skill',
    { trajectory: [{ action: 'Deploy' }, { action: wherever }], outcome_score: 0.9, domain: 'coding' },
    'trajectory.1.action',
  ],
  ['gwt_store', { content: 'Deployed', tags: [token] }, 'tags.0'],
  ['gwt_set_goal', { description: wherever }, 'description'],
  ['gwt_query', { query: wherever }, 'query'],
]

const call = (mind: WorldWeaver, name: OperationName, input: Record<string, unknown>) =>
  mind.call(name, input as never) as Promise<Record<string, unknown>>

describe('WW_SECRETS', () => {
  test('[COM4] what only its name tells is a secret as well', async () => {
    const password = 'Tr0ub4dor&3'
    const context = { db: { password, host: 'localhost' }, api_keys: ['q8Zk3vXw7LmP2tRy9NbC'] }
    const mind = minds.open({ secrets: 'mask' })
    const { warnings } = await call(mind, 'create_episode', { content: 'Deployed', context })
    expect(warnings).toEqual([
      'context.db.password: password masked before storing',
      'context.api_keys.0: secret masked before storing',
    ])
    await mind.close()
    expect(filesHolding([mind.dataDir], [password, 'q8Zk3vXw7LmP2tRy9NbC'])).toEqual([])
    const refusing = minds.open({ secrets: 'refuse' })
    const refused = await refusal(refusing, 'create_episode', { content: 'Deployed', context })
    expect(refused.field).toBe('context.db.password')
  })

  test('[COM4] names that are alike once masked stay two', async () => {
    const mind = minds.open({ secrets: 'mask' })
    const context = { [token]: 1, [`${token}9`]: 2 }
    await call(mind, 'create_episode', { content: 'Deployed', context })
    const [{ facets }] = await said(mind)
    expect(Object.values((facets as { context: object }).context)).toEqual([1, 2])
  })

  test.each(writes)('[COM4] flag: %s stores as given, warns and marks', async (name, input, field) => {
    const mind = minds.open()
    expect((await call(mind, name, input)).warnings).toEqual([
      expect.stringContaining(`${field} holds a secret (github-token)`),
    ])
    const stored = (await said(mind)).filter((line) => JSON.stringify(line).includes(token))
    for (const { facets } of stored) expect(facets.secrets).toEqual(['github-token'])
    // A goal is in mind and no memory.
    expect(stored.length > 0 || name.startsWith('gwt_')).toBe(true)
  })

  test.each(writes)('[COM4, COM8] refuse: %s names the field and stores nothing', async (name, input, field) => {
    const mind = minds.open({ secrets: 'refuse' })
    const message = expect.stringContaining(`${field} holds a secret (github-token)`)
    if (name.startsWith('gwt_')) expect(await call(mind, name, input)).toMatchObject({ error: message })
    else expect(await refusal(mind, name, input)).toEqual({ error: 'validation_error', field, message })
    expect(await said(mind)).toEqual([])
    await mind.close()
    expect(filesHolding([mind.dataDir], [token])).toEqual([])
  })

  test.each(writes)('[COM4] mask: of what %s is told the secret reaches no file', async (name, input) => {
    const mind = minds.open({ secrets: 'mask' })
    expect((await call(mind, name, input)).warnings).toEqual([expect.stringContaining('github-token masked')])
    for (const { facets } of await said(mind)) expect(facets.secrets).toBeUndefined()
    await mind.close()
    expect(filesHolding([mind.dataDir], [token])).toEqual([])
  })

  test('[COM4] a workflow is held to it as well', async () => {
    const refusing = minds.open({ secrets: 'refuse' })
    const question = { user_input: wherever, ask_clarifications: false }
    await expect(refusing.workflow.execute(question)).rejects.toMatchObject({ field: 'user_input' })
    const masking = minds.open({ secrets: 'mask' })
    await masking.workflow.execute(question)
    await masking.workflow.settled()
    await masking.close()
    expect(filesHolding([masking.dataDir], [token])).toEqual([])
  })

  test('[COM4] what a correction takes out is no longer marked', async () => {
    const mind = minds.open()
    const { id } = await mind.call('remember', { text: wherever })
    await mind.call('correct', { id, text: 'we deploy with the key in the vault' } as never)
    const marks = (await said(mind)).map(({ content, facets }) => [
      content.includes(token),
      facets.secrets !== undefined,
    ])
    expect(marks).toEqual([
      [true, true],
      [false, false],
    ])
  })

  test('[COM4] our own exports come in as they are, whatever the policy', async () => {
    const mind = minds.open()
    await mind.call('remember', { text: wherever })
    const lines = (await said(mind)).map((line) => JSON.stringify(line)).join('\n')
    const other = minds.open({ secrets: 'refuse' })
    await other.call('gwt_import_memory', { jsonl: lines })
    expect((await said(other)).map((line) => JSON.stringify(line)).join('\n')).toBe(lines)
  })

  test('[COM4] a text without one is stored and answered without a word about it', async () => {
    for (const secrets of ['flag', 'refuse', 'mask'] as const) {
      const mind = minds.open({ secrets })
      expect(await mind.call('remember', { text: 'The kettle is full' })).not.toHaveProperty('warnings')
      expect((await said(mind)).map(({ content }) => content)).toEqual(['The kettle is full'])
    }
  })
})
