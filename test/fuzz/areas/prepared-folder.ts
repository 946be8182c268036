import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { openWorldWeaver, type WorldWeaver } from '#ww/index.js'
import { createSettableClock, type SettableClock } from '../../support/minds.js'
import { makeKnown } from '../valid-input.js'

/** A store with a few memories, of which every case gets a copy of its own. */
export interface PreparedFolder {
  readonly ids: Readonly<Record<string, string>>
  copy(): {
    readonly dataDir: string
    readonly mind: WorldWeaver
    readonly clock: SettableClock
    remove(): Promise<void>
  }
  remove(): void
}

export async function prepareFolder({ isEmpty = false } = {}): Promise<PreparedFolder> {
  const root = mkdtempSync(join(tmpdir(), 'world-weaver-'))
  const first = openIn(join(root, 'first'))
  const ids: Record<string, string> = {}
  if (!isEmpty) {
    const { episode, procedure, entities } = await makeKnown(first.mind)
    Object.assign(ids, { episode, procedure, entity0: entities[0], entity1: entities[1], last: episode })
    for (const content of ['name=Kettle, price=4.5', 'Kettle -> boils -> Water', 'Anna prefers tea.']) {
      await first.mind.call('gwt_store', { content })
    }
  } else await first.mind.call('memory_stats', {})
  await first.mind.close()
  let copies = 0
  return {
    ids,
    copy() {
      const dataDir = join(root, `copy-${++copies}`)
      cpSync(first.dataDir, dataDir, { recursive: true })
      const opened = openIn(dataDir)
      return {
        ...opened,
        async remove() {
          await opened.mind.close()
          rmSync(dataDir, { recursive: true, force: true })
          if (copies % copiesPerCollection === 0) await collectGarbage()
        },
      }
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}

/** The driver closes a file when the last of its statements is collected, and a campaign opens thousands of stores. */
const copiesPerCollection = 200
async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  // What belongs to native code is freed in turns of its own.
  await turn()
}

function openIn(dataDir: string) {
  const clock = createSettableClock()
  const settings = { session: 'default', project: null, logLevel: 'silent', threads: 'inline' } as const
  return { dataDir, clock, mind: openWorldWeaver({ ...settings, checksOutput: true, clock, dataDir }) }
}
