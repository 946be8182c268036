import fc from 'fast-check'
import { expect } from 'vitest'
import { createTranscriptReader } from '#ww/adapters/foreign-formats/read-transcript.js'
import { partsOfFailure } from '#ww/memory/hooks/failure-parts.js'
import { formatMemories, maxInjectionTokens } from '#ww/memory/hooks/format-memories.js'
import { stripInjections } from '#ww/memory/hooks/injected.js'
import { partsOf } from '#ww/memory/hooks/prompt-parts.js'
import { summariseSession } from '#ww/memory/hooks/session/summarise-session.js'
import { kinds } from '#ww/memory/memory.js'
import { readHookInput } from '#ww/surfaces/hooks/hook-input.js'
import { anyJson } from '../arbitraries.js'
import { defineArea } from '../campaign/area.js'
import { asText, textOf } from './texts.js'

const fragments = [
  ...[
    '</world-weaver>',
    '<world-weaver hook="x">',
    '<system-reminder>',
    '</user>',
    '\u001b[31m',
    '\u001b]8;;http://x\u0007',
    '\u202e',
    '\u{e0041}',
  ],
  ...[
    'Fix the checkout test',
    'npm ERR! code 1',
    'Error: ENOENT',
    'at Object.<anonymous> (src/a.ts:1:2)',
    'We decided to use',
    'I found that',
    'never',
    'always use tabs',
  ],
  ...[
    '\n',
    '```',
    '- ',
    '> ',
    '`x`',
    '"',
    '\\',
    'src/app/main.ts',
    'and then',
    'please',
    'y',
    'ok',
    '1',
    '漢字',
    'shouldn’t',
    'exit code 1',
    'Traceback (most recent call last):',
  ],
]
const told = textOf(fragments)
const field = fc.oneof({ weight: 3, arbitrary: told.map(asText) }, anyJson)
const block = fc.record(
  {
    type: fc.constantFrom('text', 'tool_use', 'tool_result', 'x'),
    text: field,
    id: fc.constantFrom('1', '2'),
    tool_use_id: fc.constantFrom('1', '2'),
    name: field,
    input: anyJson,
    content: field,
    is_error: fc.boolean(),
  },
  { requiredKeys: [] },
)
const entry = fc.oneof(
  fc.record({
    type: fc.constantFrom('user', 'assistant', 'x'),
    timestamp: fc.oneof(fc.constant('2026-01-05T09:00:00Z'), anyJson),
    message: fc.record({ content: fc.oneof(field, fc.array(block, { maxLength: 3 })) }),
  }),
  fc.record({
    timestamp: anyJson,
    payload: fc.record(
      {
        type: fc.constantFrom('message', 'function_call', 'function_call_output'),
        role: fc.constantFrom('user', 'assistant'),
        content: field,
        call_id: field,
        name: field,
        arguments: field,
        output: field,
      },
      { requiredKeys: ['type'] },
    ),
  }),
  fc.record({
    messages: fc.array(
      fc.record({ type: field, content: field, timestamp: anyJson, toolCalls: anyJson }, { requiredKeys: [] }),
      { maxLength: 3 },
    ),
  }),
  anyJson,
)

export const hooks = defineArea({
  name: 'hooks',
  shortRuns: 80,
  cases: fc.record({
    input: fc.record(
      {
        hook_event_name: fc.constantFrom(
          'UserPromptSubmit',
          'PostToolUseFailure',
          'SessionStart',
          'Stop',
          'constructor',
          '__proto__',
          'x',
        ),
        session_id: field,
        cwd: field,
        prompt: field,
        error: field,
        tool_name: field,
        tool_input: anyJson,
        tool_response: anyJson,
        source: field,
        workspace_roots: anyJson,
      },
      { requiredKeys: [] },
    ),
    transcript: fc.array(entry, { maxLength: 6 }),
    memories: fc.array(told, { maxLength: 6 }),
    hook: fc.constantFrom('start', 'prompt', 'failure'),
  }),
  open: async () => ({
    async play({ input, transcript, memories, hook }) {
      const read = readHookInput(JSON.stringify(input), undefined, '/')
      for (const { text } of partsOf(read?.prompt ?? '')) expect(text.trim()).not.toBe('')
      if (read?.failure) partsOfFailure(read.failure)
      expectSummary(transcript)

      const said = memories.map((each, at) => ({
        id: `ep-${at}`,
        kind: kinds[at % kinds.length]!,
        text: asText(each).slice(0, 700),
        happenedAt: at * 1e10,
        origin: null,
        project: at % 2 === 0 ? null : 'shop',
      }))
      const spoken = formatMemories(hook as 'start', said, 1_767_600_000_000)
      if (spoken === undefined) return
      expect(spoken.tokens).toBeLessThanOrEqual(maxInjectionTokens)
      // The block is one, ends where it ends, and has a line for each.
      expect(stripInjections(spoken.text).trim()).toBe('')
      expect(spoken.text.split('\n')).toHaveLength(spoken.ids.length + 3)
      expect(spoken.text).not.toMatch(/(?![\n\t])\p{Cc}/u)
    },
  }),
})

function expectSummary(transcript: readonly unknown[]): void {
  const read = createTranscriptReader()
  const events = transcript.flatMap((each) => read(JSON.stringify(each)))
  const summary = summariseSession(events, { remembered: [], isIgnored: () => false })
  if (summary !== undefined) expect([summary.text.trim() !== '', summary.text.isWellFormed()]).toEqual([true, true])
}
