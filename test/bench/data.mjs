import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The folder when the data is there. */
export function findData(folder) {
  const isThere =
    existsSync(join(folder, 'locomo', 'locomo-dev.json')) && existsSync(join(folder, 'scifact', 'corpus.jsonl'))
  return isThere ? folder : undefined
}

/** The same for who cannot do without. */
export function requireData(folder) {
  if (findData(folder) !== undefined) return folder
  process.stderr.write(
    `The benchmark data is not in ${folder}: locomo/locomo-dev.json and scifact/corpus.jsonl are expected there.\n` +
      'Say where it is: --data <folder> (after -- when npm runs it).\n',
  )
  process.exit(1)
}

const readJson = (...path) => JSON.parse(readFileSync(join(...path), 'utf8'))
const readLines = (...path) =>
  readFileSync(join(...path), 'utf8')
    .split('\n')
    .filter(Boolean)

/**
 * LoCoMo as data/README.md says: one turn per episode, `Speaker: text caption`, turn i at the session's date + i
 * minutes; the gold turns of each question with the corrections applied.
 */
export function readLocomo(folder) {
  const corrections = readJson(folder, 'locomo', 'evidence-corrections.json')
  return readJson(folder, 'locomo', 'locomo-dev.json').map(({ conversation, qa }, index) => ({
    name: `conversation ${index + 1}`,
    turns: turnsOf(conversation),
    questions: qa.flatMap(({ question, evidence = [] }, place) => {
      const gold = (corrections[`locomo_${index}_qa${place}`] ?? evidence).flatMap(turnIdsIn)
      return gold.length === 0 ? [] : [{ text: question, evidence: [...new Set(gold)] }]
    }),
  }))
}

function turnsOf(conversation) {
  const sessions = Object.keys(conversation)
    .filter((key) => /^session_\d+$/.test(key))
    .sort((a, b) => Number(a.slice(8)) - Number(b.slice(8)))
  return sessions.flatMap((session) => {
    const start = parseSessionDate(conversation[`${session}_date_time`])
    return conversation[session].map(({ speaker, text, blip_caption: caption, dia_id: turn }, i) => ({
      turn,
      session,
      at: start + i * 60_000,
      text: `${speaker}: ${text}${caption ? ` ${caption}` : ''}`,
    }))
  })
}

/** "D8:6; D9:17" and "D:11:26" occur as well. */
const turnIdsIn = (text) => [...text.matchAll(/D:?(\d+):(\d+)/g)].map(([, session, turn]) => `D${session}:${turn}`)

/** "1:56 pm on 8 May, 2023" */
function parseSessionDate(text) {
  const [, hour, minute, half, day, month, year] = /^(\d+):(\d+) (am|pm) on (\d+) (\w+), (\d+)$/.exec(text)
  const hours = (Number(hour) % 12) + (half === 'pm' ? 12 : 0)
  return Date.parse(`${day} ${month} ${year} ${hours}:${minute} UTC`)
}

/** SciFact of BEIR: abstracts, and the claims of the test split with the relevance of each judged abstract. */
export function readScifact(folder) {
  const documents = readLines(folder, 'scifact', 'corpus.jsonl').map((line) => {
    const { _id, title, text } = JSON.parse(line)
    return { id: _id, title, text: `${title} ${text}` }
  })
  const claims = readLines(folder, 'scifact', 'queries.jsonl').map((line) => JSON.parse(line))
  const judged = new Map()
  for (const line of readLines(folder, 'scifact', 'qrels', 'test.tsv').slice(1)) {
    const [claim, document, grade] = line.split('\t')
    if (!judged.has(claim)) judged.set(claim, new Map())
    judged.get(claim).set(document, Number(grade))
  }
  return {
    documents,
    claims: claims.map(({ text }) => text),
    queries: claims.filter(({ _id }) => judged.has(_id)).map(({ _id, text }) => ({ text, grades: judged.get(_id) })),
  }
}
