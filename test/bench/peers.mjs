// World Weaver beside other memories that run without a cloud and without a language model: the same conversations, the
// same load, the same client. See docs/benchmarks.md.
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readLocomo, requireData } from './data.mjs'
import { describePeers } from './peers/describe.mjs'
import { mcpMemoryKeeper } from './peers/mcp-memory-keeper.mjs'
import { mcpMemoryLibsql } from './peers/mcp-memory-libsql.mjs'
import { measureLoad, measureStarts } from './peers/measure-load.mjs'
import { measureLostWrites, writers, writesEach } from './peers/measure-lost-writes.mjs'
import { measureRecall } from './peers/measure-recall.mjs'
import { minisearch } from './peers/minisearch.mjs'
import { serverMemory } from './peers/server-memory.mjs'
import { withStore } from './peers/temporary-store.mjs'
import { worldWeaver } from './peers/world-weaver.mjs'
import { describeRun, endProgress, progress, storeSection, warnWhenBusy } from './report.mjs'

const { values: options } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data' },
    /** These peers alone, by name; the page stays as it is. */
    only: { type: 'string', multiple: true },
    /** So many questions of each conversation; the page stays as it is. */
    questions: { type: 'string' },
  },
})
const peers = [worldWeaver, serverMemory, mcpMemoryLibsql, mcpMemoryKeeper, minisearch]
const chosen = choose(options.only)
const questionsPer = options.questions === undefined ? Number.POSITIVE_INFINITY : Number(options.questions)

const data = requireData(resolve(import.meta.dirname, '../..', options.data))
const conversations = readLocomo(data).map(({ turns, questions }, index) => ({
  questions,
  items: turns.map((turn) => ({ ...turn, id: `c${index + 1}.${turn.turn.replace(':', '.')}` })),
}))
const items = conversations.flatMap((conversation) => conversation.items)
const load = {
  items,
  questions: conversations
    .flatMap(({ questions }) => questions.slice(0, Math.min(40, questionsPer)))
    .map(({ text }) => text),
  fresh: items.slice(0, 200).map((item, index) => ({ ...item, id: `fresh${String(index).padStart(4, '0')}` })),
}

warnWhenBusy()
const started = performance.now()
await withStore(async (folder) => {
  const runs = []
  for (const [index, peer] of chosen.entries()) runs.push(await measure(peer, join(folder, `peer-${index}`)))
  progress('starting each in turns')
  const starts = await startAll(runs.filter(({ peer, failure }) => peer.launch && failure === undefined))
  endProgress()
  const results = runs.map((run) => ({ ...run, start: starts?.get(run.peer.name) }))
  const body = describePeers(results, describeRun('npm run bench:peers'))
  process.stdout.write(`${body.trim()}\n\n${((performance.now() - started) / 1000).toFixed(0)} s\n`)
  const isWhole = options.only === undefined && options.questions === undefined
  if (isWhole && starts && results.every(({ failure }) => failure === undefined)) storeSection('peers', body)
  else process.stdout.write('Not all was measured: docs/benchmarks.md stays as it is.\n')
})

/** A peer that fails is left out with its reason; the others are measured. */
async function measure(peer, folder) {
  const say = (what) => progress(`${peer.name}: ${what}`)
  const store = join(folder, 'store')
  mkdirSync(store, { recursive: true })
  try {
    say(`installing ${peer.version}`)
    const installed = await peer.install(folder)
    const { home } = installed
    const recall = await measureRecall(peer, home, conversations, questionsPer, say)
    say(`${items.length} turns in one store`)
    const speed = await measureLoad(peer, home, store, load)
    say(`${writers} processes write`)
    const lost = peer.launch && (await measureLostWrites(peer, home, items.slice(0, writers * writesEach)))
    return { peer, home, store, installed, recall, speed, lost }
  } catch (error) {
    process.stderr.write(`${peer.name}: ${error.stack}\n`)
    return { peer, failure: error.message.split('\n')[0] }
  }
}

/** What was measured before is shown even when a start fails. */
async function startAll(runs) {
  try {
    return await measureStarts(runs)
  } catch (error) {
    process.stderr.write(`${error.stack}\n`)
    return undefined
  }
}

/** By name; the spaces of a name may be dashes. */
function choose(names) {
  if (names === undefined) return peers
  const plain = (name) => name.toLowerCase().replaceAll(' ', '-')
  const unknown = names.find((name) => !peers.some((peer) => plain(peer.name) === plain(name)))
  if (unknown !== undefined) {
    process.stderr.write(`No peer "${unknown}". There are: ${peers.map((peer) => plain(peer.name)).join(', ')}.\n`)
    process.exit(1)
  }
  return peers.filter((peer) => names.some((name) => plain(peer.name) === plain(name)))
}
