/**
 * A session in a notation of lines, with what a careful colleague would note of it (see README.md). It is rendered in the
 * format of its client by `transcripts.mjs`.
 */
import { readdirSync, readFileSync } from 'node:fs'

/** The sessions of one half: `development`, or `set-aside`, which no rule was fitted on. */
export function readSessions(half) {
  const folder = new URL(`./${half}/`, import.meta.url)
  return readdirSync(folder)
    .filter((name) => name.endsWith('.txt'))
    .sort()
    .map((name) => ({ name: name.replace(/\.txt$/, ''), ...readScript(readFileSync(new URL(name, folder), 'utf8')) }))
}

function readScript(text) {
  const [head, body] = text.split(/^---\n/m)
  const fields = head.split('\n').flatMap((line) => (/^[a-z-]+: /.test(line) ? [line.split(/: (.*)/s)] : []))
  const marked = (mark) => head.split('\n').flatMap((line) => (line.startsWith(`${mark} `) ? [line.slice(2)] : []))
  const field = (name) => fields.find(([each]) => each === name)?.[1]
  return {
    client: field('client'),
    traits: field('traits'),
    isHeadless: field('headless') === 'yes',
    /** Lines of the project's CLAUDE.md or AGENTS.md. */
    projectSays: fields.filter(([name]) => name === 'claude-md').map(([, line]) => line),
    leavesNothing: field('memory') === 'none',
    points: marked('+').map((line, place) => ({ id: place, ...readPoint(line) })),
    harmless: marked('~').map((each) => each.toLowerCase()),
    noise: marked('-').map((each) => each.toLowerCase()),
    turns: readTurns(body),
  }
}

/** "cause: raw body | parsed & signature": one of the alternatives, with all of its words. */
function readPoint(line) {
  const [name, words] = line.split(/: (.*)/s)
  return { name, alternatives: words.split(' | ').map((each) => each.toLowerCase().split(' & ')) }
}

const kinds = { '>': 'user', '<': 'agent', $: 'call', '=': 'result', '!': 'failure', '%': 'event' }

/** Lines that begin with two spaces, and empty ones, continue the line above. */
function readTurns(body) {
  const turns = []
  for (const line of body.trimEnd().split('\n')) {
    const kind = kinds[line[0]]
    if (kind !== undefined && (line[1] === ' ' || line.length === 1)) turns.push({ kind, text: line.slice(2) })
    else turns.at(-1).text += `\n${line.replace(/^ {2}/, '')}`
  }
  return turns
}
