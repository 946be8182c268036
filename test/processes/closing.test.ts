import { describe, expect, test } from 'vitest'
import { openWorldWeaver } from '#ww/index.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'

const temporaryFolder = useTemporaryFolders()

const aMind = () => openWorldWeaver({ dataDir: temporaryFolder(), project: 'tests', logLevel: 'silent' })

describe('closing a memory', () => {
  test('[COM11] waits for what is under way, and all of it is answered', async () => {
    const mind = aMind()
    const calls = Array.from({ length: 20 }, (_, n) => mind.call('remember', { text: `Lantern ${n} was lit.` }))
    await mind.close()
    const answers = await Promise.all(calls)
    expect(new Set(answers.map(({ id }) => id)).size).toBe(20)
  })

  test('waits for the start of what works in the background', async () => {
    const mind = aMind()
    const warm = mind.warmUp()
    await mind.close()
    await expect(warm).resolves.toBeUndefined()
  })

  test('a call that comes later is refused, and a second close is none', async () => {
    const mind = aMind()
    await mind.call('remember', { text: 'The lantern was lit.' })
    await mind.close()
    await expect(mind.call('recall', { query: 'lantern' })).rejects.toMatchObject({ code: 'internal_error' })
    await mind.close()
  })
})
