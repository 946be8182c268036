import type { RelationType } from '../../semantic/links.js'
import {
  type Clauses,
  findPrepositions,
  isDenied,
  isPassive,
  mentionAt,
  objectsAfter,
  type Subject,
  subjectOf,
} from './clauses.js'
import { isVerb, type Mention } from './reading.js'
import { type Cue, cues } from './relation-cues.js'
import { type End, type Party, pair, type Stated, toEnd } from './relation-ends.js'

/** Relations that the sentence states. */
export function relationsIn(clauses: Clauses, party: Party): Stated[] {
  if (clauses.reading.sentence.isQuestion || clauses.mentions.length === 0) return []
  const { tokens } = clauses.reading.sentence
  return tokens.flatMap(({ lower }, at) => {
    if (mentionAt(clauses, at) !== undefined) return []
    const said = cues.filter(({ words }) => words.has(lower)).flatMap((cue) => stated(clauses, cue, at, party))
    return copula.test(lower) ? [...said, ...equated(clauses, at, party)] : [...said, ...membership(clauses, at)]
  })
}

/** "Laura from Novo Nordisk". */
function membership(clauses: Clauses, at: number): Stated[] {
  const { sentence, tags } = clauses.reading
  const [person, group] = [mentionAt(clauses, at - 1), mentionAt(clauses, at + 1)]
  if (sentence.tokens[at]!.lower !== 'from' || person?.type !== 'PERSON' || group?.type !== 'CONCEPT') return []
  return tags(sentence.tokens[group.from]!.start).has('Place') ? [] : pair('PART_OF', [toEnd(person)], [toEnd(group)])
}

const copula = /^(?:is|are|was|were)$/
const role =
  /^(?:editor|ide|database|db|store|orm|layer|framework|language|backend|frontend|stack|broker|queue|cache|bundler|runner|warehouse|tool|engine|shell|browser|terminal|os|platform|host|provider)$/

/** "Our database is PostgreSQL", "my favourite editor is Neovim". */
function equated(clauses: Clauses, at: number, party: Party): Stated[] {
  const { tokens } = clauses.reading.sentence
  const object = mentionAt(clauses, at + 1) ?? mentionAt(clauses, at + 2)
  if (object?.type !== 'TOOL' || !role.test(tokens[at - 1]?.lower ?? '') || isDenied(clauses, at + 2)) return []
  const subject = subjectOf(clauses, at)
  return subject.kind === 'named' ? [] : pair('USES', endsOf(subject, 'USES', party), [toEnd(object)])
}

function stated(clauses: Clauses, cue: Cue, at: number, party: Party): Stated[] {
  if (!cue.isNominal && !isVerb(clauses.reading, at) && mentionAt(clauses, at - 1) === undefined) return []
  if (isDenied(clauses, at)) return []
  const isBy = clauses.reading.sentence.tokens[at + 1]?.lower === 'by'
  const isAgentNamed = cue.prepositions === undefined && isBy
  const objects = objectsOf(clauses, cue, isAgentNamed ? at + 1 : at)
  const isReplaced = cue.isReplacement && isPassive(clauses, at)
  const subject: Subject = isReplaced ? { kind: 'we' } : (handled(clauses, cue, at) ?? subjectOf(clauses, at))
  // "Redis is used for sessions": by us.
  if (cue.prepositions === undefined && isPassive(clauses, at) && !isAgentNamed) {
    return cue.type === 'USES'
      ? pair(cue.type, endsOf({ kind: 'we' }, cue.type, party), endsOf(subject, cue.type, party))
      : []
  }
  const [sources, targets] = [endsOf(subject, cue.type, party), objects.map(toEnd)]
  return cue.isReversed || isAgentNamed ? pair(cue.type, targets, sources) : pair(cue.type, sources, targets)
}

function objectsOf(clauses: Clauses, { prepositions, isSplit, type }: Cue, at: number): readonly Mention[] {
  if (prepositions === undefined) return objectsAfter(clauses, at + 1, type === 'USES')
  const places = isSplit ? findPrepositions(clauses, at + 1, prepositions) : [at + 1]
  return places
    .filter((place) => prepositions.has(clauses.reading.sentence.tokens[place]?.lower ?? ''))
    .flatMap((place) => objectsAfter(clauses, place + (isOnTop(clauses, place) ? 3 : 1), type === 'USES'))
}

const isOnTop = ({ reading: { sentence } }: Clauses, at: number): boolean =>
  sentence.tokens[at + 1]?.lower === 'top' && sentence.tokens[at + 2]?.lower === 'of'

/** The project that the verb handles, when it names one. */
function handled(clauses: Clauses, { handles }: Cue, at: number): Subject | undefined {
  if (!handles) return undefined
  const mentions = objectsAfter(clauses, at + 1, false).filter(({ type }) => type === 'PROJECT')
  return mentions.length === 0 ? undefined : { kind: 'named', mentions }
}

function endsOf(subject: Subject, type: RelationType, { project, speaker }: Party): readonly End[] {
  const own: readonly End[] = project === null ? [] : [{ name: project, type: 'PROJECT' }]
  const person: readonly End[] = speaker === null ? [] : [{ name: speaker, type: 'PERSON' }]
  switch (subject.kind) {
    case 'named':
      return subject.mentions.map(toEnd)
    case 'i':
      return person
    case 'we':
      return own
    case 'none':
      return type === 'PRODUCES' || type === 'CAUSES' ? [] : own.length > 0 ? own : person
    case 'thing':
      return type === 'USES' || type === 'REQUIRES' ? own : []
    case 'unknown':
      return []
  }
}
