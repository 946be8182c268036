import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openWorldWeaver } from '#ww/index.js'
import { importAll } from '../ingest.mjs'
import { timed } from '../numbers.mjs'
import { progress } from '../report.mjs'
import { episodes, take } from '../speed/texts.mjs'

const megabytes = () => Math.round(process.memoryUsage().rss / 2 ** 20)

/** One process consolidates; a second handle on the same store goes on recalling, as another client would. */
export async function measureConsolidation(count, sentences) {
  const dataDir = mkdtempSync(join(tmpdir(), 'ww-consolidation-'))
  const settings = { dataDir, session: 'default', project: null }
  const mind = openWorldWeaver(settings)
  const other = openWorldWeaver(settings)
  try {
    progress(`storing ${count} episodes`)
    await importAll(mind, take(episodes(sentences, 5), count))
    await other.warmUp()
    const beforeMb = megabytes()
    let peakMb = beforeMb
    const recallsMeanwhile = []
    let isDone = false
    const recalling = (async () => {
      for (let at = 0; !isDone; at++) {
        const query = sentences.questions[at % 200]
        recallsMeanwhile.push((await timed(() => other.call('recall', { query }))).ms)
        peakMb = Math.max(peakMb, megabytes())
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    })()
    const run = async (consolidation_type) => {
      progress(consolidation_type)
      const { ms, result } = await timed(() => mind.call('consolidate_now', { consolidation_type }))
      const { metrics } = result
      return { ms, entities: metrics.entities_extracted, relations: metrics.relationships_created }
    }
    const light = await run('light')
    const deep = await run('deep')
    isDone = true
    await recalling
    return { light, deep, recallsMeanwhile, beforeMb, peakMb }
  } finally {
    await Promise.all([mind.close(), other.close()])
    rmSync(dataDir, { recursive: true, force: true })
  }
}
