import { beforeAll, describe, expect, test } from 'vitest'
import { createStaticEmbedder } from '#ww/adapters/embedders/static/static-embedder.js'
import { openStaticTokenSpace } from '#ww/adapters/embedders/static/static-token-space.js'
import { defaultWeights } from '#ww/memory/activation/weights.js'
import { partsOf } from '#ww/memory/hooks/prompt-parts.js'
import { findRelevant } from '#ww/operations/hooks/find-relevant.js'
import type { HookContext } from '#ww/operations/hooks/hook-context.js'
import { newMemories, start } from '../support/memories.js'
import { useMinds } from '../support/minds.js'
import { harbor, history, lantern } from './history.js'
import { heldOutSilent, heldOutTelling, lanternTelling, silent, telling } from './prompts.js'

const minds = useMinds()
let context: HookContext
const names = new Map<string, string>()

beforeAll(async () => {
  const memories = await newMemories(history.map(({ name: _, ...memory }) => memory))
  for (const [place, { memory }] of memories.entries()) names.set(memory.id, history[place]!.name)
  context = {
    memories: minds.openStore(await minds.folderWith(memories)),
    embedder: createStaticEmbedder(),
    tokenSpace: openStaticTokenSpace,
    weights: defaultWeights,
    clock: { now: () => start + 90 * 86_400_000 },
  }
})

async function brought(prompt: string, project: string | null): Promise<readonly string[]> {
  const said = await findRelevant(partsOf(prompt), { project }, {}, context)
  return said.map(({ id }) => names.get(id)!)
}

describe('[HOK2] a prompt that has a memory brings it, and first', () => {
  test.each(telling)('[HOK2] %s → %s', async (prompt, name) => {
    expect((await brought(prompt, harbor))[0]).toBe(name)
  })
})

describe('[HOK2] a prompt that has none brings nothing', () => {
  test.each(silent)('[HOK2] %s', async (prompt) => {
    expect(await brought(prompt, harbor)).toEqual([])
  })
})

describe('[HOK2] prompts that no rule was made for', () => {
  test('[HOK2] 30 of 30 that have none bring nothing', async () => {
    const all = await Promise.all(heldOutSilent.map((prompt) => brought(prompt, harbor)))
    expect(all.filter((names) => names.length > 0)).toEqual([])
  })

  // The first and only score; what is missed has one rare word among several that no memory holds.
  test('[HOK2] 29 of 30 that have one bring it first, and nothing wrong is brought instead', async () => {
    const all = await Promise.all(heldOutTelling.map(([prompt]) => brought(prompt, harbor)))
    const missed = heldOutTelling.filter(([, name], place) => all[place]![0] !== name)
    expect(missed.map(([prompt]) => prompt)).toEqual(['add Czech translations for the cart'])
    expect(all.filter((names) => names.length === 0)).toHaveLength(missed.length)
  })
})

describe('[HOK3] two projects that contradict each other', () => {
  test.each(lanternTelling)('[HOK3] %s → %s', async (prompt, name) => {
    expect((await brought(prompt, lantern))[0]).toBe(name)
  })

  test('[HOK3] neither ever sees what is the other’s, and outside of both only what is nobody’s is seen', async () => {
    const all = [...telling, ...heldOutTelling, ...lanternTelling]
    const projects = [harbor, lantern, null]
    for (const project of projects) {
      const own = new Set(
        history.filter((each) => each.project === project || each.project === null).map(({ name }) => name),
      )
      for (const [prompt] of all) expect((await brought(prompt, project)).filter((name) => !own.has(name))).toEqual([])
    }
  })
})
