import { WorldWeaverError } from '../errors.js'
import type { StoredMemory } from '../memory/memory.js'
import type { Using } from '../operations/machinery/operation-context.js'
import type { Change, ChangeFeed } from '../ports/store/follow.js'
import type { MemoryReader } from '../ports/store/read.js'
import { addressOf, findAddress } from './address.js'
import type { Resource } from './resource.js'
import type { Visibility } from './visibility.js'

/** Changes since the previous one. */
export interface ResourceChange {
  /** Whether the content at this address may have changed. */
  touches(uri: string): boolean
  readonly listChanged: boolean
}

const batchSize = 500

/**
 * Follows the change log, which all processes write. The first change comes at once and touches nothing: from then on no
 * change is missed. Only memories visible to the caller count; after an erasure, anything may have changed.
 */
export async function* followResources(
  resources: readonly Resource[],
  listed: () => Promise<readonly string[]>,
  context: Using<ChangeFeed & MemoryReader>,
  visibility: Visibility,
  signal: AbortSignal,
): AsyncGenerator<ResourceChange> {
  const namingSessions = resources.filter((resource) => 'namesSession' in resource)
  let since: number | undefined
  let list = new Set<string>()
  for await (const newest of context.memories.watch(signal)) {
    if (since === undefined) {
      since = newest
      list = new Set(await listed())
      yield { touches: () => false, listChanged: false }
      continue
    }
    const changed = await changedSince(since, newest, context)
    since = changed.until
    const visible = changed.memories.filter(visibility.isVisible)
    const named = changed.memories.filter(visibility.isVisibleByName)
    if (visible.length === 0 && named.length === 0 && !changed.hasGone) continue
    const listable = new Set(visible.flatMap((memory) => addressesOf(memory, resources)))
    const touched = new Set([...listable, ...named.flatMap((memory) => addressesOf(memory, namingSessions))])
    const isListSure = !changed.hasGone && visible.every(isCurrent) && [...listable].every((uri) => list.has(uri))
    const now = isListSure ? list : new Set(await listed())
    const listChanged = !isSame(list, now)
    list = now
    const touches = (uri: string) => {
      const address = findAddress(uri, resources, visibility)
      return !(address instanceof WorldWeaverError) && (changed.hasGone || touched.has(address.uri))
    }
    yield { touches, listChanged }
  }
}

/** The changed memories in their present state, each once, and whether some were erased. */
async function changedSince(since: number, newest: number, { memories }: Using<ChangeFeed & MemoryReader>) {
  const found = new Map<string, StoredMemory>()
  let hasGone = false
  let until = since
  for (
    let page = await memories.changes(until, batchSize);
    page.length > 0;
    page = await memories.changes(until, batchSize)
  ) {
    until = page.at(-1)!.seq
    hasGone ||= page.some(({ what }) => what === 'erased')
    const ids = [...new Set(page.filter(isShown).flatMap(({ id }) => id ?? []))]
    for (const memory of await memories.get(ids)) {
      if (memory === undefined) hasGone = true
      else found.set(memory.id, memory)
    }
  }
  return { memories: [...found.values()], hasGone, until: Math.max(until, newest) }
}

/** No resource shows edges or vectors. */
const isShown = ({ what }: Change): boolean => what !== 'connected' && what !== 'embedded'

const isCurrent = ({ state, validTo }: StoredMemory): boolean => state === 'active' && validTo === null

function addressesOf(memory: StoredMemory, resources: readonly Resource[]): string[] {
  return resources.flatMap((resource) => {
    if (!('uriTemplate' in resource)) return resource.shows(memory) ? [resource.uri] : []
    const value = resource.shows(memory)
    return value === undefined ? [] : [addressOf(resource, value)]
  })
}

const isSame = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every((each) => b.has(each))
