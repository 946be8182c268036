import { ingest } from '../ingest.mjs'
import { progress } from '../report.mjs'
import { withMind as withFolder } from '../temporary-mind.mjs'
import { explainAll, ingredients, rankBy } from './ingredients.mjs'
import { sessionHit, turnFraction } from './scores.mjs'

const freshSuccesses = 200
const hourMs = 3_600_000
/** The same for all that are compared. */
const today = Date.now()
export const tool = 'recall_episodes'
export const lines = [...Object.keys(ingredients), tool]

/** Per line the scores of every question. */
const emptyScores = () => Object.fromEntries(lines.map((line) => [line, { turns: [], sessions: [] }]))

/**
 * One clock over all conversations. `late` asks an hour after the last turn, among 200 fresh off-topic successes;
 * otherwise it is today, and the next conversation's questions are asked as well, to which nothing was ever told.
 * Without `explains` only the tool is scored. `tops` are the first ten that it gave to each question.
 */
export async function scoreLocomo(
  conversations,
  { clock, questionsPer, strangers = conversations, explains = true, atOnce = 1, withMind = withFolder },
) {
  const scores = emptyScores()
  const absence = { own: [], foreign: [] }
  const relevance = { evidence: [], others: [] }
  const tops = []
  for (const [index, conversation] of conversations.entries()) {
    const other = strangers[(strangers.indexOf(conversation) + 1) % strangers.length]
    const asker = strangers[(strangers.indexOf(conversation) + strangers.length - 1) % strangers.length]
    const asked = clock === 'late' ? Math.max(...conversation.turns.map(({ at }) => at)) + hourMs : today
    await withMind({ clock: { now: () => asked } }, async (mind) => {
      const store = await tell(mind, conversation, clock === 'late' ? successesBefore(asked, other) : [])
      const questions = conversation.questions.slice(0, questionsPer)
      const before = tops.length
      await askAll(questions, atOnce, async (question, place) => {
        if (place % 20 === 0)
          progress(
            `LoCoMo, ${clock}: conversation ${index + 1}/${conversations.length}, question ${place + 1}/${questions.length}`,
          )
        const note = { scores, absence, relevance }
        tops[before + place] = await scoreQuestion(mind, store, question, note, explains)
      })
      if (clock === 'late' || strangers.length === 1) return
      await askAll(asker.questions.slice(0, questionsPer), atOnce, async ({ text }) => {
        const answer = await mind.call(tool, { query: text, limit: 1 })
        absence.foreign.push(answer.nothing_relevant ? 1 : 0)
      })
    })
  }
  return { scores, absence, relevance, tops }
}

/** All of them, so many at once. */
export async function askAll(questions, atOnce, ask) {
  const left = questions.entries()
  const askOn = async () => {
    for (const [place, question] of left) await ask(question, place)
  }
  await Promise.all(Array.from({ length: atOnce }, askOn))
}

/** Stores the conversation, then the rest; says which turn and session an id is. */
async function tell(mind, { turns }, fresh) {
  const ids = await ingest(mind, [...turns, ...fresh])
  const byId = new Map(ids.map((id, index) => [id, index < turns.length ? turns[index].turn : `fresh ${index}`]))
  const sessions = new Map(turns.map(({ turn, session }) => [turn, session]))
  return { turnOf: (id) => byId.get(id), sessionOf: (turn) => sessions.get(turn) ?? 'fresh' }
}

function successesBefore(moment, { turns }) {
  return turns.slice(0, freshSuccesses).map(({ text }, index) => ({
    text,
    session: 'fresh',
    at: moment - (freshSuccesses - index) * 15_000,
    extra: { outcome: 'success', valence: 0.9 },
  }))
}

/** The first ten turns of the tool. */
async function scoreQuestion(mind, { turnOf, sessionOf }, { text, evidence }, noted, explains) {
  const { scores, absence, relevance } = noted
  const note = (line, turns) => {
    scores[line].turns.push(turnFraction(turns, evidence))
    scores[line].sessions.push(sessionHit(turns, evidence, sessionOf))
  }
  const explained = explains ? await explainAll(mind, text) : []
  for (const line of explains ? Object.keys(ingredients) : []) note(line, rankBy(explained, line).map(turnOf))
  for (const { id, relevance: value } of explained) {
    relevance[evidence.includes(turnOf(id)) ? 'evidence' : 'others'].push(value)
  }
  const ten = await mind.call(tool, { query: text, limit: 10 })
  const hundred = await mind.call(tool, { query: text, limit: 100, max_tokens: 1_000_000 })
  const turns = [...ten.episodes, ...hundred.episodes.slice(10)].map(({ id }) => turnOf(id))
  note(tool, turns)
  absence.own.push(ten.nothing_relevant ? 1 : 0)
  return turns.slice(0, 10)
}
