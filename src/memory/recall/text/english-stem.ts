/**
 * Snowball's English stemmer (Porter2), https://snowballstem.org/algorithms/english/stemmer.html.
 * Written out because the library's English stemmer turns "adoption" into "adop" but "adopt" into "adopt".
 */
const exceptions: ReadonlyMap<string, string> = new Map(
  pairs(`skis→ski skies→sky dying→die lying→lie tying→tie idly→idl gently→gentl ugly→ugli early→earli only→onli
    singly→singl sky→sky news→news howe→howe atlas→atlas cosmos→cosmos bias→bias andes→andes`),
)
const unchangedAfterPlural = /^(?:inning|outing|canning|herring|earring|evening|proceed|exceed|succeed)$/
const irregularR1 = /^(?:gener|commun|arsen|past|univers|later|emerg|organ|inter)/
const vowel = /[aeiouy]/

const step2 = pairs(`ational→ate ization→ize fulness→ful ousness→ous iveness→ive tional→tion biliti→ble lessli→less
  ogist→og entli→ent ation→ate alism→al aliti→al ousli→ous iviti→ive fulli→ful enci→ence anci→ance abli→able izer→ize
  ator→ate alli→al bli→ble`)
const step3 = pairs('ational→ate tional→tion alize→al icate→ic iciti→ic ical→ic ness→ ful→')
const step4 = /(?:ement|ance|ence|able|ible|ment|ant|ent|ism|ate|iti|ous|ive|ize|al|er|ic)$/

function pairs(list: string): readonly (readonly [string, string])[] {
  return list.split(/\s+/).map((pair) => pair.split('→') as [string, string])
}

/** The region after the first non-vowel that follows a vowel, as its start. */
function regionAfter(word: string, from: number): number {
  for (let at = from; at + 1 < word.length; at++) {
    if (vowel.test(word[at]) && !vowel.test(word[at + 1])) return at + 2
  }
  return word.length
}

/** A vowel between non-vowels (the last not w, x or Y) at the end, or a whole word of vowel + non-vowel. */
function endsInShortSyllable(word: string): boolean {
  return /(?:[^aeiouy][aeiouy][^aeiouywxY]|^[aeiouy][^aeiouy]|^past)$/.test(word)
}

function replaceSuffix(word: string, r1: number, rules: readonly (readonly [string, string])[]): string | undefined {
  for (const [suffix, replacement] of rules) {
    if (!word.endsWith(suffix)) continue
    const start = word.length - suffix.length
    return start >= r1 ? word.slice(0, start) + replacement : word
  }
  return undefined
}

function removePlural(word: string): string {
  if (word.endsWith('sses')) return word.slice(0, -2)
  if (word.endsWith('ied') || word.endsWith('ies')) return word.length > 4 ? word.slice(0, -2) : word.slice(0, -1)
  if (/[^us]s$/.test(word) && vowel.test(word.slice(0, -2))) return word.slice(0, -1)
  return word
}

function removePastAndGerund(word: string, r1: number): string {
  const eed = /eed(?:ly)?$/.exec(word)
  if (eed) return eed.index >= r1 ? `${word.slice(0, eed.index)}ee` : word
  const ending = /(?:ed|ing)(?:ly)?$/.exec(word)
  if (!ending) return word
  const rest = word.slice(0, ending.index)
  if (!vowel.test(rest)) return word
  if (/(?:at|bl|iz)$/.test(rest)) return `${rest}e`
  // "added" comes from "add", "planned" from "plan".
  if (/(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/.test(rest)) return /^[aeo]..$/.test(rest) ? rest : rest.slice(0, -1)
  return r1 >= rest.length && endsInShortSyllable(rest) ? `${rest}e` : rest
}

export function stemEnglish(input: string): string {
  if (input.length <= 2) return input
  const exception = exceptions.get(input)
  if (exception !== undefined) return exception
  // A consonant y is written Y: at the start, or after a vowel.
  let word = input.replace(/^y|([aeiouy])y/g, (_, before: string | undefined) => `${before ?? ''}Y`)
  const irregular = irregularR1.exec(word)
  const r1 = irregular ? irregular[0].length : regionAfter(word, 0)
  const r2 = regionAfter(word, r1)

  word = removePlural(word)
  if (unchangedAfterPlural.test(word)) return word
  word = removePastAndGerund(word, r1)
  if (/[^aeiouy][yY]$/.test(word) && word.length > 2) word = `${word.slice(0, -1)}i`

  const second = replaceSuffix(word, r1, step2)
  if (second !== undefined) word = second
  else if (word.endsWith('logi') && word.length - 3 >= r1) word = word.slice(0, -1)
  else if (/[cdeghkmnrt]li$/.test(word) && word.length - 2 >= r1) word = word.slice(0, -2)

  const third = replaceSuffix(word, r1, step3)
  if (third !== undefined) word = third
  else if (word.endsWith('ative') && word.length - 5 >= r2) word = word.slice(0, -5)

  const fourth = step4.exec(word)
  if (fourth) {
    if (fourth.index >= r2) word = word.slice(0, fourth.index)
  } else if (/[st]ion$/.test(word) && word.length - 3 >= r2) word = word.slice(0, -3)

  if (word.endsWith('e')) {
    const start = word.length - 1
    if (start >= r2 || (start >= r1 && !endsInShortSyllable(word.slice(0, -1)))) word = word.slice(0, -1)
  } else if (word.endsWith('ll') && word.length - 1 >= r2) word = word.slice(0, -1)
  return word.replaceAll('Y', 'y')
}
