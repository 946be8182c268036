import { languageByFunctionWords } from '../../recall/text/language.js'
import type { Turn } from './turns.js'

/** Languages whose phrases `phrases.ts` lists. */
const listed = ['en', 'de']
const maxWords = 400

/** Whether the session is held in a language whose phrases are known. */
export function languageIsListed(turns: readonly Turn[]): boolean {
  const text = turns.map(({ request = '', said }) => [request, ...said.map((each) => each.text)].join(' ')).join(' ')
  const words = text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []
  const language = languageByFunctionWords(words.slice(0, maxWords), listed)?.language
  return language === undefined ? /^[\p{Script=Latin}\P{L}]*$/u.test(text.slice(0, 2_000)) : listed.includes(language)
}
