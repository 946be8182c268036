import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { openWorldWeaver } from '#ww/index.js'
import { median, p95, timed } from '../numbers.mjs'
import { progress } from '../report.mjs'
import { openBareCommit } from './bare-commit.mjs'
import { connect, servers, timeStart } from './mcp-process.mjs'
import { measureServerMemory } from './server-memory.mjs'
import { episodes, take } from './texts.mjs'

const starts = 11
const writeCount = 100
/** In process, where the first hundred are told apart: until then much of the program has not been compiled. */
const manyWrites = 1000
const warmUps = 40
/** Each question so often: its median tells what it costs, where one call also tells what else the machine did. */
const recallRounds = 5
const run = promisify(execFile)
const summary = (values) => ({ p50: median(values), p95: p95(values) })

/** Everything that is measured at one size, each part in a process that did nothing else before. */
export async function measureSize(size, { sentences, data, queries }) {
  const folder = mkdtempSync(join(tmpdir(), 'ww-speed-'))
  const say = (what) => progress(`${size.toLocaleString('en')} memories: ${what}`)
  try {
    say('importing')
    const built = await runModule('./build-store.mjs', [folder, String(size), data ?? ''])
    const bytes = sizeOf(folder)
    say('recalling in process')
    const inProcess = await runModule('./recall-in-process.mjs', [folder, JSON.stringify(queries)])
    say('starting')
    const started = await measureStarts(folder)
    say('recalling and writing over MCP')
    const mcp = await measureMcp(folder, queries, take(episodes(sentences, 2), writeCount))
    say('writing in process')
    const writes = await measureWrites(folder, take(episodes(sentences, 3), manyWrites))
    say('the official memory server')
    const peer = await measureServerMemory(folder, take(episodes(sentences), size), queries)
    return { size, built, bytes, inProcess, started, mcp, writes, peer }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function runModule(module, args) {
  const path = fileURLToPath(new URL(module, import.meta.url))
  const { stdout } = await run(process.execPath, [path, ...args], { maxBuffer: 1e8 })
  return JSON.parse(stdout)
}

const sizeOf = (folder) => readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)

/** In turns: whatever else the machine does hits both. */
async function measureStarts(folder) {
  const took = { ww: [], 'server-memory': [] }
  for (let round = 0; round < starts; round++) {
    for (const name of Object.keys(took)) took[name].push(await timeStart(servers[name](folder)))
  }
  return { ww: summary(took.ww), peer: summary(took['server-memory']) }
}

async function measureMcp(folder, queries, memories) {
  const server = await connect(servers.ww(folder))
  try {
    const cold = (await timed(() => server.call('recall_episodes', { query: queries[0] }))).ms
    for (const query of queries.slice(0, warmUps)) await server.call('recall_episodes', { query })
    const before = server.cpuMs()
    const asked = queries.slice(warmUps)
    const rounds = []
    while (rounds.length < recallRounds) rounds.push(await askAll(server, asked))
    const recallCpuMs = (server.cpuMs() - before) / (asked.length * recallRounds)
    const memory = server.memory()
    const took = { write: [], transport: [] }
    const beforeWrites = server.cpuMs()
    for (const { text } of memories) {
      took.transport.push((await timed(() => server.call('get_session_id', {}))).ms)
      took.write.push((await timed(() => server.call('create_episode', { content: text }))).ms)
    }
    return {
      cold,
      recall: summary(rounds.flat()),
      firstRecalls: summary(rounds[0]),
      recallSettled: summary(asked.map((_, place) => median(rounds.map((round) => round[place])))),
      recallCpuMs,
      memory,
      writeCpuMs: (server.cpuMs() - beforeWrites) / memories.length,
      write: summary(took.write.slice(5)),
      transport: summary(took.transport.slice(5)),
    }
  } finally {
    await server.close()
  }
}

async function askAll(server, queries) {
  const took = []
  for (const query of queries) took.push((await timed(() => server.call('recall_episodes', { query }))).ms)
  return took
}

/** The write itself, without a client in front, in turns with what no durable write can beat. */
async function measureWrites(folder, memories) {
  const mind = openWorldWeaver({ dataDir: folder, session: 'default', project: null })
  const bare = openBareCommit(folder)
  const took = { write: [], commit: [], sync: [] }
  try {
    await mind.warmUp()
    for (const { text } of memories) {
      took.write.push((await timed(() => mind.call('create_episode', { content: text }))).ms)
      took.commit.push(bare.commit(text))
      took.sync.push(bare.sync())
    }
  } finally {
    bare.close()
    await mind.close()
  }
  const settled = (values) => summary(values.slice(10))
  const first = summary(took.write.slice(10, 100))
  return { write: settled(took.write), first, commit: settled(took.commit), sync: settled(took.sync) }
}
