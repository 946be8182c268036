import { describe, expect, test } from 'vitest'
import type { OutputOf } from '#ww/index.js'
import { type McpSession, useMcpServers } from '../support/mcp-session.js'

type Answer = OutputOf<'review_memory'>
type Item = Answer['items'][number]

const cities = ['Leeds', 'York', 'Hull', 'Bath', 'Derby', 'Lincoln', 'Exeter', 'Durham', 'Truro', 'Ripon']
const shops = ['bakery', 'forge', 'library', 'brewery', 'chandlery', 'pharmacy', 'tannery', 'bindery', 'dairy', 'mill']
const months = ['January', 'March', 'May', 'July', 'September', 'November']

/** A hundred changes of an address and what answers nothing yet, as an import brings them. */
function history(): string {
  const lines: object[] = []
  const at = (day: number) => new Date(Date.UTC(2026, 0, 1 + day)).toISOString()
  for (let number = 0; number < 60; number++) {
    const [shop, city] = [shops[number % 10]!, cities[Math.floor(number / 6)]!]
    const who = `${shop} of ${city} number ${number}`
    const answers = [{ question: `Where is the ${who}?`, by: 'caller' }]
    lines.push({ content: `The ${who} is in Low Lane.`, happened_at: at(number), facets: { answers } })
    lines.push({ content: `The ${who} is at Dock ${number} now.`, happened_at: at(100 + number), facets: { answers } })
  }
  for (let number = 0; number < 160; number++) {
    const [shop, city, month] = [shops[number % 10]!, cities[(number * 3) % 10]!, months[number % 6]!]
    lines.push({
      content: `In ${month} the ${shop} keeper from ${city} ordered crate ${number} of lamp oil.`,
      happened_at: at(300 + number),
    })
  }
  return lines.map((line) => JSON.stringify(line)).join('\n')
}

/** What a language model would do, by rules: later words show the change, and a question asks for what is named. */
function judge({ item, topic, texts, choices }: Item) {
  if (topic === 'replaces') {
    const [first, second] = texts
    const subject = (text: string) => text.slice(0, Math.max(0, text.indexOf(' is ')))
    if (subject(first!.text) === '' || subject(first!.text) !== subject(second!.text))
      return { item, choice: 'both_true' }
    return { item, choice: 'replaces', quote: second!.text.slice(second!.text.indexOf(' is ') + 4) }
  }
  if (topic === 'answers') return { item, choice: 'answers', answers: [`Who got ${texts[0]!.text.slice(-30)}`] }
  return { item, choice: choices.includes('both_true') ? 'both_true' : 'unsure' }
}

async function review(server: McpSession, input: object = {}): Promise<Answer> {
  const { isError, body } = await server.call('review_memory', { ...input })
  if (isError) throw new Error(JSON.stringify(body))
  return body as unknown as Answer
}

const linesOf = async (server: McpSession): Promise<string> =>
  (await server.call('gwt_export_memory')).body.jsonl as string

describe('an agent that reviews', () => {
  const start = useMcpServers()

  test('[OPS7] works through 200 questions over MCP, five at a time, and can take all of it back', async () => {
    const server = await start({ WW_RATE_LIMIT: '0', WW_AUTO_CONSOLIDATE: '0' })
    expect((await server.call('gwt_import_memory', { jsonl: history() })).isError).toBe(false)
    const before = await linesOf(server)
    const seen = new Map<string, Item>()
    const batches: string[] = []
    let answer = await review(server)
    for (let call = 0; answer.left > 0; call++) {
      expect(call).toBeLessThan(400)
      for (const item of answer.items) seen.set(item.item, item)
      answer = await review(server, { replies: answer.items.map(judge) })
      expect(answer.refused.filter(({ reason }) => !/changes one of the two/.test(reason))).toEqual([])
      if (answer.undo !== undefined) batches.push(answer.undo.id)
    }
    expect(seen.size).toBeGreaterThanOrEqual(200)
    const topics = [...seen.values()].map(({ topic }) => topic)
    expect(topics.filter((topic) => topic === 'replaces').length).toBeGreaterThanOrEqual(30)
    const { body } = await server.call('recall', { query: 'Where is the forge of Leeds number 1?', limit: 1 })
    expect(body).toMatchObject({ memories: [{ content: 'The forge of Leeds number 1 is at Dock 1 now.' }] })
    expect(await review(server)).toMatchObject({ left: 0, items: [] })
    for (const undo of batches.reverse()) await review(server, { undo })
    expect(withoutUse(await linesOf(server))).toEqual(withoutUse(before))
  })
})

/** ACT2: a recall is a use, which no review takes back. */
const withoutUse = (jsonl: string): unknown[] =>
  jsonl
    .trim()
    .split('\n')
    .map((line) => {
      const {
        last_accessed: _,
        recent_uses: __,
        uses: ___,
        stability: ____,
        difficulty: _____,
        reviewed_at: ______,
        ...rest
      } = JSON.parse(line)
      return rest
    })
