import { describe, expect, test } from 'vitest'
import { createTranscriptReader } from './read-transcript.js'

function read(...lines: readonly unknown[]) {
  const reader = createTranscriptReader()
  return lines.flatMap((line) => reader(typeof line === 'string' ? line : JSON.stringify(line)))
}
const timestamp = '2026-03-03T10:00:00.000Z'
const at = Date.parse(timestamp)

describe('[HOK6] transcripts', () => {
  test.each([
    [timestamp, at],
    [at, at],
    [at + 0.5, at],
    ['9999-99-99', null],
    [1e300, null],
    [1e15, null],
    [-1e18, null],
    [{}, null],
  ])('[HOK6] the time %j is %j', (told, time) => {
    const said = { from: 'user', text: 'Hello', at: time }
    expect(read({ type: 'user', timestamp: told, message: { content: 'Hello' } })).toEqual([said])
  })

  test('[HOK6] a secret is masked though a terminal coloured half of it', () => {
    const token = 'ghp_A1b2C3d4E5\u001b[31mf6G7h8I9j0K1l2M3n4\u001b[0mO5p6Q7r8'
    expect(read({ type: 'user', timestamp, message: { content: `use ${token}` } })).toEqual([
      { from: 'user', text: 'use [masked github-token]', at },
    ])
  })

  test('[HOK6] Cursor: lines with a role and without a type, the request between tags, calls without answers', () => {
    const cursor = (role: string, ...content: readonly object[]) => ({ role, message: { content } })
    const text = (told: string) => ({ type: 'text', text: told })
    const input = { path: '/w/main.go', old_string: 'a', new_string: 'b' }
    const query = '<timestamp>Friday, Mar 3, 2026, 3:30 PM (UTC+5:30)</timestamp>\n<user_query>\nHello\n</user_query>'
    expect(
      read(
        cursor('user', text(query)),
        cursor('assistant', text('Hi\n\n[REDACTED]'), { type: 'tool_use', name: 'StrReplace', input }),
        cursor('assistant', text('[REDACTED]')),
        { type: 'turn_ended', status: 'success' },
        cursor('user', text('<system_notification>\nA task has finished.\n</system_notification>')),
        cursor('user', text('<attached_files>a</attached_files>\n<user_query>Say </user_query> twice</user_query>')),
        { role: 'assistant', message: { content: 'Done' } },
        cursor('user', text('without tags')),
      ),
    ).toEqual([
      { from: 'user', text: 'Hello', at },
      { from: 'agent', text: 'Hi', at },
      { from: 'tool', call: { tool: 'StrReplace', input, output: '', failed: false }, at },
      { from: 'user', text: 'Say </user_query> twice', at: null },
      { from: 'agent', text: 'Done', at: null },
      { from: 'user', text: 'without tags', at: null },
    ])
  })

  test.each(['', 'Friday, Mar 99, 2026, 3:30 PM (UTC+5)', 'Friday, Mar 3, 2026, 3:30 PM (UTC+999)', '2026-03-03'])(
    '[HOK6] Cursor: the time %j is none',
    (told) => {
      const content = `<timestamp>${told}</timestamp><user_query>Hello</user_query>`
      expect(read({ role: 'user', message: { content } })).toEqual([{ from: 'user', text: 'Hello', at: null }])
    },
  )

  test('[HOK6] Claude Code: what both said, and calls with their answers', () => {
    expect(
      read(
        { type: 'summary', summary: 'Old things' },
        { type: 'user', timestamp, message: { content: 'Hello' } },
        {
          type: 'assistant',
          timestamp,
          message: {
            content: [
              { type: 'thinking', thinking: 'hm' },
              { type: 'text', text: 'Hi' },
            ],
          },
        },
        {
          type: 'assistant',
          timestamp,
          message: { content: [{ type: 'tool_use', id: 'a', name: 'Bash', input: { command: 'ls' } }] },
        },
        {
          type: 'user',
          timestamp,
          message: {
            content: [
              { type: 'tool_result', tool_use_id: 'a', content: [{ type: 'text', text: 'no' }], is_error: true },
            ],
          },
        },
      ),
    ).toEqual([
      { from: 'user', text: 'Hello', at },
      { from: 'agent', text: 'Hi', at },
      { from: 'tool', at, call: { tool: 'Bash', input: { command: 'ls' }, output: 'no', failed: true } },
    ])
  })

  test('[HOK6] not what the program says to its model, what other agents did, or what hooks brought', () => {
    expect(
      read(
        { type: 'user', isMeta: true, message: { content: 'Caveat' } },
        { type: 'user', isSidechain: true, message: { content: 'For a helper' } },
        { type: 'user', isCompactSummary: true, message: { content: 'So far' } },
        { type: 'user', message: { content: '<system-reminder>Be nice</system-reminder>' } },
        { type: 'assistant', isApiErrorMessage: true, message: { content: 'API Error: 529' } },
        { type: 'user', message: { content: '[Request interrupted by user]' } },
        '{"type": "user", "message": {"content": "cut o',
        'no JSON',
      ),
    ).toEqual([])
  })

  test('[HOK7] what hooks brought is marked as such, wherever the client put it', () => {
    const block = '<world-weaver hook="prompt">\nknown\n</world-weaver>'
    const memory = { from: 'memory', text: '\nknown\n', at: null }
    expect(
      read(
        { type: 'user', message: { content: `${block}` } },
        { type: 'attachment', attachment: { type: 'hook_additional_context', content: [block] } },
      ),
    ).toEqual([memory, memory])
  })

  test('[HOK6] Codex: a patch, and a command of its own kind', () => {
    const item = (payload: object) => ({ timestamp, type: 'response_item', payload })
    const patch = '*** Begin Patch\n*** Update File: a.ts\n*** End Patch'
    expect(
      read(
        item({ type: 'custom_tool_call', name: 'apply_patch', call_id: 'p', input: patch }),
        item({ type: 'custom_tool_call_output', call_id: 'p', output: '{"output":"ok","metadata":{"exit_code":0}}' }),
      ),
    ).toEqual([{ from: 'tool', at, call: { tool: 'apply_patch', input: patch, output: 'ok', failed: false } }])
  })

  test('[HOK6] Codex', () => {
    const item = (payload: object) => ({ timestamp, type: 'response_item', payload })
    expect(
      read(
        item({
          type: 'message',
          role: 'user',
          content: [{ type: 'input_text', text: '<environment_context>x</environment_context>' }],
        }),
        item({ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hello' }] }),
        item({ type: 'message', role: 'developer', content: [{ type: 'input_text', text: 'Rules' }] }),
        item({ type: 'function_call', name: 'shell', call_id: 'c', arguments: '{"command":["ls"]}' }),
        item({ type: 'function_call_output', call_id: 'c', output: '{"output":"gone","metadata":{"exit_code":1}}' }),
      ),
    ).toEqual([
      { from: 'user', text: 'Hello', at },
      { from: 'tool', at, call: { tool: 'shell', input: '{"command":["ls"]}', output: 'gone', failed: true } },
    ])
  })

  test('[HOK6] Gemini CLI: one document', () => {
    const toolCalls = [{ name: 'run_shell_command', args: { command: 'ls' }, status: 'error', resultDisplay: 'no' }]
    const messages = [
      { type: 'user', timestamp, content: 'Hello' },
      { type: 'gemini', timestamp, content: 'Hi', toolCalls },
    ]
    expect(read({ sessionId: 's', messages })).toEqual([
      { from: 'user', text: 'Hello', at },
      { from: 'agent', text: 'Hi', at },
      { from: 'tool', at, call: { tool: 'run_shell_command', input: { command: 'ls' }, output: 'no', failed: true } },
    ])
  })
})
