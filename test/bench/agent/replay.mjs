import { explainAll, rankBy } from '../recall/ingredients.mjs'
import { progress } from '../report.mjs'
import { withMind } from '../temporary-mind.mjs'
import { rankByBm25 } from './bm25.mjs'

export const plain = 'BM25'
export const tool = 'recall'
/** Ranked by a part of recall's score alone; its lexical one finds whole identifiers as well. */
const parts = { 'BM25 + identifiers': 'BM25', similarity: 'similarity', '+ context': '+ context' }
export const lines = [plain, ...Object.keys(parts), tool]

/**
 * Lives through one half: turns are imported as they come, all projects into one memory, and each question is asked at
 * its time, within its project, through `recall`. Gives the turns that each line ranked, best first, per question.
 * Without `takesApart` the lines that are parts of recall's score are left out.
 */
export async function replay({ turns, questions }, { takesApart = true } = {}) {
  let now = 0
  return withMind({ clock: { now: () => now } }, async (mind) => {
    const answers = []
    const turnOf = new Map()
    let told = 0
    for (const [place, question] of questions.entries()) {
      if (place % 20 === 0) progress(`question ${place + 1}/${questions.length}`)
      now = question.asked
      const fresh = turns.slice(told, turns.findLastIndex(({ at }) => at < now) + 1)
      told += fresh.length
      await take(mind, fresh, turnOf)
      const known = turns.slice(0, told).filter(({ project }) => project === question.project)
      const { memories } = await mind.call('recall', { query: question.text, project: question.project })
      answers.push({
        question,
        strangers: memories.filter(({ project }) => project !== question.project).length,
        ranked: {
          [plain]: rankByBm25(question.text, known),
          ...(takesApart ? await rankByParts(mind, question, turnOf) : {}),
          [tool]: memories.map(({ id }) => turnOf.get(id)),
        },
      })
    }
    return answers
  })
}

/** As a foreign import does: text, project, session, speaker and time are kept. */
async function take(mind, turns, turnOf) {
  const lines = turns.map(({ text, project, session, speaker, at }) => ({
    kind: 'episode',
    content: text,
    project,
    session_id: session,
    happened_at: new Date(at).toISOString(),
    facets: { context: { speaker } },
  }))
  const bytes = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  for await (const outcome of mind.import([bytes])) {
    if (outcome.what === 'bad') throw new Error(`line ${outcome.line}: ${outcome.reason}`)
    // Who says "ok" twice in a session is remembered once.
    if (!turnOf.has(outcome.id)) turnOf.set(outcome.id, turns[outcome.line - 1].id)
  }
}

async function rankByParts(mind, { text, project }, turnOf) {
  const explained = await explainAll(mind, text, { project })
  const rank = (part) => rankBy(explained, part).map((id) => turnOf.get(id))
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, rank(part)]))
}
