import { invalid } from '../../errors.js'
import { type OtherOrigin, otherOrigins } from '../../memory/trust/origin.js'
import type { Environment } from '../configuration/configuration.js'

/** `WW_INJECT_FROM`: origins besides what this person and their agents stated that hooks may inject; by default none. */
export function readAllowedOrigins({ WW_INJECT_FROM = '' }: Environment): readonly OtherOrigin[] {
  const named = WW_INJECT_FROM.split(',')
    .map((each) => each.trim().toLowerCase())
    .filter((each) => each !== '')
  return named.map((each) => {
    const origin = otherOrigins.find((known) => known === each)
    if (origin === undefined)
      throw invalid('WW_INJECT_FROM', `WW_INJECT_FROM may name ${otherOrigins.join(', ')}, separated by commas`)
    return origin
  })
}
