import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { type LibraryProcess, startLibraryProcess } from '../../support/other-process.js'
import type { Random } from '../../support/random.js'
import { embeddedBy, findWrongVectors, letLeasesLapse, ourModel, turnedModel } from '../../support/vectors.js'
import type { FaultKind, Ground } from '../fault.js'
import { closedStore, copyStore } from '../filled-store.js'
import { Story } from '../story.js'
import { bearWitness, withMind } from '../witness.js'

const kills = 3
/** Enough for many batches. */
const imported = 250

/** A store is opened with another model, alone or beside ours, and `kill -9` comes while texts are embedded anew. */
export const swappedModel: FaultKind = {
  name: 'model swapped and killed',
  faultsPerSeed: kills,
  share: 3,
  async run(random, ground) {
    const { folder, told } = await closedStore(random.below(4))
    const dataDir = ground.newFolder()
    copyStore(folder, dataDir)
    const story = new Story(random, 'swap')
    await importSome(dataDir, story)
    for (let kill = 0; kill < kills; kill++) {
      await useUntilKilled(dataDir, story, random, ground)
      await bearWitness(dataDir, story)
      letLeasesLapse(dataDir)
    }
    await bearWitness(dataDir, told)
    for (const model of ['turned', 'ours'] as const) await embedAll(dataDir, model, ground)
    const wrong = await findWrongVectors(dataDir)
    if (wrong.length > 0) throw new Error(`${wrong.length} wrong: ${wrong.slice(0, 5).join('; ')}`)
    return Array(kills).fill('recovers')
  },
}

async function importSome(dataDir: string, story: Story): Promise<void> {
  const texts = Array.from({ length: imported }, () => story.text())
  await withMind(dataDir, async (mind) => {
    for await (const outcome of mind.import(texts.map((content) => Buffer.from(`${JSON.stringify({ content })}\n`)))) {
      if (outcome.what !== 'added') throw new Error(JSON.stringify(outcome))
      story.memories.set(outcome.id, { text: texts[outcome.line - 1]!, isGone: false })
    }
  })
}

async function useUntilKilled(dataDir: string, story: Story, random: Random, ground: Ground): Promise<void> {
  const turned = { TEST_MODEL: 'turned', TEST_SLOWNESS_MS: String(random.below(60)) }
  const models = random.pick([[turned], [turned, {}], [turned, turned]])
  const running = await Promise.all(models.map((env) => open(dataDir, env, ground)))
  const delay = random.below(400)
  let isOver = false
  const using = running.map(async ({ ask }) => {
    while (!isOver) {
      const text = story.text()
      const { id } = await ask('remember', { text })
      story.memories.set(String(id), { text, isGone: false })
      await lookFor(ask, String(id), text)
    }
  })
  await Promise.race([...using, pause(delay)])
  isOver = true
  // Calls that are under way are never answered, and nothing is promised by them.
  const ends = running.map(({ process }) => once(process, 'exit'))
  for (const { process } of running) process.kill('SIGKILL')
  await Promise.all(ends)
}

/** Found by what only it says, with the very text: whatever its vector is, or if it has none yet. */
async function lookFor(ask: LibraryProcess['ask'], id: string, text: string): Promise<void> {
  const [, cargo] = /cargo №(\d+)/.exec(text)!
  const { memories } = (await ask('recall', { query: `Which ship has cargo №${cargo}?`, limit: 20 })) as {
    memories: { id: string; content: string }[]
  }
  const found = memories.find((memory) => memory.id === id)
  if (found === undefined) throw new Error(`${id} is not found by ${cargo}`)
  if (!text.startsWith(found.content.replace(/…$/, ''))) throw new Error(`${id} is told with another text`)
}

async function embedAll(dataDir: string, model: 'turned' | 'ours', ground: Ground): Promise<void> {
  letLeasesLapse(dataDir)
  const identity = model === 'turned' ? turnedModel : ourModel
  const running = await open(dataDir, { TEST_MODEL: model }, ground)
  await running.ask('recall', { query: 'cargo' })
  const until = Date.now() + 60_000
  for (;;) {
    const { memories, vectors } = embeddedBy(dataDir, identity)
    if (vectors === memories) break
    if (Date.now() > until) throw new Error(`${vectors} of ${memories} have a vector of ${identity} after a minute`)
    await pause(20)
  }
  await running.close()
}

async function open(dataDir: string, env: Readonly<Record<string, string>>, ground: Ground): Promise<LibraryProcess> {
  const running = await startLibraryProcess(dataDir, env)
  ground.afterwards(() => running.process.kill('SIGKILL'))
  return running
}
