import { stemEnglish } from '../recall/text/english-stem.js'

/**
 * Words of errors, whatever the program: those of the operating system's messages (errno), of a broken connection, and of
 * assertions. They say that something failed, hardly ever what: "connection refused" is the failure of any server.
 */
const words = `access address assert assertion available bind broken closed connect connection daemon denied device
  exist expect expected fatal found host http https killed localhost memory network operation peer permission permitted
  pipe port receive received refused reject reset running server socket space such temporarily terminated timed timeout
  traceback unable unavailable undefined unexpected unknown unreachable`

/** Computed on first use, as for request words. */
let stems: ReadonlySet<string> | undefined

/** Whether the word is listed in any form. Expects lower case. */
export function isErrorWord(word: string): boolean {
  stems ??= new Set(Array.from(words.split(/\s+/), stemEnglish))
  return stems.has(stemEnglish(word))
}
