import { test } from 'vitest'
import { createStaticEmbedder } from '#ww/adapters/embedders/static/static-embedder.js'
import { openStaticTokenSpace } from '#ww/adapters/embedders/static/static-token-space.js'
import { extractByRules } from '#ww/memory/consolidation/extraction/extract-by-rules.js'
import { findMention } from '#ww/memory/consolidation/mention.js'
import { createThemeNamer } from '#ww/memory/consolidation/theme.js'
import { canonicalWording } from '#ww/memory/consolidation/wording.js'
import { bestPassage } from '#ww/memory/recall/passage.js'
import { analyseWordings } from '#ww/memory/recall/query/analyse-query.js'
import { dateTerms } from '#ww/memory/recall/query/date-terms.js'
import { isQuestion } from '#ww/memory/recall/query/question.js'
import { namesTime } from '#ww/memory/recall/query/time-words.js'
import { analyseText } from '#ww/memory/recall/text/analyse-text.js'
import { chunksOf } from '#ww/memory/recall/text/chunks.js'
import { contentTokens } from '#ww/memory/recall/text/content-tokens.js'
import { normalise } from '#ww/memory/recall/text/fold.js'
import { saidAs } from '#ww/memory/recall/text/said-as.js'
import { findPaths } from '#ww/memory/references/find-paths.js'
import { findSecrets } from '#ww/memory/secrets/find-secrets.js'
import { flagSecrets } from '#ww/memory/secrets/flag-secrets.js'
import { estimateTokens } from '#ww/memory/token-budget.js'
import { structureOf } from '#ww/memory/workspace/text-structure.js'
import { problemInText } from '#ww/operations/machinery/fields.js'
import { longTexts } from './long-texts.js'
import { processorMs } from './processor-time.js'

test('probe', async () => {
  const space = await openStaticTokenSpace()
  const embedder = createStaticEmbedder()
  const [query] = await analyseWordings(['and'], { tokens: space, languages: ['en'], now: 0, hasBareNumbers: false })
  const works: Record<string, (t: string) => unknown> = {
    analyse: (t) => analyseText(t, space),
    ' chunks': (t) => chunksOf(normalise(t)),
    ' tokens': (t) => contentTokens(space, t),
    ' dates': (t) => (namesTime(t) ? dateTerms(t) : 0),
    ' isQ': isQuestion,
    ' saidAs': saidAs,
    embed: (t) => embedder.embed([t]),
    secrets: findSecrets,
    flag: (t) => flagSecrets({ text: t, tags: [], facets: {} }),
    structure: (t) => structureOf({ text: t, tags: [] }),
    wording: canonicalWording,
    passage: (t) => bestPassage(t, query, 200),
    extract: (t) => extractByRules({ text: t, context: {}, speaker: null } as never),
    mention: (t) => findMention('harbour', t),
    paths: findPaths,
    estimate: estimateTokens,
    theme: (t) => createThemeNamer([t]),
    json: (t) => JSON.stringify(t),
    problem: (t) => problemInText(t, 100_000),
  }
  await extractByRules({ text: 'a b', context: {}, speaker: null } as never)
  console.log(['text'.padEnd(30), ...Object.keys(works).map((w) => w.padStart(9))].join(' '))
  for (const [sort, make] of Object.entries(longTexts)) {
    const row: string[] = []
    for (const work of Object.values(works)) {
      let best = Infinity
      for (let i = 0; i < 2; i++) {
        const t = make(i)
        const a = processorMs()
        await work(t)
        best = Math.min(best, processorMs() - a)
      }
      row.push(best.toFixed(1).padStart(9))
    }
    console.log([sort.padEnd(30), ...row].join(' '))
  }
}, 600_000)
