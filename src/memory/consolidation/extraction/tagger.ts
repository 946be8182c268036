/** Parts of speech and kinds of names, by where the word stands in the text. */
export type Tags = (start: number) => ReadonlySet<string>
type Tagger = (text: string) => Tags

const none: ReadonlySet<string> = new Set()

let tagger: Promise<Tagger> | undefined

/** The library takes a few hundred milliseconds to load, so it waits for the first text. */
export function loadTagger(): Promise<Tagger> {
  tagger ??= import('compromise/two').then(({ default: nlp }) => {
    // Its last step looks for hundreds of phrases; it takes about 40 % of the time and hardly changes a score.
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

/** The library knows English; of a text in another language it still knows first names and places. */
export function tagsFor(language: string, tags: Tags): Tags {
  if (language === 'en') return tags
  return (start) => {
    const found = tags(start)
    return found.has('FirstName') || found.has('Place') ? found : none
  }
}
