import { execFile } from 'node:child_process'
import { createReadStream, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createRandom } from '../numbers.mjs'
import { servers } from '../speed/mcp-process.mjs'
import { episodes, take } from '../speed/texts.mjs'
import { askAndFollow, tellAnswer } from '../workflow/clients.mjs'
import { project } from './house.mjs'

const run = promisify(execFile)

/**
 * Every kind of call of the load, each through the next door in turn. All of it is told in session `default`, where the
 * memories that were there before are not: what is forgotten is what this load has told, whatever door it came by.
 */
export function createCalls({ doors, url }, { folder, size, sentences, keepsMs, signal }) {
  const random = createRandom(23)
  const texts = episodes(sentences, 9)
  const questions = cycle(sentences.questions)
  const nextDoor = cycle(doors)
  const forgettingDoor = cycle(doors)
  /** What was answered and not changed since; by when it was first told. */
  const told = { episode: [], entity: [] }
  let entities = 0

  const call = (tool, input) => nextDoor()(tool, input)
  /** Not so old that it may be forgotten before the call is through. */
  const isFresh = ({ at }) => Date.now() - at < keepsMs / 2
  /** Out of the list: whoever changes it is alone with it. */
  function takeFresh(kind) {
    told[kind] = told[kind].filter(isFresh)
    const [taken] = told[kind].splice(random.below(told[kind].length), 1)
    return taken
  }

  const recalls = cycle([
    () => call('recall', { query: questions() }),
    () => call('recall_episodes', { query: questions() }),
  ])
  const writes = cycle([
    (text) => call('create_episode', { content: text, outcome: random.pick(['success', 'failure', 'neutral']) }),
    (text) => call('remember', { text, tags: ['soak'] }),
  ])
  const changes = cycle([createEntity, markImportant, supersede, correct, relate])
  const thoughts = cycle([
    () => call('gwt_attend', { question: questions() }),
    () => call('gwt_store', { content: take(texts, 1)[0].text, memory_type: 'working' }),
    () => call('gwt_broadcast', {}),
    () => call('gwt_query', { query: questions() }),
  ])

  async function write() {
    const [{ text }] = take(texts, 1)
    const at = Date.now()
    const { id } = await writes()(text)
    told.episode.push({ id, text, at })
  }

  /** Through another door than it was told, most of the time: an answered write is there for everybody. */
  async function read() {
    const fresh = told.episode.filter(isFresh)
    if (fresh.length === 0) return
    const { id, text } = random.pick(fresh.slice(-10))
    const { content } = await call('get_memory', { id })
    if (content !== text) throw new Error('a text came back otherwise than it was told')
  }

  async function createEntity() {
    const at = Date.now()
    const name = `Service ${++entities} of ${at}`
    const { id } = await call('create_entity', { name, entity_type: 'TOOL', summary: `${name} listens on port 80.` })
    told.entity.push({ id, at })
  }

  async function markImportant() {
    const one = takeFresh('episode')
    if (one !== undefined) await call('mark_important', { episode_id: one.id })
  }

  async function supersede() {
    const one = takeFresh('entity')
    if (one === undefined) return createEntity()
    const new_summary = `It listens on port ${random.below(60_000)} now.`
    const { new_id } = await call('supersede_fact', { entity_id: one.id, new_summary })
    told.entity.push({ id: new_id, at: one.at })
  }

  async function correct() {
    const one = takeFresh('episode')
    if (one !== undefined) await call('correct', { id: one.id, text: `${one.text} Or so it was thought.` })
  }

  async function relate() {
    const ends = [takeFresh('entity'), takeFresh('entity')]
    if (ends.includes(undefined)) return createEntity()
    const [source, target] = ends
    await call('create_relation', { source_id: source.id, target_id: target.id, relation_type: 'USES' })
    told.entity.push(source, target)
  }

  async function ask() {
    const { workflow_id, message_id, lost } = await askAndFollow(url, questions(), { project })
    if (lost > 0) throw new Error(`${lost} events of a question were lost`)
    await tellAnswer(url, { workflow_id, message_id, response: take(texts, 1)[0].text })
  }

  function forget() {
    const before = new Date(Date.now() - keepsMs).toISOString()
    return forgettingDoor()('forget', { session_filter: 'default', before, dry_run: false })
  }

  /** By the command, in a process of its own that looks at one moment while the others write. */
  async function exportAll() {
    const file = join(folder, 'export.jsonl')
    const { args, env } = servers.ww(folder)
    try {
      await run(process.execPath, [args[0], 'export', file, '--project', '*'], { env, signal })
      const lines = await countLines(file)
      if (lines < size) throw new Error(`${lines} lines were exported of at least ${size}`)
    } finally {
      rmSync(file, { force: true })
    }
  }

  return {
    recall: () => recalls()(),
    read,
    write,
    change: () => changes()(),
    workspace: () => thoughts()(),
    workflow: ask,
    forget,
    export: exportAll,
  }
}

function cycle(list) {
  let place = 0
  return () => list[place++ % list.length]
}

async function countLines(file) {
  let lines = 0
  for await (const chunk of createReadStream(file)) for (const byte of chunk) if (byte === 10) lines++
  return lines
}
