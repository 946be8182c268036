import { readFileSync } from 'node:fs'

const relationPattern = / (USES|PRODUCES|REQUIRES|CAUSES|PART_OF|SIMILAR_TO|IMPLEMENTS) /

/** The labelled episodes; a label may list names that are as good, separated by a bar. */
export function readEpisodes() {
  return JSON.parse(readFileSync(new URL('episodes.json', import.meta.url), 'utf8'))
}

/** Odd ids are for development, even ones are held out. */
export const isHeldOut = ({ id }) => id % 2 === 0

const fold = (name) => name.toLowerCase().replace(/[\s-]+/g, ' ')

/** Which wanted and found things agree; what is wanted may have several names, and matches once. */
export function compare(episode, extraction) {
  const spellings = new Map()
  const wantedEntities = Object.entries(episode.entities).flatMap(([type, labels]) =>
    labels.map((label) => {
      const names = label.split('|')
      for (const name of names) spellings.set(fold(name), fold(names[0]))
      return `${type} ${fold(names[0])}`
    }),
  )
  const canonical = (name) => spellings.get(fold(name)) ?? fold(name)
  const relationKey = (source, type, target) => {
    const ends = [canonical(source), canonical(target)]
    return [type, ...(type === 'SIMILAR_TO' ? ends.sort() : ends)].join(' | ')
  }
  return {
    entities: agree(
      wantedEntities,
      extraction.entities.map(({ type, name }) => `${type} ${canonical(name)}`),
    ),
    relations: agree(
      episode.relations.map((relation) => relationKey(...relation.split(relationPattern))),
      // What no longer holds is not shown as a relation.
      extraction.relations
        .filter(({ isEnded }) => !isEnded)
        .map(({ source, type, target }) => relationKey(source, type, target)),
    ),
  }
}

function agree(wanted, found) {
  const [expected, given] = [new Set(wanted), new Set(found)]
  return {
    right: [...given].filter((key) => expected.has(key)),
    wrong: [...given].filter((key) => !expected.has(key)),
    missed: [...expected].filter((key) => !given.has(key)),
  }
}

/** Counts by type (a key's first word), and all together under `all`. */
export function tally(agreements) {
  const counts = new Map()
  const count = (keys, field) => {
    for (const key of keys) {
      for (const type of [key.split(' ', 1)[0], 'all']) {
        const row = counts.get(type) ?? { right: 0, wrong: 0, missed: 0 }
        row[field]++
        counts.set(type, row)
      }
    }
  }
  for (const agreement of agreements) for (const field of ['right', 'wrong', 'missed']) count(agreement[field], field)
  return counts
}

export function scoresOf({ right, wrong, missed }) {
  const precision = right + wrong === 0 ? Number.NaN : right / (right + wrong)
  const recall = right + missed === 0 ? Number.NaN : right / (right + missed)
  return { precision, recall, f1: (2 * precision * recall) / (precision + recall) }
}
