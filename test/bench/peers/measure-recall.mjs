import { sessionHit, turnFraction } from '../recall/scores.mjs'
import { withStore } from './temporary-store.mjs'
import { askByWords } from './words.mjs'

const emptyScores = () => ({ turns: [], sessions: [] })

/** Each conversation in a store of its own, all its questions; scored as `bench:recall` does. */
export async function measureRecall(peer, home, conversations, questionsPer, say) {
  const scores = { asked: emptyScores(), byWords: emptyScores() }
  for (const [index, conversation] of conversations.entries()) {
    await withStore(async (store) => {
      const memory = await peer.start(home, store)
      try {
        say(`telling conversation ${index + 1}/${conversations.length}`)
        const told = await memory.tell(conversation.items)
        const itemOf = new Map(told.map((handle, place) => [handle, conversation.items[place]]))
        const sessions = new Map(conversation.items.map(({ turn, session }) => [turn, session]))
        const note = (line, handles, evidence) => {
          const turns = handles.map((handle) => itemOf.get(handle).turn)
          line.turns.push(turnFraction(turns, evidence))
          line.sessions.push(sessionHit(turns, evidence, (turn) => sessions.get(turn)))
        }
        const questions = conversation.questions.slice(0, questionsPer)
        for (const [place, { text, evidence }] of questions.entries()) {
          if (place % 20 === 0)
            say(`conversation ${index + 1}/${conversations.length}, question ${place + 1}/${questions.length}`)
          if (memory.ask)
            note(scores.asked, [...(await memory.ask(text, 10)), ...(await memory.ask(text, 100)).slice(10)], evidence)
          if (memory.find) note(scores.byWords, await askByWords(memory, text, 100, told.length), evidence)
        }
      } finally {
        await memory.stop()
      }
    })
  }
  return scores
}
