import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { openSqliteStore } from '#ww/adapters/sqlite/sqlite-memory-store.js'
import type { MemoryStore } from '#ww/ports/memory-store.js'
import { databaseIn, integrityOf, partsOf } from '../support/database.js'
import { idOf, newMemories, start } from '../support/memories.js'
import { startHelper } from '../support/other-process.js'
import { type Server, startServer, useServer } from '../support/server.js'
import { stressKills } from '../support/stress.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'
import { indexOf, vectorOf } from '../support/text-analysis.js'
import { filesHolding } from '../support/traces.js'

const temporaryFolder = useTemporaryFolders()

const name = 'Xylothrandir'
const text = `${name} repaired the greenhouse heater before the frost.`
const stays = 'The backups of PostgreSQL run at night.'
const paraphrase = 'who mended the heating in the glasshouse?'

async function withStore<Result>(dataDir: string, work: (store: MemoryStore) => Promise<Result>): Promise<Result> {
  const store = openSqliteStore({ path: databaseIn(dataDir), threads: 'inline' })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

/** Enough to fill pages and to split them; nothing of it is near the secret. */
async function tellOthers(server: Server): Promise<void> {
  const words = ['ledger', 'invoice', 'parser', 'deploy', 'violin', 'glacier', 'tariff', 'comet', 'harbour', 'quartz']
  for (let number = 0; number < 200; number++) {
    const said = [0, 1, 2].map((place) => `${words[(number * 7 + place * 3) % 10]}${(number * 37) % 101}${place}`)
    await server.ask('remember', { text: `Noted ${said.join(' and ')}.`, tags: [said[0]!] })
  }
}

/** The name wherever a caller can put one. Answers with the ids of all that was made from it. */
async function plant(server: Server) {
  const episode = await server.ask('create_episode', {
    content: text,
    context: { speaker: name, file: `/home/${name}/notes.md`, nested: { [name]: [name] } },
    tags: [name, 'garden'],
    session_id: name,
    project: name,
    valence: 0.4,
  })
  const scope = { session_id: name, project: name }
  await server.ask('mark_important', { episode_id: episode.id, ...scope })
  const corrected = await server.ask('correct', {
    id: episode.id,
    text: `${text} It was ${name}’s third attempt.`,
    reason: `${name} said so`,
    ...scope,
  })
  const fact = await server.ask('create_entity', {
    name: `${name} the gardener`,
    entity_type: 'PERSON',
    summary: `${name} looks after the greenhouse.`,
    derived_from: [corrected.new_id],
    ...scope,
  })
  await server.ask('consolidate_now', { consolidation_type: 'all', ...scope })
  // An entity of two episodes, in the words of the one that is to go.
  const moved = await server.ask('remember', { text: `${name} moved the invoices to PostgreSQL.` })
  await server.ask('remember', { text: stays })
  await server.ask('consolidate_now', { consolidation_type: 'deep' })
  const { entities } = await server.ask('semantic_recall', { query: 'PostgreSQL' })
  const [shared] = entities as { id: string; name: string; summary: string }[]
  expect(shared).toMatchObject({ name: 'PostgreSQL', summary: expect.stringContaining(name) })
  return {
    asked: [episode.id as string, moved.id as string],
    ids: [episode.id, corrected.new_id, moved.id] as string[],
    derived: [fact.id as string, shared!.id],
  }
}

describe('[OPS4] a name that was planted everywhere', () => {
  test('[OPS4] after forgetting is in no byte of any file, and no paraphrase finds it', {
    timeout: 120_000,
  }, async () => {
    const dataDir = temporaryFolder()
    const elsewhere = temporaryFolder()
    const folders = [dataDir, elsewhere]
    const server = await useServer({ dataDir })
    const other = await useServer({ dataDir })
    await tellOthers(server)
    const planted = await plant(server)
    const everywhere = { project: '*' }
    for (const each of [server, other]) {
      const recalled = await each.ask('recall', { query: paraphrase, min_relevance: 0, ...everywhere })
      expect(JSON.stringify(recalled)).toContain(name)
    }
    mkdirSync(join(dataDir, 'copies'))
    const backups = [join(dataDir, 'copies', 'first.db'), join(elsewhere, 'second.db')]
    await withStore(dataDir, async (store) => {
      for (const backup of backups) await store.backup(backup)
    })

    const [vector, index] = [await vectorOf(text), await indexOf(text)]
    const traces = [name, new Uint8Array(vector.values.buffer), new Uint8Array(index.tokens.slice().buffer)]
    // What is looked for can be found: each trace in the database or its log, and in both backups.
    for (const trace of traces) {
      const holding = filesHolding(folders, [trace])
      expect(holding).toEqual(expect.arrayContaining(backups))
      expect(holding.some((path) => path.startsWith(databaseIn(dataDir)))).toBe(true)
    }

    const asked = { ids: planted.asked, ...everywhere }
    const dry = await server.ask('forget', asked)
    expect(dry).toMatchObject({ dry_run: true, derived_ids: expect.arrayContaining(planted.derived) })
    expect(filesHolding(folders, [name])).not.toEqual([])
    const done = await server.ask('forget', { ...asked, dry_run: false })
    expect((done.ids as string[]).toSorted()).toEqual(planted.ids.toSorted())
    expect(done).toMatchObject({ count: dry.count, derived_ids: dry.derived_ids })
    expect(done.backups).toEqual(expect.arrayContaining(backups.map((path) => ({ path, action: 'rewritten' }))))

    expect(filesHolding(folders, traces)).toEqual([])
    for (const each of [server, other]) {
      const recalled = await each.ask('recall', { query: paraphrase, min_relevance: 0, ...everywhere })
      expect(recalled.nothing_relevant).toBe(true)
      expect(JSON.stringify(recalled)).not.toContain(name)
      const then = { query: paraphrase, point_in_time: new Date().toISOString(), ...everywhere }
      const known = await each.ask('query_at_time', { ...then, include: ['episodes', 'entities', 'procedures'] })
      expect(JSON.stringify(known)).not.toContain(name)
      const stats = await each.ask('memory_stats', { include_detailed: true, ...everywhere })
      expect(JSON.stringify(stats)).not.toContain(name)
      for (const id of [...planted.ids, ...planted.derived]) {
        expect(await each.call('get_memory', { id, ...everywhere })).toMatchObject({ isError: true })
      }
      // What stands on something else as well lives on, in the words of that.
      const { entities } = await each.ask('semantic_recall', { query: 'PostgreSQL' })
      expect((entities as unknown[])[0]).toMatchObject({ name: 'PostgreSQL', summary: stays, needs_review: true })
    }
    // Both go on, also with its words.
    for (const each of [server, other])
      await each.ask('remember', { text: 'The greenhouse heater was repaired once more.', ...{ project: 'garden' } })
    const again = await other.ask('recall', { query: 'greenhouse heater', ...everywhere })
    expect((again.memories as { content: string }[]).slice(0, 2).map(({ content }) => content)).toEqual([
      'The greenhouse heater was repaired once more.',
      'The greenhouse heater was repaired once more.',
    ])

    await server.close()
    await other.close()
    expect(`${server.log()}${other.log()}`).toBe('')
    expect(filesHolding(folders, traces)).toEqual([])
    expect(integrityOf(dataDir)).toBe('ok')
    for (const backup of backups) {
      const copy = openSqliteStore({ path: backup, threads: 'inline' })
      const { total } = await copy.query({ kinds: ['episode'], includeClosed: true }, { offset: 0, limit: 0 })
      expect(total).toBe(201)
      await copy.close()
    }
  })

  test('[OPS4] forget waits until nobody reads what was there before', { timeout: 60_000 }, async () => {
    const dataDir = temporaryFolder()
    const server = await useServer({ dataDir })
    const { id } = await server.ask('remember', { text })
    const holder = startHelper('snapshot-holder', [databaseIn(dataDir)], dataDir)
    await holder.line()
    let isAnswered = false
    const done = server.ask('forget', { ids: [id], dry_run: false }).finally(() => {
      isAnswered = true
    })
    await expect.poll(async () => (await server.call('get_memory', { id })).isError).toBe(true)
    await sleep(500)
    expect(isAnswered).toBe(false)
    expect(filesHolding([dataDir], [name])).not.toEqual([])
    // Meanwhile others can read and write.
    await server.ask('remember', { text: 'The frost came after all.' })
    expect((await server.ask('recall', { query: 'frost' })).total).toBe(1)
    await holder.release()
    expect(await done).toMatchObject({ count: 1 })
    expect(filesHolding([dataDir], [name])).toEqual([])
  })
})

describe('[COM11] a process that is killed while it erases', () => {
  const count = 400
  const secrets = Array.from({ length: count / 2 }, (_, number) => idOf(number * 2))
  const isSecret = (number: number) => number % 2 === 0

  async function prepare(): Promise<string> {
    const dataDir = temporaryFolder()
    const add = await newMemories(
      Array.from({ length: count }, (_, number) => ({
        id: idOf(number),
        text: isSecret(number) ? text : 'The frost came after all.',
        tags: isSecret(number) ? [`${name}-${number}`] : [],
      })),
    )
    await withStore(dataDir, async (store) => {
      await store.commit({ at: start, add })
      await store.backup(join(dataDir, 'backup'))
    })
    return dataDir
  }

  function startErasing(dataDir: string) {
    const eraser = startHelper('eraser', [databaseIn(dataDir)], dataDir)
    eraser.process.stdin!.write(`${secrets.join(' ')}\n`)
    return eraser
  }

  test(`[COM11] [OPS4] ${stressKills} times, at every stage: all of it or nothing, and the next start finishes it`, {
    timeout: 60_000 + stressKills * 10_000,
  }, async () => {
    const undisturbed = startErasing(await prepare())
    await undisturbed.line()
    const began = performance.now()
    await undisturbed.line()
    const takesMs = performance.now() - began
    await undisturbed.release()

    const outcomes = new Set<string>()
    for (let kill = 0; kill < stressKills; kill++) {
      const dataDir = await prepare()
      const eraser = startErasing(dataDir)
      await eraser.line()
      await sleep((takesMs * kill) / stressKills)
      eraser.process.kill('SIGKILL')
      await eraser.release()

      expect(integrityOf(dataDir)).toBe('ok')
      const { memories, ...parts } = partsOf(dataDir)
      for (const [part, number] of Object.entries(parts)) expect(number, part).toBe(memories)
      expect([count, count / 2]).toContain(memories)
      outcomes.add(memories === count ? 'nothing' : 'all')
      const added = await newMemories([{ text: 'The next process writes.' }])
      await withStore(dataDir, (store) => store.commit({ at: start, add: added }))
      if (memories === count) continue
      expect(filesHolding([dataDir], [name])).toEqual([])
      expect(statSync(join(dataDir, 'backup')).size).toBeGreaterThan(0)
    }
    // Otherwise the moments were badly chosen.
    expect([...outcomes].sort()).toEqual(['all', 'nothing'])
  })
})

test('[OPS4] a server that starts after one was killed half-way leaves nothing', { timeout: 60_000 }, async () => {
  const dataDir = temporaryFolder()
  const first = await startServer({ dataDir })
  const { id } = await first.ask('remember', { text })
  const holder = startHelper('snapshot-holder', [databaseIn(dataDir)], dataDir)
  await holder.line()
  const unanswered = first.call('forget', { ids: [id], dry_run: false }).catch(() => undefined)
  await expect.poll(async () => (await first.call('get_memory', { id })).isError).toBe(true)
  process.kill(first.pid, 'SIGKILL')
  await unanswered
  await holder.release()
  const second = await useServer({ dataDir })
  await second.ask('remember', { text: 'The frost came after all.' })
  expect(filesHolding([dataDir], [name])).toEqual([])
})
