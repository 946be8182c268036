import { invalid } from '../../errors.js'
import { type LessTrusted, lessTrusted } from '../../memory/trust/trust.js'
import type { Environment } from '../configuration/configuration.js'

/** `WW_INJECT_FROM`: origins besides what this person and their agents stated that hooks may inject; by default none. */
export function readInjectFrom({ WW_INJECT_FROM = '' }: Environment): readonly LessTrusted[] {
  const named = WW_INJECT_FROM.split(',')
    .map((each) => each.trim().toLowerCase())
    .filter((each) => each !== '')
  return named.map((each) => {
    const origin = lessTrusted.find((known) => known === each)
    if (origin === undefined)
      throw invalid('WW_INJECT_FROM', `WW_INJECT_FROM may name ${lessTrusted.join(', ')}, separated by commas`)
    return origin
  })
}
