import type { SessionCall } from './session-event.js'
import { argumentOf, changedBy, pathOf } from './tool-calls.js'

type IsIgnored = (path: string) => boolean

/** No part of a path that is not quoted. A colon is one on Windows, and before the number of a line. */
const between = /[\s"'`“”„‘’«»()[\]{}<>|&;,=*]+/
const edges = /^@|(?::\d{1,9}){0,2}[.:!?…]{0,9}$/g
const quoted = /`([^`\n]{1,400})`|"([^"\n]{1,400})"|'([^'\n]{1,400})'/g

/** Of a name alone nobody knows whether it is a folder. */
const isEither = (name: string, isIgnored: IsIgnored): boolean =>
  name !== '' && (isIgnored(name) || isIgnored(`${name}/`))

const wordsOf = (text: string): readonly string[] => text.split(between).map((word) => word.replace(edges, ''))

const quotedIn = (text: string): readonly string[] => Array.from(text.matchAll(quoted), ([each]) => each.slice(1, -1))

/** Whether a sentence names an ignored path: in quotes, or as a word that looks like a path. */
export const namesIgnored = (sentence: string, isIgnored: IsIgnored): boolean =>
  quotedIn(sentence).some((each) => isEither(each, isIgnored)) ||
  wordsOf(sentence).some((word) => /[/\\.]/.test(word) && isIgnored(word))

/** Whether a call has to do with an ignored path. Any word of a command may be one. */
export function touchesIgnored(call: SessionCall, isIgnored: IsIgnored): boolean {
  const command = argumentOf(call)
  return (
    [pathOf(call) ?? '', ...changedBy(call)].some(isIgnored) ||
    [...wordsOf(command), ...quotedIn(command)].some((word) => isEither(word, isIgnored))
  )
}
