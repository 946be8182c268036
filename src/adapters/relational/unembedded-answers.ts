import { answersOf } from '../../memory/answers.js'
import type { UnembeddedAnswers } from '../../ports/store/read.js'

interface Columns {
  readonly id: string
  readonly version: number
  readonly facets: string
}

/** A memory whose answers a model has not embedded, from its columns. */
export const toUnembeddedAnswers = ({ id, version, facets }: Columns): UnembeddedAnswers => ({
  id,
  version,
  answers: answersOf(JSON.parse(facets)).map(({ question }) => question),
})
