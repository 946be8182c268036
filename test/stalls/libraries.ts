import { extractByRules } from '#ww/memory/consolidation/extraction/extract-by-rules.js'
import { detectLanguage } from '#ww/memory/recall/text/language.js'

/** Libraries are loaded once in the life of a process; what is measured comes after. */
export async function loadLibraries(): Promise<void> {
  const words = 'lantern orchard copper meadow signal winter harbour bridge gravel ferry kettle anchor violet'.split(
    ' ',
  )
  await detectLanguage(words.join(' '), words)
  await extractByRules({ text: 'Anna uses Postgres.', context: {}, speaker: null })
}
