import { median, p95, timed } from '../numbers.mjs'
import { timeStart } from '../speed/mcp-process.mjs'
import { askByWords, longestWord } from './words.mjs'

const warmUps = 20
const starts = 11
const summary = (values) => ({ p50: median(values), p95: p95(values) })

/** All conversations in one store; then questions, one at a time, and single writes. The store stays for the starts. */
export async function measureLoad(peer, home, store, { items, questions, fresh }) {
  const memory = await peer.start(home, store)
  try {
    await memory.tell(items)
    const search = memory.ask ?? ((text, limit) => memory.find(longestWord(text), limit))
    for (const text of questions.slice(0, warmUps)) await search(text, 10)
    const asked = await timeAll(questions, (text) => search(text, 10))
    const byWords = memory.find && (await timeAll(questions, (text) => askByWords(memory, text, 10, items.length)))
    const used = memory.memory?.()
    const writes = await timeAll(fresh, (item) => memory.tell([item]))
    return { told: items.length, search: asked, byWords, write: writes, rss: used?.rss }
  } finally {
    await memory.stop()
  }
}

async function timeAll(list, work) {
  const took = []
  for (const each of list) took.push((await timed(() => work(each))).ms)
  return summary(took)
}

/** In turns: whatever else the machine does hits all. */
export async function measureStarts(runs) {
  const took = new Map(runs.map(({ peer }) => [peer.name, []]))
  for (let round = 0; round < starts; round++) {
    for (const { peer, home, store } of runs) took.get(peer.name).push(await timeStart(peer.launch(home, store)))
  }
  return new Map([...took].map(([name, values]) => [name, summary(values)]))
}
