import { namesError } from '../names-error.js'
import { contentWords } from './repetition.js'
import type { SessionCall } from './session-event.js'
import { argumentOf, changedBy, isRecalling } from './tool-calls.js'

const maxLineLength = 240
/** "ERROR:" alone tells nothing. */
const minWords = 4

/** Mistakes of the agent with its own tools, and what the person refused: they tell nothing of the project. */
const ownMistake =
  /tool_use_error|has not been read yet|string to replace|not found in file|does not exist|no such file or directory|is a directory|exceeds maximum|user doesn['’]t want|requested permissions|interrupted by user|regex parse error|status code 4\d\d|no matches found|command not found/iu

export const isOwnMistake = (output: string): boolean => ownMistake.test(output)

/**
 * Failures that bear on what the session was about, each with what solved it: another command, or a change of files. What
 * failed before any change and works after it is what the session was about, in whatever words. A test that fails until its
 * code is written says nothing.
 */
export function failuresIn(calls: readonly SessionCall[], subject: readonly string[]): readonly string[] {
  const about = subject.map(contentWords)
  return calls.flatMap((call, place) => {
    if (!call.failed || isRecalling(call) || isOwnMistake(call.output)) return []
    const reason = errorLine(call.output)
    if (reason === undefined) return []
    const solution = solutionOf(call, calls.slice(place + 1))
    const isSolvedProblem = solution?.isByChange === true && calls.slice(0, place).every(isUnchanging)
    const bears = about.some((words) => sharedWords(contentWords(reason), words) >= 2)
    if (!isSolvedProblem && (!namesError.test(reason) || (!bears && solution?.isOther !== true))) return []
    const isLast = !calls.slice(place + 1).some((each) => each.tool === call.tool && !each.failed)
    const solved = solution?.text ?? (isLast ? 'not solved' : undefined)
    return [`${describe(call)} failed: ${reason}${solved === undefined ? '' : `; ${solved}`}`]
  })
}

function solutionOf(failed: SessionCall, later: readonly SessionCall[]) {
  const place = later.findIndex((call) => call.tool === failed.tool && !call.failed && isSameWork(call, failed))
  const worked = later[place]
  if (worked === undefined) return undefined
  if (argumentOf(worked) !== argumentOf(failed))
    return { text: `then worked: ${describe(worked)}`, isOther: true, isByChange: false }
  const changed = [...new Set(later.slice(0, place).flatMap(changedBy))]
  const text = changed.length === 0 ? 'then worked' : `then worked after a change of ${changed.slice(0, 3).join(', ')}`
  return { text, isOther: false, isByChange: changed.length > 0 }
}

const isUnchanging = (call: SessionCall): boolean => changedBy(call).length === 0

/** A later command does the same work if it begins alike or names half of what the failed one did. */
function isSameWork(call: SessionCall, failed: SessionCall): boolean {
  const beginning = (each: SessionCall) => argumentOf(each).split(' ').slice(0, 2).join(' ')
  if (beginning(call) === beginning(failed)) return true
  const words = contentWords(argumentOf(failed))
  return words.size === 0 || sharedWords(words, contentWords(argumentOf(call))) >= words.size / 2
}

const sharedWords = (some: ReadonlySet<string>, others: ReadonlySet<string>): number =>
  [...some].filter((word) => others.has(word)).length

const describe = (call: SessionCall): string => cutLine(`${call.tool} ${argumentOf(call)}`, maxLineLength)

/** The first line that names an error, else the first line; with the next one when it says little by itself. */
function errorLine(output: string): string | undefined {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^at .+:\d+/.test(line))
  const named = lines.findIndex((each) => namesError.test(each) && !/^(?:FAIL|Traceback|make\[)/.test(each))
  const at = Math.max(named, 0)
  if (lines[at] === undefined) return undefined
  let line = lines[at]
  for (let next = at + 1; next < lines.length && contentWords(line).size < minWords; next++) line += ` ${lines[next]}`
  return cutLine(line, maxLineLength)
}

export function cutLine(text: string, maxLength: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= maxLength ? line : `${line.slice(0, maxLength - 1).trimEnd()}…`
}
