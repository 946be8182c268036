import { z } from 'zod'

/** Lists of sentences, which may hold commas: the command line takes one sentence each time the option is given. */
export const sentenceLists = z.registry()

export const listOfSentences = <List extends z.ZodType>(list: List): List => {
  sentenceLists.add(list)
  return list
}
