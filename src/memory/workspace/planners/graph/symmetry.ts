import { wordSet } from '../../phrases.js'
import { wordForms } from '../word-forms.js'
import type { Relation } from './relation.js'

const formsOf = (list: string): ReadonlySet<string> => new Set([...wordSet(list)].flatMap(wordForms))

/** What holds both ways: who is married to somebody is the one that the other is married to. */
const mutual = formsOf(
  'marry spouse sibling cousin neighbour neighbor partner friend colleague border meet twin engage betroth',
)
/** What holds one way only: nobody reports to who reports to them. */
const oneWay =
  formsOf(`report depend manage own require contain part parent mother father child supervise lead boss employ host
  found bear precede follow inherit belong capital locate`)

export const isSymmetric = ({ contents }: Relation): boolean => hasFormOf(contents, mutual)
export const isAsymmetric = ({ contents }: Relation): boolean => hasFormOf(contents, oneWay)

const hasFormOf = (contents: Relation['contents'], known: ReadonlySet<string>): boolean =>
  contents.length === 1 && contents[0].some((form) => known.has(form))
