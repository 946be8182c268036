import type { RelationType } from '../../semantic/links.js'
import {
  type Clauses,
  findPrepositions,
  isDenied,
  isNoLonger,
  isOnTop,
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
    if (copula.test(lower) || lower === ':') said.push(...equated(clauses, at, party))
    return [...said, ...membership(clauses, at), ...likened(clauses, at), ...indispensable(clauses, at, party)]
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
  /^(?:editor|ide|database|db|store|orm|layer|framework|language|backend|frontend|stack|broker|queue|cache|bundler|runner|warehouse|tool|tools|tooling|dependencies|engine|shell|browser|terminal|os|platform|host|provider)$/

/** "Our database is PostgreSQL", "my favourite editor is Neovim", "Stack: Django, Celery". */
function equated(clauses: Clauses, at: number, party: Party): Stated[] {
  const { tokens } = clauses.reading.sentence
  if (!role.test(tokens[at - 1]?.lower ?? '') || isDenied(clauses, at + 2)) return []
  const subject = subjectOf(clauses, at)
  const objects = objectsAfter(clauses, at + 1, true).filter(({ type }) => type === 'TOOL')
  return subject.kind === 'named' ? [] : pair('USES', endsOf(subject, 'USES', party), objects.map(toEnd))
}

const alike = /^(?:similar|alike|comparable|equivalent|interchangeable)$/

/** "Svelte and Vue are similar", "Just like Grafana, Kibana draws". */
function likened(clauses: Clauses, at: number): Stated[] {
  const word = clauses.reading.sentence.tokens[at]!.lower
  if (alike.test(word) && objectsAfter(clauses, at + 1, true).length === 0 && !isDenied(clauses, at)) {
    const subject = subjectOf(clauses, at)
    const [first, ...others] = subject.kind === 'named' ? subject.mentions.map(toEnd) : []
    return first === undefined ? [] : pair('SIMILAR_TO', [first], others)
  }
  const other = mentionAt(clauses, at + 1)
  if (word !== 'like' || at > 1 || other === undefined) return []
  const isClause = clauses.reading.sentence.tokens[other.to]?.lower === ','
  const subject = isClause ? mentionAt(clauses, other.to + 1) : undefined
  return subject === undefined ? [] : pair('SIMILAR_TO', [toEnd(subject)], [toEnd(other)])
}

/** "It won't start without Redis". */
function indispensable(clauses: Clauses, at: number, party: Party): Stated[] {
  if (clauses.reading.sentence.tokens[at]!.lower !== 'without' || !isDenied(clauses, at)) return []
  const objects = objectsAfter(clauses, at + 1, false)
  const subject = subjectOf(clauses, at)
  const ends = endsOf(subject.kind === 'unknown' ? { kind: 'we' } : subject, 'REQUIRES', party)
  return pair('REQUIRES', ends, objects.map(toEnd))
}

function stated(clauses: Clauses, cue: Cue, at: number, party: Party): Stated[] {
  // "A use case for Redis": a cue without a preposition must be a verb.
  const isSaid =
    cue.prepositions !== undefined || isVerb(clauses.reading, at) || mentionAt(clauses, at - 1) !== undefined
  const isEnded = cue.isEnd ? !isDenied(clauses, at) : isNoLonger(clauses, at)
  if (!isSaid || (isDenied(clauses, at) && !isEnded) || (cue.isEnd && isPassive(clauses, at))) return []
  const found = statedBy(clauses, cue, at, party)
  return isEnded ? found.map((relation) => ({ ...relation, isEnded: true as const })) : found
}

function statedBy(clauses: Clauses, cue: Cue, at: number, party: Party): Stated[] {
  const isBy = clauses.reading.sentence.tokens[at + 1]?.lower === 'by'
  const isAgentNamed = cue.prepositions === undefined && isBy
  const objects = objectsOf(clauses, cue, isAgentNamed ? at + 1 : at).filter(
    ({ type }) => cue.target === undefined || type === cue.target,
  )
  const isReplaced = cue.isReplacement && isPassive(clauses, at)
  const subject: Subject = isReplaced
    ? { kind: 'we' }
    : (handled(clauses, cue, at) ?? subjectOf(clauses, verbOf(clauses, cue, at)))
  // "Vite has replaced Webpack": we use Vite.
  if (cue.isReplacement && objects.length === 0) {
    return pair('USES', endsOf({ kind: 'we' }, 'USES', party), endsOf(subject, 'USES', party))
  }
  // "Redis is used for sessions": we use Redis.
  if (cue.prepositions === undefined && isPassive(clauses, at) && !isAgentNamed) {
    return cue.type === 'USES'
      ? pair(cue.type, endsOf({ kind: 'we' }, cue.type, party), endsOf(subject, cue.type, party))
      : []
  }
  const [sources, targets] = [endsOf(subject, cue.type, party), objects.map(toEnd)]
  return cue.isReversed || isAgentNamed ? pair(cue.type, targets, sources) : pair(cue.type, sources, targets)
}

/** "Is a drop-in replacement for": the subject of a nominal cue precedes the copula. */
function verbOf({ reading }: Clauses, { isNominal }: Cue, at: number): number {
  if (!isNominal) return at
  const { tokens } = reading.sentence
  for (let verb = at - 1; verb >= 0 && at - verb <= 5; verb--) {
    if (copula.test(tokens[verb]!.lower)) return verb
    if (tokens[verb]!.kind === 'mark') break
  }
  return at
}

function objectsOf(clauses: Clauses, { prepositions, isSplit, type }: Cue, at: number): readonly Mention[] {
  if (prepositions === undefined) return objectsAfter(clauses, at + 1, type === 'USES')
  const places = isSplit ? findPrepositions(clauses, at + 1, prepositions) : [at + 1]
  return places
    .filter((place) => isSplit || prepositions.has(clauses.reading.sentence.tokens[place]?.lower ?? ''))
    .flatMap((place) => objectsAfter(clauses, place + (isOnTop(clauses, place) ? 3 : 1), type === 'USES'))
}

/** The project that is the object of a handling verb, if named. */
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
      return type === 'USES' || type === 'REQUIRES' || type === 'IMPLEMENTS' ? own : []
    case 'you':
      return type === 'REQUIRES' ? own : []
    case 'unknown':
      return []
  }
}
