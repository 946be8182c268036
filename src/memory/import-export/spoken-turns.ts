import { hasNoSubject } from '../hooks/prompt-parts.js'
import { isOwnMistake } from '../hooks/session/failures.js'
import { announces, saysNothing } from '../hooks/session/phrases.js'
import { sentencesOf } from '../hooks/session/sentences.js'
import { redactSecrets } from '../secrets/redact-secrets.js'
import type { ForeignFile, ForeignMemory, ForeignReader, ForeignRecord } from './foreign-memory.js'

/** A longer message says something. */
const maxEmptyRequest = 40
const maxEmptyAnswer = 240
const maxQuestion = 300

/**
 * Reads a conversation, instead of copying it (HOK27): turns that say nothing are left out, and an answer carries the
 * question that it answers in its context.
 */
export const readTurns =
  (newReader: (file: ForeignFile) => ForeignReader) =>
  (file: ForeignFile): ForeignReader => {
    const reader = newReader(file)
    let scene: string | undefined
    let question: (() => string) | undefined
    function told(record: ForeignRecord): readonly ForeignRecord[] {
      if ('problem' in record || record.context === undefined) return [record]
      if (record.scene !== scene) question = undefined
      scene = record.scene
      const { text, context } = record
      if (context.speaker === 'user') {
        if (isEmptyRequest(text)) return []
        question = once(() => shortened(text))
        return [record]
      }
      if (context.speaker === 'tool') return isOwnMistake(text) ? [] : [record]
      if (context.speaker !== 'assistant') return [record]
      if (isEmptyAnswer(text)) return []
      return [question === undefined ? record : answering(record, question())]
    }
    return { read: (piece) => reader.read(piece).flatMap(told), end: () => reader.end().flatMap(told) }
  }

const answering = (record: ForeignMemory, asked: string): ForeignMemory => ({
  ...record,
  context: { ...record.context, asked },
})

/** "continue", "yes please": without a subject, and without a number that might be a choice. */
const isEmptyRequest = (text: string): boolean =>
  text.length <= maxEmptyRequest && !/\p{N}/u.test(text) && (hasNoSubject(text) || saysNothing.test(text.trim()))

/** "I'll look at the webhook handler first." */
function isEmptyAnswer(text: string): boolean {
  if (text.length > maxEmptyAnswer || text.includes('```')) return false
  const sentences = sentencesOf(text, 1)
  return sentences.length > 0 && sentences.every((each) => announces.test(each) || saysNothing.test(each))
}

/** Redacted before it is cut: a part of a secret is not recognised. */
function shortened(text: string): string {
  if (text.length <= maxQuestion) return text
  return `${redactSecrets(text).text.slice(0, maxQuestion).trimEnd()}…`.toWellFormed()
}

function once(make: () => string): () => string {
  let made: string | undefined
  return () => {
    made ??= make()
    return made
  }
}
