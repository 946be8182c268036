import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect } from 'vitest'
import { startRawServer } from '../../support/raw-server.js'
import { defineArea } from '../campaign/area.js'
import { expectAnswer } from './answers.js'
import { anySent, type Sent } from './frames.js'

export const stdio = defineArea({
  name: 'stdio',
  shortRuns: 20,
  cases: fc.array(anySent, { minLength: 1, maxLength: 8 }),
  async open() {
    const dataDir = mkdtempSync(join(tmpdir(), 'world-weaver-'))
    const server = startRawServer({ dataDir })
    await server.initialize()
    let cases = 0

    /** Every line is a message, and every request is answered once. */
    async function expectAnswered(ids: readonly string[], from: number): Promise<void> {
      // After everything else: whatever came before has been read by then.
      const alive = await Promise.race([server.request('ping'), server.exit])
      expect(alive, server.log()).toMatchObject({ result: {} })
      const messages = () => server.lines.slice(from).map((line) => JSON.parse(line) as Record<string, unknown>)
      await expect
        .poll(() => ids.filter((id) => !messages().some((each) => each.id === id)), { timeout: 25_000, interval: 5 })
        .toEqual([])
      for (const message of messages()) if (!('method' in message)) expectAnswer(message)
      for (const id of ids) expect(messages().filter((each) => each.id === id)).toHaveLength(1)
    }

    return {
      async play(sent: readonly Sent[]) {
        const from = server.lines.length
        const ids: string[] = []
        const before = ++cases
        sent.forEach((each, at) => {
          if ('request' in each) {
            ids.push(`case-${before}-${at}`)
            server.send({ jsonrpc: '2.0', id: ids.at(-1), ...each.request })
          } else if ('json' in each) server.send(each.json)
          else
            server.write(
              Buffer.concat([
                Buffer.from('text' in each ? each.text : each.bytes, 'text' in each ? 'utf8' : 'latin1'),
                Buffer.from('\n'),
              ]),
            )
        })
        await expectAnswered(ids, from)
        expect(server.log()).toBe('')
      },
      async close() {
        server.process.kill('SIGKILL')
        await server.exit
        rmSync(dataDir, { recursive: true, force: true })
      },
    }
  },
})
