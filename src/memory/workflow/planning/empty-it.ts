import { lowerOf, type ReadWord, set } from './reading.js'

const weather = set(
  'rain raining rained snow snowing snowed cold hot warm sunny dark windy late early time ok okay over',
)
const measure = /\b(?:what (?:time|day|date|year)|how (?:late|far|long)) (?:is|was|does|did)$/
/** "how long does it take" means nothing only when it says what takes long. */
const measured = /^(?:in|at|there|here|now|today|take.* to|$)/
const impersonal = /^(?:take|takes|took|going|go|rain|like to|cost to|turn out|seem|mean to)\b/
const impersonalWhole = /\bto\b|^rain|^going$|^go$/
const judgement =
  /^(?:(?:is|was|would be) )?(?:(?:still|really|always|ever|even|a|an|the) )*(?:possible|true|necessary|okay|ok|fine|worth|important|hard|difficult|easy|safe|normal|allowed|likely|common|legal|better|best|good|bad|good idea|bad idea|case|wise|enough|smart|right|wrong|time) (?:to|that|for|if|when)\b/

/** The "it" that means nothing: "what time is it", "is it possible to", "how long does it take to". */
export function isEmptyIt(words: readonly ReadWord[], at: number): boolean {
  const after = lowerOf(words.slice(at + 1))
  if (measure.test(lowerOf(words.slice(0, at)))) return measured.test(after)
  if (impersonal.test(after)) return impersonalWhole.test(after)
  return weather.has(words[at + 1]?.lower ?? '') || judgement.test(after)
}
