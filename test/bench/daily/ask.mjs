import { ownCharacters } from './score.mjs'

/** One question to `recall` with its defaults; with `withWordings` its other wordings go along. */
export async function ask({ call }, { nameOf }, question, { withWordings }) {
  const { answer, text } = await call('recall', {
    query: question.text,
    ...(withWordings ? { also: question.also } : {}),
  })
  const { memories, nothing_relevant: isFlagged, left_out: leftOut } = answer
  return {
    question,
    isFlagged,
    leftOut,
    results: memories.map(({ id, content, relevance, newer = [], said_as: saidAs }) => ({
      id: nameOf(id),
      relevance,
      characters: content.length,
      newer: newer.map(nameOf),
      saidAs,
    })),
    answerCharacters: text.length,
    ownCharacters: ownCharacters(
      text,
      memories.map(({ content }) => content),
    ),
  }
}
