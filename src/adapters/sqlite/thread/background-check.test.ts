import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BackgroundCheck } from './background-check.js'
import type { Channel } from './channel.js'
import type { ReadingEngine } from './engine.js'
import { openInlineChannel } from './inline-channel.js'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'world-weaver-'))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(folder, { recursive: true })
})

test('closed during a step, it does not rest first: its timer keeps no process alive, and the process would end unfinished', async () => {
  const path = join(folder, 'world-weaver.db')
  const writer = openInlineChannel((engines) => engines.openWritingEngine(path))
  await writer.call('dropEvents', 0)
  const reader = openInlineChannel((engines) => engines.openReadingEngine(path))
  let steps = 0
  let isClosed = false
  const noteClosed = () => {
    isClosed = true
  }
  const check = new BackgroundCheck({ openReader: () => closesDuringStep, writer, readers: [], log: undefined })
  const closesDuringStep: Channel<ReadingEngine> = {
    ...reader,
    call(name, ...args) {
      const isFirst = name === 'checkNext' && steps++ === 0
      const ready = isFirst ? turn().then(() => void check.close().then(noteClosed)) : Promise.resolve()
      return ready.then(() => reader.call(name, ...args))
    },
  }
  check.begin()
  vi.advanceTimersByTime(1_000)
  for (let turns = 0; turns < 1_000 && !isClosed; turns++) await turn()
  expect({ isClosed, steps, timers: vi.getTimerCount() }).toEqual({ isClosed: true, steps: 1, timers: 0 })
  await writer.close()
})
