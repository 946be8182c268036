import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseSync } from '@photostructure/sqlite'
import { describe, expect, test } from 'vitest'
import { databaseIn } from '../support/database.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'
import { post } from '../support/workflow-client.js'
import { useGatedServer, useWorkflowServer } from '../support/workflow-server.js'

const env = { WW_RATE_LIMIT: '10' }
/** Two were left; without the others' totals it would be ten. */
const mostOvershot = 6
const ask = (url: string, session = 'anna') =>
  post(url, 'execute', { user_input: 'Where?', ask_clarifications: false, preferences: { session_id: session } })

/** Calls a little more than a second apart, which an exchange always comes between. */
async function acceptedUntilRefused(url: string): Promise<number> {
  for (let accepted = 0; ; accepted++) {
    const { status, headers } = await ask(url)
    if (status === 429) {
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      return accepted
    }
    await sleep(1_100)
  }
}

describe('several servers on one database', () => {
  const newFolder = useTemporaryFolders()

  test('[COM10] share their totals within about a second, each session for itself', async () => {
    const dataDir = newFolder()
    const [one, two] = await Promise.all([useWorkflowServer({ dataDir, env }), useWorkflowServer({ dataDir, env })])
    for (let calls = 0; calls < 8; calls++) await ask(one.url)
    expect(await acceptedUntilRefused(two.url)).toBeLessThanOrEqual(mostOvershot)
    expect(await acceptedUntilRefused(one.url)).toBeLessThanOrEqual(mostOvershot)
    expect((await ask(two.url, 'beth')).headers.get('x-ratelimit-remaining')).toBe('9')
  })

  test('[COM10] a server that is started anew goes on counting', async () => {
    const dataDir = newFolder()
    const first = await useWorkflowServer({ dataDir, env })
    for (let calls = 0; calls < 8; calls++) await ask(first.url)
    await expect.poll(() => callsTold(dataDir), { timeout: 60_000, interval: 100 }).toBe(8)
    await first.crash()
    const second = await useWorkflowServer({ dataDir, env })
    expect(await acceptedUntilRefused(second.url)).toBeLessThanOrEqual(mostOvershot)
  })

  test('[COM10] reading writes nothing, and of sessions nothing can be read', async () => {
    const dataDir = newFolder()
    const server = await useGatedServer({ dataDir, env })
    await fetch(`${server.url}/health/ready`)
    await sleep(2_000)
    expect(existsSync(ledgerIn(dataDir))).toBe(false)
    await ask(server.url, 'marigold-7781')
    await expect.poll(() => callsTold(dataDir), { timeout: 60_000, interval: 100 }).toBe(1)
    const told = rows(dataDir)
    await sleep(3_000)
    // Who has no callers neither tells nor changes anything.
    expect(rows(dataDir)).toEqual(told)
    for (const end of ['', '-wal']) {
      const bytes = existsSync(ledgerIn(dataDir) + end) ? readFileSync(ledgerIn(dataDir) + end, 'latin1') : ''
      expect(bytes).not.toContain('marigold')
    }
  })
})

const ledgerIn = (dataDir: string) => `${databaseIn(dataDir)}.calls`

interface Row {
  readonly server: string
  readonly key: string
  readonly at: string
}

function rows(dataDir: string): readonly Row[] {
  if (!existsSync(ledgerIn(dataDir))) return []
  const ledger = new DatabaseSync(ledgerIn(dataDir), { readOnly: true })
  try {
    return ledger.prepare('SELECT server, key, at FROM calls ORDER BY seq').all() as unknown as Row[]
  } catch {
    // Not made yet.
    return []
  } finally {
    ledger.close()
  }
}

/** What counts for a session; the buckets of keys and tenants, which have a mark, count what calls cost. */
const callsTold = (dataDir: string): number =>
  rows(dataDir)
    .filter(({ key }) => !/\/[~=]/.test(key))
    .reduce((sum, { at }) => sum + at.split(',').length, 0)
