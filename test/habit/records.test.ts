import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readHookRecords } from '#ww/app/hook/records/hook-records.js'
import { bareEnvironment, main, runProgram } from '../cli/ww.js'
import { folder, hook, prompt, remember, staging, useAgent } from './agent.js'

useAgent()

const dataDir = () => join(folder, 'data')

/** The client never says what it asks: until the hook ends by itself. */
function askWithoutInput(env: Readonly<Record<string, string>> = {}): Promise<number | null> {
  const child = spawn(process.execPath, [main, 'hook', 'prompt'], {
    cwd: folder,
    env: { ...bareEnvironment(folder), WW_DATA_DIR: dataDir(), ...env },
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  return new Promise((resolve) => child.once('exit', resolve))
}

test('[HOK16] a hook whose time runs out before its input is there is counted', async () => {
  await remember(staging)
  expect(await askWithoutInput()).toBe(0)
  expect(readHookRecords(dataDir())).toMatchObject([{ hook: 'prompt', outcome: 'time', by: 'itself', tokens: 0 }])
})

test('[HOK17] of many hooks at once on a busy machine, each is counted', { timeout: 120_000 }, async () => {
  await remember(staging)
  const many = Array.from({ length: 12 }, (_, each) =>
    runProgram(folder, ['hook', 'prompt'], {
      input: JSON.stringify({ session_id: `s-${each}`, cwd: folder, ...prompt }),
      env: { WW_PROJECT: 'acme/harbor' },
    }),
  )
  await Promise.all(many)
  expect(readHookRecords(dataDir())).toHaveLength(12)
})

test('[HOK17] one that could not have spoken is not counted', async () => {
  expect(await askWithoutInput()).toBe(0)
  await remember(staging)
  expect(await askWithoutInput({ WW_OFF: '1' })).toBe(0)
  await hook('tool-failure', { hook_event_name: 'AfterTool', tool_name: 'shell', tool_response: { output: 'done' } })
  expect(readHookRecords(dataDir())).toEqual([])
})
