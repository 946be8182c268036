import { toShortId } from '../../ids.js'
import type { Memory } from '../../memory.js'
import { stopWords } from '../../recall/text/stop-words.js'
import { containsPhrase, wordsIn } from '../phrases.js'
import type { Workspace } from './workspace.js'

/** GWT16: that a memory was sent out of its slot. */
export interface Eviction {
  /** The last broadcast that it stays out of. */
  readonly until: number
  /** Ids of the goals at that time: whoever sent it out knew them. */
  readonly goals: readonly string[]
}

/** GWT16. */
const broadcastsOut = 3

export const inhibit = (workspace: Workspace, id: string): Workspace => ({
  ...workspace,
  evictions: {
    ...stillInhibited(workspace),
    [id]: { until: workspace.cycle + broadcastsOut, goals: workspace.goals.map((goal) => goal.id) },
  },
})

/** Forgets the evictions that no longer matter. */
export const stillInhibited = ({ evictions, cycle }: Workspace): Workspace['evictions'] =>
  Object.fromEntries(Object.entries(evictions).filter(([, { until }]) => until > cycle))

export const withoutInhibition = (workspace: Workspace, id: string): Workspace =>
  workspace.evictions[id] === undefined
    ? workspace
    : { ...workspace, evictions: Object.fromEntries(Object.entries(workspace.evictions).filter(([key]) => key !== id)) }

/** What a goal or a caller can name of a memory. */
export interface Nameable {
  readonly id: string
  readonly text: string
  /** Of an entity or a procedure. */
  readonly name: string | undefined
}

export const toNameable = ({ id, text, facets }: Pick<Memory, 'id' | 'text' | 'facets'>): Nameable => ({
  id,
  text,
  name: typeof facets.name === 'string' ? facets.name : undefined,
})

/**
 * GWT16: whether a memory stays out of the next broadcast. Its id in a goal brings it back, and so does a goal that was
 * set after the eviction and names it in words.
 */
export function isInhibited({ evictions, goals, cycle }: Workspace, memory: Nameable): boolean {
  const eviction = evictions[memory.id]
  if (eviction === undefined || eviction.until <= cycle) return false
  const known = new Set(eviction.goals)
  return !goals.some(({ id, description, keywords }) => {
    const words = [description, ...keywords]
    return (
      words.some((each) => namesId(each, memory.id)) || (!known.has(id) && words.some((each) => names(each, memory)))
    )
  })
}

/** Whether words name a memory: by its id, by its name, or because its text has every word that they have. */
export function names(words: string, { id, text, name }: Nameable): boolean {
  if (namesId(words, id) || (name !== undefined && containsPhrase(words, name))) return true
  const wanted = wordsIn(words).flatMap(({ key }) => (stopWords('en').has(key) ? [] : [key]))
  if (wanted.length === 0) return false
  const present = new Set(wordsIn(text).map(({ key }) => key))
  return wanted.every((key) => present.has(key))
}

/** With its prefix or without, or in its short form. */
const namesId = (words: string, id: string): boolean =>
  words.toLowerCase().includes(id.slice(id.indexOf('-') + 1)) || words.includes(toShortId(id))
