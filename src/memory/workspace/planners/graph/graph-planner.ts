import { formatList } from '../../collection/outcome.js'
import { naturalOrder } from '../../natural-order.js'
import type { EvidencePlan } from '../evidence-plan.js'
import { type Refusal, reasonFor, wordsAt } from '../refusal.js'
import { type Attempt, goesBack, wrongKind } from './doubtful-walk.js'
import { type GraphQuestion, type NamedNode, possibleNodes, readGraphQuestion } from './graph-question.js'
import { orderHops } from './hop-order.js'
import { isAsymmetric, isSymmetric } from './symmetry.js'
import { formatTriple, type Triple } from './triples.js'
import { endKey, findPath, type GraphWalk, type Step, walk } from './walk.js'

/** Names beyond this number are only counted. */
const maxListed = 50
const maxEvidence = 50

/**
 * GWT9: an answer along the relations that the question names; undefined when it names no relation or no node.
 * A generator, so that the planner does not depend on the storage: it yields the keys (`nodeKey`) of the nodes whose
 * triples it needs and is resumed with these triples. `relationNames` are the distinct relations of the graph.
 */
export function* planGraph(
  question: string,
  relationNames: readonly string[],
): GraphWalk<EvidencePlan | Refusal | undefined> {
  const nearby = yield possibleNodes(question)
  const names = new Map(nearby.flatMap((triple) => [nameAt(triple, 'subject'), nameAt(triple, 'object')]))
  const read = readGraphQuestion(question, new Set(names.keys()), relationNames)
  if (read === undefined) return undefined
  if (read.unplaced.length > 0) return refuseWords(read, nearby)
  if (read.kind === 'path') return yield* planPath(read, names)
  if (read.kind === 'check') return yield* planCheck(read, names)
  if (read.hops.length === 0) return yield* planNeighbours(read, names)
  return yield* planFollow(read, names)
}

/** GWT19: hands over what is stored about the nodes that the question names. */
function refuseWords({ nodes, words, unplaced }: GraphQuestion, nearby: readonly Triple[]): Refusal {
  const named = new Set(nodes.map(({ key }) => key))
  const about = nearby.filter((triple) => named.has(endKey(triple, 'subject')) || named.has(endKey(triple, 'object')))
  const open = wordsAt(words, unplaced)
  return refuse(open, reasonFor(open), about)
}

function refuse(unplaced: readonly string[], reason: string, triples: readonly Triple[]): Refusal {
  const shown = triples.slice(0, maxEvidence)
  return { strategy: 'graph', unplaced, reason, evidence: shown.map(formatTriple), evidenceIds: idsOf(shown) }
}

const nameAt = (triple: Triple, end: 'subject' | 'object'): [string, string] => [endKey(triple, end), triple[end]]

/** Tries the starts until one reaches its end; else returns the attempt that went farthest. */
function* attempts(
  read: GraphQuestion,
  names: ReadonlyMap<string, string>,
  starts: readonly NamedNode[],
): GraphWalk<Attempt> {
  let farthest: Attempt | undefined
  for (const start of starts) {
    const attempt = yield* walkFrom(start, read, names)
    if (attempt.walked.broken === null) return attempt
    if (farthest === undefined || attempt.walked.steps.length > farthest.walked.steps.length) farthest = attempt
  }
  if (farthest === undefined) throw new RangeError('a walk needs a start')
  return farthest
}

function* walkFrom(start: NamedNode, read: GraphQuestion, names: ReadonlyMap<string, string>): GraphWalk<Attempt> {
  const order = orderHops(start, read.hops, read.words)
  const from = new Map([[start.key, names.get(start.key) ?? start.key]])
  return { start, order, walked: yield* walk(from, order, read.words, read.isTransitive) }
}

function* planFollow(
  read: GraphQuestion,
  names: ReadonlyMap<string, string>,
): GraphWalk<EvidencePlan | Refusal | undefined> {
  const attempt = yield* withKindStep(read, yield* attempts(read, names, startsOf(read)))
  const { steps } = attempt.walked
  // The graph holds nothing that the question asks for, so another planner must answer.
  if (attempt.walked.broken !== null && steps.length === 0) return undefined
  const passed = new Set(steps.flatMap(({ reached }) => [...reached.keys()]))
  const others = read.nodes.filter(({ key }) => key !== attempt.start.key)
  // A node that the walk did not pass means that the question was not fully understood.
  if (others.some(({ key }) => !passed.has(key))) return undefined
  if (attempt.walked.broken !== null) return toPlan(read, attempt, names, [])
  const reached = reachedNames(read, steps)
  const triples = steps.flatMap((step) => step.triples)
  const wrong = wrongKind(read, attempt, reached)
  if (wrong !== undefined)
    return refuse([wrong], `nothing tells that the answer would be what "${wrong}" asks for`, triples)
  const last = steps.at(-1)
  const isBack = !read.isTransitive && attempt.order.some((_, at) => goesBack(attempt, at, read.words))
  if (isBack || others.some(({ key }) => last?.reached.has(key)))
    return refuse([], 'the answer would only repeat the question', triples)
  return toPlan(read, attempt, names, read.asksHowMany ? [String(reached.length)] : reached)
}

/** "In which country is the database located?": first the location, then the country of the location, if there is one. */
function* withKindStep({ kindStep, words }: GraphQuestion, attempt: Attempt): GraphWalk<Attempt> {
  const { walked, order, start } = attempt
  const last = walked.steps.at(-1)
  if (kindStep === undefined || walked.broken !== null || last === undefined) return attempt
  const ordered = [{ hop: kindStep, covered: start }]
  const further = yield* walk(last.reached, ordered, words, false)
  if (further.broken !== null) return attempt
  return { start, order, walked: { ...walked, steps: [...walked.steps, ...further.steps] } }
}

/** Likeliest first: the last that is named, as in "the owner of Atlas"; a path begins where it says. */
function startsOf({ nodes, hops }: GraphQuestion): readonly NamedNode[] {
  return hops.every(({ isLiteral }) => isLiteral) ? nodes : nodes.toReversed()
}

function reachedNames({ isTransitive, hops }: GraphQuestion, steps: readonly Step[]): readonly string[] {
  const ends = isTransitive ? steps.slice(hops.length - 1) : steps.slice(-1)
  const names = new Map(ends.flatMap(({ reached }) => [...reached]))
  return [...names.values()].sort(naturalOrder)
}

/**
 * "Does the owner of Atlas manage Bob?" That nothing stored says so is no "no": what is stored need not be complete
 * (GWT19). The opposite of a relation that goes one way only is one.
 */
function* planCheck(
  read: GraphQuestion,
  names: ReadonlyMap<string, string>,
): GraphWalk<EvidencePlan | Refusal | undefined> {
  let farthest: Attempt | undefined
  for (const start of checkStarts(read)) {
    const wanted = read.nodes.filter(({ key }) => key !== start.key)
    const attempt = yield* walkFrom(start, read, names)
    const { steps, broken } = attempt.walked
    const ends = read.isTransitive ? steps.slice(read.hops.length - 1) : steps.slice(-1)
    const met = broken === null && wanted.every(({ key }) => ends.some(({ reached }) => reached.has(key)))
    if (met) return toPlan(read, attempt, names, ['yes'])
    if (farthest === undefined || steps.length > farthest.walked.steps.length) farthest = attempt
  }
  const opposite = yield* findOpposite(read)
  if (opposite.length > 0) return answerOpposite(read, opposite)
  if (farthest === undefined || farthest.walked.steps.length === 0) return undefined
  const triples = farthest.walked.steps.flatMap((step) => step.triples)
  return refuse([], 'nothing stored says so, and what is stored need not be complete', triples)
}

/** "Is A a part of B?" begins at B, whose part A then is. */
function checkStarts({ nodes, hops, words }: GraphQuestion): readonly NamedNode[] {
  const noun = hops.find(({ form, to }) => form === 'noun' && words[to]?.key === 'of')
  const after = noun === undefined ? [] : nodes.filter(({ from }) => from > noun.to)
  return after.length === 0 ? nodes : after
}

/** What is stored of the two nodes the other way round, along the only step of the question. */
function* findOpposite({ nodes, hops, isTransitive }: GraphQuestion): GraphWalk<readonly Triple[]> {
  if (nodes.length !== 2 || hops.length !== 1 || isTransitive) return []
  const [a, b] = nodes.map(({ key }) => key)
  const relations = hops[0].relations.filter((relation) => isSymmetric(relation) || isAsymmetric(relation))
  const between = (triple: Triple) => {
    const ends = [endKey(triple, 'subject'), endKey(triple, 'object')]
    return a !== b && ends.includes(a) && ends.includes(b)
  }
  return (yield [a]).filter((triple) => between(triple) && relations.some(({ name }) => name === triple.relation))
}

function answerOpposite({ hops, nodes }: GraphQuestion, opposite: readonly Triple[]): EvidencePlan {
  const isMutual = hops[0].relations.some((relation) => isSymmetric(relation))
  return {
    strategy: 'graph',
    answer: isMutual ? 'yes' : 'no',
    queries: [],
    evidence: opposite.map(formatTriple),
    metadata: { start: nodes[0].key, depth: 1, evidence_ids: idsOf(opposite), rests_on: opposite.length },
  }
}

function* planPath(read: GraphQuestion, names: ReadonlyMap<string, string>): GraphWalk<EvidencePlan> {
  const [from, to] = read.nodes
  const path = yield* findPath(from.key, to.key)
  const shown = path.map(formatTriple)
  const [a, b] = [from, to].map(({ key }) => names.get(key) ?? key)
  return {
    strategy: 'graph',
    answer: path.length === 0 ? `none: nothing joins ${a} and ${b} within 6 steps` : shown.join('; '),
    queries: [],
    evidence: shown,
    metadata: { start: a, end: b, depth: path.length, evidence_ids: idsOf(path) },
  }
}

/** "What is connected to Atlas?" */
function* planNeighbours(read: GraphQuestion, names: ReadonlyMap<string, string>): GraphWalk<EvidencePlan | undefined> {
  const [{ key }] = read.nodes
  const triples = yield [key]
  const others = new Map(
    triples.map((triple) => (endKey(triple, 'subject') === key ? nameAt(triple, 'object') : nameAt(triple, 'subject'))),
  )
  if (others.size === 0) return undefined
  const answers = [...others.values()].sort(naturalOrder)
  const evidence = chooseEvidence(answers, triples)
  return {
    strategy: 'graph',
    answer: listNames(answers),
    queries: [],
    evidence: evidence.map(formatTriple),
    metadata: { start: names.get(key) ?? key, depth: 1, evidence_ids: idsOf(evidence) },
  }
}

function toPlan(
  read: GraphQuestion,
  { start, walked }: Attempt,
  names: ReadonlyMap<string, string>,
  answers: readonly string[],
): EvidencePlan {
  const { steps, broken, isTruncated } = walked
  const evidence = chooseEvidence(answers, [...new Set(steps.flatMap((step) => step.triples))])
  const at = broken === null ? '' : broken.at.toSorted(naturalOrder).join(', ')
  const relation = broken === null ? '' : wordsOfHop(read, broken.hop)
  return {
    strategy: 'graph',
    answer:
      broken === null || answers.length > 0
        ? listNames(answers)
        : `none: the path breaks at ${at}, which has no "${relation}"`,
    queries: [],
    evidence: evidence.map(formatTriple),
    metadata: {
      start: names.get(start.key) ?? start.key,
      depth: steps.length,
      hops: steps.map((step) => ({
        relations: [...new Set(step.triples.map((triple) => triple.relation))],
        nodes: [...step.reached.values()].sort(naturalOrder).slice(0, maxListed),
      })),
      evidence_ids: idsOf(evidence),
      rests_on: new Set(steps.flatMap((step) => step.triples)).size,
      ...(broken === null
        ? {}
        : { broken_at: { hop: steps.length + 1, nodes: broken.at.slice(0, maxListed), relation } }),
      ...(isTruncated ? { truncated: true } : {}),
    },
  }
}

const wordsOfHop = ({ words }: GraphQuestion, { from, to }: { readonly from: number; readonly to: number }): string =>
  words
    .slice(from, to)
    .map(({ surface }) => surface)
    .join(' ')

/** Limits the evidence, but keeps a triple for each listed name: the answer must be forgotten with its names (OPS4). */
function chooseEvidence(answers: readonly string[], triples: readonly Triple[]): readonly Triple[] {
  if (triples.length <= maxEvidence) return triples
  const unnamed = new Set(answers.slice(0, maxListed))
  const naming = triples.filter(
    ({ subject, object }) => [subject, object].filter((name) => unnamed.delete(name)).length > 0,
  )
  const chosen = new Set([...new Set([...naming, ...triples])].slice(0, maxEvidence))
  return triples.filter((triple) => chosen.has(triple))
}

const idsOf = (triples: readonly Triple[]): string[] =>
  [...new Set(triples.map(({ memoryId }) => memoryId))].slice(0, maxEvidence)

/** Empty without a name, so that the plan has no exact answer. */
const listNames = (names: readonly string[]): string =>
  names.length === 0 ? '' : formatList(names.slice(0, maxListed), names.length)
