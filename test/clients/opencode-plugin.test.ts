import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { openCodePlugin } from '#ww/adapters/clients/opencode-plugin.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'
import { installation } from './home.js'

const newFolder = useTemporaryFolders()
const wanted = { ...installation, platform: 'linux' as const, toolset: undefined }

/** A program that is called like ours, writes down what it is asked, and answers. */
const answering = `
let text = ''
process.stdin.on('data', (bytes) => { text += bytes }).on('end', () => {
  const [, , , moment] = process.argv
  const { prompt, tool_response, source } = JSON.parse(text)
  const told = moment + ' ' + (prompt ?? tool_response?.exit_code ?? source)
  process.stdout.write(JSON.stringify({ systemMessage: 'kept', hookSpecificOutput: { additionalContext: told } }))
})`

interface Part {
  readonly id: string
  readonly type: string
  readonly text: string
  readonly synthetic?: boolean
}

/** As OpenCode's source and its package @opencode-ai/plugin 1.18.33 have it. */
interface Hooks {
  event(input: unknown): Promise<void>
  'chat.message'(input: { sessionID: string }, output: { message: { id: string }; parts: Part[] }): Promise<void>
  'tool.execute.after'(input: object, output: { output: string; metadata: object }): Promise<void>
}

async function load(program: string) {
  const folder = newFolder()
  mkdirSync(join(folder, 'plugins'))
  const file = join(folder, 'plugins', 'world-weaver.mjs')
  writeFileSync(file, openCodePlugin({ ...wanted, node: process.execPath, program }).apply(''))
  const module = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as Record<string, unknown>
  // OpenCode calls everything that the module exports.
  expect(Object.values(module).map((each) => typeof each)).toEqual(['function'])
  const toasts: unknown[] = []
  const client = { tui: { showToast: async (toast: unknown) => void toasts.push(toast) } }
  const plugin = module.WorldWeaver as (input: object) => Promise<Hooks>
  return { hooks: await plugin({ client, directory: folder }), toasts }
}

function answeringProgram(): string {
  const file = join(newFolder(), 'main.js')
  writeFileSync(file, answering)
  return file
}

const typed = (text: string): Part => ({ id: 'prt_1', type: 'text', text })

describe("[CNN11] OpenCode's plugin", () => {
  test('[CNN11] adds what stands to the first prompt of a session, and what is relevant to each', async () => {
    const { hooks, toasts } = await load(answeringProgram())
    const parts = [typed('which port?')]
    await hooks['chat.message']({ sessionID: 's' }, { message: { id: 'm' }, parts })
    expect(parts).toEqual([
      typed('which port?'),
      {
        ...{ id: 'prt_1ww', sessionID: 's', messageID: 'm', type: 'text', synthetic: true },
        text: 'session-start startup\n\nprompt which port?',
      },
    ])
    const next = [typed('and the host?')]
    await hooks['chat.message']({ sessionID: 's' }, { message: { id: 'n' }, parts: next })
    expect(next[1]?.text).toBe('prompt and the host?')
    expect(toasts).toEqual([{ body: { message: 'kept', variant: 'info' } }])
  })

  test('[CNN11] tells a subagent nothing', async () => {
    const { hooks } = await load(answeringProgram())
    await hooks.event({ event: { type: 'session.created', properties: { info: { id: 'child', parentID: 's' } } } })
    const parts = [typed('look for it')]
    await hooks['chat.message']({ sessionID: 'child' }, { message: { id: 'm' }, parts })
    expect(parts).toHaveLength(1)
  })

  test('[CNN11] adds the lesson to a command that failed, and to no other', async () => {
    const { hooks } = await load(answeringProgram())
    const failed = { output: 'bad', metadata: { exit: 2 } }
    await hooks['tool.execute.after']({ tool: 'bash', sessionID: 's', args: {} }, failed)
    expect(failed.output).toBe('bad\n\ntool-failure 2')
    const fine = { output: 'good', metadata: { exit: 0 } }
    await hooks['tool.execute.after']({ tool: 'bash', sessionID: 's', args: {} }, fine)
    expect(fine.output).toBe('good')
  })

  test('[CNN11] is quiet when the program, or Node.js, is gone', async () => {
    const { hooks } = await load('/gone/main.js')
    const parts = [typed('which port?')]
    await hooks['chat.message']({ sessionID: 's' }, { message: { id: 'm' }, parts })
    expect(parts).toEqual([typed('which port?')])
  })

  test('[CNN11] is known again wherever the program is, and names it to doctor', () => {
    const edit = openCodePlugin(wanted)
    const moved = openCodePlugin({ ...wanted, program: '/elsewhere/main.js' }).apply(edit.apply(''))
    expect(edit.apply(moved)).toBe(edit.apply(''))
    expect(edit.revert(moved, '')).toBe('')
    expect(edit.hooks!(moved)).toEqual(['"/opt/node/bin/node" "/elsewhere/main.js"'])
  })

  test('[CNN11] a file of that name that is not ours stays', () => {
    const edit = openCodePlugin(wanted)
    expect(() => edit.apply('export const Mine = 1')).toThrow('not from World Weaver')
    expect(edit.revert('export const Mine = 1', '')).toBe('export const Mine = 1')
  })
})
