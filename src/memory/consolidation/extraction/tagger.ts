/** Parts of speech and types of names, by the position of the word in the text. */
export type Tags = (start: number) => ReadonlySet<string>
type Tagger = (text: string) => Tags

const none: ReadonlySet<string> = new Set()

let tagger: Promise<Tagger> | undefined

/** Loads the library on first use, since that takes a few hundred milliseconds. */
export function loadTagger(): Promise<Tagger> {
  tagger ??= import('compromise/two').then(({ default: nlp }) => {
    // The last step matches hundreds of phrases; it takes about 40 % of the time and hardly changes `npm run bench:extraction`.
    const steps = nlp.hooks().filter((step) => step !== 'postTagger')
    return (text) => {
      const tags = new Map<number, ReadonlySet<string>>()
      let at = 0
      for (const sentence of nlp.tokenize(text).compute(steps).document) {
        for (const term of sentence) {
          at += term.pre.length
          if (term.text !== '') tags.set(at, term.tags ?? none)
          at += term.text.length + term.post.length
        }
      }
      return (start) => tags.get(start) ?? none
    }
  })
  return tagger
}

/** The library tags English; in other languages only first names and places are reliable. */
export function tagsFor(language: string, tags: Tags): Tags {
  if (language === 'en') return tags
  return (start) => {
    const found = tags(start)
    return found.has('FirstName') || found.has('Place') ? found : none
  }
}

/** Whether a capitalised word is known as a person's first name. */
export async function loadFirstNames(): Promise<(word: string) => boolean> {
  const tag = await loadTagger()
  const known = new Map<string, boolean>()
  return (word) => {
    const seen = known.get(word)
    if (seen !== undefined) return seen
    const sentence = 'Write to '
    const isName = tag(sentence + word)(sentence.length).has('FirstName')
    known.set(word, isName)
    return isName
  }
}
