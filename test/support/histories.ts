import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createRandom, type Random } from './random.js'

const nouns =
  'queue index cache server router parser token build branch merge schema column bucket worker socket thread'.split(' ')
const verbs = 'fails hangs returns skips drops retries blocks leaks overwrites validates rejects caches'.split(' ')
const places = 'src/app/main.ts src/db/pool.ts scripts/deploy.sh docs/setup.md test/api.test.ts'.split(' ')

/** A sentence of somebody at work; with a number, so that no two are the same. */
const sentence = (random: Random, number: number): string =>
  `The ${random.pick(nouns)} ${random.pick(verbs)} when the ${random.pick(nouns)} ${random.pick(verbs)} in ${random.pick(places)} (case ${number}).`

const paragraph = (random: Random, number: number, sentences: number): string =>
  Array.from({ length: sentences }, (_, place) => sentence(random, number * 100 + place)).join(' ')

export interface WrittenHistory {
  /** How many things were said or went wrong: as many memories. */
  readonly memories: number
  readonly bytes: number
}

interface HistoryOptions {
  readonly bytes: number
  readonly seed?: number
  /** Put into what is said, one after the other. */
  readonly secrets?: readonly string[]
}

/**
 * Sessions of Claude Code under `<home>/.claude`: prompts, answers and failures among the tool output, reminders and
 * thoughts that make up most of a real one.
 */
export function writeClaudeCodeHistory(
  home: string,
  { bytes, seed = 1, secrets = [] }: HistoryOptions,
): WrittenHistory {
  const random = createRandom(seed)
  const planted = [...secrets]
  let [written, memories, turn] = [0, 0, 0]
  for (let session = 0; written < bytes || planted.length > 0; session++) {
    const folder = `/home/ada/work/${['shop', 'api', 'site'][session % 3]}`
    const sessionId = `00000000-0000-4000-8000-${String(session).padStart(12, '0')}`
    const lines: string[] = []
    const say = (type: string, content: unknown, more: object = {}) => {
      const at = new Date(Date.UTC(2026, 0, 5) + turn * 60_000).toISOString()
      const uuid = `11111111-0000-4000-8000-${String(turn++).padStart(12, '0')}`
      const message = { role: type, content }
      lines.push(JSON.stringify({ type, uuid, sessionId, cwd: folder, timestamp: at, message, ...more }))
    }
    lines.push(JSON.stringify({ type: 'summary', summary: 'Working on it', leafUuid: 'x' }))
    for (let round = 0; round < 30; round++) {
      const secret = planted.shift()
      const asked = paragraph(random, turn, 2) + (secret === undefined ? '' : `\n${secret}\n`)
      say('user', `${asked}<system-reminder>Never mind ${round}.</system-reminder>`)
      say('assistant', [{ type: 'thinking', thinking: paragraph(random, turn, 6) }])
      const call = `toolu_${session}_${round}`
      say('assistant', [
        { type: 'text', text: paragraph(random, turn, 4) },
        { type: 'tool_use', id: call, name: 'Bash', input: { command: `npm test -- case-${turn}` } },
      ])
      const hasFailed = round % 5 === 0
      const hidden = planted.shift()
      const dump = paragraph(random, turn, 40) + (hidden === undefined ? '' : `\n${hidden}`)
      say('user', [{ type: 'tool_result', tool_use_id: call, is_error: hasFailed, content: dump }])
      memories += hasFailed ? 3 : 2
    }
    const file = join(home, '.claude', 'projects', folder.replaceAll('/', '-'), `${sessionId}.jsonl`)
    const text = `${lines.join('\n')}\n`
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    written += text.length
  }
  return { memories, bytes: written }
}

/** One array of conversations, as an account's export has it, in pieces: a large one is never whole in memory. */
export function* chatGptExport({ bytes, seed = 2, secrets = [] }: HistoryOptions): Generator<string, WrittenHistory> {
  const random = createRandom(seed)
  const planted = [...secrets]
  let [written, memories] = [0, 0]
  for (let conversation = 0; written < bytes || planted.length > 0; conversation++) {
    const mapping: Record<string, unknown> = { root: { id: 'root', message: null, parent: null, children: ['0'] } }
    for (let turn = 0; turn < 40; turn++) {
      const id = `${conversation}-${turn}`
      const secret = planted.shift()
      const parts = [paragraph(random, conversation * 100 + turn, 5) + (secret === undefined ? '' : ` ${secret}`)]
      const author = { role: turn % 2 === 0 ? 'user' : 'assistant' }
      const message = { id, author, create_time: 1_767_571_200 + turn, content: { content_type: 'text', parts } }
      mapping[id] = { id, message, parent: turn === 0 ? 'root' : `${conversation}-${turn - 1}`, children: [] }
      memories++
    }
    const current_node = `${conversation}-39`
    const text = JSON.stringify({
      title: `Talk ${conversation}`,
      conversation_id: `c${conversation}`,
      create_time: 1_767_571_200,
      current_node,
      mapping,
    })
    const piece = `${conversation === 0 ? '[' : ',\n'}${text}`
    written += piece.length
    yield piece
  }
  yield ']'
  return { memories, bytes: written }
}
