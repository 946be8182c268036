/** What is stored of a scene to tell its shape: erasing a member takes it back out. */
export interface SceneLines {
  readonly members: number
  /** How many lines each speaker has, by a key of the speaker. */
  readonly speakers: ReadonlyMap<number, number>
  /** How many lines of speakers are questions. */
  readonly questions: number
}

/** What one member says: `speaker` is 0 without one. */
export interface SceneLine {
  readonly speaker: number
  readonly isQuestion: boolean
}

/** The scene with one line more, or with one less. */
export function countLine(scene: SceneLines, { speaker, isQuestion }: SceneLine, change: 1 | -1): SceneLines {
  const members = scene.members + change
  if (speaker === 0) return { ...scene, members }
  const speakers = new Map(scene.speakers)
  const lines = (speakers.get(speaker) ?? 0) + change
  if (lines > 0) speakers.set(speaker, lines)
  else speakers.delete(speaker)
  return { members, speakers, questions: scene.questions + (isQuestion ? change : 0) }
}

/**
 * REC15: whether a scene is one conversation, whose lines explain each other, or a row of unrelated notes. In a
 * conversation most lines have a speaker, there are two or more, and they answer each other: one speaks again, a question
 * is asked, or there are just two lines. "Kitchen floor: oak" has a heading that looks like a speaker. How much
 * neighbours resemble each other was tried as well and told worse: notes that share a subject were taken for
 * conversations (`npm run bench:daily`).
 */
export function isConversation({ members, speakers, questions }: SceneLines): boolean {
  let spoken = 0
  for (const lines of speakers.values()) spoken += lines
  return speakers.size > 1 && spoken * 2 >= members && (speakers.size < spoken || questions > 0 || members === 2)
}
