import { z } from 'zod'
import { findSecrets } from '../secrets/find-secrets.js'
import { contentOf } from '../workspace/question-parts.js'

/** REC25. */
export const maxAnswers = 3
const maxCharacters = 200

const Reply = z.object({ memories: z.array(z.unknown()) })
const Entry = z.object({ memory: z.int(), questions: z.array(z.unknown()) })

/** The usable questions for each of `count` memories, in their order; undefined when the reply has another format. */
export function fromModelAnswers(reply: unknown, count: number): readonly (readonly string[])[] | undefined {
  const { data } = Reply.safeParse(reply)
  if (data === undefined) return undefined
  const questions: string[][] = Array.from({ length: count }, () => [])
  for (const entry of data.memories) {
    const { data: given } = Entry.safeParse(entry)
    questions[(given?.memory ?? 0) - 1]?.push(...(given?.questions ?? []).flatMap(toQuestion))
  }
  return questions.map((own) => [...new Set(own)].slice(0, maxAnswers))
}

/** One line that has a content word and no secret; a list, so that an unusable one is none. */
function toQuestion(value: unknown): readonly string[] {
  if (typeof value !== 'string' || !value.isWellFormed()) return []
  const line = value.replace(/[\s\0]+/gu, ' ').trim()
  const isUsable = line.length <= maxCharacters && contentOf(line).length > 0 && findSecrets(line).length === 0
  return isUsable ? [line] : []
}
