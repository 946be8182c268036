import { describe, expect, test } from 'vitest'
import { readHookInput } from './hook-input.js'

const read = (told: object, named?: 'failure') => readHookInput(JSON.stringify(told), named, '/here')

describe('[HOK1] what clients tell', () => {
  test.each([
    ['SessionStart', 'start'],
    ['UserPromptSubmit', 'prompt'],
    ['BeforeAgent', 'prompt'],
    ['beforeSubmitPrompt', 'prompt'],
    ['PostToolUseFailure', 'failure'],
    ['AfterTool', 'failure'],
    ['Stop', 'stop'],
    ['AfterAgent', 'stop'],
    ['SessionEnd', 'end'],
    ['PreCompact', 'end'],
    ['PreCompress', 'end'],
    ['sessionEnd', 'end'],
  ])('[HOK1] %s is the moment %s', (hook_event_name, moment) => {
    expect(read({ hook_event_name })).toMatchObject({ moment, eventName: hook_event_name, cwd: '/here' })
  })

  test('[HOK1] an event of another kind is none of ours', () => {
    expect(read({ hook_event_name: 'Notification' })).toBeUndefined()
  })

  test('[HOK1] the moment that the settings name counts', () => {
    expect(read({ error: 'broken' }, 'failure')).toMatchObject({ moment: 'failure', eventName: 'PostToolUseFailure' })
  })

  test('[HOK1] Cursor names a conversation and its folders', () => {
    expect(read({ hook_event_name: 'sessionStart', conversation_id: 'c', workspace_roots: ['/w'] })).toMatchObject({
      agentSession: 'c',
      cwd: '/w',
    })
  })

  test.each([
    ['Claude Code', { hook_event_name: 'PostToolUseFailure', error: 'Exit code 1\nbad' }, 'Exit code 1\nbad'],
    ['Codex', { hook_event_name: 'PostToolUse', tool_response: { exit_code: 2, stderr: 'bad' } }, 'bad'],
    [
      'Gemini CLI',
      { hook_event_name: 'AfterTool', tool_response: { llmContent: 'x', error: { message: 'bad' } } },
      'bad',
    ],
    ['Cursor', { hook_event_name: 'postToolUseFailure', error_message: 'bad' }, 'bad'],
  ])('[HOK5] %s says that a tool failed', (_, told, error) => {
    const failed = { ...told, tool_name: 'Bash', tool_input: { command: 'make' } }
    expect(read(failed)?.failure).toEqual({ tool: 'Bash', command: 'make', error })
  })

  test.each([
    ['it worked', { hook_event_name: 'PostToolUse', tool_response: { exit_code: 0, stdout: 'error: none' } }],
    ['it worked, in words', { hook_event_name: 'AfterTool', tool_response: { llmContent: 'fine' } }],
    ['the user stopped it', { hook_event_name: 'PostToolUseFailure', error: 'Interrupted', is_interrupt: true }],
  ])('[HOK5] no failure: %s', (_, told) => {
    expect(read(told)?.failure).toBeNull()
  })
})

test.each(['constructor', '__proto__', 'toString'])('[HOK1] an event called %s is none of ours', (event) => {
  expect(readHookInput(JSON.stringify({ hook_event_name: event }), undefined, '/')).toBeUndefined()
})
