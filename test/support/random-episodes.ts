import { readFileSync } from 'node:fs'
import { type Outcome, outcomes } from '#ww/memory/memory.js'
import { days, minutes, start } from './memories.js'
import { createRandom, type Random } from './random.js'

export interface RandomEpisode {
  readonly text: string
  readonly session: string
  readonly happenedAt: number
  readonly importance: number
  readonly facets: { readonly outcome: Outcome }
}

/** English words, the commonest first: the model's vocabulary is in that order. */
const words = readFileSync(new URL('../../models/static-en-256/vocab.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((word) => /^[a-z]{4,}$/.test(word))
const speakers = ['Anna', 'Ben', 'Carla', 'Deniz', 'Emil', 'Farah', 'Goran', 'Hanna']
const [topicCount, wordsPerTopic] = [150, 40]

/** What people talk about: the same words come up again and again, and far apart topics share some. */
const topics = (() => {
  const random = createRandom(1)
  const contentWords = words.slice(300, 12_000)
  return Array.from({ length: topicCount }, () =>
    Array.from({ length: wordsPerTopic }, () => random.pick(contentWords)),
  )
})()

function sentence(topic: readonly string[], random: Random): string {
  const length = 6 + random.below(18)
  const said = Array.from({ length }, () =>
    random.next() < 0.35 ? random.pickByRank(topic) : random.pickByRank(words),
  )
  const text = said.join(' ')
  return text[0]!.toUpperCase() + text.slice(1)
}

function utterance(topic: readonly string[], random: Random): string {
  const who = random.next() < 0.6 ? `${random.pick(speakers)}: ` : ''
  if (random.next() < 0.12) return `${who}${sentence(topic, random)}?`
  const more = random.next() < 0.3 ? ` ${sentence(topic, random)}.` : ''
  return `${who}${sentence(topic, random)}.${more}`
}

/** Conversations of about 25 utterances on one or two topics, minutes apart, over a year before `start`. */
export function randomEpisodes(count: number, seed: number): RandomEpisode[] {
  const random = createRandom(seed)
  const episodes: RandomEpisode[] = []
  for (let session = 0; episodes.length < count; session++) {
    const about = [random.pickByRank(topics), random.pick(topics)]
    let happenedAt = start - Math.floor(random.next() * days(365))
    for (let left = 10 + random.below(30); left > 0 && episodes.length < count; left--) {
      happenedAt += minutes(random.next() < 0.05 ? 90 : 1 + random.below(12))
      episodes.push({
        text: utterance(random.pick(about), random),
        session: `session-${session}`,
        happenedAt,
        importance: random.below(101) / 100,
        facets: { outcome: random.pick(outcomes) },
      })
    }
  }
  return episodes
}

/** Questions on the same topics, from two words to a sentence. */
export function randomQuestions(count: number, seed: number): string[] {
  const random = createRandom(seed)
  return Array.from({ length: count }, () => {
    const topic = random.pickByRank(topics)
    const about = Array.from({ length: 2 + random.below(4) }, () => random.pickByRank(topic)).join(' ')
    return random.pick([
      about,
      `What did ${random.pick(speakers)} say about ${about}?`,
      `When was the ${about} ${random.pickByRank(words)}?`,
      `${sentence(topic, random)}?`,
    ])
  })
}
