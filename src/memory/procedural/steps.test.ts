import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../memory.js'
import { hasAction, toSteps } from './steps.js'

const actionOf = (told: JsonObject) => toSteps([told])[0].action

describe('[PRO2] the action of a step', () => {
  test.each<[string, JsonObject]>([
    ['Run the tests', { action: 'Run the tests', description: 'All of them', tool: 'run_command' }],
    ['All of them', { description: 'All of them', tool: 'run_command' }],
    ['All of them', { action: ' ', description: 'All of them' }],
    ['Run command pytest tests/', { tool: 'run_command', parameters: { command: 'pytest tests/' } }],
    ['Write file src/a.ts', { tool: 'writeFile', parameters: { content: 'x', file_path: 'src/a.ts' } }],
    [
      'Mcp github create issue Login fails',
      { tool: 'mcp__github__create_issue', parameters: { title: 'Login fails' } },
    ],
    ['Search how to bake', { tool: 'search', parameters: { limit: 5, query: 'how to bake' } }],
    ['Sleep 5', { tool: 'sleep', parameters: { list: ['a'], seconds: 5 } }],
    ['Bash ls -la', { tool: 'bash', parameters: 'ls -la' }],
    ['Commit', { tool: 'commit', parameters: null }],
    ['npm test', { command: 'npm test' }],
    ['HTTP get', { tool: 'HTTP_get' }],
    ['___', { tool: '___' }],
    ['Python import os print(os.name)', { tool: 'python', parameters: { code: 'import os\n  print(os.name)' } }],
  ])('%s', (action, told) => {
    expect(actionOf(told)).toBe(action)
  })

  test('[PRO2] a long parameter is shortened in it, and only there', () => {
    const command = `echo ${'é'.repeat(200)}`
    const [step] = toSteps([{ tool: 'run', parameters: { command } }])
    expect(Array.from(step.action).length).toBe('Run '.length + 80)
    expect(step.action).toMatch(/é…$/)
    expect(step.command).toBe(command)
  })
})

describe('[PRO2] the rest of a step', () => {
  test('[PRO2] order, tool, parameters, command and result are unchanged', () => {
    const parameters = { command: 'docker build -t myapp .', cwd: '/srv' }
    expect(toSteps([{ tool: 'a' }, { tool: 'run_command', parameters, result: { code: 0 } }])[1]).toEqual({
      order: 2,
      action: 'Run command docker build -t myapp .',
      tool: 'run_command',
      parameters,
      command: 'docker build -t myapp .',
      result: { code: 0 },
    })
  })

  test('[PRO2] no property is lost', () => {
    const [step] = toSteps([{ action: 'Deploy', description: 'to staging first', took_ms: 5, result: null }])
    expect(step).toEqual({
      order: 1,
      action: 'Deploy',
      tool: null,
      parameters: null,
      result: null,
      other: { description: 'to staging first', took_ms: 5 },
    })
  })

  test('[PRO2] a command of its own goes before one among the parameters', () => {
    expect(toSteps([{ command: 'a', parameters: { cmd: 'b' } }])[0].command).toBe('a')
    expect(toSteps([{ parameters: { command: '', cmd: 'b' } }])[0].command).toBe('b')
    expect(toSteps([{ tool: 'x', parameters: { command: ['a', 'b'] } }])[0]).not.toHaveProperty('command')
  })

  test('[PRO2] a step without an action is recognised', () => {
    const silent: JsonObject[] = [{}, { result: 'ok' }, { action: ' ', tool: '\n' }, { parameters: {} }]
    const telling: JsonObject[] = [{ tool: 'x' }, { action: 'x' }, { description: 'x' }, { command: 'x' }]
    expect([...silent, ...telling].map(hasAction)).toEqual([false, false, false, false, true, true, true, true])
  })
})
