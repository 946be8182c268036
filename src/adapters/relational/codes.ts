import { type Facets, type Kind, kinds, type Outcome, outcomes, type State, states } from '../../memory/memory.js'
import { type SaidAs, saidAsMarks } from '../../memory/recall/text/sentence-mark.js'
import type { TextIndex } from '../../memory/recall/text/text-index.js'

/** Enumerations are stored as small numbers; 0 is "none". Append only: a stored number never changes its meaning. */
const coder = <Name extends string>(names: readonly Name[]) => {
  const codes = new Map(names.map((name, index) => [name, index + 1]))
  return {
    toCode: (name: Name | null): number => (name === null ? 0 : (codes.get(name) ?? 0)),
    fromCode: (code: number): Name | null => names[code - 1] ?? null,
  }
}

export const kindCode = coder<Kind>(kinds)
export const outcomeCode = coder<Outcome>(outcomes)
export const stateCode = coder<State>(states)

export const activeState = stateCode.toCode('active')

const changeNames = ['added', 'changed', 'connected', 'embedded', 'erased'] as const
export const changeCode = coder<(typeof changeNames)[number]>(changeNames)

export const flag = { isQuestion: 1, namesTime: 2 } as const

/** Behind the two flags: how the text is said; 0 when it is stated, as in all memories from before it was read. */
const saidAsShift = 2
const saidAsCode = coder<SaidAs>(saidAsMarks)
/** The bits of the flags that do not tell how the text is said, and the code to add to them. */
export const flagsBesideSaidAs = (1 << saidAsShift) - 1
export const saidAsFlag = (saidAs: SaidAs | null): number => saidAsCode.toCode(saidAs) << saidAsShift

export const saidAsOf = (flags: number): SaidAs | null => saidAsCode.fromCode(flags >> saidAsShift)

// The operation that wrote the facets has validated the outcome.
export const outcomeOf = (facets: Facets): number => outcomeCode.toCode((facets.outcome as Outcome | undefined) ?? null)

export const flagsOf = (index: Pick<TextIndex, 'isQuestion' | 'namesTime' | 'saidAs'>): number =>
  (index.isQuestion ? flag.isQuestion : 0) | (index.namesTime ? flag.namesTime : 0) | saidAsFlag(index.saidAs)
