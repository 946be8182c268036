import type { Candidate } from './candidates.js'
import type { Scene } from './scene-context.js'

/**
 * REC15: for each scene whether it is one conversation, whose lines explain each other, or a row of unrelated notes.
 * In a conversation most lines have a speaker, there are two or more, and they answer each other: one speaks again, a
 * question is asked, or there are just two lines. "Kitchen floor: oak" has a heading that looks like a speaker. How much
 * neighbours resemble each other was tried as well and told worse: notes that share a subject were taken for
 * conversations (`npm run bench:daily`).
 */
export const findConversations = (candidates: readonly Candidate[], scenes: readonly Scene[]): readonly boolean[] =>
  scenes.map((scene) => isConversation(candidates, scene))

function isConversation(candidates: readonly Candidate[], scene: Scene): boolean {
  const speakers = new Set<string>()
  let spoken = 0
  let isAsked = false
  for (const at of scene) {
    const { speaker, isQuestion } = candidates[at]
    if (speaker === null) continue
    speakers.add(speaker)
    spoken++
    isAsked ||= isQuestion
  }
  return speakers.size > 1 && spoken * 2 >= scene.length && (speakers.size < spoken || isAsked || scene.length === 2)
}
