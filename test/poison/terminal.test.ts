import { beforeAll, describe, expect, test } from 'vitest'
import { WorldWeaverError } from '#ww/errors.js'
import { operations } from '#ww/operations/index.js'
import type { Operation } from '#ww/operations/machinery/operation.js'
import { isRefusal } from '#ww/operations/machinery/refusal.js'
import { runCommandLine } from '#ww/surfaces/cli/command-line.js'
import { toRefusalLines } from '#ww/surfaces/cli/refusal-lines.js'
import { renderAnswer } from '#ww/surfaces/cli/rendering/answer.js'
import { describeTerminal } from '#ww/surfaces/cli/terminal.js'
import { validInput } from '../fuzz/valid-input.js'
import { type Mind, useMinds } from '../support/minds.js'
import { terminalSurface } from '../support/terminal-surface.js'
import { bait, poisons } from './poisons.js'

const minds = useMinds()
const terminal = describeTerminal({ isTTY: true, columns: 80 }, { FORCE_COLOR: '1' })
/** What our own colours and lines of progress are made of; whatever else a terminal obeys came from a memory. */
const colours = /\p{Cc}\[(?:1|2|22|3[1-9])m|\r\p{Cc}\[K/gu
const obeyed = /(?!\n)\p{Cc}|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

const short = poisons.filter(({ text }) => text.length < 400)
let mind: Mind
let input: ReturnType<typeof validInput>

/** All of them in everything that can be called anything. */
beforeAll(async () => {
  mind = minds.open()
  const entities: string[] = []
  for (const { text } of short) {
    const tag = text.slice(0, 150)
    await mind.call('remember', { text, tags: [tag] })
    await mind.call('gwt_store', { content: text, tags: [tag] })
    await mind.call('create_episode', { content: text, context: { [tag]: text, project: tag }, outcome: 'failure' })
    entities.push(
      (await mind.call('create_entity', { name: text, entity_type: 'TOOL', summary: text, details: text })).id,
    )
    await mind.call('gwt_set_goal', { description: text, keywords: [tag] })
  }
  const all = short.map(({ text }) => text).join(' ')
  const { id: episode } = await mind.call('create_episode', { content: all })
  const { id: procedure } = await mind.call('create_skill', {
    name: short[9]!.text,
    trigger_pattern: all.slice(0, 1_900),
    trajectory: short.map(({ text }) => ({ action: text, command: text, observation: text })),
    outcome_score: 0.9,
    domain: 'coding',
  })
  await mind.call('create_relation', { source_id: entities[1]!, target_id: entities[2]!, relation_type: 'USES' })
  await mind.call('gwt_broadcast', {})
  input = validInput({ episode, procedure: procedure!, entities: [entities[0]!, entities[3]!] })
})

describe.each(operations.map((operation) => ({ name: operation.name, operation: operation as Operation })))(
  'ww $name',
  ({ name, operation }) => {
    test.each(['as it is called', 'a link of a terminal', 'sequences of eight bits', 'a turned direction'])(
      '[COM4] a terminal gets nothing to obey: %s',
      async (what) => {
        const poison = short.find((each) => each.what === what)?.text ?? bait
        const asked = Object.fromEntries(
          Object.entries(input[name]).map(([field, value]) => [
            field,
            /query|question|task|text|content|summary|description|reason/.test(field) ? poison : value,
          ]),
        )
        const answer = await mind.invoke(operation, asked).catch((error: unknown) => {
          if (error instanceof WorldWeaverError) return undefined
          throw error
        })
        if (answer === undefined) return
        const said = isRefusal(operation, answer)
          ? toRefusalLines(answer).join('\n')
          : renderAnswer(operation, answer, { terminal, now: mind.clock.now(), asked })
        expect(said.replace(colours, '')).not.toMatch(obeyed)
      },
    )
  },
)

test.each(short)('[COM4] nor by a refusal that repeats what was typed: $what', async ({ text }) => {
  const { surface, stderr } = terminalSurface({ open: async () => ({ ...mind, close: async () => {} }) })
  expect(await runCommandLine(['recall', bait, '--session', text], surface)).toBe(1)
  expect(await runCommandLine(['entity', 'create', text, 'TOOL', text], surface)).toBe(1)
  expect(await runCommandLine(['remember', `-${text}`], surface)).toBe(2)
  expect(await runCommandLine([text], surface)).toBe(2)
  expect(String(stderr.read() ?? '').replace(colours, '')).not.toMatch(obeyed)
})

test.each(short)('[COM4] `--json` tells it byte for byte: $what', async ({ text }) => {
  const { surface, stdout } = terminalSurface({ open: async () => ({ ...mind, close: async () => {} }) })
  const { id } = await mind.call('remember', { text })
  expect(await runCommandLine(['get-memory', id, '--json'], surface)).toBe(0)
  expect(JSON.parse(String(stdout.read())).content).toBe(text)
})

test('[GWT13] an export that is shown says the same, and nothing that a terminal obeys', async () => {
  const operation = operations.find(({ name }) => name === 'gwt_export_memory') as Operation
  const answer = await mind.invoke(operation, {})
  const shown = renderAnswer(operation, answer, { terminal, now: 0, asked: {} })
  const parsed = (lines: string) =>
    lines
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
  expect(shown).not.toMatch(obeyed)
  expect(parsed(shown)).toEqual(parsed(answer.jsonl as string))
})
