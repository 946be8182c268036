import type { Candidate } from './candidates.js'
import type { Scene } from './scene-context.js'

/**
 * REC15: for each scene whether it is one conversation, whose lines explain each other, or a row of unrelated notes.
 * Two speakers make a conversation. How much neighbours resemble each other was tried as well and told worse: notes that
 * share a subject were taken for conversations (`npm run bench:daily`).
 */
export const findConversations = (candidates: readonly Candidate[], scenes: readonly Scene[]): readonly boolean[] =>
  scenes.map((scene) => {
    let first: string | null = null
    return scene.some((at) => {
      const { speaker } = candidates[at]
      if (speaker === null || speaker === first) return false
      if (first !== null) return true
      first = speaker
      return false
    })
  })
