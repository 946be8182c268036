/** Questions that no record and no edge answers, though they name what both know: only who answers is judged. */
export function semantic(world) {
  const { random, graph, collections } = world
  const collection = random.pick(collections)
  const field = random.pick(collection.fields)
  const choice = random.pick(collection.fields.filter(({ type }) => type === 'choice'))
  const group = random.pick(choice.values)
  const a = {
    person: random.pick(graph.nodes.person),
    service: random.pick(graph.nodes.service),
    other: random.pick(graph.nodes.service),
    city: random.pick(graph.nodes.city),
    noun: collection.nouns[0],
    nouns: collection.nouns[1],
    f: field.key,
    g: choice.key,
    v: group,
    display: random.pick(collection.records).display,
  }
  return { text: random.pick(templates)(a), expected: { kind: 'nothing' } }
}

const templates = [
  ({ person, service }) => `What did ${person} say about ${service}?`,
  ({ person }) => `Why was ${person} late to the meeting?`,
  ({ service }) => `How did the meeting about ${service} go?`,
  ({ service }) => `What happened after the outage of ${service}?`,
  ({ person }) => `Tell me about ${person}'s garden.`,
  ({ service }) => `What do we know about the migration of ${service}?`,
  ({ person, f }) => `When did ${person} last complain about the ${f}?`,
  ({ f }) => `What was decided about the ${f} of coffee in the kitchen?`,
  ({ service }) => `How do I reset the cache of ${service}?`,
  ({ service, other }) => `Summarise the discussion about ${service} and ${other}.`,
  ({ person, v, g }) => `What does ${person} think of the new ${v} ${g} policy?`,
  ({ person }) => `How many siblings does ${person} have?`,
  ({ person, city }) => `How many times did ${person} visit the aquarium in ${city}?`,
  ({ f }) => `What is the average ${f} of a humpback whale?`,
  ({ service, other }) => `Why does ${service} depend on ${other}?`,
  ({ person }) => `What is ${person} worried about?`,
  ({ nouns, v }) => `Why do we have so many ${nouns} in ${v}?`,
  ({ f, noun }) => `How should we explain the ${f} of a ${noun} to a newcomer?`,
  ({ display }) => `What do people remember about ${display}?`,
  ({ person, display }) => `Did ${person} ever mention ${display} in the kitchen?`,
  ({ city }) => `What was the weather like when we were in ${city}?`,
  ({ nouns }) => `What have we learned about ${nouns} over the years?`,
  ({ person }) => `Which song did ${person} sing at the concert?`,
  ({ f, v }) => `Is there a reason why the ${f} matters in ${v}?`,
  ({ service }) => `What were the arguments against rewriting ${service}?`,
  ({ person, service }) => `Has ${person} changed their mind about ${service}?`,
]
