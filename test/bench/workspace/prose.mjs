import { capitalised } from './records.mjs'
import { cities, things, titleEnds } from './words.mjs'

/** What people note: sentences about anything, with the names that records and graph know, too. */
export function makeProse(random, { people, nodes, fields }) {
  const a = {
    person: () => random.pick(people),
    node: () => random.pick(nodes),
    field: () => random.pick(fields).key,
    value: () => random.pick(random.pick(fields).values),
    city: () => random.pick(cities),
    thing: () => random.pick(things).toLowerCase(),
    place: () => random.pick(titleEnds).toLowerCase(),
    number: () => 2 + random.below(90),
  }
  const sentence = random.pick(sentences)(a)
  return random.next() < 0.4 ? `${sentence} ${random.pick(sentences)(a)}` : sentence
}

const sentences = [
  (a) => `${a.person()} told me about the ${a.thing()} that stood by the ${a.place()} when we were young.`,
  (a) => `We spent the afternoon in ${a.city()} and talked about ${a.node()} for an hour.`,
  (a) => `The meeting about ${a.node()} went well, although ${a.person()} was late again.`,
  (a) => `I think the ${a.field()} matters less than people say.`,
  (a) => `${a.person()} prefers the old ${a.thing()} and would rather keep it.`,
  (a) => `After the outage of ${a.node()} we agreed to write down what happened.`,
  (a) => `Somebody asked whether ${a.value()} is still the right word for it.`,
  (a) => `It rained all week in ${a.city()}, so ${a.person()} painted the ${a.place()} from a photograph.`,
  (a) => `There were ${a.number()} people at the concert, and ${a.person()} sang.`,
  (a) => `${a.person()} is worried about the migration of ${a.node()} and wants a second review.`,
  (a) => `On Sunday ${a.person()} walked to the ${a.place()} with ${a.person()}.`,
  (a) => `Remember that the ${a.thing()} needs oil every ${a.number()} days.`,
]

/** Prose that merely looks like a record: it has the very names and values of records in it, and is none. */
export function makeLookalike(random, { people, fields }) {
  const field = random.pick(fields)
  const other = random.pick(fields)
  const [f, g] = [field.key, other.key]
  const [v, w] = [random.pick(field.values), random.pick(other.values)]
  const [p, q] = [random.pick(people).split(' ')[0], random.pick(people).split(' ')[0]]
  const n = 2 + random.below(500)
  const time = `${8 + random.below(10)}:${10 + random.below(49)}`
  return random.pick(lookalikes)({ f, g, v, w, p, q, n, time, city: random.pick(cities) })
}

const lookalikes = [
  ({ time, v }) => `Meeting at ${time}, and then ${v} until lunch: nobody knows why.`,
  ({ f, v }) => `Note: the ${f} should be ${v}, as we said. Reminder: ask again on Monday.`,
  ({ f, n }) => `Reminder: the ${f}: ${n} was wrong, please look at it again.`,
  ({ p, q, f, v }) => `${p}: what is the ${f} now?\n${q}: ${v}, I believe.\n${p}: thanks!`,
  ({ p, q, n }) => `${p}: see you at ${n}\n${q}: fine, bring the keys please`,
  ({ f, v }) => `Q: Which ${f} did they choose?\nA: ${v}`,
  ({ f, g, v, w }) => `We set ${f} = ${v} because ${g} = ${w} was too much for everyone.`,
  ({ f, g, n, w }) => `When ${f}=${n} the other one breaks, and with ${g}=${w} nothing happens at all.`,
  ({ f, v }) => `The odds were 3:1, the score 4:2, and the ${f} was ${v} in the end.`,
  ({ f, g }) => `The columns ${f} | ${g} | notes were in the old sheet\nand somebody | removed | them`,
  ({ f, g, v }) => `I typed {"${f}": "${v}", "${g}": and then the laptop died.`,
  ({ f, n }) => `See https://shop.example/list?${f.replaceAll(' ', '_')}=${n}&page=2 for the rest of it.`,
  ({ f, g }) => `Pros: a good ${f}, cons: the ${g}`,
  ({ f, g }) => `${capitalised(f)}: it was too much for all of us.\n${capitalised(g)}: we did not like it a lot.`,
  ({ f, g }) => `Steps:\n1. ${f}: check it twice\n2. ${g}: leave it alone`,
  ({ p, f, v }) => `Dear ${p}: about the ${f}: ${v} is what they told me.`,
  ({ f, v }) => `Decision: keep ${v} as the ${f}\nReason: simple enough`,
  ({ p, q, v }) => `${p} said: it is ${v}, ${q} said: never.`,
  ({ f, v, city }) => `Today: ${v} in ${city}, tomorrow: who cares about the ${f}.`,
  ({ f, n }) => `Warning: ${f} above ${n}, action: none so far.`,
  ({ f, g, n, w }) => `if ${f}=${n}; then ${g}=${w}`,
  ({ f, n }) => `const ${f.replaceAll(' ', '')} = ${n}; const limit = ${n + 1};`,
  ({ f, g, v }) => `Agenda: ${f}, hiring, and ${g}: ${v} or something new?`,
  ({ f, v }) => `# ${capitalised(f)}\nSome thoughts on it: ${v} has been good to us, as people keep saying.`,
  ({ f, g }) => `Summary: this quarter the ${f} did well. Outlook: the ${g} will follow.`,
  ({ f, v, time }) => `${time} still no ${f}. ${time} somebody mentioned ${v}: laughter.`,
]
