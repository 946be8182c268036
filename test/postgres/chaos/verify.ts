import pg from 'pg'
import { expect } from 'vitest'
import type { Books } from './books.js'

/** Looks at the database beside all processes, with a connection of its own each time: servers restart. */
export async function ask<Row>(url: string, text: string, values: readonly unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'tester' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(text, [...values])).rows as Row[]
  } finally {
    await client.end()
  }
}

/** Connections of the processes, whatever they do. */
export async function countConnections(url: string): Promise<number> {
  const open = `SELECT count(*)::int AS n FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'world-weaver'`
  const [row] = await ask<{ n: number }>(url, open)
  return row!.n
}

/** Runs that somebody works on, and turns that are still to be remembered. */
export async function countUnfinished(url: string): Promise<number> {
  const unfinished = 'SELECT count(*)::int AS n FROM runs WHERE ended_at IS NULL OR lease_until IS NOT NULL'
  const [row] = await ask<{ n: number }>(url, unfinished)
  return row!.n
}

/** COM11: no answered write is lost, and none is there of which the caller was told that it is not. */
export async function checkWrites(url: string, { written, refused }: Books): Promise<number> {
  const stored = await ask<{ text: string }>(url, 'SELECT text FROM memories')
  const texts = new Set(stored.map(({ text }) => text))
  expect([...written].filter((text) => !texts.has(text))).toEqual([])
  expect([...refused].filter((text) => texts.has(text))).toEqual([])
  // Each ticket has a word of its own: nothing was written twice by one that was tried again.
  const tickets = stored.filter(({ text }) => text.includes(' closed ticket '))
  expect(new Set(tickets.map(({ text }) => text)).size).toBe(tickets.length)
  return written.size
}

/** Every answered change of the memory that all marked is a version of it, and perhaps those that nobody knows of. */
export async function checkMarks(url: string, shared: string, { marks }: Books): Promise<void> {
  const [row] = await ask<{ version: number }>(url, 'SELECT version FROM memories WHERE id = $1', [shared])
  expect(row!.version - 1).toBeGreaterThanOrEqual(marks.answered)
  expect(row!.version - 1).toBeLessThanOrEqual(marks.answered + marks.unknown)
}

/** Every memory has all its parts, the totals agree, and the change log has no hole. */
export async function checkParts(url: string): Promise<void> {
  const [parts] = await ask<Record<string, number>>(
    url,
    `SELECT (SELECT count(*)::int FROM memories) AS memories,
            (SELECT count(*)::int FROM strengths) AS strengths,
            (SELECT count(DISTINCT row)::int FROM vectors) AS vectors,
            (SELECT count(*)::int FROM changes WHERE what = 1) AS added,
            (SELECT documents FROM totals) AS documents`,
  )
  const { memories, ...others } = parts!
  for (const [part, count] of Object.entries(others)) expect(count, part).toBe(memories)
  const [log] = await ask<Record<string, number>>(
    url,
    `SELECT count(*)::int AS changes, max(seq)::int AS last, (SELECT seq::int FROM totals) AS given,
            (SELECT count(*)::int FROM events) AS events, (SELECT event::int FROM totals) AS given_events
     FROM changes`,
  )
  expect(log).toMatchObject({ changes: log!.given, last: log!.given, events: log!.given_events })
}

/** WSS2: every conversation's events are 1, 2, 3 …, and who followed it through broken connections saw each once. */
export async function checkEvents(url: string, { seen, heard }: Books): Promise<number> {
  const events = await ask<{ workflow: string; ids: number[] }>(
    url,
    'SELECT workflow, array_agg(id ORDER BY seq) AS ids FROM events GROUP BY workflow',
  )
  const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1)
  for (const { ids } of events) expect(ids).toEqual(upTo(ids.length))
  const idsOf = new Map(events.map(({ workflow, ids }) => [workflow, ids]))
  for (const [workflow, ids] of seen) expect(ids, workflow).toEqual(idsOf.get(workflow)?.slice(0, ids.length))
  const [{ last } = { last: 0 }] = await ask<{ last: number }>(url, 'SELECT seq::int AS last FROM totals')
  expect(heard).toEqual(upTo(last))
  return [...seen.values()].reduce((sum, ids) => sum + ids.length, heard.length)
}

/** WFL6: every run ended, and RSB5: what was told became one episode. */
export async function checkConversations(url: string, { told }: Books): Promise<Record<string, number>> {
  const runs = await ask<{ body: string }>(url, 'SELECT body FROM runs')
  const ended: Record<string, number> = {}
  for (const { body } of runs) {
    const { status, failure } = JSON.parse(body) as { status: string; failure: { code: string } | null }
    ended[status] = (ended[status] ?? 0) + 1
    // Only whose process was killed: a database that comes back makes nothing fail.
    if (status === 'failed') expect(failure?.code).toBe('SERVER_RESTART')
  }
  expect(Object.keys(ended).filter((status) => status !== 'completed' && status !== 'failed')).toEqual([])
  const current = await ask<{ body: string }>(
    url,
    `SELECT body FROM workflows WHERE body NOT LIKE '%"currentRun":null%'`,
  )
  expect(current).toEqual([])
  const stored = await ask<{ text: string }>(url, "SELECT text FROM memories WHERE text LIKE 'User: %It was %'")
  const times = new Map<string, number>()
  for (const { text } of stored) {
    for (const [said] of text.matchAll(/It was [0-9a-f-]{36}\./g)) times.set(said, (times.get(said) ?? 0) + 1)
  }
  expect([...told].filter((said) => times.get(said) !== 1)).toEqual([])
  expect([...times].filter(([, count]) => count !== 1)).toEqual([])
  return ended
}
