import { readLocomo, readScifact } from '../data.mjs'
import { createRandom } from '../numbers.mjs'

/** What people and agents said, to recombine; without the data, sentences from a word list. */
export function readSentences(data) {
  if (data === undefined) return inventSentences()
  const conversations = readLocomo(data)
  const scifact = readScifact(data)
  const talk = conversations.flatMap(({ turns }) =>
    turns.flatMap(({ text }) => sentencesOf(text.replace(/^\w+: /, ''))),
  )
  const speakers = [...new Set(conversations.flatMap(({ turns }) => turns.map(({ text }) => text.split(':', 1)[0])))]
  const questions = conversations.flatMap((conversation) => conversation.questions.map(({ text }) => text))
  return {
    speakers,
    talk,
    facts: scifact.documents.flatMap(({ text }) => sentencesOf(text)),
    questions: interleave([...new Set(questions)], [...new Set(scifact.claims)]),
  }
}

const sentencesOf = (text) =>
  text.split(/(?<=[.!?])\s+/).filter((sentence) => sentence.length > 15 && sentence.length < 400)
const interleave = (a, b) => Array.from({ length: Math.min(a.length, b.length) }, (_, i) => [a[i], b[i]]).flat()

const words =
  'anna ben clara deploy server cache login port staging invoice garden bicycle concert holiday recipe doctor school river mountain painting letter budget meeting release error timeout database index memory agent customer contract train flight hotel birthday present camera guitar lesson exam library museum market coffee bread window kitchen repair paint engine battery signal network router printer keyboard project deadline review branch merge test coverage release sprint backlog ticket user account password token session browser mobile desktop update patch kernel driver module package version license support training'.split(
    ' ',
  )

function inventSentences() {
  const random = createRandom(7)
  const sentence = () => Array.from({ length: 6 + random.below(14) }, () => random.pick(words)).join(' ')
  const many = (count) => Array.from({ length: count }, () => `${sentence()}.`)
  return {
    speakers: ['Anna', 'Ben', 'Clara', 'Dana'],
    talk: many(4_000),
    facts: many(8_000),
    questions: many(600).map((each) => `What about ${each.split(' ').slice(0, 6).join(' ')}?`),
  }
}

const turnsPerSession = 20
const minuteMs = 60_000
const start = Date.parse('2024-01-01T08:00:00Z')

/**
 * Distinct memories, the same on every run: mostly talk of a sentence or two, a fifth findings, some with a number
 * of their own, in sessions of twenty turns a minute apart, four sessions a day.
 */
export function* episodes({ speakers, talk, facts }, seed = 1) {
  const random = createRandom(seed)
  for (let index = 0; ; index++) {
    const session = Math.floor(index / turnsPerSession)
    const at = start + session * 6 * 60 * minuteMs + (index % turnsPerSession) * minuteMs
    yield { text: tell(random, speakers, talk, facts, index), session: `session-${session}`, at }
  }
}

function tell(random, speakers, talk, facts, index) {
  const chance = random.next()
  const said =
    chance < 0.2 ? random.pick(facts) : chance < 0.5 ? random.pick(talk) : `${random.pick(talk)} ${random.pick(talk)}`
  const detail = random.next() < 0.3 ? ` Noted as item ${index + 1}.` : ` ${random.pick(talk)}`
  return `${random.pick(speakers)}: ${said}${detail}`
}

/** The next `count` of them. */
export function take(iterator, count) {
  const taken = []
  while (taken.length < count) taken.push(iterator.next().value)
  return taken
}
