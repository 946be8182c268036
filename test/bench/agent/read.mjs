import { readFileSync } from 'node:fs'
import { writeLongLog } from './long-log.mjs'

const readLines = (name) =>
  readFileSync(new URL(`data/${name}.jsonl`, import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

/** What was said in one half's projects and what is asked later, both by time (see data/README.md). */
export function readHalf(half) {
  const projects = readLines('projects').flatMap((each) => (each.half === half ? [each.project] : []))
  const isOurs = ({ project }) => projects.includes(project)
  return {
    projects,
    turns: readLines('turns')
      .filter(isOurs)
      .map(({ log, ...turn }) => ({
        ...turn,
        at: Date.parse(turn.at),
        text: log === undefined ? turn.text : `${turn.text}\n${writeLongLog(log)}`,
      }))
      .sort((a, b) => a.at - b.at),
    questions: readLines('questions')
      .filter(isOurs)
      .map((question) => ({ ...question, asked: Date.parse(question.asked) }))
      .sort((a, b) => a.asked - b.asked),
  }
}
