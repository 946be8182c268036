import { WorldWeaverError } from '../errors.js'
import type { StoredMemory } from '../memory/memory.js'
import type { OperationContext } from '../operations/operation-context.js'
import type { Change } from '../ports/memory-store.js'
import { addressOf, findAddress } from './address.js'
import type { Resource } from './resource.js'
import type { Sight } from './sight.js'

/** What changed in one go. */
export interface ResourceChange {
  /** Whether the resource at this address may show something else now. */
  touches(uri: string): boolean
  readonly listChanged: boolean
}

const most = 500

/**
 * Follows the change log, whoever wrote it. The first change comes at once and touches nothing: from there on nothing
 * is missed. Only what the caller can see counts; where something is gone for good, anything may have changed.
 */
export async function* followResources(
  resources: readonly Resource[],
  listed: () => Promise<readonly string[]>,
  context: OperationContext,
  sight: Sight,
  signal: AbortSignal,
): AsyncGenerator<ResourceChange> {
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
    const inSight = changed.memories.filter(sight.sees)
    if (inSight.length === 0 && !changed.hasGone) continue
    const touched = new Set(inSight.flatMap((memory) => addressesOf(memory, resources)))
    const isListSure = !changed.hasGone && inSight.every(isCurrent) && [...touched].every((uri) => list.has(uri))
    const now = isListSure ? list : new Set(await listed())
    const listChanged = !isSame(list, now)
    list = now
    const touches = (uri: string) => {
      const address = findAddress(uri, resources, sight)
      return !(address instanceof WorldWeaverError) && (changed.hasGone || touched.has(address.uri))
    }
    yield { touches, listChanged }
  }
}

/** The memories of a stretch of the change log, each once and as it is now, and whether some are gone for good. */
async function changedSince(since: number, newest: number, { memories }: OperationContext) {
  const found = new Map<string, StoredMemory>()
  let hasGone = false
  let until = since
  for (let page = await memories.changes(until, most); page.length > 0; page = await memories.changes(until, most)) {
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
