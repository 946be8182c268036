// How fast memories move out of one store and into another, and how much memory that takes:
// node test/bench/moving.mjs [--size 100000] [--data <folder>]
import { spawnSync } from 'node:child_process'
import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { openWorldWeaver } from '#ww/index.js'
import { findData } from './data.mjs'
import { episodes, readSentences, take } from './speed/texts.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { size: { type: 'string', default: '100000' }, data: { type: 'string', default: '../shared/data' } },
})
const [role, folder, file] = positionals
if (role === undefined) compare(Number(values.size), values.data)
else await move(role, folder, file)

/** Each in a process of its own: the largest size of one says nothing about the next. */
function compare(size, data) {
  const place = mkdtempSync(join(tmpdir(), 'world-weaver-'))
  const at = (name) => join(place, name)
  try {
    writeLines(at('foreign.jsonl'), size, data)
    const results = [
      ['import of foreign lines', 'import', 'a', 'foreign.jsonl'],
      ['export', 'export', 'a', 'own.jsonl'],
      ['import of exported lines', 'import', 'b', 'own.jsonl'],
      ['the same again', 'import', 'b', 'own.jsonl'],
    ].map(([what, role, store, file]) => ({ what, ...run(role, at(store), at(file)) }))
    console.table(results)
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

function run(...args) {
  const own = fileURLToPath(import.meta.url)
  return JSON.parse(spawnSync(process.execPath, [own, ...args], { stdio: ['ignore', 'pipe', 'inherit'] }).stdout)
}

function writeLines(file, size, data) {
  const told = take(episodes(readSentences(findData(data))), size)
  const toLine = ({ text, session, at }) =>
    JSON.stringify({ content: text, session_id: session, happened_at: new Date(at).toISOString() })
  writeFileSync(file, told.map(toLine).join('\n'))
}

async function move(role, dataDir, path) {
  const mind = openWorldWeaver({ dataDir, session: 'default', project: null })
  const started = performance.now()
  const memories = role === 'import' ? await importFrom(mind, path) : await exportTo(mind, path)
  const perSecond = Math.round((memories / (performance.now() - started)) * 1000)
  await mind.close()
  const mostMegabytes = Math.round(process.resourceUsage().maxRSS / 1024)
  process.stdout.write(JSON.stringify({ memories, perSecond, mostMegabytes }))
}

async function importFrom(mind, path) {
  let lines = 0
  for await (const _ of mind.import(createReadStream(path))) lines++
  return lines
}

async function exportTo(mind, path) {
  const file = await open(path, 'w')
  let memories = 0
  for await (const { lines } of mind.export()) {
    await file.write(`${lines.join('\n')}\n`)
    memories += lines.length
  }
  await file.close()
  return memories
}
