import { runCommand } from '../command.js'
import type { FaultKind, Verdict } from '../fault.js'
import { Story } from '../story.js'
import { bearWitness } from '../witness.js'

const commands = 3

/** `kill -9` of `ww remember` and the like, from before it has opened anything to after its answer. */
export const killedCommand: FaultKind = {
  name: 'command killed',
  faultsPerSeed: commands,
  share: 4,
  async run(random, ground) {
    const dataDir = ground.newFolder()
    const story = new Story(random)
    const verdicts: Verdict[] = []
    for (let command = 0; command < commands; command++) {
      const text = story.text()
      const args = random.below(2) === 0 ? ['remember', text] : ['mind', 'store', text]
      const killAfterMs = 100 + random.below(700)
      const { code, stdout } = await runCommand([...args, '--json'], { dataDir, killAfterMs })
      const id = idIn(stdout)
      if (id !== undefined) story.memories.set(id, { text, isGone: false })
      else if (code === 0) throw new Error(`it ended well without an answer: ${stdout}`)
      await bearWitness(dataDir, story)
      verdicts.push(code === 0 ? 'works' : 'recovers')
    }
    return verdicts
  },
}

function idIn(stdout: string): string | undefined {
  try {
    return (JSON.parse(stdout) as { id?: string }).id
  } catch {
    return undefined
  }
}
