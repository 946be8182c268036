/** What stemming does not bring together. */
const baseOfParticiple: Readonly<Record<string, string>> = {
  made: 'make',
  built: 'build',
  born: 'bear',
  kept: 'keep',
  held: 'hold',
  sold: 'sell',
  written: 'write',
  wrote: 'write',
  led: 'lead',
  run: 'run',
  known: 'know',
  sent: 'send',
  taken: 'take',
  given: 'give',
  found: 'find',
  bought: 'buy',
  taught: 'teach',
  driven: 'drive',
  grown: 'grow',
  won: 'win',
  paid: 'pay',
}

/** The verb, of a participle that has no ending; of any other word the word. */
export const baseOf = (word: string): string => (Object.hasOwn(baseOfParticiple, word) ? baseOfParticiple[word] : word)

export const isParticiple = (word: string): boolean => /[^e]ed$/.test(word) || Object.hasOwn(baseOfParticiple, word)
