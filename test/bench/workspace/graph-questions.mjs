import { relations } from './relations.mjs'

const mostListed = 40

/** A question along so many relations, from a node to all that they lead to. */
export function followed(hopCount, { isBroken = false } = {}) {
  return (world) => {
    const { random, graph } = world
    const path = randomPath(random, hopCount)
    if (path === undefined) return undefined
    const [first] = path
    const start = random.pick(graph.nodes[first.isBack ? first.relation.to : first.relation.from])
    let reached = new Set([start])
    for (const [at, step] of path.entries()) {
      const next = follow(graph.links, step, reached)
      if (next.size === 0) {
        // Where it breaks is said only when something was reached before.
        const isWanted = isBroken && at === path.length - 1 && at > 0
        return isWanted
          ? { text: say(random, start, path), expected: { kind: 'broken', nodes: [...reached] } }
          : undefined
      }
      // Back to where it came from is a question that nobody asks.
      if (next.has(start)) return undefined
      reached = next
    }
    if (isBroken || reached.size > mostListed) return undefined
    return { text: say(random, start, path), expected: { kind: 'set', names: [...reached] } }
  }
}

/** Undefined when it comes to a type that nothing leads on from. */
function randomPath(random, hopCount) {
  const path = []
  let type
  while (path.length < hopCount) {
    const options = relations.flatMap((relation) => [
      { relation, isBack: false, from: relation.from, to: relation.to },
      { relation, isBack: true, from: relation.to, to: relation.from },
    ])
    const last = path.at(-1)
    const fitting = options.filter(
      ({ from, relation }) => (type === undefined || from === type) && relation !== last?.relation,
    )
    // Up and down the same relation leads to siblings, which has words of its own; the same way twice is fine.
    if (last !== undefined && last.from === last.to) fitting.push(last)
    if (fitting.length === 0) return undefined
    const step = random.pick(fitting)
    path.push(step)
    type = step.to
  }
  return path
}

function follow(links, { relation, isBack }, from) {
  const own = links.filter((link) => link.relation === relation && from.has(isBack ? link.object : link.subject))
  return new Set(own.map((link) => (isBack ? link.subject : link.object)))
}

/** Inside out: "the manager of [the team that owns [Atlas]]". */
function say(random, start, path) {
  let phrase = { text: start, isPlural: false, canOwn: true }
  for (const [at, { relation, isBack }] of path.entries()) {
    const forms = isBack ? relation.back : relation.on
    const isLast = at === path.length - 1
    const fitting = (isLast ? forms.ask : forms.the).filter((form) => phrase.canOwn || !form.includes("{x's}"))
    const form = random.pick(fitting)
    const text = fill(random, form, phrase)
    if (isLast) return text
    phrase = { text, isPlural: forms.isPlural === true, canOwn: form.startsWith("{x's}") }
  }
  return phrase.text
}

function fill(random, form, { text, isPlural }) {
  return form
    .replace("{x's}", `${text}'s`)
    .replace('{x}', text)
    .replace('{is}', isPlural ? 'are' : 'is')
    .replace('{was}', isPlural ? 'were' : 'was')
    .replace('{does}', isPlural ? 'do' : 'does')
    .replace('{s}', isPlural ? '' : 's')
    .replace('{ies}', isPlural ? 'y' : 'ies')
    .replaceAll('{at}', random.pick(['for', 'at']))
}
