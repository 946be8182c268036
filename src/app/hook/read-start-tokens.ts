import { invalid } from '../../errors.js'
import { maxInjectionTokens, maxStartTokens } from '../../memory/hooks/format-memories.js'
import type { Environment } from '../configuration/configuration.js'

/** `WW_START_TOKENS`: how much a session's start may tell; 0 for nothing. */
export function readStartTokens({ WW_START_TOKENS: text }: Environment): number {
  if (!text) return maxStartTokens
  const tokens = Number(text)
  if (/^\d{1,4}$/.test(text) && tokens <= maxInjectionTokens) return tokens
  throw invalid('WW_START_TOKENS', `WW_START_TOKENS must be a number from 0 to ${maxInjectionTokens}`)
}
